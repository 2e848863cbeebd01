/**
 * The filters of a count for the event store: conditions on companies become lists of companies.
 */
import { dayMs } from 'contract/time';
import type { FilterConditions } from 'contract/filters';
import { companiesWith, type CompanySet, type EventFilter } from '../events/filter';
import type { EventStore } from '../events/store';
import { profileIn, profilesOf } from '../leads/data-providers';
import { filtersFor } from '../analytics/filters';
import type { Records } from '../db/schema';
import { weighedArtifacts } from '../analytics/artifact-importance';
import { stagedCompanies } from './companies';

interface FilterParts {
  records: Records;
  events: EventStore;
  /** Milliseconds. */
  clock: () => number;
}

/**
 * The conditions of a count: all global filters, and the requested adhoc one. Refuses with
 * filter-not-found.
 */
export async function eventFilters(parts: FilterParts, ownerId: string, filterId?: string): Promise<EventFilter[]> {
  let all = await filtersFor(parts.records, ownerId, filterId);
  return Promise.all(all.map((filter) => resolved(parts, ownerId, filter)));
}

async function resolved(parts: FilterParts, ownerId: string, filter: FilterConditions): Promise<EventFilter> {
  let { company_techstack, company_funnelstage, ...ofEvents } = filter;
  let companies: CompanySet[] = [];
  if (company_techstack) companies.push(companiesWith(company_techstack, await technologies(parts.records, ownerId)));
  if (company_funnelstage) companies.push(await companiesIn(parts, ownerId, company_funnelstage.op));
  return companies.length > 0 ? { ...ofEvents, companies } : ofEvents;
}

/** Technologies of each company from the owner's data provider, by domain. */
async function technologies(records: Records, ownerId: string): Promise<Map<string, string[]>> {
  let profiles = await profilesOf(records, ownerId);
  return new Map([...profiles].map(([domain, row]) => [domain, profileIn(row)?.technologies ?? []]));
}

/**
 * The companies that are in a stage today, under the global filters as on the list of companies.
 */
async function companiesIn(
  parts: FilterParts,
  ownerId: string,
  stage: NonNullable<FilterConditions['company_funnelstage']>['op'],
): Promise<CompanySet> {
  let { records, events, clock } = parts;
  let [artifacts, globals] = await Promise.all([weighedArtifacts(records, ownerId), filtersFor(records, ownerId)]);
  // A stage cannot depend on a stage.
  let others = globals.map(({ company_funnelstage: _stage, ...rest }) => resolved(parts, ownerId, rest));
  let now = clock();
  let until = (Math.floor(now / dayMs) + 1) * dayMs;
  let asked = { artifacts, filters: await Promise.all(others), includeLowConfidence: true, from: 0, until, now };
  let found = await stagedCompanies(events, asked);
  return { keys: found.filter(({ funnel }) => funnel.stage === stage).map(({ counts }) => counts.company), not: false };
}

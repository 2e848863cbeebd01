/** Filters and corrections for the event store; conditions on companies become lists of them. */
import { dayMs } from 'contract/floor/time';
import type { Importance } from 'contract/rules/fields';
import type { FunnelStage } from 'contract/analytics/funnel-stages';
import type { FilterConditions } from 'contract/analytics/filters';
import type { CompanySet, EventFilter } from '../../events/shape/event-filter';
import { companiesMeeting } from '../../events/query/filter';
import type { EventReader } from '../../events/shape/store';
import { storedProfile, profilesOf } from '../data-provider/provider-records';
import { appliedConditions } from '../conditions/filters';
import type { Records } from '../../floor/db/schema';
import { artifactsWithImportance } from '../conditions/artifact-importance';
import { correctionsOf } from '../conditions/company-corrections';
import type { Correction } from '../../events/shape/corrections';
import { stagedCompanies, type StagedCompaniesQuery } from './companies';

export interface ReportServices {
  records: Records;
  events: EventReader;
  clock: () => number;
}

/** Decides which events of an owner count, and for which company. */
export interface EventRules {
  filters: EventFilter[];
  corrections: Correction[];
}

/** Conditions in addition to the global filters. */
export interface RequestedConditions {
  /** A saved filter of the owner. */
  filter_id?: string | null | undefined;
  where?: FilterConditions | readonly FilterConditions[] | undefined;
}

/**
 * The global filters, the requested conditions and the corrections of an owner. Matches of low
 * confidence count for stages only if `includeLowConfidence` is set. Throws filter-not-found.
 */
export async function eventRules(
  parts: ReportServices,
  ownerId: string,
  { filter_id, where }: RequestedConditions = {},
  includeLowConfidence = false,
): Promise<EventRules> {
  let [saved, corrections] = await Promise.all([
    appliedConditions(parts.records, ownerId, filter_id ?? undefined),
    correctionsOf(parts.records, ownerId),
  ]);
  let all = [...saved, ...(where ? [where].flat() : [])];
  let around = { corrections, includeLowConfidence };
  return {
    filters: await Promise.all(all.map((filter) => resolveFilter(parts, ownerId, filter, around))),
    corrections,
  };
}

/** Stages depend on these. */
export type StageContext = Pick<StagedCompaniesQuery, 'corrections' | 'includeLowConfidence'>;

async function resolveFilter(
  parts: ReportServices,
  ownerId: string,
  filter: FilterConditions,
  around: StageContext,
): Promise<EventFilter> {
  let { company_techstack, company_funnelstage, artifact_importance, ...ofEvents } = filter;
  let companies: CompanySet[] = [];
  if (company_techstack)
    companies.push(companiesMeeting(company_techstack, await technologies(parts.records, ownerId)));
  if (company_funnelstage) companies.push(await companiesIn(parts, ownerId, wantedOf(company_funnelstage), around));
  return {
    ...ofEvents,
    ...(companies.length > 0 && { companies }),
    ...(artifact_importance && { artifacts: await artifactsOf(parts, ownerId, wantedOf(artifact_importance)) }),
  };
}

function wantedOf<T>({ op, or = [] }: { op: T; or?: T[] | undefined }): T[] {
  return [op, ...or];
}

async function artifactsOf({ records }: ReportServices, ownerId: string, wanted: Importance[]): Promise<string[]> {
  let { packages, pixels } = await artifactsWithImportance(records, ownerId);
  return [...packages, ...pixels].filter(({ importance }) => wanted.includes(importance)).map(({ id }) => id);
}

/** By domain. */
async function technologies(records: Records, ownerId: string): Promise<Map<string, string[]>> {
  let profiles = await profilesOf(records, ownerId);
  return new Map([...profiles].map(([domain, row]) => [domain, storedProfile(row)?.technologies ?? []]));
}

async function companiesIn(
  parts: ReportServices,
  ownerId: string,
  stages: FunnelStage[],
  around: StageContext,
): Promise<CompanySet> {
  let found = await companiesByStage(parts, ownerId, around);
  return { keys: stages.flatMap((stage) => found.get(stage) ?? []), not: false };
}

/** The companies of an owner by their stage today, under the global filters. */
export async function companiesByStage(
  parts: ReportServices,
  ownerId: string,
  around: StageContext,
): Promise<Map<FunnelStage, string[]>> {
  let { records, events, clock } = parts;
  let [artifacts, globals] = await Promise.all([
    artifactsWithImportance(records, ownerId),
    appliedConditions(records, ownerId),
  ]);
  // Stages must not depend on stages.
  let others = globals.map(({ company_funnelstage: _stage, ...rest }) => resolveFilter(parts, ownerId, rest, around));
  let now = clock();
  let until = (Math.floor(now / dayMs) + 1) * dayMs;
  let asked = { artifacts, filters: await Promise.all(others), ...around, from: 0, until, now };
  let found = await stagedCompanies(events, asked);
  let stages = new Map<FunnelStage, string[]>();
  for (let { counts, funnel } of found) stages.set(funnel.stage, [...(stages.get(funnel.stage) ?? []), counts.company]);
  return stages;
}

/** Companies of an owner: the list with stages, one company, and its events. */
import * as companies from 'contract/companies';
import { dayMs, dayOf } from 'contract/time';
import {
  activeStages,
  FunnelStage,
  type Company,
  type CompanyDetails,
  type CompanyEvent,
  type CompanyProfile,
} from 'contract/companies';
import * as limits from 'contract/limits';
import { matchReason } from 'contract/match-reason';
import type { Event } from 'contract/event-fields';
import { hashText } from '../events/hash-text';
import { stagedCompanies, type Staged } from '../funnel/companies';
import { sumOf } from '../funnel/points';
import { eventFilters } from '../funnel/filters';
import type { OwnerTable } from '../db/account-schema';
import { weighedArtifacts } from './artifact-importance';
import { Refusal } from '../refusal';
import { packageNames } from '../packages/packages';
import { pixelNames } from '../packages/pixels';
import { eventFile } from './event-handlers';
import { isNamedLike, orderOf, pageIn } from './company-list';
import type { ApiParts } from '../api-parts';
import { serve } from '../http/handler';
import { presentPage } from '../http/pages';
import { dayAfter, rangeOf } from './range';

const stages = FunnelStage.options;

export const companyEndpoints = serve(companies, {
  async getCompanies({ parts, owner, query, url }) {
    let { aggregationDaysDefault: days, aggregationDaysMax: daysMax } = limits;
    let end = query.end_date === undefined ? undefined : dayAfter(query.end_date);
    let asked = {
      ...rangeOf({ start: query.start_date, end }, parts.clock(), { days, daysMax }),
      artifacts: await weighedArtifacts(parts.records, owner.id),
      includeLowConfidence: query.include_low_confidence,
      filters: await eventFilters(parts, owner.id, query.filter_id),
      now: parts.clock(),
    };
    let hasName = isNamedLike(query.search);
    let found = (await stagedCompanies(parts.events, asked)).map(presentCompany);
    let matching = found.filter(({ company_name, company_domain }) => hasName(company_name, company_domain));
    let wanted = matching.filter(
      ({ funnel_stage }) => query.funnel_stage.length === 0 || query.funnel_stage.includes(funnel_stage),
    );
    let page = pageIn(wanted.sort(orderOf(query)), query);
    let countOf = (stage: FunnelStage) => matching.filter(({ funnel_stage }) => funnel_stage === stage).length;
    return {
      ...presentPage(
        page,
        { query, url },
        (row) => row.company,
        (row) => row,
      ),
      stages: Object.fromEntries(stages.map((stage) => [stage, countOf(stage)])) as Record<FunnelStage, number>,
    };
  },

  async getCompany({ parts, owner, params, query }) {
    let staged = await companyOf(parts, owner, params.domain, query);
    let profile = await parts.companyData.profile(owner.id, staged.counts.domain);
    return presentDetails(staged, profile, parts.clock());
  },

  async getCompanyEvents({ parts, owner, params, query, url }) {
    let { page = 1, per_page, include_low_confidence } = query;
    let { counts } = await companyOf(parts, owner, params.domain, query);
    let { packages, pixels } = await weighedArtifacts(parts.records, owner.id);
    let names = new Map([...packages, ...pixels].map(({ id, name }) => [id, name]));
    let offset = (page - 1) * per_page;
    let rows = await parts.events.companyEvents({
      packageIds: packages.map(({ id }) => id),
      pixelIds: pixels.map(({ id }) => id),
      ...allTime(parts.clock()),
      includeLowConfidence: include_low_confidence,
      filters: await eventFilters(parts, owner.id, query.filter_id),
      company: params.domain,
      limit: per_page,
      offset,
    });
    let total = counts.downloads + counts.views;
    return presentPage(
      { rows, total, hasMore: offset + rows.length < total },
      { query: { per_page, page }, url },
      (event) => event.id,
      (event) => presentEvent(event, names.get(event.artifactId) ?? ''),
    );
  },

  async exportEntityCompanyEvents({ parts, owner, params, query }) {
    await companyOf(parts, owner, params.domain, { include_low_confidence: true, filter_id: query.filter_id });
    let [packages, pixels] = await Promise.all([
      packageNames(parts.records, owner.id),
      pixelNames(parts.records, owner.id),
    ]);
    let sources = [
      { artifactType: 'package' as const, names: packages },
      { artifactType: 'tracking-pixel' as const, names: pixels },
    ];
    let title = `company-${owner.name}-${params.domain}`;
    return eventFile(parts, owner, { sources, title, company: params.domain }, query);
  },
});

/**
 * One company since its first event, under the filters. Refuses with company-not-found and
 * filter-not-found.
 */
export async function companyOf(
  parts: ApiParts,
  owner: OwnerTable,
  company: string,
  { include_low_confidence: includeLowConfidence, filter_id }: { include_low_confidence: boolean; filter_id?: string },
): Promise<Staged> {
  let [artifacts, filters] = await Promise.all([
    weighedArtifacts(parts.records, owner.id),
    eventFilters(parts, owner.id, filter_id),
  ]);
  let now = parts.clock();
  let asked = { artifacts, filters, includeLowConfidence, company, now, ...allTime(now) };
  let [found] = await stagedCompanies(parts.events, asked);
  if (!found) throw new Refusal('company-not-found');
  return found;
}

function allTime(now: number): { from: number; until: number } {
  return { from: 0, until: (Math.floor(now / dayMs) + 1) * dayMs };
}

function presentCompany({ counts, funnel }: Staged): Company {
  return {
    company: counts.company,
    company_name: counts.name,
    company_domain: counts.domain,
    company_country: counts.country,
    company_state: counts.state,
    funnel_stage: funnel.stage,
    points: funnel.points,
    total_events: counts.downloads + counts.views,
    total_downloads: counts.downloads,
    total_unique_downloads: counts.uniqueDownloads,
    total_views: counts.views,
    total_unique_views: counts.uniqueViews,
    unique_sources: counts.uniqueSources,
    first_seen: new Date(counts.firstSeen).toISOString(),
    last_seen: new Date(counts.lastSeen).toISOString(),
  };
}

function presentDetails(staged: Staged, profile: CompanyProfile | null, now: number): CompanyDetails {
  let { funnel, days } = staged;
  let firstDay = Math.floor(now / dayMs) - limits.aggregationDaysMax + 1;
  return {
    ...presentCompany(staged),
    profile,
    stages: stages.flatMap((stage) => {
      let start = funnel.starts[stage];
      if (start === undefined) return [];
      let totals = funnel.totals[stage as (typeof activeStages)[number]];
      return {
        stage,
        start_date: dayOf(start * dayMs),
        is_current: stage === funnel.stage,
        total_downloads: totals?.downloads ?? 0,
        total_views: totals?.views ?? 0,
        active_days: totals?.activeDays ?? 0,
      };
    }),
    journey: days
      .filter(({ day }) => day >= firstDay)
      .map(({ day, counts }) => ({
        date: dayOf(day * dayMs),
        downloads: sumOf('download', counts),
        views: sumOf('view', counts),
      })),
  };
}

function presentEvent(event: Event, name: string): CompanyEvent {
  return {
    id: event.id,
    type: event.type,
    artifact_type: event.artifactType,
    artifact: event.artifactId,
    artifact_name: name,
    time: new Date(event.time).toISOString(),
    version: event.version,
    referer: event.referer,
    user_agent: event.userAgent,
    country: event.country,
    state: event.state,
    city: event.city,
    postal: event.postal,
    confidence: event.confidence,
    match_reason: matchReason(event),
    origin_id: hashText(event.originId),
    endpoint_id: hashText(event.endpointId),
  };
}

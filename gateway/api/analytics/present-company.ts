/** Companies and their events as answers of the API. */
import type { Company, CompanyDetails, CompanyEvent, CompanyProfile } from 'contract/companies/companies';
import { listedType } from 'contract/event-fields';
import { addPeriods } from 'contract/analytics/id-periods';
import { dayMs, dayOf } from 'contract/floor/time';
import { type activeStages, FunnelStage } from 'contract/analytics/funnel-stages';
import * as limits from 'contract/floor/limits';
import { hashText } from '../../events/query/hash-text';
import type { CorrectedEvent, Correction } from '../../events/shape/corrections';
import { companyReason, type StagedCompany } from '../../reports/funnel/companies';
import { countOfKind } from '../../reports/funnel/points';
import { matchReason } from '../../reports/match-reason';
import { uniqueByPeriod } from '../../reports/analytics/unique-counts';

/** A row of the list of companies. */
export function presentCompany({ counts, funnel }: StagedCompany, corrections: readonly Correction[]): Company {
  return {
    company: counts.company,
    company_name: counts.name,
    company_domain: counts.domain,
    company_country: counts.country,
    company_state: counts.state,
    funnel_stage: funnel.stage,
    funnel_stage_since: dayOf((funnel.starts[funnel.stage] ?? 0) * dayMs),
    points: funnel.points,
    total_events: counts.downloads + counts.views,
    total_downloads: counts.downloads,
    total_unique_downloads: addPeriods(counts.uniques, 'downloads'),
    total_views: counts.views,
    total_unique_views: addPeriods(counts.uniques, 'views'),
    unique_sources: addPeriods(counts.uniques, 'sources'),
    ...uniqueByPeriod(counts.uniques),
    first_seen: new Date(counts.firstSeen).toISOString(),
    last_seen: new Date(counts.lastSeen).toISOString(),
    match_reason: companyReason(counts, corrections),
    is_corrected: counts.corrections.length > 0,
  };
}

export function presentDetails(
  staged: StagedCompany,
  corrections: readonly Correction[],
  profile: CompanyProfile | null,
  now: number,
): Omit<CompanyDetails, 'low_confidence_left_out'> {
  let { funnel, days } = staged;
  let firstDay = Math.floor(now / dayMs) - limits.yearDays + 1;
  return {
    ...presentCompany(staged, corrections),
    profile,
    stages: FunnelStage.options.flatMap((stage) => {
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
        downloads: countOfKind('download', counts),
        views: countOfKind('view', counts),
      })),
  };
}

export function presentEvent(event: CorrectedEvent, name: string): CompanyEvent {
  return {
    id: event.id,
    type: event.type,
    artifact_type: listedType(event),
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
    match_reason: matchReason(event, event.correctedBy),
    is_corrected: event.correctedBy !== undefined,
    origin_id: hashText(event.originId),
    endpoint_id: hashText(event.endpointId),
    id_period: event.idPeriod,
  };
}

/** The companies behind an owner's events: counts of a range, and funnel stages over all time. */
import { matchReason } from '../match-reason';
import { dayMs } from 'contract/floor/time';
import type { CompanyCounts, CompanyDay, CompanyQuery } from '../../events/shape/company';
import type { Correction } from '../../events/shape/corrections';
import type { EventFilter } from '../../events/shape/event-filter';
import type { EventReader } from '../../events/shape/store';
import type { ArtifactsWithImportance } from '../conditions/artifact-importance';
import { funnelOf, type Funnel } from './funnel';
import { funnelEventKinds } from './points';

export interface StagedCompany {
  counts: CompanyCounts;
  funnel: Funnel;
  days: CompanyDay[];
}

export interface ArtifactIds {
  packageIds: readonly string[];
  pixelIds: readonly string[];
}

export interface StagedCompaniesQuery {
  artifacts: ArtifactsWithImportance;
  /** Counts only these packages and pixels. Stages always use all of them. */
  among?: ArtifactIds | undefined;
  /** Milliseconds; `until` is exclusive. */
  from: number;
  until: number;
  includeLowConfidence: boolean;
  /** Events have to match all of them. */
  filters: readonly EventFilter[];
  corrections: readonly Correction[];
  company?: string;
  /** Milliseconds; stages and points are as of this day. */
  now: number;
}

/** Companies with events in the range; `firstSeen` is the time of their first event ever. */
export async function stagedCompanies(events: EventReader, asked: StagedCompaniesQuery): Promise<StagedCompany[]> {
  let { artifacts, from, until, includeLowConfidence, filters, corrections, company, now } = asked;
  let today = Math.floor(now / dayMs);
  let all = artifactIdsOf(artifacts);
  let query: CompanyQuery = {
    ...(asked.among ?? all),
    from,
    until,
    includeLowConfidence,
    filters,
    corrections,
    company,
  };
  let always = { from: 0, until: (today + 1) * dayMs };
  let ofAll = events.firstDates({ ...all, includeLowConfidence, corrections });
  let [found, days, firsts, firstsAmong] = await Promise.all([
    events.companies(query),
    events.companyDays({ ...query, ...all, ...always, groups: groupsOf(artifacts), firstsOf: asked.among }),
    ofAll,
    asked.among ? events.firstDates({ ...asked.among, includeLowConfidence, corrections }) : ofAll,
  ]);
  let byCompany = new Map<string, CompanyDay[]>();
  for (let day of days) {
    let known = byCompany.get(day.company);
    if (known) known.push(day);
    else byCompany.set(day.company, [day]);
  }
  return found.flatMap((counts) => {
    let own = byCompany.get(counts.company);
    if (!own) return [];
    let first = firsts.get(counts.company);
    let funnel = funnelOf(own, today, first && Math.floor(first / dayMs));
    let firstSeen = firstOf(counts, own, firstsAmong.get(counts.company));
    return [{ counts: { ...counts, firstSeen }, days: own, funnel }];
  });
}

/** Also covers deleted events, through their stored first dates. */
function firstOf({ firstSeen }: CompanyCounts, days: readonly CompanyDay[], kept = firstSeen): number {
  let first = days.find((day) => day.first !== undefined)?.first ?? firstSeen;
  return Math.min(kept, first, firstSeen);
}

export function artifactIdsOf({ packages, pixels }: ArtifactsWithImportance): ArtifactIds {
  return { packageIds: packages.map(({ id }) => id), pixelIds: pixels.map(({ id }) => id) };
}

function groupsOf({ packages, pixels }: ArtifactsWithImportance) {
  return funnelEventKinds.map(({ kind, importance }) => ({
    artifactType: kind === 'download' ? ('package' as const) : ('tracking-pixel' as const),
    artifactIds: (kind === 'download' ? packages : pixels)
      .filter((artifact) => artifact.importance === importance)
      .map(({ id }) => id),
  }));
}

/**
 * Companies with matches of low confidence, if the query leaves these out. A company can have other
 * matches that count.
 */
export async function lowConfidenceCompanies(
  events: EventReader,
  asked: StagedCompaniesQuery,
): Promise<CompanyCounts[]> {
  if (asked.includeLowConfidence) return [];
  let { artifacts, from, until, filters, corrections, company } = asked;
  let low = { company_confidence: { op: 'low' as const } };
  let range = { ...(asked.among ?? artifactIdsOf(artifacts)), from, until, corrections, company };
  return events.companies({ ...range, includeLowConfidence: true, filters: [...filters, low] });
}

/** Why a company has its events: the latest correction, or else the network it was last seen in. */
export function companyReason(counts: CompanyCounts, corrections: readonly Correction[]): string {
  let made = corrections.filter(({ of }) => counts.corrections.includes(of));
  let latest = made.toSorted((a, b) => b.madeAt - a.madeAt)[0];
  let { name: companyName, domain: companyDomain, connectionType } = counts;
  return matchReason({ companyName, companyDomain, connectionType }, latest);
}

/**
 * The companies behind an owner's events, each with its place in the funnel: counts of a range,
 * stages over all time.
 */
import { dayMs } from 'contract/time';
import type { CompanyCounts, CompanyDay, CompanyQuery } from '../events/company';
import type { EventFilter } from '../events/filter';
import type { EventStore } from '../events/store';
import type { WeighedArtifacts } from '../analytics/artifact-importance';
import { funnelOf, type Funnel } from './funnel';
import { counted } from './points';

export interface Staged {
  counts: CompanyCounts;
  funnel: Funnel;
  days: CompanyDay[];
}

export interface ArtifactIds {
  packageIds: readonly string[];
  pixelIds: readonly string[];
}

export interface CompaniesAsked {
  artifacts: WeighedArtifacts;
  /**
   * The packages and pixels whose events are counted, all of them when left out; stages use all of
   * them in any case.
   */
  among?: ArtifactIds | undefined;
  /** First millisecond that counts and the first one that does not, both UTC midnights. */
  from: number;
  until: number;
  includeLowConfidence: boolean;
  /** Every one has to let an event through. */
  filters: readonly EventFilter[];
  company?: string;
  /** Milliseconds; stages and points are those of its day. */
  now: number;
}

/**
 * Companies with events in the range. Reads the days of all time, because a stage depends on them.
 */
export async function stagedCompanies(events: EventStore, asked: CompaniesAsked): Promise<Staged[]> {
  let { artifacts, from, until, includeLowConfidence, filters, company, now } = asked;
  let today = Math.floor(now / dayMs);
  let all = idsOf(artifacts);
  let query: CompanyQuery = {
    ...(asked.among ?? all),
    from,
    until,
    includeLowConfidence,
    filters,
    company,
  };
  let [found, days] = await Promise.all([
    events.companies(query),
    events.companyDays({ ...query, ...all, from: 0, until: (today + 1) * dayMs, groups: groupsOf(artifacts) }),
  ]);
  let byCompany = new Map<string, CompanyDay[]>();
  for (let day of days) {
    let known = byCompany.get(day.company);
    if (known) known.push(day);
    else byCompany.set(day.company, [day]);
  }
  return found.flatMap((counts) => {
    let own = byCompany.get(counts.company);
    return own ? [{ counts, days: own, funnel: funnelOf(own, today) }] : [];
  });
}

/** The ids of all packages and pixels. */
export function idsOf({ packages, pixels }: WeighedArtifacts): ArtifactIds {
  return { packageIds: packages.map(({ id }) => id), pixelIds: pixels.map(({ id }) => id) };
}

function groupsOf({ packages, pixels }: WeighedArtifacts) {
  return counted.map(({ kind, importance }) => ({
    artifactType: kind === 'download' ? ('package' as const) : ('tracking-pixel' as const),
    artifactIds: (kind === 'download' ? packages : pixels)
      .filter((artifact) => artifact.importance === importance)
      .map(({ id }) => id),
  }));
}

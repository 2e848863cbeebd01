/** An owner's figures of a week compared with the week before, for the weekly mail. */
import type { EventFilter } from '../events/filter';
import type { AggregateQuery, EventStore } from '../events/store';
import { eventFilters } from '../funnel/filters';
import type { OwnerTable } from '../db/account-schema';
import type { Records } from '../db/schema';
import { weighedArtifacts, type Weighed } from '../analytics/artifact-importance';
import type { Week } from './week';

const topPackages = 5;

export interface TwoWeeks {
  now: number;
  before: number;
}

export interface OwnerWeek {
  owner: string;
  downloads: TwoWeeks;
  /** Distinct addresses and agents behind the downloads. */
  sources: TwoWeeks;
  views: TwoWeeks;
  /** Those with the most downloads, the most first. */
  packages: { name: string; downloads: number }[];
  /**
   * Names of companies that were never seen before this week; matches of low confidence are left
   * out.
   */
  companies: string[];
}

interface Asked {
  events: EventStore;
  week: Week;
  packages: Weighed[];
  pixels: Weighed[];
  filters: readonly EventFilter[];
}

/** The figures of an owner with its global filters; undefined when neither week had an event. */
export async function ownerWeek(
  { records, events }: { records: Records; events: EventStore },
  owner: OwnerTable,
  week: Week,
): Promise<OwnerWeek | undefined> {
  let [artifacts, filters] = await Promise.all([
    weighedArtifacts(records, owner.id),
    eventFilters({ records, events, clock: () => week.until }, owner.id),
  ]);
  let asked = { events, week, filters, ...artifacts };
  let [downloads, views] = await Promise.all([
    bothWeeks(asked, 'package', artifacts.packages),
    bothWeeks(asked, 'tracking-pixel', artifacts.pixels),
  ]);
  if (downloads.total.now + downloads.total.before + views.total.now + views.total.before === 0) return undefined;
  let [packages, companies] = await Promise.all([topOf(asked), newCompanies(asked)]);
  return {
    owner: owner.name,
    downloads: downloads.total,
    sources: downloads.sources,
    views: views.total,
    packages,
    companies,
  };
}

async function bothWeeks(asked: Asked, artifactType: AggregateQuery['artifactType'], of: readonly Weighed[]) {
  let { from, until, first } = asked.week;
  let rows =
    of.length === 0
      ? []
      : await asked.events.aggregate({
          ...question(asked, artifactType, of),
          from: from - (until - from),
          until,
          rollup: 'weekly',
        });
  let now = rows.find(({ date }) => date === first);
  let before = rows.find(({ date }) => date !== first);
  return {
    total: { now: now?.total ?? 0, before: before?.total ?? 0 },
    sources: { now: now?.uniqueOrigins ?? 0, before: before?.uniqueOrigins ?? 0 },
  };
}

async function topOf(asked: Asked): Promise<OwnerWeek['packages']> {
  let { week, packages } = asked;
  if (packages.length === 0) return [];
  let rows = await asked.events.aggregate({
    ...question(asked, 'package', packages),
    from: week.from,
    until: week.until,
    rollup: 'total',
    groupByArtifact: true,
    limit: topPackages,
  });
  let names = new Map(packages.map(({ id, name }) => [id, name]));
  return rows.map(({ artifactId = '', total }) => ({ name: names.get(artifactId) ?? '', downloads: total }));
}

async function newCompanies({ events, week, packages, pixels, filters }: Asked): Promise<string[]> {
  let found = await events.companies({
    packageIds: packages.map(({ id }) => id),
    pixelIds: pixels.map(({ id }) => id),
    from: 0,
    until: week.until,
    includeLowConfidence: false,
    filters,
  });
  return found
    .filter(({ firstSeen }) => firstSeen >= week.from)
    .sort((a, b) => b.downloads + b.views - (a.downloads + a.views))
    .map(({ name, company }) => name || company);
}

function question({ filters }: Asked, artifactType: AggregateQuery['artifactType'], of: readonly Weighed[]) {
  let artifactIds = of.map(({ id }) => id);
  let breakdowns: AggregateQuery['breakdowns'] = ['by-total'];
  return { artifactType, artifactIds, breakdowns, groupByArtifact: false, includeLowConfidence: true, filters };
}

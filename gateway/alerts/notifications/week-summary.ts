/** An owner's figures of a week or a month compared with the one before, for mails and reports. */
import { dayOf } from 'contract/shared/time';
import { reasonOf, type Reason } from '../reasons';
import type { AggregateQuery, AggregateRow, EventStore } from '../../events/store';
import { snapshotAt } from '../../events/scoped-store';
import { eventRules, type EventRules } from '../../reports/funnel/filters';
import type { OwnerTable } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { weighedArtifacts, type Weighed } from '../../reports/analytics/artifact-importance';
import type { Week } from './week';

const topPackages = 5;

export interface TwoWeeks {
  now: number;
  before: number;
}

export interface OwnerWeek {
  owner: string;
  downloads: TwoWeeks;
  /** Distinct networks and agents behind the downloads, by period of ids. */
  sources: Record<keyof TwoWeeks, number[]>;
  views: TwoWeeks;
  /** Where the change of the downloads comes from; undefined where nothing stands out. */
  reason?: Reason | undefined;
  /** Those with the most downloads, the most first. */
  packages: { name: string; downloads: number }[];
  /** Companies that were never seen before; matches of low confidence are left out. */
  companies: { company: string; name: string }[];
}

interface Asked {
  events: EventStore;
  week: Week;
  packages: Weighed[];
  pixels: Weighed[];
  rules: EventRules;
}

/** The figures of an owner with its global filters; undefined when neither week had an event. */
export async function ownerWeek(
  { records, events: all }: { records: Records; events: EventStore },
  owner: OwnerTable,
  week: Week,
): Promise<OwnerWeek | undefined> {
  let events = snapshotAt(all, await all.lastEvent());
  let [artifacts, rules] = await Promise.all([
    weighedArtifacts(records, owner.id),
    eventRules({ records, events, clock: () => week.until }, owner.id),
  ]);
  let asked = { events, week, rules, ...artifacts };
  let [downloads, views] = await Promise.all([
    bothWeeks(asked, 'package', artifacts.packages),
    bothWeeks(asked, 'tracking-pixel', artifacts.pixels),
  ]);
  if (downloads.total.now + downloads.total.before + views.total.now + views.total.before === 0) return undefined;
  let [packages, companies, reason] = await Promise.all([topOf(asked), newCompanies(asked), reasonFor(asked)]);
  return {
    owner: owner.name,
    downloads: downloads.total,
    sources: downloads.sources,
    views: views.total,
    reason,
    packages,
    companies,
  };
}

async function bothWeeks(asked: Asked, artifactType: AggregateQuery['artifactType'], of: readonly Weighed[]) {
  let { before: from, until, first, rollup } = asked.week;
  let rows =
    of.length === 0
      ? []
      : await asked.events.aggregate({
          ...question(asked, artifactType, of),
          from,
          until,
          rollup,
        });
  let now = rows.find(({ date }) => date === first);
  let before = rows.find(({ date }) => date !== first);
  return {
    total: { now: now?.total ?? 0, before: before?.total ?? 0 },
    sources: { now: sourcesOf(now), before: sourcesOf(before) },
  };
}

function sourcesOf(row: AggregateRow | undefined): number[] {
  return row?.uniques.map(({ origins }) => origins) ?? [];
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
    uniques: 'none',
    limit: topPackages,
  });
  let names = new Map(packages.map(({ id, name }) => [id, name]));
  return rows.map(({ artifactId = '', total }) => ({ name: names.get(artifactId) ?? '', downloads: total }));
}

async function newCompanies({ events, week, packages, pixels, rules }: Asked): Promise<OwnerWeek['companies']> {
  let asked = {
    packageIds: packages.map(({ id }) => id),
    pixelIds: pixels.map(({ id }) => id),
    includeLowConfidence: false,
    ...rules,
  };
  let [found, earlier] = await Promise.all([
    events.companies({ ...asked, from: 0, until: week.until }),
    events.firstDates(asked),
  ]);
  return found
    .filter(({ company, firstSeen }) => Math.min(firstSeen, earlier.get(company) ?? firstSeen) >= week.from)
    .sort((a, b) => b.downloads + b.views - (a.downloads + a.views))
    .map(({ name, company }) => ({ company, name: name || company }));
}

function reasonFor({ events, week, packages, rules }: Asked): Promise<Reason | undefined> | undefined {
  let { before: from, until, first, rollup } = week;
  if (packages.length === 0) return undefined;
  return reasonOf({ events, packages, rules }, { from, until, rollup, now: first, before: [dayOf(from)] });
}

function question({ rules }: Asked, artifactType: AggregateQuery['artifactType'], of: readonly Weighed[]) {
  let artifactIds = of.map(({ id }) => id);
  let breakdowns: AggregateQuery['breakdowns'] = ['by-total'];
  return { artifactType, artifactIds, breakdowns, groupByArtifact: false, includeLowConfidence: true, ...rules };
}

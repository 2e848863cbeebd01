/** An owner's figures of a week or month, compared with the one before. */
import { addPeriods } from 'contract/analytics/id-periods';
import { dayOf } from 'contract/shared/time';
import { explainChange, type ChangeReason } from '../change-reason';
import type { AggregateQuery, AggregateRow, EventReader } from '../../events/store';
import { snapshotAt } from '../../events/scoped-store';
import { eventRules, type EventRules } from '../../reports/funnel/event-rules';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { artifactsWithImportance, type ArtifactWithImportance } from '../../reports/analytics/artifact-importance';
import type { SummaryPeriod } from './summary-period';

const topPackages = 5;

export interface PeriodComparison {
  now: number;
  before: number;
}

export interface OwnerSummary {
  owner: string;
  downloads: PeriodComparison;
  /** Distinct visitors. */
  sources: PeriodComparison;
  views: PeriodComparison;
  /** Undefined if the change has no clear cause. */
  reason?: ChangeReason | undefined;
  /** Most downloads first. */
  packages: { name: string; downloads: number }[];
  /** Never seen before; without matches of low confidence. */
  companies: { company: string; name: string }[];
}

interface SummaryContext {
  events: EventReader;
  week: SummaryPeriod;
  packages: ArtifactWithImportance[];
  pixels: ArtifactWithImportance[];
  rules: EventRules;
}

/** Under the owner's global filters. Undefined if neither period had an event. */
export async function ownerSummary(
  { records, events: all }: { records: Records; events: EventReader },
  owner: OwnerRow,
  week: SummaryPeriod,
): Promise<OwnerSummary | undefined> {
  let events = snapshotAt(all, await all.lastEvent(owner.id));
  let [artifacts, rules] = await Promise.all([
    artifactsWithImportance(records, owner.id),
    eventRules({ records, events, clock: () => week.until }, owner.id),
  ]);
  let context = { events, week, rules, ...artifacts };
  let [downloads, views] = await Promise.all([
    bothPeriods(context, 'package', artifacts.packages),
    bothPeriods(context, 'tracking-pixel', artifacts.pixels),
  ]);
  if (downloads.total.now + downloads.total.before + views.total.now + views.total.before === 0) return undefined;
  let [packages, companies, reason] = await Promise.all([topOf(context), newCompanies(context), reasonFor(context)]);
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

async function bothPeriods(
  context: SummaryContext,
  artifactType: AggregateQuery['artifactType'],
  of: readonly ArtifactWithImportance[],
) {
  let { before: from, until, first, rollup } = context.week;
  let rows =
    of.length === 0
      ? []
      : await context.events.aggregate({
          ...aggregateQuery(context, artifactType, of),
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

function sourcesOf(row: AggregateRow | undefined): number {
  return addPeriods(row?.uniques ?? [], 'origins');
}

async function topOf(context: SummaryContext): Promise<OwnerSummary['packages']> {
  let { week, packages } = context;
  if (packages.length === 0) return [];
  let rows = await context.events.aggregate({
    ...aggregateQuery(context, 'package', packages),
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

async function newCompanies({
  events,
  week,
  packages,
  pixels,
  rules,
}: SummaryContext): Promise<OwnerSummary['companies']> {
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

function reasonFor({ events, week, packages, rules }: SummaryContext): Promise<ChangeReason | undefined> | undefined {
  let { before: from, until, first, rollup } = week;
  if (packages.length === 0) return undefined;
  return explainChange({ events, packages, rules }, { from, until, rollup, now: first, before: [dayOf(from)] });
}

function aggregateQuery(
  { rules }: SummaryContext,
  artifactType: AggregateQuery['artifactType'],
  of: readonly ArtifactWithImportance[],
) {
  let artifactIds = of.map(({ id }) => id);
  let breakdowns: AggregateQuery['breakdowns'] = ['by-total'];
  return { artifactType, artifactIds, breakdowns, groupByArtifact: false, includeLowConfidence: true, ...rules };
}

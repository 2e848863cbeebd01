/** An owner's figures of a week or month, compared with the one before. */
import {
  type Change,
  changeOfTotals,
  changeOfUsers,
  type ComparedPeriod,
  historyReason,
} from 'contract/analytics/compared-periods';
import { dayMs, dayOf } from 'contract/floor/time';
import type { DayCount } from '../mails/days-chart';
import { explainChange, type ChangeReason } from '../change-reason';
import type { AggregateQuery, EventReader } from '../../events/shape/store';
import { snapshotAt } from '../../events/scoped-store';
import { eventRules, type EventRules } from '../../reports/funnel/event-rules';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { artifactsWithImportance, type ArtifactWithImportance } from '../../reports/conditions/artifact-importance';
import { historyBeginsIn } from '../../reports/analytics/history';
import { usersOf } from '../../reports/analytics/unique-counts';
import type { SummaryPeriod } from './summary-period';

const topPackages = 5;

export interface PeriodComparison {
  now: number;
  before: number;
}

/** What was counted, and the change that it is said to be. */
export interface ComparedCount extends PeriodComparison {
  change: Change;
}

export interface OwnerSummary {
  owner: string;
  downloads: ComparedCount;
  /** Distinct visitors. */
  users: ComparedCount;
  views: ComparedCount;
  /** Every day, in order; together they are the downloads. */
  days: DayCount[];
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
  let isCompared = downloads.total.change.why === '';
  let [days, packages, companies, reason] = await Promise.all([
    daysOf(context),
    topOf(context),
    newCompanies(context),
    isCompared ? reasonFor(context) : undefined,
  ]);
  return {
    owner: owner.name,
    downloads: downloads.total,
    users: downloads.users,
    views: views.total,
    days,
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
  let [now, before] = [rows.find(({ date }) => date === first), rows.find(({ date }) => date !== first)];
  let artifacts = { artifactType, artifactIds: of.map(({ id }) => id) };
  let begin = before && (await historyBeginsIn(context.events, artifacts, { from, until: context.week.from }));
  let thing = artifactType === 'package' ? 'download' : 'view';
  let compared = (counts: PeriodComparison, change: Change): ComparedCount => ({
    ...counts,
    change: begin === undefined ? change : { ...change, why: historyReason(thing, begin) },
  });
  let spans = spansOf(context.week);
  let totals = { now: now?.total ?? 0, before: before?.total ?? 0 };
  let [users, usersBefore] = [usersOf(now), usersOf(before)];
  return {
    total: compared(totals, changeOfTotals(totals.now, totals.before, spans)),
    users: compared({ now: users.users, before: usersBefore.users }, changeOfUsers(users, usersBefore, spans)),
  };
}

function spansOf({ before, from, until }: SummaryPeriod): ComparedPeriod['spans'] {
  return {
    now: { from, until, days: (until - from) / dayMs },
    before: { from: before, until: from, days: (from - before) / dayMs },
  };
}

async function daysOf(context: SummaryContext): Promise<DayCount[]> {
  let { week, packages } = context;
  let { from, until } = week;
  let counting = { ...aggregateQuery(context, 'package', packages), from, until, uniques: 'none' as const };
  let rows = packages.length === 0 ? [] : await context.events.aggregate({ ...counting, rollup: 'daily' });
  let byDay = new Map(rows.map(({ date, total }) => [date, total]));
  let dates = Array.from({ length: (until - from) / dayMs }, (_, i) => dayOf(from + i * dayMs));
  return dates.map((date) => ({ date, downloads: byDay.get(date) ?? 0 }));
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
  let { now, before } = spansOf(week);
  let lengths = now.days / before.days;
  return explainChange(
    { events, packages, rules },
    { from, until, rollup, now: first, before: [dayOf(from)], lengths },
  );
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

/** Alternatives to the line chart: a calendar of the year, and packages side by side. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import { wholeDays } from 'contract/analytics/asked-time';
import * as limits from 'contract/floor/limits';
import { calendarData, type CalendarDay } from '../../charts/calendar.server';
import { drawCalendar } from '../../charts/calendar-view.server';
import { addDays, type DayRange } from 'contract/floor/days';
import { type TimeBucket, dayRangeLabel, rangeLabel } from '../../charts/date-buckets.server';
import { timeZone } from '../../locale/reader-format';
import type { ChartMarkup } from '../../charts/chart-style';
import { drawSmallMultiples } from '../../charts/small-multiples.server';
import type { DrillDown } from '../../charts/drill-down.server';
import { type RunAggregateQuery, type ArtifactKind, rowsOfKind, type ReportPeriod } from './aggregate-query.server';
import { chartLines, eventNoun } from './total-cards.server';
import { valuesByBucket, withoutFuture } from './row-totals.server';
import type { ReportTables } from './report-tables.server';

/** Line charts, and their alternatives. */
export const reportViews = [...chartLines, 'calendar', 'packages'] as const;
export type ReportView = (typeof reportViews)[number];

export interface ReportPicture extends ChartMarkup {
  title: string;
  description: string;
}

interface PictureOptions {
  kind: ArtifactKind;
  buckets: TimeBucket[];
  links: DrillDown;
  tables: ReportTables;
  bucketName: string;
}

/** Null for the line chart. */
export function reportPicture(
  view: ReportView,
  ask: RunAggregateQuery,
  period: ReportPeriod,
  asked: PictureOptions,
): Promise<ReportPicture> | null {
  if (view === 'calendar') return yearOf(ask, period, asked);
  return view === 'packages' ? sideBySide(ask, period, asked) : null;
}

/** Daily counts of the year that ends with the range; `weak`: views. */
export async function queryYearByDay(ask: RunAggregateQuery, { to }: DayRange, kind: ArtifactKind) {
  let year = { from: addDays(to, 1 - limits.yearDays), to };
  let rows = await ask({ time: wholeDays(year), rollup: 'daily', uniques: 'none' });
  let others = kind === 'package' ? rowsOfKind(rows, 'tracking-pixel') : [];
  let weakOn = new Map(others.map(({ date, total }) => [date, total]));
  let strongOn = new Map(rowsOfKind(rows, kind).map(({ date, total }) => [date, total]));
  let counts: CalendarDay[] = [...new Set(rows.map(({ date = '' }) => date))]
    .sort()
    .map((date) => ({ date, strong: strongOn.get(date) ?? 0, weak: weakOn.get(date) ?? 0 }));
  return { year, counts, hasOthers: others.length > 0 };
}

async function yearOf(
  ask: RunAggregateQuery,
  { days, weekStart }: ReportPeriod,
  { kind, links, tables }: PictureOptions,
): Promise<ReportPicture> {
  let { year, counts, hasOthers } = await queryYearByDay(ask, days, kind);
  let title = `${kind === 'package' ? 'Downloads' : 'Views'} of the year`;
  let html = drawCalendar({
    calendar: calendarData(year, counts, { linkTo: links.toDays, weekStart }),
    title,
    strong: eventNoun[kind],
    weak: hasOthers ? eventNoun['tracking-pixel'] : undefined,
    links: { page: tables.page, file: tables.file('calendar') },
  });
  return { title, description: dayRangeLabel(year), html };
}

/** Busiest first; only artifacts with events. */
export function artifactSeries(rows: AggregationRow[], kind: ArtifactKind, buckets: TimeBucket[]) {
  let byArtifact = new Map<string, AggregationRow[]>();
  for (let row of rowsOfKind(rows, kind))
    byArtifact.set(row.artifact ?? '', [...(byArtifact.get(row.artifact ?? '') ?? []), row]);
  let series = [...byArtifact].map(([id, own]) => ({
    id,
    name: own[0]?.artifact_name ?? '',
    total: own.reduce((sum, { total }) => sum + total, 0),
    values: withoutFuture(
      buckets,
      valuesByBucket(buckets, own, (row) => row.total),
    ),
  }));
  return series.sort((a, b) => b.total - a.total);
}

const shownMax = 12;

async function sideBySide(
  ask: RunAggregateQuery,
  { time, step }: ReportPeriod,
  asked: PictureOptions,
): Promise<ReportPicture> {
  let { kind, buckets, links, tables, bucketName } = asked;
  let series = artifactSeries(await ask({ time, rollup: step, byArtifact: true, uniques: 'none' }), kind, buckets);
  let shown = series.slice(0, shownMax).map(({ id, ...one }) => ({ ...one, to: links.toArtifact?.(kind, id) ?? '' }));
  let title = `${kind === 'package' ? 'Packages' : 'Pixels'} side by side`;
  let unit = `${eventNoun[kind]}s`;
  let html = drawSmallMultiples({
    series: shown,
    buckets,
    title,
    unit,
    bucketName,
    links: { page: tables.page, file: tables.file('packages') },
  });
  let of = series.length > shownMax ? `, the busiest ${shownMax} of ${series.length}` : '';
  return { title, description: rangeLabel(time, timeZone()) + of, html };
}

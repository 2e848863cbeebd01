/** Other pictures of a report than lines: the days of a year, and packages side by side. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import * as limits from 'contract/limits';
import { calendarData, type CalendarDay } from '../../charts/calendar.server';
import { drawCalendar } from '../../charts/calendar-view.server';
import { addDays, type TimeBucket, type DayRange, dayRangeLabel } from '../../charts/date-buckets.server';
import type { ChartMarkup } from '../../charts/chart-style';
import { drawSmallMultiples } from '../../charts/small-multiples.server';
import { timeZone } from '../../locale/look';
import type { DrillDown } from '../../charts/drill-down.server';
import { type Ask, type Kind, ofKind, type Period } from './aggregate-query.server';
import { thingOf } from './total-cards.server';
import { along, begun } from './row-totals.server';
import type { ReportTables } from './report-tables.server';

/** `lines` over the range are the first picture of every report. */
export const views = ['lines', 'calendar', 'packages'] as const;
export type View = (typeof views)[number];

export interface Picture extends ChartMarkup {
  title: string;
  description: string;
}

interface PictureAsked {
  kind: Kind;
  buckets: TimeBucket[];
  links: DrillDown;
  tables: ReportTables;
  bucketName: string;
}

/** Null for lines. */
export function pictureOf(view: View, ask: Ask, period: Period, asked: PictureAsked): Promise<Picture> | null {
  if (view === 'lines') return null;
  return view === 'calendar' ? yearOf(ask, period, asked) : sideBySide(ask, period, asked);
}

/**
 * The days of the year that ends with the range, which have events; `weak` are views beside
 * downloads.
 */
export async function countYear(ask: Ask, { to }: DayRange, kind: Kind) {
  let year = { from: addDays(to, 1 - limits.aggregationDaysMax), to };
  let rows = await ask({ days: year, rollup: 'daily', uniques: 'none' });
  let others = kind === 'package' ? ofKind(rows, 'tracking-pixel') : [];
  let weakOn = new Map(others.map(({ date, total }) => [date, total]));
  let strongOn = new Map(ofKind(rows, kind).map(({ date, total }) => [date, total]));
  let counts: CalendarDay[] = [...new Set(rows.map(({ date = '' }) => date))]
    .sort()
    .map((date) => ({ date, strong: strongOn.get(date) ?? 0, weak: weakOn.get(date) ?? 0 }));
  return { year, counts, hasOthers: others.length > 0 };
}

/** The year that ends with the range. */
async function yearOf(ask: Ask, { days, weekStart }: Period, { kind, links, tables }: PictureAsked): Promise<Picture> {
  let { year, counts, hasOthers } = await countYear(ask, days, kind);
  let title = `${kind === 'package' ? 'Downloads' : 'Views'} of the Year`;
  let html = drawCalendar({
    calendar: calendarData(year, counts, { linkTo: links.toDays, weekStart }),
    title,
    strong: thingOf[kind],
    weak: hasOthers ? thingOf['tracking-pixel'] : undefined,
    links: { page: tables.page, file: tables.file('calendar') },
  });
  return { title, description: dayRangeLabel(year), html };
}

/** One for each package or pixel with events, the busiest first. */
export function artifactSeries(rows: AggregationRow[], kind: Kind, buckets: TimeBucket[]) {
  let byArtifact = new Map<string, AggregationRow[]>();
  for (let row of ofKind(rows, kind))
    byArtifact.set(row.artifact ?? '', [...(byArtifact.get(row.artifact ?? '') ?? []), row]);
  let series = [...byArtifact].map(([id, own]) => ({
    id,
    name: own[0]?.artifact_name ?? '',
    total: own.reduce((sum, { total }) => sum + total, 0),
    values: begun(
      buckets,
      along(buckets, own, (row) => row.total),
    ),
  }));
  return series.sort((a, b) => b.total - a.total);
}

const shownMax = 12;

/** The busiest packages, or pixels where only those are shown. */
async function sideBySide(ask: Ask, { days, step }: Period, asked: PictureAsked): Promise<Picture> {
  let { kind, buckets, links, tables, bucketName } = asked;
  let series = artifactSeries(await ask({ days, rollup: step, byArtifact: true, uniques: 'none' }), kind, buckets);
  let shown = series.slice(0, shownMax).map(({ id, ...one }) => ({ ...one, to: links.toArtifact?.(kind, id) ?? '' }));
  let title = `${kind === 'package' ? 'Packages' : 'Pixels'} Side by Side`;
  let unit = `${thingOf[kind]}s`;
  let html = drawSmallMultiples({
    series: shown,
    buckets,
    title,
    unit,
    bucketName,
    links: { page: tables.page, file: tables.file('packages') },
  });
  let of = series.length > shownMax ? `, the busiest ${shownMax} of ${series.length}` : '';
  return { title, description: `${dayRangeLabel(days)} (${timeZone()})${of}`, html };
}

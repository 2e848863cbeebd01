/** Cards and line charts of every report, and the short report of the home page. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import { isTime } from 'contract/analytics/asked-time';
import { type TimeBucket, type ChartMark, rangeLabel, timeLabel } from '../../charts/date-buckets.server';
import { type ChartFlag, lineChart, type LineChartData, type Series } from '../../charts/geometry.server';
import type { ChartNotes } from '../../charts/chart-notes.server';
import type { ChartMarkup } from '../../charts/chart-style';
import { drawLineChart } from '../../charts/line-chart.server';
import { secondary } from '../../gateway/secondary.server';
import { timeZone } from '../../locale/reader-format';
import { uniqueLabels } from '../../text/labels';
import type { DrillDown } from '../../charts/drill-down.server';
import {
  type RunAggregateQuery,
  type ArtifactKind,
  rowsOfKind,
  type ReportPeriod,
  type Selection,
} from './aggregate-query.server';
import {
  type PreviousPeriod,
  previousPeriodOfKind,
  askFirstEvents,
  firstDayOf,
  previousPeriodLine,
  askCompared,
} from './previous-period.server';
import { type DrawnLine, totalCards, type KindRows, perDayCard, type TotalCard } from './total-cards.server';
import type { ReportTables } from './report-tables.server';
import { type RegistryLine } from './registry-line.server';
import { valuesByBucket, withoutFuture, totalsOf } from './row-totals.server';

interface TimeChart {
  title: string;
  chart: LineChartData;
  bucketName: string;
  /** The source of a line. */
  note: string;
}

export interface ReportFigures {
  rangeLabel: string;
  /** The compared days; empty if nothing is compared. */
  comparedWith: string;
  /** Why the previous period is incomplete, if it is. */
  notCompared: string[];
  /**
   * The range ends today, so its numbers still grow; both periods are compared up to the same hour.
   */
  isIncomplete: boolean;
  totals: { downloads: number; views: number };
  cards: TotalCard[];
  /** None if they could not be loaded. */
  charts: TimeChart[];
  /** What the only chart draws. */
  drawn?: DrawnLine;
}

export interface CountedPeriod {
  current: AggregationRow[];
  /** Both until the same hour; null if nothing is compared. */
  compared: { now: AggregationRow[]; before: AggregationRow[] } | null;
  series: AggregationRow[] | undefined;
  registry?: RegistryLine | null;
  before?: PreviousPeriod | undefined;
  /** See `askFirstEvents`. */
  firstEvents?: AggregationRow[] | undefined;
}

/**
 * IP addresses are counted if one kind is shown alone: its cards have room for them, charts do not.
 * `askAll` has no filter, and asks for the first events, if rates are shown.
 */
export async function queryPeriod(
  ask: RunAggregateQuery,
  { time, previous, step }: ReportPeriod,
  { packages, pixels }: Selection,
  askAll?: RunAggregateQuery,
): Promise<CountedPeriod> {
  let uniques = packages === 'none' || pixels === 'none' ? ('all' as const) : ('origins' as const);
  let [current, compared, series] = await Promise.all([
    ask({ time, uniques }),
    secondary(askCompared(ask, { time, previous }, { uniques }), null),
    secondary(ask({ time, rollup: step, uniques: 'origins' })),
  ]);
  let firstEvents = askAll && (await secondary(askFirstEvents(askAll, { time, step }, current, series)));
  return { current, compared: compared && { ...compared, now: compared.now ?? current }, series, firstEvents };
}

export interface TimeAxis {
  buckets: TimeBucket[];
  links?: DrillDown;
  flags?: readonly ChartFlag[];
  /**
   * What the chart draws; its table has all of the kind. By default the totals of each kind with
   * events.
   */
  drawn?: DrawnLine;
}

export function reportFigures(
  counted: CountedPeriod,
  period: ReportPeriod,
  { packages, pixels }: Selection,
  axis: TimeAxis,
): ReportFigures {
  let kinds: ArtifactKind[] = [];
  if (packages !== 'none') kinds.push('package');
  if (pixels !== 'none') kinds.push('tracking-pixel');
  let rows = kinds.map((kind) => kindRows(counted, kind, period));
  let alone = rows.length === 1 ? rows[0] : undefined;
  let drawn = axis.drawn && lineOf(axis.drawn, rows);
  let cards = [
    ...rows.flatMap((one, i) => totalCards(one, { withNetworks: alone !== undefined, isSecond: i > 0 })),
    ...(alone && !isTime(period.time.start_date) ? [perDayCard(alone, period)] : []),
  ];
  return {
    ...periodTexts(period),
    notCompared: [...new Set(cards.flatMap(({ why }) => why || []))],
    isIncomplete: period.days.to === period.today && period.step !== 'hourly',
    totals: {
      downloads: totalsOf(rowsOfKind(counted.current, 'package')).total,
      views: totalsOf(rowsOfKind(counted.current, 'tracking-pixel')).total,
    },
    cards,
    charts: rows
      .filter(
        (one, i) => counted.series && (drawn ? i === Number(isOfSecond(drawn)) : i === 0 || one.current.length > 0),
      )
      .map((one) => timeChart(one, period, { ...axis, drawn })),
    drawn,
  };
}

function isOfSecond(line: DrawnLine): boolean {
  return line === 'views' || line === 'visitors';
}

/** The asked one; that of the second kind where only this has events. */
function lineOf(asked: DrawnLine, [first, second]: readonly KindRows[]): DrawnLine {
  if (!second) return isOfSecond(asked) ? 'lines' : asked;
  return asked === 'lines' && first!.current.length === 0 && second.current.length > 0 ? 'views' : asked;
}

export type RenderedReport<F extends ReportFigures> = Omit<F, 'charts'> & {
  charts: ({ title: string } & ChartMarkup)[];
};

interface Around {
  tables: ReportTables;
  mark?: ChartMark | null | undefined;
  notes?: ChartNotes | null;
}

export function renderReport<F extends ReportFigures>(
  { charts, ...rest }: F,
  { tables, mark, notes }: Around,
): RenderedReport<F> {
  let draw = ({ chart, ...one }: TimeChart, i: number) => ({
    title: one.title,
    html: drawLineChart({
      ...one,
      chart: { ...chart, notes: notes?.list ?? [] },
      links: { page: tables.page, file: tables.file() },
      marks: mark ? [mark] : [],
      notes: (i === 0 && notes) || undefined,
    }),
  });
  return { ...rest, charts: charts.map(draw) };
}

function kindRows(
  { current, compared, series, registry, before, firstEvents }: CountedPeriod,
  kind: ArtifactKind,
  period: ReportPeriod,
): KindRows {
  return {
    kind,
    current: rowsOfKind(current, kind),
    compared: compared &&
      period.previous && {
        now: rowsOfKind(compared.now, kind),
        before: rowsOfKind(compared.before, kind),
        spans: period.previous.spans,
      },
    series: rowsOfKind(series ?? [], kind),
    firstDay: firstDayOf(rowsOfKind(firstEvents ?? [], kind), period.days),
    ...(before && period.previous && { before: previousPeriodOfKind(before, period.previous.time, kind) }),
    registry: kind === 'package' ? registry : null,
  };
}

export const bucketNames = { hourly: 'Hour', daily: 'Day', weekly: 'Week', monthly: 'Month' } as const;

function timeChart(
  { kind, series, registry, before }: KindRows,
  period: ReportPeriod,
  { buckets, links, flags = [], drawn = 'lines' }: TimeAxis,
): TimeChart {
  let { step } = period;
  let measured = drawn === 'users' || drawn === 'visitors' ? ('users' as const) : ('total' as const);
  let what = kind === 'package' ? ('Downloads' as const) : ('Views' as const);
  let line = (name: string, count: (row: AggregationRow) => number) => ({
    name,
    values: withoutFuture(buckets, valuesByBucket(buckets, series, count)),
  });
  let shownWith = (measure: typeof measured, one: Series | null | undefined) =>
    one ? [{ ...one, isOnlyListed: measured !== measure }] : [];
  let lines = [
    ...shownWith(
      'total',
      line(what, ({ total }) => total),
    ),
    ...shownWith(
      'users',
      line(uniqueLabels[what], ({ unique_origins }) => unique_origins ?? 0),
    ),
    ...shownWith('total', registry?.series),
    ...shownWith('total', before && previousPeriodLine(before, period, buckets)),
  ];
  return {
    title: measured === 'users' ? `${uniqueLabels[what]} over time` : `${what} over time`,
    chart: {
      ...lineChart(lines, buckets, step === 'hourly' ? undefined : links?.toDays),
      flags: kind === 'package' ? flags : [],
    },
    bucketName: bucketNames[step],
    note: registry?.note ?? '',
  };
}

export function periodTexts(period: ReportPeriod): { rangeLabel: string; comparedWith: string } {
  let { time, previous } = period;
  let isCut = previous?.hour !== undefined && !isTime(time.start_date);
  let until = isCut ? ` until ${String(previous!.hour).padStart(2, '0')}:00` : '';
  let zone = timeZone();
  return {
    rangeLabel: rangeLabel(time, zone),
    comparedWith: previous ? timeLabel(previous.time, zone) + until : '',
  };
}

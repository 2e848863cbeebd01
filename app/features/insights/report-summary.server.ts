/** The head of every report: cards and lines over time. The short report adds companies. */
import type { AggregationRow } from 'contract/aggregations';
import { type Bucket, bucketsOf, countDays, daysLabel } from '../../charts/days.server';
import { lineChart, type LineChartData, sparkline, type SparklineData } from '../../charts/geometry.server';
import { exact } from '../../ui/numbers';
import { type PeriodFigure, periodFigures, periodUnit } from '../../unique-counts.server';
import type { Call } from '../../gateway-client.server';
import type { Narrowing } from '../../narrowing.server';
import { type Ask, asker, type Kind, ofKind, type Period, type Selection } from './aggregation-client.server';
import { companiesAsked, type CompaniesData, companiesData } from './companies.server';
import { type RegistryLine, registryLine } from './registry-line.server';
import {
  addressesOf,
  along,
  type Change,
  changeOf,
  type Counts,
  countsOf,
  sourcesOf,
  type UniqueCount,
  uniquesAlong,
} from './counts.server';

interface TimeChart {
  title: string;
  chart: LineChartData;
  bucketName: string;
  /** Why a line is missing, and who counts another one; empty where there is nothing to say. */
  note: string;
}

export interface Figures {
  rangeLabel: string;
  comparedWith: string;
  /** Whether the range ends today: its numbers still grow, and its comparison is early. */
  isRunning: boolean;
  /** What a unique source is, and for how long it is the same one. */
  uniqueWords: string;
  totals: { downloads: number; views: number };
  cards: TotalCard[];
  charts: TimeChart[];
}

/** Rows of this range, of the one before, and of this range along the time axis. */
export type CountedPeriod = Record<'current' | 'previous' | 'series', AggregationRow[]> & {
  registry?: RegistryLine | null;
};

/** Queries for cards and lines. */
export async function countPeriod(ask: Ask, { days, previous, step }: Period): Promise<CountedPeriod> {
  let [current, before, series] = await Promise.all([
    ask({ days }),
    ask({ days: previous }),
    ask({ days, rollup: step }),
  ]);
  return { current, previous: before, series };
}

/** Cards and charts of a selection. Of two kinds, the second has a chart only if it has events. */
export function figures(
  counted: CountedPeriod,
  period: Period,
  { packages, pixels }: Selection,
  { buckets, links }: { buckets: Bucket[]; links?: Narrowing },
): Figures {
  let kinds: Kind[] = [];
  if (packages !== 'none') kinds.push('package');
  if (pixels !== 'none') kinds.push('tracking-pixel');
  let rows = kinds.map((kind) => kindRows(counted, kind));
  let alone = rows.length === 1 ? rows[0] : undefined;
  return {
    ...periodWords(period),
    isRunning: period.days.to === period.today,
    uniqueWords: uniqueWords(counted.current),
    totals: {
      downloads: countsOf(ofKind(counted.current, 'package')).total,
      views: countsOf(ofKind(counted.current, 'tracking-pixel')).total,
    },
    cards: [
      ...rows.flatMap((one) => cardsOf(one, buckets, alone !== undefined)),
      ...(alone ? [perDayCard(alone, countDays(period.days), countDays(period.previous))] : []),
    ],
    charts: rows
      .filter((one, i) => i === 0 || one.current.length > 0)
      .map((one) => timeChart(one, period.step, buckets, links)),
  };
}

function kindRows({ current, previous, series, registry }: CountedPeriod, kind: Kind): KindRows {
  let rows = { current: ofKind(current, kind), previous: ofKind(previous, kind), series: ofKind(series, kind) };
  return { kind, ...rows, registry: kind === 'package' ? registry : null };
}

const bucketNames = { daily: 'Day', weekly: 'Week', monthly: 'Month' } as const;

function timeChart(
  { kind, series, registry }: KindRows,
  step: Period['step'],
  buckets: Bucket[],
  links: Narrowing | undefined,
): TimeChart {
  let counted = {
    name: kind === 'package' ? 'Downloads' : 'Views',
    values: along(buckets, series, (row) => row.total),
  };
  let sources = uniquesAlong(buckets, series, sourcesOf);
  let unique = sources ? { name: 'Unique sources', values: sources } : null;
  let notes = [
    unique ? '' : `No line for unique sources: a ${bucketNames[step].toLowerCase()} has several periods of ids here.`,
    registry?.note ?? '',
  ];
  return {
    title: kind === 'package' ? 'Downloads Over Time' : 'Views Over Time',
    chart: lineChart(
      [counted, unique, registry?.series].filter((one) => one != null),
      buckets,
      links?.toDays,
    ),
    bucketName: bucketNames[step],
    note: notes.filter(Boolean).join(' '),
  };
}

/** Ids of visitors have periods, whose numbers are shown one by one. */
function uniqueWords(rows: AggregationRow[]): string {
  let source = 'A unique source is one network with one program';
  let periods = periodsOf(rows);
  if (periods.length === 0) return `${source}, counted once per range.`;
  return `${source}. Its id ends with each ${periodUnit(periods)} (UTC), so it is counted once in each, and the numbers are not added.`;
}

/** The periods where there are several. */
function periodsOf(rows: AggregationRow[]): string[] {
  return rows.flatMap(({ unique_by_period = [] }) => unique_by_period.map(({ period }) => period));
}

/** The range as text, and the period it is compared with. */
export function periodWords({ days, previous }: Period): { rangeLabel: string; comparedWith: string } {
  let count = countDays(previous);
  return {
    rangeLabel: `${daysLabel(days)} (UTC)`,
    comparedWith: `${count === 1 ? 'the day before' : `the ${count} days before`} (${daysLabel(previous)})`,
  };
}

export interface TotalCard {
  label: string;
  /** Null where there is a number for each period of ids, in `parts`. */
  value: number | null;
  parts: PeriodFigure[];
  /** What is counted once, and for how long; empty where everything is counted. */
  unique: string;
  change: Change | null;
  /** The value the change is relative to. */
  before: string;
  spark: SparklineData | null;
}

/** The rows of one kind. */
interface KindRows {
  kind: Kind;
  current: AggregationRow[];
  previous: AggregationRow[];
  series: AggregationRow[];
  registry?: RegistryLine | null | undefined;
}

const measures = {
  total: (row: AggregationRow): UniqueCount => ({ only: row.total, byPeriod: [] }),
  sources: sourcesOf,
  addresses: addressesOf,
} as const;

/** What a unique number counts once. */
const countedOnce = { total: '', sources: 'One network with one program', addresses: 'One network' } as const;

const cardLabels: Record<Kind, Record<keyof typeof measures, string>> = {
  package: {
    total: 'Total Downloads',
    sources: 'Total Unique Downloads',
    addresses: 'Unique Addresses',
  },
  'tracking-pixel': {
    total: 'Total Views',
    sources: 'Total Unique Views',
    addresses: 'Unique Viewer Addresses',
  },
};

/** The cards of one kind: total, unique sources, and addresses where there is space. */
export function cardsOf(rows: KindRows, buckets: Bucket[], withAddresses = false): TotalCard[] {
  let current = countsOf(rows.current);
  let previous = countsOf(rows.previous);
  let shown = withAddresses ? (['total', 'sources', 'addresses'] as const) : (['total', 'sources'] as const);
  return shown.map((name) => {
    let count = (counts: Counts) => (name === 'total' ? { only: counts.total, byPeriod: [] } : counts[name]);
    let label = cardLabels[rows.kind][name];
    let { only, byPeriod } = count(current);
    let before = count(previous).only;
    let line = uniquesAlong(buckets, rows.series, measures[name]);
    let unit = byPeriod.length > 0 ? periodUnit(byPeriod.map(({ period }) => period)) : 'range';
    return {
      label: only === null ? `${label.replace('Total ', '')} per ${unit}` : label,
      value: only,
      parts: periodFigures(byPeriod),
      unique: countedOnce[name] && `${countedOnce[name]}, once per ${unit}`,
      change: only === null || before === null ? null : changeOf(only, before),
      before: before === null ? '' : exact(before),
      spark: line && sparkline(line, `${label} over the range`),
    };
  });
}

/** A fourth card when only one kind is shown: events per day. */
export function perDayCard({ kind, current, previous }: KindRows, days: number, daysBefore: number): TotalCard {
  let [total, before] = [countsOf(current).total, countsOf(previous).total];
  return {
    label: kind === 'package' ? 'Downloads per Day' : 'Views per Day',
    value: Math.round(total / days),
    parts: [],
    unique: '',
    // Not of the rounded values: the change has to agree with that of the total.
    change: changeOf(total * daysBefore, before * days),
    before: exact(Math.round(before / daysBefore)),
    spark: null,
  };
}

const companiesMax = 10;

export interface OverviewData extends Figures {
  companies: CompaniesData;
  /** False without events in this range and the one before. */
  hasEvents: boolean;
}

/** The short report. Throws errors of the gateway. */
export async function overviewData(
  call: Call,
  owner: string,
  period: Period,
  { selection, links }: { selection: Selection; links: Narrowing },
): Promise<OverviewData> {
  let ask = asker(call, owner, selection);
  let { days } = period;
  let buckets = bucketsOf(days, period.step, period.today);
  let [counted, companyRows, registry] = await Promise.all([
    countPeriod(ask, period),
    ask({ days, breakdown: 'by-company', limit: companiesAsked }),
    registryLine(call, owner, selection, { days, buckets }),
  ]);
  let head = figures({ ...counted, registry }, period, selection, { buckets, links });
  return {
    ...head,
    companies: companiesData(companyRows, head.totals, companiesMax, links),
    hasEvents: counted.current.length + counted.previous.length > 0,
  };
}

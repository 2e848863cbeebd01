/**
 * The head of every report: cards and lines over time, of packages and pixels side by side or of
 * one kind in more detail.
 */
import type { AggregationRow } from 'contract/aggregations';
import type { Bucket } from '../../charts/buckets.server';
import { countDays, daysLabel } from '../../charts/days.server';
import { lineChart, type LineChartData } from '../../charts/line.server';
import { type Ask, type Kind, ofKind, type Period, type Selection } from './aggregation-client.server';
import { type Card, cardsOf, type KindRows, perDayCard } from './cards.server';
import { along, countsOf } from './counts.server';

interface TimeChart {
  title: string;
  chart: LineChartData;
  bucketName: string;
}

export interface Figures {
  rangeLabel: string;
  comparedWith: string;
  /** Whether the range has today in it, which makes its numbers grow and its comparison early. */
  isRunning: boolean;
  totals: { downloads: number; views: number };
  cards: Card[];
  charts: TimeChart[];
}

/** Rows of this range, of the one before, and of this range along the time axis. */
export type CountedPeriod = Record<'current' | 'previous' | 'series', AggregationRow[]>;

/** The three questions behind cards and lines, at once. */
export async function countPeriod(ask: Ask, { days, previous, step }: Period): Promise<CountedPeriod> {
  let [current, before, series] = await Promise.all([
    ask({ days }),
    ask({ days: previous }),
    ask({ days, rollup: step }),
  ]);
  return { current, previous: before, series };
}

/**
 * Cards and charts of what was chosen. Of two kinds the second has a chart only when something
 * happened.
 */
export function figures(
  counted: CountedPeriod,
  period: Period,
  { packages, pixels }: Selection,
  buckets: Bucket[],
): Figures {
  let kinds: Kind[] = [];
  if (packages !== 'none') kinds.push('package');
  if (pixels !== 'none') kinds.push('tracking-pixel');
  let rows = kinds.map((kind) => kindRows(counted, kind));
  let alone = rows.length === 1 ? rows[0] : undefined;
  return {
    ...periodWords(period),
    isRunning: period.days.to === period.today,
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
      .map((one) => timeChart(one, period.step, buckets)),
  };
}

function kindRows({ current, previous, series }: CountedPeriod, kind: Kind): KindRows {
  return { kind, current: ofKind(current, kind), previous: ofKind(previous, kind), series: ofKind(series, kind) };
}

const bucketNames = { daily: 'Day', weekly: 'Week', monthly: 'Month' } as const;

function timeChart({ kind, series }: KindRows, step: Period['step'], buckets: Bucket[]): TimeChart {
  let chart = lineChart(
    [
      { name: kind === 'package' ? 'Downloads' : 'Views', values: along(buckets, series, (row) => row.total) },
      { name: 'Unique sources', values: along(buckets, series, (row) => row.unique_origins) },
    ],
    buckets,
  );
  return {
    title: kind === 'package' ? 'Downloads Over Time' : 'Views Over Time',
    chart,
    bucketName: bucketNames[step],
  };
}

/** The range in words, and what it is compared with. */
export function periodWords({ days, previous }: Period): { rangeLabel: string; comparedWith: string } {
  let count = countDays(previous);
  return {
    rangeLabel: `${daysLabel(days)} (UTC)`,
    comparedWith: `${count === 1 ? 'the day before' : `the ${count} days before`} (${daysLabel(previous)})`,
  };
}

/** Total cards: totals, changes and sparklines. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import type { TimeBucket } from '../../charts/date-buckets.server';
import { sparkline, type SparklineData } from '../../charts/geometry.server';
import { formatInteger } from '../../ui/numbers';
import { type PeriodFigure, periodFigures, periodUnit } from '../../charts/unique-counts.server';
import type { ArtifactKind } from './aggregate-query.server';
import { type PreviousPeriodOfKind, incompleteReason } from './previous-period.server';
import {
  uniqueNetworksOf,
  type RelativeChange,
  relativeChange,
  type RowTotals,
  totalsOf,
  uniqueSourcesOf,
  type UniqueCount,
  uniquesByBucket,
} from './row-totals.server';
import type { RegistryLine } from './registry-line.server';

export interface TotalCard {
  label: string;
  /** Null if there is one number per id period, in `parts`. */
  value: number | null;
  /** Replaces the value, such as `<1`; empty otherwise. */
  text: string;
  parts: PeriodFigure[];
  /** Definition of the unique count; empty for totals. */
  unique: string;
  change: RelativeChange | null;
  /** Shown without a change. */
  newText: string;
  /** Previous value; empty if unknown. */
  before: string;
  spark: SparklineData | null;
}

export interface KindRows {
  kind: ArtifactKind;
  current: AggregationRow[];
  previous: AggregationRow[];
  series: AggregationRow[];
  before?: PreviousPeriodOfKind;
  /** Complete hours of today: only these are compared. */
  hoursOver?: number | undefined;
  registry?: RegistryLine | null | undefined;
}

export const eventNoun: Record<ArtifactKind, string> = { package: 'download', 'tracking-pixel': 'view' };

const measures = {
  total: (row: AggregationRow): UniqueCount => ({ only: row.total, byPeriod: [] }),
  sources: uniqueSourcesOf,
  addresses: uniqueNetworksOf,
} as const;

const countedOnce = { total: '', sources: 'One network with one program', addresses: 'One network' } as const;

const cardLabels: Record<ArtifactKind, Record<keyof typeof measures, string>> = {
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

/** Total and unique sources; networks if there is room. */
export function totalCards(rows: KindRows, buckets: TimeBucket[], withAddresses = false): TotalCard[] {
  let current = totalsOf(rows.current);
  let previous = totalsOf(rows.previous);
  let begun = buckets.filter(({ isFuture }) => !isFuture);
  let shown = withAddresses ? (['total', 'sources', 'addresses'] as const) : (['total', 'sources'] as const);
  return shown.map((name) => {
    let count = (counts: RowTotals) => (name === 'total' ? { only: counts.total, byPeriod: [] } : counts[name]);
    let label = cardLabels[rows.kind][name];
    let { only, byPeriod } = count(current);
    let before = count(previous).only;
    let line = uniquesByBucket(begun, rows.series, measures[name]);
    let unit = byPeriod.length > 0 ? periodUnit(byPeriod.map(({ period }) => period)) : 'range';
    return {
      label: only === null ? `${label.replace('Total ', '')} per ${unit}` : label,
      value: only,
      text: '',
      parts: periodFigures(byPeriod),
      unique: countedOnce[name] && `${countedOnce[name]}, once per ${unit}`,
      ...(name === 'total' ? comparedTotals(rows) : compared(only, rows.hoursOver === undefined ? before : null, rows)),
      spark: line && sparkline(line, `${label} over the range`),
    };
  });
}

type Comparison = Pick<TotalCard, 'change' | 'newText' | 'before'>;

/**
 * Unique counts of a partial day cannot be derived from those of the day, so they are not compared.
 */
function comparedTotals(rows: KindRows): Comparison {
  let { hoursOver, current, previous, series, before } = rows;
  if (hoursOver === undefined) return compared(totalsOf(current).total, totalsOf(previous).total, rows);
  let over = (all: AggregationRow[]) =>
    all.reduce((sum, { date = '', total }) => (Number(date.slice(11, 13)) < hoursOver ? sum + total : sum), 0);
  return compared(over(series), over(before?.rows ?? []), rows);
}

function compared(current: number | null, previous: number | null, { kind, before }: KindRows): Comparison {
  if (current === null || previous === null) return { change: null, newText: '', before: '' };
  let why = before ? incompleteReason(before, eventNoun[kind]) : '';
  let change = why ? null : relativeChange(current, previous);
  let newText = change || current === 0 ? '' : why || `None in the period before`;
  return { change, newText, before: formatInteger(previous) };
}

/** Fourth card if only one kind is shown. */
export function perDayCard(rows: KindRows, days: number, daysBefore: number): TotalCard {
  let total = totalsOf(rows.current).total;
  let before = totalsOf(rows.previous).total;
  // Unrounded, so that it agrees with the change of the total.
  let comparison =
    rows.hoursOver === undefined ? compared(total * daysBefore, before * days, rows) : comparedTotals(rows);
  return {
    label: rows.kind === 'package' ? 'Downloads per Day' : 'Views per Day',
    value: Math.round(total / days),
    text: total > 0 && total < days ? '<1' : '',
    parts: [],
    unique: '',
    ...comparison,
    ...(rows.hoursOver === undefined && { before: formatInteger(Math.round(before / daysBefore)) }),
    spark: null,
  };
}

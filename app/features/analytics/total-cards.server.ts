/** Total cards: totals and changes. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import { countDays } from '../../charts/date-buckets.server';
import { formatInteger, type RelativeChange, relativeChange } from '../../ui/numbers';
import type { ArtifactKind, ReportPeriod } from './aggregate-query.server';
import { uniqueLabels } from '../../text/labels';
import { type PreviousPeriodOfKind, incompleteReason } from './previous-period.server';
import { type RowTotals, totalsOf } from './row-totals.server';
import type { RegistryLine } from './registry-line.server';
import type { SpikeReport } from './spikes.server';

export interface TotalCard {
  label: string;
  value: number;
  /** Replaces the value, such as `<1`; empty otherwise. */
  text: string;
  /** Whether it counts distinct visitors. */
  isUnique: boolean;
  change: RelativeChange | null;
  /** Shown without a change. */
  newText: string;
  /** Previous value; empty if unknown. */
  before: string;
  /** The same in another measure. */
  beside?: string;
}

export interface KindRows {
  kind: ArtifactKind;
  current: AggregationRow[];
  /** Null if nothing is compared. */
  previous: AggregationRow[] | null;
  series: AggregationRow[];
  before?: PreviousPeriodOfKind;
  /** Complete hours of today: only these are compared. */
  hoursOver?: number | undefined;
  registry?: RegistryLine | null | undefined;
}

export const eventNoun: Record<ArtifactKind, string> = { package: 'download', 'tracking-pixel': 'view' };

const cardLabels: Record<ArtifactKind, Record<keyof RowTotals, string>> = {
  package: { total: 'Total downloads', users: uniqueLabels.Downloads, networks: 'Unique IPs' },
  'tracking-pixel': { total: 'Total views', users: uniqueLabels.Views, networks: 'Unique IPs' },
};

/** Total and unique users; networks if there is room. */
export function totalCards(rows: KindRows, withNetworks = false): TotalCard[] {
  let current = totalsOf(rows.current);
  let previous = rows.previous && totalsOf(rows.previous);
  let shown = withNetworks ? (['total', 'users', 'networks'] as const) : (['total', 'users'] as const);
  return shown.map((name) => {
    let label = cardLabels[rows.kind][name];
    let before = rows.hoursOver === undefined && previous ? previous[name] : null;
    return {
      label,
      value: current[name],
      text: '',
      isUnique: name !== 'total',
      ...(name === 'total' ? comparedTotals(rows) : compared(current[name], before, rows)),
    };
  });
}

type Comparison = Pick<TotalCard, 'change' | 'newText' | 'before'>;

/**
 * Unique counts of a partial day cannot be derived from those of the day, so they are not compared.
 */
function comparedTotals(rows: KindRows): Comparison {
  let { hoursOver, current, previous, series, before } = rows;
  if (hoursOver === undefined || !previous)
    return compared(totalsOf(current).total, previous && totalsOf(previous).total, rows);
  let over = (all: AggregationRow[]) =>
    all.reduce((sum, { date = '', total }) => (Number(date.slice(11, 13)) < hoursOver ? sum + total : sum), 0);
  return compared(over(series), over(before?.rows ?? []), rows);
}

function compared(current: number, previous: number | null, { kind, before }: KindRows): Comparison {
  if (previous === null) return { change: null, newText: '', before: '' };
  let why = before ? incompleteReason(before, eventNoun[kind]) : '';
  let change = why ? null : relativeChange(current, previous);
  let newText = change || current === 0 ? '' : why || `None in the period before`;
  return { change, newText, before: formatInteger(previous) };
}

/** Fourth card if only one kind is shown. */
export function perDayCard(rows: KindRows, period: Pick<ReportPeriod, 'days' | 'previous'>): TotalCard {
  let total = totalsOf(rows.current).total;
  let days = countDays(period.days);
  return {
    label: rows.kind === 'package' ? 'Downloads per day' : 'Views per day',
    value: Math.round(total / days),
    text: total > 0 && total < days ? '<1' : '',
    isUnique: false,
    ...(rows.hoursOver === undefined && period.previous && rows.previous
      ? comparedPerDay(rows, days, { total: totalsOf(rows.previous).total, days: countDays(period.previous.days) })
      : comparedTotals(rows)),
  };
}

/** Unrounded, so that it agrees with the change of the total. */
function comparedPerDay(rows: KindRows, days: number, before: { total: number; days: number }): Comparison {
  let change = compared(totalsOf(rows.current).total * before.days, before.total * days, rows);
  return { ...change, before: formatInteger(Math.round(before.total / before.days)) };
}

interface OtherMeasures {
  spikes: Pick<SpikeReport, 'visitorDays'> | null;
  registry: RegistryLine | null;
}

/** The total of downloads with what it is once per user and day, and what the registry counted. */
export function withOtherMeasures(cards: readonly TotalCard[], { spikes, registry }: OtherMeasures): TotalCard[] {
  return cards.map((card) => {
    if (card.label !== cardLabels.package.total) return card;
    let perDay = spikes && card.value > 0 ? `${formatInteger(spikes.visitorDays)} once per user and day` : '';
    let beside = [perDay, registry?.total].filter(Boolean).join(' · ');
    return beside ? { ...card, beside } : card;
  });
}

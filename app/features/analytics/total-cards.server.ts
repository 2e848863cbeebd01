/** Total cards: totals and changes. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import { changeOfTotals, changeOfUsers, type ComparedPeriod } from 'contract/analytics/compared-periods';
import { recordOf } from 'contract/floor/keys-of';
import { dayMs } from 'contract/floor/time';
import { figures, figuresOf, perDayOf } from 'contract/analytics/figures';
import type { RelativeChange } from 'contract/analytics/rounding';
import { formatInteger, relativeChange } from '../../ui/numbers';
import type { ArtifactKind, ReportPeriod } from './aggregate-query.server';
import { type PreviousPeriodOfKind, incompleteReason } from './previous-period.server';
import { type RowTotals, totalsOf } from './row-totals.server';
import type { RegistryLine } from './registry-line.server';
import type { SpikeReport } from './spikes.server';

/**
 * What a line chart can draw: the totals of the page's first kind, its unique users, and those of
 * pixels on a page of both kinds.
 */
export const chartLines = ['lines', 'users', 'views', 'visitors'] as const;
export type DrawnLine = (typeof chartLines)[number];

/** The page that draws each. */
export type DrawnLinks = Record<DrawnLine, string>;

/** `to`: the page with this value of `view`, which is empty for the first line. */
export function linksToLines(to: (view: string) => string): DrawnLinks {
  return recordOf(chartLines.map((line) => [line, to(viewOf(line))] as const));
}

/** The value of `view` that draws a line. */
export function viewOf(line: DrawnLine): string {
  return line === chartLines[0] ? '' : line;
}

export function readChartLine(view: string | null): DrawnLine {
  return chartLines.find((one) => one === view) ?? chartLines[0];
}

export interface TotalCard {
  label: string;
  value: number;
  /** Replaces the value, such as `<1`; empty otherwise. */
  text: string;
  /** Whether it counts distinct visitors. */
  isUnique: boolean;
  /** The line of the chart that has it. */
  line?: DrawnLine;
  change: RelativeChange | null;
  /** Shown without a change. */
  newText: string;
  /** Why it has no change, though there were events before. */
  why?: string;
  /** Previous value; empty if unknown. */
  before: string;
  /** What the registry has counted. */
  beside?: string;
  /** The same without repeats of a user on a day. */
  perUserDay?: string;
}

export interface KindRows {
  kind: ArtifactKind;
  current: AggregationRow[];
  /** Null if nothing is compared. */
  compared: { now: AggregationRow[]; before: AggregationRow[]; spans: ComparedPeriod['spans'] } | null;
  series: AggregationRow[];
  /** The first day of the range that has data; the first of all by default. */
  firstDay?: string;
  before?: PreviousPeriodOfKind;
  registry?: RegistryLine | null | undefined;
}

export const eventNoun: Record<ArtifactKind, string> = { package: 'download', 'tracking-pixel': 'view' };

type Counted = 'total' | 'users' | 'networks';

/** Total and unique users; networks if there is room. */
export function totalCards(
  rows: KindRows,
  { withNetworks = false, isSecond = false }: { withNetworks?: boolean; isSecond?: boolean } = {},
): TotalCard[] {
  let [total, users] = isSecond ? (['views', 'visitors'] as const) : (['lines', 'users'] as const);
  let current = totalsOf(rows.current);
  let shown = withNetworks ? (['total', 'users', 'networks'] as const) : (['total', 'users'] as const);
  return shown.map((name) => ({
    label: figuresOf[rows.kind][name].label,
    value: current[name],
    text: '',
    isUnique: name !== 'total',
    ...(name !== 'networks' && { line: name === 'total' ? total : users }),
    ...compared(rows, name),
  }));
}

function compared(
  { kind, compared, before }: KindRows,
  name: Counted,
): Pick<TotalCard, 'change' | 'newText' | 'before' | 'why'> {
  if (!compared) return { change: null, newText: '', before: '' };
  let [now, then] = [totalsOf(compared.now), totalsOf(compared.before)];
  let usersOf = (totals: RowTotals) => ({ users: totals[name], periods: totals.periods });
  let found =
    name === 'total'
      ? changeOfTotals(now.total, then.total, compared.spans)
      : changeOfUsers(usersOf(now), usersOf(then), compared.spans);
  let why = (before && incompleteReason(before, eventNoun[kind])) || found.why;
  let change = why ? null : relativeChange(found.now, found.before);
  let newText = why || change || found.now === 0 ? '' : 'None in the period before';
  return { change, newText, before: formatInteger(then[name]), why };
}

/** Fourth card if only one kind is shown. */
export function perDayCard(
  rows: KindRows,
  { days, step, today }: Pick<ReportPeriod, 'days' | 'step' | 'today'>,
): TotalCard {
  let { total } = totalsOf(rows.current);
  let withData = { ...days, from: rows.firstDay ?? days.from };
  let { change, newText, why, before } = compared(rows, 'total');
  return {
    label: figuresOf[rows.kind].perDay.label,
    ...perDayOf({ total, series: rows.series, days: withData, step, today }),
    isUnique: false,
    change,
    newText,
    why,
    before: rows.compared && before && !rows.before?.first ? perDayIn(rows.compared) : '',
  };
}

function perDayIn({ before, spans }: NonNullable<KindRows['compared']>): string {
  let days = (spans.before.until - spans.before.from) / dayMs;
  return formatInteger(Math.round(totalsOf(before).total / Math.max(1, days)));
}

interface OtherMeasures {
  spikes: Pick<SpikeReport, 'visitorDays'> | null;
  registry: RegistryLine | null;
}

/** The total of downloads with what it is once per user and day, and what the registry counted. */
export function withOtherMeasures(cards: readonly TotalCard[], { spikes, registry }: OtherMeasures): TotalCard[] {
  return cards.map((card) => {
    if (card.label !== figures.downloads.label) return card;
    return {
      ...card,
      ...(spikes && card.value > 0 && { perUserDay: formatInteger(spikes.visitorDays) }),
      ...(registry?.total && { beside: registry.total }),
    };
  });
}

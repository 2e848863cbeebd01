/**
 * Date range from the query string: a preset or two days, the step, and what it is compared with.
 * Days and hours are in the reader's time zone.
 */
import { type AskedTime, wholeDays } from 'contract/analytics/asked-time';
import type { Rollup } from 'contract/analytics/aggregations';
import { DayText } from 'contract/rules/fields';
import * as limits from 'contract/floor/limits';
import { clockHour, dayIn, type WeekStart } from 'contract/floor/time-zone';
import { addDays, addMonths, countDays, type DayRange } from 'contract/floor/days';
import { type CompareChoice, comparedPeriod, lastHours } from 'contract/analytics/compared-periods';
import { dayRangeLabel } from '../../charts/date-buckets.server';
import { env } from '../../config/env.server';
import { sentence } from '../../text/messages';
import type { ReportQuery } from '../../links/query-parameters';
import { named, type NamedPeriod, stepped } from './comparison.server';
import { serverPaths } from '../../links/paths.server';
import { currentReader, type Reader } from '../../session/reader.server';
import {
  compareChoices,
  customDays,
  type DayPreset,
  defaultPreset,
  isDayPreset,
  isPreset,
  lastHoursPreset,
  type Preset,
  presetKeys,
  presets,
} from '../../text/date-presets';

type Step = Exclude<Rollup, 'total'>;
/** Selectable steps; a single day is shown by hour. */
type ChosenStep = Exclude<Step, 'hourly'>;
const steps: readonly ChosenStep[] = ['daily', 'weekly', 'monthly'];
const quarterMonths = 3;
const dailyDaysMax = 92;
const weeklyDaysMax = 184;
/** More days than these are shown by months, or weeks, also if another step is chosen. */
const mostDays: Record<ChosenStep, number> = { daily: limits.yearDays, weekly: limits.dailyDaysMax, monthly: Infinity };

/** As sent, so that an invalid range can be corrected. */
export interface DateRangeFields {
  range: Preset | typeof customDays;
  from: string;
  to: string;
  /** Empty: automatic. */
  rollup: ChosenStep | '';
  compare: CompareChoice;
  /** `Last 28 days`, `Mar 3 – 9, 2026`; empty if invalid. */
  title: string;
  /** The range of this page without a choice. */
  usual: Preset;
  /** Links to the ranges before and after; null without one. */
  earlier: ReportQuery | null;
  later: ReportQuery | null;
  /** Time zone, and the page to change it. */
  zone: { name: string; change: string };
  error?: string;
}

interface DateRange {
  time: AskedTime;
  /** Those that it touches. */
  days: DayRange;
  /** Null for all time, and for more days than are counted one by one. */
  previous: NamedPeriod | null;
  step: Step;
  /** `Last 28 days`; empty for typed days. */
  name: string;
  today: string;
  /** Current hour, from 0. */
  hour: number;
  timeZone: string;
  weekStart: WeekStart;
}

interface RangeOptions {
  reader?: Reader;
  /** The day of the first event, for all time. */
  firstDay?: string | undefined;
  daysMax?: number;
  /** Without a choice. */
  usual?: Preset | undefined;
}

interface ReadRange {
  fields: DateRangeFields;
  /** Null if invalid. */
  range: DateRange | null;
}

/**
 * Reads `range`, `from`, `to`, `rollup` and `compare`. A preset wins over days; the last `range`
 * counts, which is the pressed button's. Future days are cut off. `range-invalid` if it starts after
 * today, ends before it starts, is too long, or is not a date. `now` in milliseconds.
 */
export function readRange(
  query: URLSearchParams,
  now: number,
  { reader = currentReader(), firstDay, daysMax = limits.aggregationDaysMax, usual = defaultPreset }: RangeOptions = {},
): ReadRange {
  let clock = clockOf(reader, now);
  let { today } = clock;
  let rollup: ChosenStep | '' = env.flags.disableAdjustRollupUi ? '' : readStep(query);
  let from = query.get('from')?.trim() ?? '';
  let to = query.get('to')?.trim() ?? '';
  let asked = query.getAll('range').at(-1) || (from || to ? customDays : usual);
  let preset = isPreset(asked) ? asked : undefined;
  let compare = compareChoices.find(([choice]) => choice === query.get('compare'))?.[0] ?? '';
  let at = { zone: reader.timeZone, now };
  let hours = preset === lastHoursPreset ? lastHours(compare, at) : null;
  let typed = asked === customDays ? customRange(from, to, today) : null;
  let days = hours?.days ?? (isDayPreset(asked) ? presetDays(asked, today, firstDay) : typed);
  if (days && countDays(days) > daysMax) days = null;
  let isAll = preset === 'all-time';
  let beside = (direction: -1 | 1) =>
    days && !hours && !isAll && linkTo(stepped(runningOut(days, preset), direction), today, usual);
  let fields: DateRangeFields = {
    range: preset ?? customDays,
    from: days?.from ?? from,
    to: days?.to ?? to,
    rollup,
    compare,
    title: preset ? presets[preset] : days ? dayRangeLabel(days) : '',
    usual,
    earlier: beside(-1) || null,
    later: beside(1) || null,
    zone: { name: reader.timeZone, change: serverPaths.accountDisplay() },
  };
  if (!days) return { fields: { ...fields, error: sentence('range-invalid') }, range: null };
  let length = countDays(days);
  let step = rollup && length <= mostDays[rollup] ? rollup : stepFor(length);
  let compared = named(hours?.compared ?? comparedPeriod(days, compare, at), compare);
  return {
    fields,
    range: {
      time: hours?.time ?? wholeDays(days),
      days,
      previous: isAll || countDays(compared.days) > limits.dailyDaysMax ? null : compared,
      step: hours ? 'hourly' : step,
      name: preset ? presets[preset] : '',
      ...clock,
    },
  };
}

function readStep(query: URLSearchParams): ChosenStep | '' {
  return steps.find((step) => step === query.get('rollup')) ?? '';
}

/** The range without a choice, by day. */
export function defaultRange(now: number): DateRange {
  return readRange(new URLSearchParams(), now).range!;
}

/** Empty for the range without a choice, which is `there` except on a first day. */
export function rangeQuery(fields: DateRangeFields, there: Preset = defaultPreset): ReportQuery {
  let { range, from, to, rollup, compare, usual } = fields;
  let isImplied = range === there && usual !== lastHoursPreset;
  let days = range === customDays ? { from, to } : { range: isImplied ? '' : range };
  return { ...days, rollup, compare };
}

/** `Last 28 days`, `Mar 3 – 9, 2026`. */
export function rangeTitle(range: DateRange | null): string {
  return range ? range.name || dayRangeLabel(range.days) : '';
}

/** Pages of the ranges before and after, null without one, and of those with a name. */
export function rangeSteps({ earlier, later }: DateRangeFields, to: (change: ReportQuery) => string) {
  let named = presetKeys.map((range) => ({ range, page: to({ range, from: '', to: '' }) }));
  return { earlier: earlier && to(earlier), later: later && to(later), named };
}

/** A range as `readRange` reads it; a preset if one has these days. Null if it is in the future. */
function linkTo({ from, to }: DayRange, today: string, usual: Preset): ReportQuery | null {
  if (from > today) return null;
  let days = { from, to: to > today ? today : to };
  let preset = presetKeys.filter(isDayPreset).find((key) => {
    let own = presetDays(key, today);
    return own.from === days.from && own.to === days.to;
  });
  return preset ? { range: preset === usual ? '' : preset, from: '', to: '' } : { range: '', ...days };
}

const runningMonths: Partial<Record<Preset, number>> = {
  'this-month': 1,
  'this-quarter': quarterMonths,
  'year-to-date': 12,
};

/** Running months, quarters and years, to their end. */
function runningOut({ from, to }: DayRange, preset: Preset | undefined): DayRange {
  let months = preset && runningMonths[preset];
  return { from, to: months ? addDays(addMonths(from, months), -1) : to };
}

function customRange(from: string, typedTo: string, today: string): DayRange | null {
  let to = typedTo || today;
  if (!DayText.safeParse(from).success || !DayText.safeParse(to).success) return null;
  let days = { from, to: to > today ? today : to };
  let length = countDays(days);
  return length >= 1 ? days : null;
}

function clockOf({ timeZone, weekStart }: Reader, now: number) {
  return { today: dayIn(timeZone, now), hour: clockHour(timeZone, now), timeZone, weekStart };
}

function stepFor(length: number): Step {
  if (length === 1) return 'hourly';
  if (length <= dailyDaysMax) return 'daily';
  return length <= weeklyDaysMax ? 'weekly' : 'monthly';
}

/** Inclusive. Months and quarters are calendar months and quarters. */
export function presetDays(preset: DayPreset, today: string, firstDay = today): DayRange {
  let [year = 0, month = 0] = today.split('-').map(Number);
  let rolling = /^last-(\d+)-days$/.exec(preset);
  if (rolling) return { from: addDays(today, 1 - Number(rolling[1])), to: today };
  switch (preset) {
    case 'year-to-date':
      return { from: at(year, 1, 1), to: today };
    case 'last-12-months':
      return { from: addDays(addMonths(today, -12), 1), to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'all-time':
      return { from: firstDay, to: today };
    case 'this-month':
      return { from: at(year, month, 1), to: today };
    case 'last-month':
      return { from: at(year, month - 1, 1), to: at(year, month, 0) };
    case 'this-quarter':
      return { from: at(year, quarterStart(month), 1), to: today };
    case 'last-quarter':
      return {
        from: at(year, quarterStart(month) - quarterMonths, 1),
        to: at(year, quarterStart(month), 0),
      };
    default:
      return { from: today, to: today };
  }
}

function quarterStart(month: number): number {
  return month - ((month - 1) % quarterMonths);
}

/** Months count from 1; overflow carries into the next month. */
function at(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/**
 * Date range from the query string: a preset or two days, and the step. Days are in the reader's
 * time zone.
 */
import type { Rollup } from 'contract/analytics/aggregations';
import { DayText } from 'contract/fields';
import * as limits from 'contract/limits';
import { dayIn, localTime, type WeekStart } from 'contract/shared/time-zone';
import { addDays, countDays, type DayRange } from '../../charts/date-buckets.server';
import { env } from '../../config/env.server';
import { sentence } from '../../text/messages';
import type { ReportQuery } from '../../links/paths';
import { serverPaths } from '../../links/paths.server';
import { currentReader, type Reader } from '../../session/reader.server';
import { customDays, defaultPreset, isPreset, type Preset, presets } from '../../text/date-presets';

type Step = Exclude<Rollup, 'total'>;
/** Selectable steps; a single day is shown by hour. */
type ChosenStep = Exclude<Step, 'hourly'>;
const steps: readonly ChosenStep[] = ['daily', 'weekly', 'monthly'];
const dailyDaysMax = 92;
const weeklyDaysMax = 184;

/** As sent, so that an invalid range can be corrected. */
export interface DateRangeFields {
  range: Preset | typeof customDays;
  from: string;
  to: string;
  /** Empty: automatic. */
  rollup: ChosenStep | '';
  /** Time zone, and the page to change it. */
  zone: { name: string; change: string };
  error?: string;
}

interface DateRange {
  days: DayRange;
  /** The same number of days before. */
  previous: DayRange;
  step: Step;
  /** `Last 30 days`; empty for typed days. */
  name: string;
  today: string;
  /** Current hour, from 0. */
  hour: number;
  timeZone: string;
  weekStart: WeekStart;
}

interface ReadRange {
  fields: DateRangeFields;
  /** Null if invalid. */
  range: DateRange | null;
}

/**
 * Reads `range`, `from`, `to` and `rollup`. A preset wins over days; the last `range` counts, which
 * is the pressed button's. Future days are cut off. `range-invalid` if it starts after today, ends
 * before it starts, exceeds 366 days, or is not a date. `now` in milliseconds.
 */
export function readRange(query: URLSearchParams, now: number, reader = currentReader()): ReadRange {
  let clock = clockOf(reader, now);
  let { today } = clock;
  let rollup: ChosenStep | '' = env.flags.disableAdjustRollupUi ? '' : readStep(query);
  let from = query.get('from')?.trim() ?? '';
  let to = query.get('to')?.trim() ?? '';
  let asked = query.getAll('range').at(-1) || (from || to ? customDays : defaultPreset);
  let preset = isPreset(asked) ? asked : undefined;
  let days = preset ? presetDays(preset, today) : asked === customDays ? customRange(from, to, today) : null;
  let fields: DateRangeFields = {
    range: preset ?? customDays,
    from: days?.from ?? from,
    to: days?.to ?? to,
    rollup,
    zone: { name: reader.timeZone, change: serverPaths.accountDisplay() },
  };
  if (!days) return { fields: { ...fields, error: sentence('range-invalid') }, range: null };
  return {
    fields,
    range: {
      days,
      previous: before(days),
      step: rollup || stepFor(countDays(days)),
      name: preset ? presets[preset] : '',
      ...clock,
    },
  };
}

function readStep(query: URLSearchParams): ChosenStep | '' {
  return steps.find((step) => step === query.get('rollup')) ?? '';
}

/** The last 30 days, by day. */
export function defaultRange(now: number): DateRange {
  let clock = clockOf(currentReader(), now);
  let days = presetDays(defaultPreset, clock.today);
  return { days, previous: before(days), step: 'daily', name: presets[defaultPreset], ...clock };
}

/** Empty for the default range. */
export function rangeQuery({ range, from, to, rollup }: Omit<DateRangeFields, 'zone'>): ReportQuery {
  let days = range === customDays ? { from, to } : { range: range === defaultPreset ? '' : range };
  return { ...days, rollup };
}

function customRange(from: string, typedTo: string, today: string): DayRange | null {
  let to = typedTo || today;
  if (!DayText.safeParse(from).success || !DayText.safeParse(to).success) return null;
  let days = { from, to: to > today ? today : to };
  let length = countDays(days);
  return length >= 1 && length <= limits.aggregationDaysMax ? days : null;
}

function before(days: DayRange): DayRange {
  return { from: addDays(days.from, -countDays(days)), to: addDays(days.from, -1) };
}

function clockOf({ timeZone, weekStart }: Reader, now: number) {
  let hour = new Date(localTime(timeZone, now)).getUTCHours();
  return { today: dayIn(timeZone, now), hour, timeZone, weekStart };
}

function stepFor(length: number): Step {
  if (length === 1) return 'hourly';
  if (length <= dailyDaysMax) return 'daily';
  return length <= weeklyDaysMax ? 'weekly' : 'monthly';
}

const quarterMonths = 3;

/** Inclusive. Months and quarters are calendar months and quarters. */
export function presetDays(preset: Preset, today: string): DayRange {
  let [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  let rolling = /^last-(\d+)-days$/.exec(preset);
  if (rolling) return { from: addDays(today, 1 - Number(rolling[1])), to: today };
  switch (preset) {
    case 'year-to-date':
      return { from: at(year, 1, 1), to: today };
    case 'last-12-months':
      return { from: addDays(sameDayLastYear(year, month, day), 1), to: today };
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

function sameDayLastYear(year: number, month: number, day: number): string {
  let lastOfMonth = new Date(Date.UTC(year - 1, month, 0)).getUTCDate();
  return at(year - 1, month, Math.min(day, lastOfMonth));
}

/** Months count from 1; overflow carries into the next month. */
function at(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/**
 * The date range of a page, read from its address: a preset or two days, and the step. Days are
 * those of the reader.
 */
import type { Rollup } from 'contract/analytics/aggregations';
import { Day } from 'contract/fields';
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
/** Those that can be chosen; one day is shown by hours. */
type ChosenStep = Exclude<Step, 'hourly'>;
const steps: readonly ChosenStep[] = ['daily', 'weekly', 'monthly'];
const dailyDaysMax = 92;
const weeklyDaysMax = 184;

/** The fields as they were sent, so that an invalid range can be corrected. */
export interface DateRangeFields {
  range: Preset | typeof customDays;
  from: string;
  to: string;
  /** Empty: chosen by the length of the range. */
  rollup: ChosenStep | '';
  /** The zone of the days, and where another is chosen. */
  zone: { name: string; change: string };
  /** Error code of an invalid range. */
  error?: string;
}

interface DateRange {
  days: DayRange;
  /** The same number of days before the range. */
  previous: DayRange;
  step: Step;
  /** `Last 30 days`; for typed days empty. */
  name: string;
  today: string;
  /** The hour of today, from 0. */
  hour: number;
  timeZone: string;
  weekStart: WeekStart;
}

interface ReadRange {
  fields: DateRangeFields;
  /** Null when the range was refused. */
  range: DateRange | null;
}

/**
 * Reads `range`, `from`, `to` and, where it can be chosen, `rollup`. A form sends a preset and
 * days, of which the preset wins; the last `range` counts, which is the pressed button's.
 *
 * `now` is in milliseconds. Days to come are cut off. A range is refused with `range-invalid` when
 * it starts after today, ends before it starts, is longer than 366 days, or names no such day.
 */
export function readRange(query: URLSearchParams, now: number, reader = currentReader()): ReadRange {
  let clock = clockOf(reader, now);
  let { today } = clock;
  let rollup: ChosenStep | '' = env.flags.disableAdjustRollupUi ? '' : readStep(query);
  let from = query.get('from')?.trim() ?? '';
  let to = query.get('to')?.trim() ?? '';
  let asked = query.getAll('range').at(-1) || (from || to ? customDays : defaultPreset);
  let isNamed = isPreset(asked);
  let days = isNamed ? presetDays(asked as Preset, today) : asked === customDays ? customRange(from, to, today) : null;
  let fields: DateRangeFields = {
    range: isNamed ? (asked as Preset) : customDays,
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
      name: isPreset(asked) ? presets[asked] : '',
      ...clock,
    },
  };
}

function readStep(query: URLSearchParams): ChosenStep | '' {
  return steps.find((step) => step === query.get('rollup')) ?? '';
}

/** The range of pages without a choice: the last 30 days, by day. */
export function defaultRange(now: number): DateRange {
  let clock = clockOf(currentReader(), now);
  let days = presetDays(defaultPreset, clock.today);
  return { days, previous: before(days), step: 'daily', name: presets[defaultPreset], ...clock };
}

/** The range as link parameters: a preset or two days, nothing for the default. */
export function rangeQuery({ range, from, to, rollup }: Omit<DateRangeFields, 'zone'>): ReportQuery {
  let days = range === customDays ? { from, to } : { range: range === defaultPreset ? '' : range };
  return { ...days, rollup };
}

function customRange(from: string, typedTo: string, today: string): DayRange | null {
  let to = typedTo || today;
  if (!Day.safeParse(from).success || !Day.safeParse(to).success) return null;
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

/** First and last day of a preset, both counted. Months and quarters are those of the calendar. */
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

/** February 29 becomes the 28th of the year before. */
function sameDayLastYear(year: number, month: number, day: number): string {
  let lastOfMonth = new Date(Date.UTC(year - 1, month, 0)).getUTCDate();
  return at(year - 1, month, Math.min(day, lastOfMonth));
}

/** Months count from 1; months and days past their end run on into the next. */
function at(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

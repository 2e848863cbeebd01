/**
 * The range a page shows, read from its address: a preset by name or two days, and how finely it is
 * cut. All days are UTC.
 */
import { dayOf } from 'contract/time';
import { Day } from 'contract/fields';
import * as limits from 'contract/limits';
import type { Rollup } from 'contract/aggregations';
import { addDays, countDays, type Days } from '../../charts/days.server';
import { env } from '../../env.server';
import { sentence } from '../../messages';
import type { ReportQuery } from '../../paths';
import { presetDays } from './preset-days.server';
import { customDays, defaultPreset, isPreset, type Preset, presets } from './presets';

type Step = Exclude<Rollup, 'total'>;
const steps: readonly Step[] = ['daily', 'weekly', 'monthly'];
const dailyDaysMax = 92;
const weeklyDaysMax = 184;

/** The fields of the form as they were asked for, so that a refused range can be mended. */
export interface RangeFields {
  range: Preset | typeof customDays;
  from: string;
  to: string;
  /** Empty: chosen by the length of the range. */
  rollup: Step | '';
  /** The sentence of the catalogue when the range cannot be shown. */
  error?: string;
}

interface DateRange {
  days: Days;
  /** As many days just before. */
  previous: Days;
  step: Step;
  /** `Last 30 days`; for typed days empty. */
  name: string;
  today: string;
}

interface ReadRange {
  fields: RangeFields;
  /** Null when the range was refused. */
  range: DateRange | null;
}

/**
 * Reads `range`, `from`, `to` and, where it can be chosen, `rollup`. A preset wins over days (a
 * form sends both); the last `range` counts, which is the pressed button's.
 * `now` is in milliseconds. Days to come are cut off; a range that starts after today, ends before
 * it starts, is longer than 366 days, or names
 * no such day or preset is refused with `range-invalid`.
 */
export function readRange(query: URLSearchParams, now: number): ReadRange {
  let today = dayOf(now);
  let rollup: Step | '' = env.flags.disableAdjustRollupUi ? '' : readStep(query);
  let from = query.get('from')?.trim() ?? '';
  let to = query.get('to')?.trim() ?? '';
  let asked = query.getAll('range').at(-1) || (from || to ? customDays : defaultPreset);
  let isNamed = isPreset(asked);
  let days = isNamed ? presetDays(asked as Preset, today) : asked === customDays ? customRange(from, to, today) : null;
  let fields: RangeFields = {
    range: isNamed ? (asked as Preset) : customDays,
    from: days?.from ?? from,
    to: days?.to ?? to,
    rollup,
  };
  if (!days) return { fields: { ...fields, error: sentence('range-invalid') }, range: null };
  return {
    fields,
    range: {
      days,
      previous: before(days),
      step: rollup || stepFor(countDays(days)),
      name: isPreset(asked) ? presets[asked] : '',
      today,
    },
  };
}

function readStep(query: URLSearchParams): Step | '' {
  return steps.find((step) => step === query.get('rollup')) ?? '';
}

/** The range of pages without a choice: the last 30 days up to `now`, day by day. */
export function defaultRange(now: number): DateRange {
  let today = dayOf(now);
  let days = presetDays(defaultPreset, today);
  return { days, previous: before(days), step: 'daily', name: presets[defaultPreset], today };
}

/**
 * The range as it stands in a link: short for a preset, two days otherwise; the default is left
 * out.
 */
export function rangeQuery({ range, from, to, rollup }: RangeFields): ReportQuery {
  let days = range === customDays ? { from, to } : { range: range === defaultPreset ? '' : range };
  return { ...days, rollup };
}

function customRange(from: string, typedTo: string, today: string): Days | null {
  let to = typedTo || today;
  if (!Day.safeParse(from).success || !Day.safeParse(to).success) return null;
  let days = { from, to: to > today ? today : to };
  let length = countDays(days);
  return length >= 1 && length <= limits.aggregationDaysMax ? days : null;
}

function before(days: Days): Days {
  return { from: addDays(days.from, -countDays(days)), to: addDays(days.from, -1) };
}

function stepFor(length: number): Step {
  if (length <= dailyDaysMax) return 'daily';
  return length <= weeklyDaysMax ? 'weekly' : 'monthly';
}

/** The ranges people choose by name, in the order in which they are offered. */
import type { CompareChoice } from 'contract/analytics/compared-periods';
import { keysOf } from 'contract/floor/keys-of';

export const presets = {
  today: 'Today',
  yesterday: 'Yesterday',
  'last-24-hours': 'Last 24 hours',
  'last-7-days': 'Last 7 days',
  'last-28-days': 'Last 28 days',
  'last-91-days': 'Last 91 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'last-quarter': 'Last quarter',
  'year-to-date': 'Year to date',
  'last-12-months': 'Last 12 months',
  'all-time': 'All time',
  'last-30-days': 'Last 30 days',
  'last-90-days': 'Last 90 days',
} as const;

/** Only in links from before ranges were whole weeks; not offered. */
const earlier: readonly Preset[] = ['last-30-days', 'last-90-days'];

export type Preset = keyof typeof presets;
export const lastHoursPreset = 'last-24-hours';
/** Those of whole days. */
export type DayPreset = Exclude<Preset, typeof lastHoursPreset>;
export const presetKeys = keysOf(presets).filter((key) => !earlier.includes(key));
/** Whole weeks: the days of the week match those of the period before, and the periods touch. */
export const defaultPreset: DayPreset = 'last-28-days';

/** Those chosen most, as a report's tools name them. */
export const shortPresets: Partial<Record<Preset, string>> = {
  'last-24-hours': '24h',
  'last-7-days': '7d',
  'last-28-days': '28d',
  'last-91-days': '91d',
  'last-12-months': '12m',
};

/** What a range is compared with. */
export const compareChoices: readonly (readonly [CompareChoice, string])[] = [
  ['', 'vs. previous period'],
  ['weekdays', 'vs. same weekdays'],
  ['last-year', 'vs. last year'],
];

/** The value of the range field for typed days. */
export const customDays = 'custom';

export function isPreset(text: string): text is Preset {
  return Object.hasOwn(presets, text);
}

export function isDayPreset(text: string): text is DayPreset {
  return isPreset(text) && text !== lastHoursPreset;
}

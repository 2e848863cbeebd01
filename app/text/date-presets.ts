/** The ranges people choose by name, in the order they are offered. */
import type { CompareChoice } from 'contract/analytics/compared-periods';
import { keysOf } from 'contract/shared/keys-of';

export const presets = {
  today: 'Today',
  yesterday: 'Yesterday',
  'last-7-days': 'Last 7 days',
  'last-30-days': 'Last 30 days',
  'last-90-days': 'Last 90 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'last-quarter': 'Last quarter',
  'year-to-date': 'Year to date',
  'last-12-months': 'Last 12 months',
  'all-time': 'All time',
} as const;

export type Preset = keyof typeof presets;
export const presetKeys = keysOf(presets);
export const defaultPreset: Preset = 'last-30-days';
/** Of the page of a company. */
export const companyPreset: Preset = 'all-time';

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

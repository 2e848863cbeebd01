import { z } from 'zod';
import { TimeZone, weekStarts } from '../floor/time-zone';

/** `1,234.5`, `1.234,5`, `1 234,5` and `1’234.5`. */
export const numberFormats = ['comma-point', 'point-comma', 'space-comma', 'apostrophe-point'] as const;
export type NumberFormat = (typeof numberFormats)[number];

export const Display = z.object({
  /** Empty: that of the browser. */
  time_zone: z.union([z.literal(''), TimeZone]).default(''),
  week_start: z.enum(weekStarts).default('monday'),
  number_format: z.enum(numberFormats).default('comma-point'),
});
export type Display = z.output<typeof Display>;

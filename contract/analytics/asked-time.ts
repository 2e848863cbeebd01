/** The time that a question is about: whole days of a time zone, or from one moment to another. */
import { z } from 'zod';
import type { ErrorCode } from '../rules/errors';
import { DayText } from '../rules/fields';
import { addDays, type DayRange } from '../floor/days';

/** As questions name it: each end is a day, or a time such as 2026-11-28T10:00:00Z. */
export interface AskedTime {
  start_date: string;
  /** Not counted. */
  until: string;
}

const notValid: ErrorCode = 'range-invalid';
/** Zones have no data of times before it. */
const earliest = '1970';

const DayOrTime = z.union([
  DayText,
  z
    .string()
    .datetime(notValid)
    .refine((text) => text >= earliest, notValid),
]);

/** Of questions that are about a range. */
export const inRange = {
  start_date: DayOrTime.optional().describe(
    'First day, or a time such as 2026-11-28T10:00:00Z; by default 30 days before the end',
  ),
  until: DayOrTime.optional().describe(
    'First day that is not counted, or a time such as 2026-11-28T10:00:00Z; tomorrow by default',
  ),
};

/** Whether an end of a range is a time, not a day. */
export function isTime(text: string): boolean {
  return text.includes('T');
}

/** A question about days as a whole. */
export function wholeDays({ from, to }: DayRange): AskedTime {
  return { start_date: from, until: addDays(to, 1) };
}

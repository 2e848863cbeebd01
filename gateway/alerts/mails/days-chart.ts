/** Downloads of each day, as emails draw them. */
import { z } from 'zod';
import type { EmailSection } from '../../floor/mail/letter';
import { formatNumber, formatShortDay } from '../wording';

export const DayCount = z.object({ date: z.string(), downloads: z.number() });
export type DayCount = z.infer<typeof DayCount>;

/** Undefined if no day has a download. */
export function chartOf(days: readonly DayCount[]): EmailSection['chart'] {
  if (days.every(({ downloads }) => downloads === 0)) return undefined;
  let bars = days.map(({ date, downloads }) => ({
    label: formatShortDay(date),
    value: downloads,
    text: formatNumber(downloads),
  }));
  return { title: 'Downloads by day', bars };
}

/** Time buckets by time zone, computed with calendar and clock of `Intl`. */

const weekdays = { sunday: 0, monday: 1, saturday: 6 };

export interface BucketOptions {
  rollup: 'total' | 'hourly' | 'daily' | 'weekly' | 'monthly';
  /** UTC by default. */
  time_zone?: string | undefined;
  /** Monday by default. */
  week_start?: keyof typeof weekdays | undefined;
}

/** The hour or day, or the first day of the week or month. */
export function localBucket(time: string, { rollup, time_zone, week_start = 'monday' }: BucketOptions): string {
  let { day, sinceHour } = localClock(time, time_zone);
  if (rollup === 'hourly') return new Date(Date.parse(time) - sinceHour).toISOString().replace('.000', '');
  if (rollup === 'daily') return day;
  if (rollup === 'monthly') return `${day.slice(0, 8)}01`;
  let date = new Date(`${day}T00:00:00Z`);
  while (date.getUTCDay() !== weekdays[week_start]) date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

/** The local day, and the milliseconds since the full hour. */
export function localClock(time: string, zone = 'UTC'): { day: string; sinceHour: number } {
  let shown = zone === 'UTC' ? time : clockOf(zone).format(Date.parse(time));
  let [minutes = 0, seconds = 0] = shown.slice(14).split(':').map(parseFloat);
  let milliseconds = Date.parse(time) % 1_000;
  return { day: shown.slice(0, 10), sinceHour: (minutes * 60 + Math.floor(seconds)) * 1_000 + milliseconds };
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Formats `2026-03-01 14:03:09`. */
function clockOf(zone: string): Intl.DateTimeFormat {
  let known = clocks.get(zone);
  if (known) return known;
  let date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  let clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  let made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...date, ...clock });
  clocks.set(zone, made);
  return made;
}

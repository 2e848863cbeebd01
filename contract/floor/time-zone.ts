/**
 * Days and hours of time zones, from the data of the runtime alone: engines get offsets, so that
 * none needs to know a zone and all cut at the same moments.
 */
import { z } from 'zod';
import { dayMs, dayOf, hourMs, minuteMs, secondMs } from './time';

/** The zone of days where none is named. */
export const utc = 'UTC';

export const weekStarts = ['monday', 'sunday', 'saturday'] as const;
export type WeekStart = (typeof weekStarts)[number];

const notKnown = 'time-zone-not-known';

/** `Asia/Kolkata`; days begin at its midnights. */
export const TimeZone = z
  .string()
  .max(64, notKnown)
  .refine(isTimeZone, notKnown)
  .describe('IANA time zone of the days, weeks, months and hours, such as Asia/Kolkata');

/** Of questions that cut days. */
export const inTimeZone = {
  time_zone: TimeZone.default(utc),
};

/** Of questions that can cut weeks as well. */
export const inCalendar = {
  ...inTimeZone,
  week_start: z.enum(weekStarts).default('monday').describe('First day of weeks'),
};

/** Whether a question can name the time zone of its days. */
export function takesTimeZone({ query }: { query: z.ZodTypeAny }): boolean {
  return query instanceof z.ZodObject && 'time_zone' in query.shape;
}

/** Whether it can also say when weeks begin. */
export function takesWeekStart({ query }: { query: z.ZodTypeAny }): boolean {
  return query instanceof z.ZodObject && 'week_start' in query.shape;
}

/** Whether a text names a zone; `+05:30`, which some runtimes take, names none. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(text)) return false;
  try {
    formatOf(text);
    return true;
  } catch {
    return false;
  }
}

/** From a moment on, local time is so many milliseconds ahead of UTC. */
export interface Offset {
  since: number;
  ahead: number;
}

/** The offsets of a zone between two moments; the first one holds at the first moment. */
export function offsetsIn(zone: string, from: number, until: number): Offset[] {
  if (zone === utc) return [{ since: from, ahead: 0 }];
  let all: Offset[] = [];
  for (let year = yearIn(from); year <= yearIn(Math.max(from, until - 1)); year++)
    for (let one of offsetsOfYear(zone, year)) if (one.ahead !== all.at(-1)?.ahead) all.push(one);
  let first = all.findLastIndex(({ since }) => since <= from);
  return all.slice(Math.max(0, first)).filter(({ since }) => since < until || since <= from);
}

/** A moment as if its local time were one of UTC. */
export function localTime(zone: string, time: number): number {
  if (zone === utc) return time;
  return time + offsetsOfYear(zone, yearIn(time)).findLast(({ since }) => since <= time)!.ahead;
}

/** The day of a moment in a zone. */
export function dayIn(zone: string, time: number): string {
  return dayOf(localTime(zone, time));
}

/**
 * The first moment of a day in a zone: not midnight where clocks skip it, and that of the next day
 * where they skip the whole day.
 */
export function beginningOf(zone: string, day: string): number {
  let midnight = Date.parse(day);
  let offsets = offsetsIn(zone, midnight - 2 * dayMs, midnight + 2 * dayMs);
  let begins = offsets.map(({ since, ahead }, i) => (i === 0 ? midnight - ahead : Math.max(since, midnight - ahead)));
  return begins.find((begin, i) => begin < (offsets[i + 1]?.since ?? Infinity))!;
}

/** The hour that clocks of a zone show, from 0. */
export function clockHour(zone: string, time: number): number {
  return new Date(localTime(zone, time)).getUTCHours();
}

/** The first moment of a day at which clocks of a zone show an hour, or the next one they show. */
export function momentIn(zone: string, day: string, hour: number): number {
  let wanted = Date.parse(day) + hour * hourMs;
  let [from, until] = [beginningOf(zone, day), beginningOf(zone, dayAfter(day))];
  let begins = hoursIn(zone, from, until).map((begin) => Date.parse(begin));
  return begins.find((begin) => localTime(zone, begin) >= wanted) ?? until;
}

/**
 * The hour of a moment in a zone: the moment at which its clocks show that hour, as a time of UTC.
 */
export function hourIn(zone: string, time: number): string {
  let local = localTime(zone, time);
  let begin = time - (((local % hourMs) + hourMs) % hourMs);
  return new Date(begin).toISOString().replace('.000Z', 'Z');
}

/** The hours in a zone from one moment to another; of a day 23 to 25 of them. */
export function hoursIn(zone: string, from: number, until: number): string[] {
  let hours = new Set<string>();
  for (let time = from; time < until; time += 15 * minuteMs) hours.add(hourIn(zone, time));
  return [...hours];
}

/** The first day of the week of a day. */
export function weekOf(day: string, weekStart: WeekStart): string {
  let sinceMonday = (new Date(day).getUTCDay() + 6 + daysBeforeMonday[weekStart]) % 7;
  return dayOf(Date.parse(day) - sinceMonday * dayMs);
}

/** How many days before Monday a week begins. */
export const daysBeforeMonday: Record<WeekStart, number> = { monday: 0, sunday: 1, saturday: 2 };

function dayAfter(day: string): string {
  return dayOf(Date.parse(day) + dayMs);
}

function yearIn(time: number): number {
  return new Date(time).getUTCFullYear();
}

/** More than there are, but for other spellings of them. */
const keptMax = 2_000;
const formats = new Map<string, Intl.DateTimeFormat>();
const years = new Map<string, Offset[]>();

function formatOf(zone: string): Intl.DateTimeFormat {
  return kept(formats, zone, () => {
    let date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
    let clock = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
    return new Intl.DateTimeFormat('en-US', { timeZone: zone, ...date, ...clock });
  });
}

/** The offsets of a UTC year; the first one is that of its beginning. */
function offsetsOfYear(zone: string, year: number): Offset[] {
  return kept(years, `${zone} ${year}`, () => {
    let [begin, end] = [Date.UTC(year), Date.UTC(year + 1)];
    let found = [{ since: begin, ahead: aheadAt(zone, begin) }];
    for (let day = begin; day < end; day += dayMs) {
      let before = found.at(-1)!.ahead;
      let ahead = aheadAt(zone, day + dayMs);
      let since = ahead === before ? end : changeIn(zone, day, day + dayMs);
      if (since < end) found.push({ since, ahead });
    }
    return found;
  });
}

/** The second at which the offset changes, after a moment and until another. */
function changeIn(zone: string, from: number, until: number): number {
  let before = aheadAt(zone, from);
  let [low, high] = [from / secondMs, until / secondMs];
  while (high - low > 1) {
    let middle = Math.floor((low + high) / 2);
    if (aheadAt(zone, middle * secondMs) === before) low = middle;
    else high = middle;
  }
  return high * secondMs;
}

function aheadAt(zone: string, time: number): number {
  let parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  let { year = 0, month = 1, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - time;
}

function kept<T>(all: Map<string, T>, key: string, make: () => T): T {
  let known = all.get(key);
  if (known !== undefined) return known;
  let made = make();
  if (all.size >= keptMax) all.clear();
  all.set(key, made);
  return made;
}

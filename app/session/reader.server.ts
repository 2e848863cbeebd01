/**
 * The reader's time zone, first day of the week and number format: from the account, cached in a
 * cookie; else the browser's zone from a script; else UTC.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Display, type NumberFormat } from 'contract/accounts/display';
import {
  dayIn,
  isTimeZone,
  localTime,
  takesTimeZone,
  takesWeekStart,
  utc,
  type WeekStart,
} from 'contract/floor/time-zone';
import { parse } from 'cookie';
import type { Call } from '../gateway/gateway-client.server';
import { provideReaderFormat } from '../locale/reader-format';
import { cookie } from './cookies.server';

export interface Reader {
  timeZone: string;
  weekStart: WeekStart;
  numbers: NumberFormat;
}

const utcReader: Reader = { timeZone: utc, weekStart: 'monday', numbers: 'comma-point' };

/** Between thousands, and before fractions. */
const signs: Record<NumberFormat, string> = {
  'comma-point': ',.',
  'point-comma': '.,',
  'space-comma': '\u00A0,',
  'apostrophe-point': '’.',
};

const kept = cookie('__display');
const maxAgeSeconds = 365 * 24 * 60 * 60;

/** The name under which the script keeps the zone of the browser. */
const zoneCookie = 'zone';

/** Shared caches keep these, so they use UTC for every reader. */
const forEverybody = /^\/(badges|share)\//;

/** The reader of a request. */
export function readReader(request: Request): Reader {
  if (forEverybody.test(new URL(request.url).pathname)) return utcReader;
  let chosen = chosenIn(request);
  if (!chosen) return { ...utcReader, timeZone: browserZone(request) };
  let { time_zone, week_start, number_format } = chosen;
  return { timeZone: time_zone || browserZone(request), weekStart: week_start, numbers: number_format };
}

export function browserZone(request: Request): string {
  let zone = parse(request.headers.get('cookie') ?? '')[zoneCookie] ?? '';
  return isTimeZone(zone) ? currentZoneName(zone) : utc;
}

/** Names of today for those that runtimes still list under an older one. */
const renamed: Record<string, string> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
};

export function currentZoneName(zone: string): string {
  let name = renamed[zone] ?? zone;
  return isTimeZone(name) ? name : zone;
}

function chosenIn(request: Request): Display | null {
  let [text = ''] = kept.values(request);
  let [time_zone, week_start, number_format] = text.split('|');
  return Display.safeParse({ time_zone, week_start, number_format }).data ?? null;
}

/** The `Set-Cookie` value of a choice. */
export function displayCookie({ time_zone, week_start, number_format }: Display): string {
  return kept.set([time_zone, week_start, number_format].join('|'), maxAgeSeconds);
}

/**
 * The cookie of a choice that a request does not have yet, from another device or of another
 * person.
 */
export function newDisplayCookie(request: Request, display: Display): string | undefined {
  let wanted = displayCookie(display);
  let there = chosenIn(request);
  return wanted === displayCookie(there ?? noDisplay) ? undefined : wanted;
}

export const noDisplay = Display.parse({});

const current = new AsyncLocalStorage<Reader>();

provideReaderFormat(() => {
  let { timeZone, numbers } = currentReader();
  return { zone: timeZone, numbers: numbers === utcReader.numbers ? undefined : signs[numbers] };
});

/** From here on, what is written is written for this reader. */
export function setReader(reader: Reader): void {
  current.enterWith(reader);
}

/** What is written within, is written for this reader. */
export function runWithReader<T>(reader: Reader, write: () => T): T {
  return current.run(reader, write);
}

export function currentReader(): Reader {
  return current.getStore() ?? utcReader;
}

/** What the document says to scripts; nothing that is so by default. */
export function readerFormatData({ timeZone, numbers }: Reader) {
  return {
    ...(timeZone !== utc && { zone: timeZone }),
    ...(numbers !== utcReader.numbers && { numbers: signs[numbers] }),
  };
}

/** Asks in the zone and the weeks of a reader where a question can name them. */
export function withReaderCalendar({ timeZone, weekStart }: Reader, call: Call): Call {
  if (timeZone === utc && weekStart === 'monday') return call;
  return (route, given) => {
    if (!takesTimeZone(route)) return call(route, given);
    let calendar = { time_zone: timeZone, ...(takesWeekStart(route) && { week_start: weekStart }) };
    return call(route, { ...given, query: { ...calendar, ...given?.query } } as typeof given);
  };
}

/** The zone of a reader, for the query of a file; nothing for UTC. */
export function zoneQuery(): { time_zone?: string } {
  let { timeZone } = currentReader();
  return timeZone === utc ? {} : { time_zone: timeZone };
}

/**
 * The day and the time of a moment for the reader, as if it were one of UTC:
 * `2026-03-01T14:03:09.000Z`.
 */
export function localText(time: number | string): string {
  return new Date(
    localTime(currentReader().timeZone, typeof time === 'string' ? Date.parse(time) : time),
  ).toISOString();
}

/** The day of a moment for the reader. */
export function localDay(time: number): string {
  return dayIn(currentReader().timeZone, time);
}

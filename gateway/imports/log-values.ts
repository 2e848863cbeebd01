/** Parses texts, times, addresses and requests of access logs. */
import { isUtf8 } from 'node:buffer';
import type { LoggedRequest } from 'contract/edge/logged-requests';
import { clientOf } from 'net/proxies';
import { RowError } from './read-event';

/** Values by the names of the format. */
export type LogValues = Record<string, unknown>;

/** A request of a line. */
export interface LogLine extends LoggedRequest {
  /** Further values that distinguish lines; never an address. */
  more: string;
  /** Whether forwarded addresses of the line are not used. */
  ignoresAddress: boolean;
}

/** Addresses are those claimed by the client first, and the sender of the connection last. */
export function visitorAddress(addresses: readonly string[]): { address: string; ignoresAddress: boolean } {
  let all = addresses.flatMap((text) => text.split(/[\s,]+/)).filter((text) => text !== '' && text !== '-');
  let { address, isFirst } = clientOf(all);
  return { address, ignoresAddress: !isFirst };
}

/** The target may have spaces. */
export function parseRequestLine(text: string): { method: string; target: string } {
  let [, method = '', target = ''] = /^(\S*) ?(.*?)(?: HTTP\/[\d.]+)?$/s.exec(text) ?? [];
  return { method, target };
}

/** Apache's escapes besides `\xhh`. */
const escapes: Record<string, string> = { b: '\b', n: '\n', r: '\r', t: '\t', v: '\v' };

/** nginx escapes bytes as `\x22`; Apache also escapes quotes as `\"`, and some letters as in C. */
export function unescapeLogText(value: string): string {
  return value.replace(/((?:\\x[0-9a-f]{2})+)|\\(.)/gis, (_, bytes: string | undefined, letter: string) =>
    bytes === undefined ? (escapes[letter] ?? letter) : textOf(Buffer.from(bytes.replace(/\\x/gi, ''), 'hex')),
  );
}

function textOf(bytes: Buffer): string {
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1').replaceAll('\0', '');
}

/** Empty for other types. */
export function textIn(values: LogValues, name: string): string {
  let value = values[name];
  return typeof value === 'string' ? value.replaceAll('\0', '') : '';
}

/** NaN for other types. */
export function numberIn(values: LogValues, name: string): number {
  let value = values[name];
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
}

export function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** `-` means empty. */
export function emptyIfDash(value: string): string {
  return value === '-' ? '' : value;
}

/** CloudFront percent-encodes some values twice. */
export function percentDecode(value: string): string {
  let once = (text: string) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  return once(/%25[0-9a-f]{2}/i.test(value) ? once(value) : value);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Parses `10/Oct/2026:13:55:36 -0700`, with or without a fraction of the second. */
function parseClfTime(value: string): number {
  let found = /^(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d(?:[.,]\d{1,9})?) ([+-])(\d\d):?(\d\d)$/.exec(value);
  let [, day, month = '', year, clock, sign, hours, minutes] = found ?? [];
  let number = String(months.indexOf(month) + 1).padStart(2, '0');
  return validTime(Date.parse(`${year}-${number}-${day}T${clock?.replace(',', '.')}${sign}${hours}:${minutes}`));
}

/** Accepts seconds to nanoseconds since 1970, ISO times, and those of the combined format. */
export function parseLogTime(value: unknown): number {
  let isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value));
  if (isNumber) {
    let number = Number(value);
    let ms = number < 1e11 ? number * 1_000 : number < 1e14 ? number : number < 1e17 ? number / 1e3 : number / 1e6;
    return validTime(Math.floor(ms));
  }
  if (typeof value !== 'string') return validTime(Number.NaN);
  if (/^\d\d\/\w{3}\//.test(value)) return parseClfTime(value);
  let iso = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/.test(value);
  return validTime(iso ? Date.parse(value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) : Number.NaN);
}

function validTime(time: number): number {
  if (!Number.isFinite(time) || time < 0 || time > 8.64e15) throw new RowError('time', 'Unknown time format.');
  return time;
}

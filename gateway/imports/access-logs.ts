/** The lines of access logs as requests, by the format of each. */
import type { ImportFormat } from 'contract/event-imports';
import type { LoggedRequest } from 'contract/logged-requests';
import { RowError } from './read-event';
import type { RowReader } from './rows';

/** A line by the names of its format. */
export type LogValues = Record<string, unknown>;

export interface LogLine extends LoggedRequest {
  /** Further values that tell two lines apart; never an address. */
  more: string;
}

export const logFormats = {
  'log-combined': combinedLine,
  'log-caddy': caddyLine,
  'log-nginx-json': nginxLine,
  'log-cloudfront': cloudFrontLine,
  'log-cloudflare': cloudflareLine,
  'log-fastly': fastlyLine,
} as const satisfies Partial<Record<ImportFormat, (values: LogValues) => LogLine>>;
export type LogFormat = keyof typeof logFormats;

export function isLogFormat(format: ImportFormat): format is LogFormat {
  return format in logFormats;
}

/** The format of JSON lines by their names; undefined where it is none of these. */
export function jsonLogFormat(values: LogValues): LogFormat | undefined {
  let has = (...names: string[]) => names.every((name) => name in values);
  if (has('ts', 'request') && typeof values.request === 'object') return 'log-caddy';
  if (has('EdgeStartTimestamp', 'ClientRequestMethod')) return 'log-cloudflare';
  if (has('url', 'request_method') && (has('response_status') || has('status'))) return 'log-fastly';
  let hasTarget = has('request') || has('request_uri') || has('uri');
  if (has('status') && hasTarget && (has('time_iso8601') || has('time_local') || has('msec') || has('time')))
    return 'log-nginx-json';
  return undefined;
}

/** One JSON object in each line. */
export function createJsonLogRows(): RowReader {
  return lineRows((text) => {
    try {
      let value: unknown = JSON.parse(text);
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? (value as LogValues)
        : 'This is no JSON object.';
    } catch {
      return 'This is no JSON.';
    }
  });
}

const quoted = String.raw`"((?:[^"\\]|\\.)*)"`;
const combined = new RegExp(
  String.raw`^(?:(\S{1,260}) )?([0-9a-f]*[.:][0-9a-f.:]{1,50}) \S{1,260} [^[]{0,260}\[([^\]]{1,40})\] ` +
    String.raw`${quoted} (\d{3}) (\d+|-)(?: ${quoted} ${quoted})?`,
  'i',
);

/** Lines as nginx and Apache write them, also with the host before them. */
export function createCombinedRows(): RowReader {
  return lineRows((text) => {
    let found = combined.exec(text);
    if (!found) return 'This is no line of the combined log format.';
    let [, host = '', address = '', time, request, status, bytes, referer = '', agent = ''] = found;
    return { host, address, time, request, status, bytes, referer, agent };
  });
}

/** Lines of columns with tabs between, which a line `#Fields:` names. */
export function createColumnRows(): RowReader {
  let names: string[] = [];
  return lineRows((text) => {
    if (text.startsWith('#Fields:')) names = text.slice('#Fields:'.length).trim().split(/\s+/);
    if (text.startsWith('#')) return undefined;
    let cells = text.split('\t');
    if (names.length === 0) return 'No line #Fields: stands before this one.';
    if (cells.length !== names.length)
      return `The line has ${cells.length} columns, and #Fields names ${names.length}.`;
    return Object.fromEntries(names.map((name, i) => [name, cells[i] === '-' ? '' : cells[i]]));
  });
}

/** Whether a line is one of the combined format. */
export function isCombined(line: string): boolean {
  return combined.test(line);
}

/** Undefined for a line that is no row. */
function lineRows(valuesIn: (text: string) => LogValues | string | undefined): RowReader {
  return {
    rowsOf({ number, text, isWhole }) {
      if (text?.trim() === '') return [];
      let values = text === undefined ? 'This line is too long.' : valuesIn(text.replace(/^\uFEFF/, ''));
      return values === undefined ? [] : [{ line: number, lastLine: number, values, isWhole }];
    },
    end: () => [],
  };
}

function combinedLine(values: LogValues): LogLine {
  let [method = '', target = ''] = unescaped(textIn(values, 'request')).split(' ');
  return {
    time: clfTime(textIn(values, 'time')),
    method,
    target,
    status: Number(values.status),
    host: textIn(values, 'host').replace(/:\d+$/, ''),
    address: textIn(values, 'address'),
    userAgent: dashless(unescaped(textIn(values, 'agent'))),
    referer: dashless(unescaped(textIn(values, 'referer'))),
    headers: {},
    more: textIn(values, 'bytes'),
  };
}

function caddyLine(values: LogValues): LogLine {
  let request = values.request as LogValues;
  let given = (typeof request.headers === 'object' ? request.headers : null) as Record<string, unknown> | null;
  let headers: Record<string, string> = {};
  for (let [name, value] of Object.entries(given ?? {})) {
    let first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string') headers[name.toLowerCase()] = first;
  }
  return {
    time: anyTime(values.ts),
    method: textIn(request, 'method'),
    target: textIn(request, 'uri'),
    status: numberIn(values, 'status'),
    host: textIn(request, 'host'),
    address: textIn(request, 'client_ip') || textIn(request, 'remote_ip'),
    userAgent: headers['user-agent'] ?? '',
    referer: headers.referer ?? '',
    headers,
    more: `${String(values.size)} ${String(values.duration)}`,
  };
}

function nginxLine(values: LogValues): LogLine {
  let [method = '', target = ''] = textIn(values, 'request').split(' ');
  return {
    time: anyTime(values.msec ?? values.time_iso8601 ?? values.time_local ?? values.time),
    method: textIn(values, 'request_method') || method,
    target: textIn(values, 'request_uri') || target || textIn(values, 'uri'),
    status: numberIn(values, 'status'),
    host: textIn(values, 'host') || textIn(values, 'http_host') || textIn(values, 'server_name'),
    address: textIn(values, 'remote_addr') || textIn(values, 'client_ip'),
    userAgent: dashless(textIn(values, 'http_user_agent')),
    referer: dashless(textIn(values, 'http_referer') || textIn(values, 'http_referrer')),
    headers: {},
    more: `${String(values.body_bytes_sent)} ${String(values.request_id)}`,
  };
}

function cloudFrontLine(values: LogValues): LogLine {
  let query = textIn(values, 'cs-uri-query');
  let range = textIn(values, 'sc-range-start');
  return {
    time: anyTime(`${textIn(values, 'date')}T${textIn(values, 'time')}Z`),
    method: textIn(values, 'cs-method'),
    target: `${textIn(values, 'cs-uri-stem')}${query && `?${query}`}`,
    status: numberIn(values, 'sc-status'),
    host: textIn(values, 'x-host-header') || textIn(values, 'cs(Host)'),
    address: textIn(values, 'c-ip'),
    userAgent: unpercented(textIn(values, 'cs(User-Agent)')),
    referer: unpercented(textIn(values, 'cs(Referer)')),
    headers: range ? { range: `bytes=${range}-` } : {},
    more: `${textIn(values, 'sc-bytes')} ${textIn(values, 'x-edge-request-id')}`,
  };
}

function cloudflareLine(values: LogValues): LogLine {
  return {
    time: anyTime(values.EdgeStartTimestamp),
    method: textIn(values, 'ClientRequestMethod'),
    target: textIn(values, 'ClientRequestURI') || textIn(values, 'ClientRequestPath'),
    status: numberIn(values, 'EdgeResponseStatus'),
    host: textIn(values, 'ClientRequestHost'),
    address: textIn(values, 'ClientIP'),
    userAgent: textIn(values, 'ClientRequestUserAgent'),
    referer: textIn(values, 'ClientRequestReferer'),
    headers: {},
    more: `${String(values.EdgeResponseBytes)} ${textIn(values, 'RayID')}`,
  };
}

function fastlyLine(values: LogValues): LogLine {
  return {
    time: anyTime(values.timestamp ?? values.time),
    method: textIn(values, 'request_method'),
    target: textIn(values, 'url'),
    status: numberIn(values, 'response_status' in values ? 'response_status' : 'status'),
    host: textIn(values, 'host'),
    address: textIn(values, 'client_ip'),
    userAgent: textIn(values, 'request_user_agent'),
    referer: textIn(values, 'request_referer'),
    headers: {},
    more: String(values.response_body_size),
  };
}

function textIn(values: LogValues, name: string): string {
  let value = values[name];
  return typeof value === 'string' ? value.replaceAll('\0', '') : '';
}

function numberIn(values: LogValues, name: string): number {
  return Number(values[name]);
}

/** A dash stands for nothing. */
function dashless(value: string): string {
  return value === '-' ? '' : value;
}

/** nginx writes `\x22`, Apache `\"`. */
function unescaped(value: string): string {
  return value
    .replace(/\\x([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replace(/\\(["\\])/g, '$1');
}

/** Their agents are percent-encoded, some of them twice. */
function unpercented(value: string): string {
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

/** A time such as `10/Oct/2026:13:55:36 -0700`. */
function clfTime(value: string): number {
  let found = /^(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-])(\d\d)(\d\d)$/.exec(value);
  let [, day, month = '', year, clock, sign, hours, minutes] = found ?? [];
  let number = String(months.indexOf(month) + 1).padStart(2, '0');
  return known(Date.parse(`${year}-${number}-${day}T${clock}${sign}${hours}:${minutes}`));
}

/**
 * Seconds, milliseconds, microseconds or nanoseconds since 1970, an ISO time, or that of the
 * combined format.
 */
function anyTime(value: unknown): number {
  let number = typeof value === 'number' ? value : /^\d+(\.\d+)?$/.test(String(value)) ? Number(value) : undefined;
  if (number !== undefined) {
    let ms = number < 1e11 ? number * 1_000 : number < 1e14 ? number : number < 1e17 ? number / 1e3 : number / 1e6;
    return known(Math.floor(ms));
  }
  if (typeof value !== 'string') return known(Number.NaN);
  if (/^\d\d\/\w{3}\//.test(value)) return clfTime(value);
  let iso = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/.test(value);
  return known(iso ? Date.parse(value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) : Number.NaN);
}

function known(time: number): number {
  if (!Number.isFinite(time) || time < 0 || time > 8.64e15)
    throw new RowError('time', 'This line has no time that is known here.');
  return time;
}

/** Asks registries for download counts over HTTP, within limits of bytes and time. */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { CountedType, CountUrls } from 'contract/analytics/count-sources';
import type { RegistryCountsFailure } from 'contract/analytics/registry-counts';
import { dayMs, dayOf } from 'contract/floor/time';
import { PrivateTargetError, socketRules, type PrivateTargets } from 'net/private-targets';
import { timeLimit } from 'net/time-limit';
import { fetchedFrom, type CountedDays, type Counted, type DayCount } from './count-sources';

export interface RegistryCountsOptions {
  /** Addresses of the services that are asked. */
  urls: CountUrls;
  /** `host` or `host:port` that may be on a private network. */
  privateTargets?: PrivateTargets;
  /** Milliseconds; ten seconds by default. */
  answerLimitMs?: number;
}

/** `retryAfterMs` is the registry's Retry-After, if it sent one. */
export type CountsAnswer = Counted | { failure: RegistryCountsFailure; retryAfterMs?: number };

const answerLimitMs = 10_000;
/** Eighteen months of npm take 25 kB; a page of a hundred releases of a large project, some MB. */
const answerBytesMax = 8 * 1024 * 1024;
const pagesMax = 10;

class TooLongError extends Error {}

/** Days are sorted. Never rejects. */
export async function fetchCounts(
  options: RegistryCountsOptions,
  { type, name }: { type: CountedType; name: string },
  range: CountedDays,
  signal: AbortSignal,
): Promise<CountsAnswer> {
  let { place, read, hasMore } = fetchedFrom[type];
  let base = options.urls[type] ?? '';
  let total = 0;
  try {
    for (let page = 1; ; page += 1) {
      let url = new URL(`${base.replace(/\/+$/, '')}/${place(name, range, page)}`);
      let { status, headers, text } = await get(url, options, signal);
      if (status === 404) return { failure: 'unknown-package' };
      if (isLimited(status, headers)) return { failure: 'too-many-requests', ...retryAfter(headers['retry-after']) };
      if (status >= 500) return { failure: 'no-answer' };
      let answer = status === 200 ? parsed(text) : undefined;
      let found = read(answer, name);
      if (!found) return { failure: 'not-understood' };
      if ('days' in found) return { days: daysIn(found.days, range) };
      total += found.total;
      if (!hasMore?.(answer) || page === pagesMax) return { total };
    }
  } catch (error) {
    if (error instanceof PrivateTargetError) return { failure: 'private-address' };
    return { failure: error instanceof TooLongError ? 'not-understood' : 'no-answer' };
  }
}

/** GitHub refuses with 403 when the limit of an hour is used up. */
function isLimited(status: number, headers: IncomingMessage['headers']): boolean {
  return status === 429 || (status === 403 && headers['x-ratelimit-remaining'] === '0');
}

async function get(
  url: URL,
  { privateTargets = [], answerLimitMs: limit = answerLimitMs }: RegistryCountsOptions,
  stopped: AbortSignal,
) {
  let rules = socketRules(url, privateTargets);
  let open = url.protocol === 'https:' ? https.request : http.request;
  let headers = { accept: 'application/json', 'user-agent': 'landfall' };
  let signal = timeLimit(limit, stopped);
  let request = open(url, { headers, signal, ...rules });
  let answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
    request.end();
  });
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: await textOf(answer) };
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (let part of answer) {
    bytes += part.byteLength;
    if (bytes > answerBytesMax) throw new TooLongError();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function retryAfter(header: string | undefined): { retryAfterMs?: number } {
  return /^\d{1,6}$/.test(header ?? '') ? { retryAfterMs: Number(header) * 1_000 } : {};
}

/** Sorted days of the range. Registries may leave out days without downloads. */
function daysIn(downloads: readonly DayCount[], { from, to }: CountedDays): DayCount[] {
  let byDay = new Map(downloads.filter(({ day }) => day >= from && day <= to).map((one) => [one.day, one.downloads]));
  let known = [...byDay.keys()].sort();
  let days: DayCount[] = [];
  let [first, last] = [known[0], known.at(-1)].map((day) => Date.parse(day ?? ''));
  for (let at = first!; at <= last!; at += dayMs) days.push({ day: dayOf(at), downloads: byDay.get(dayOf(at)) ?? 0 });
  return days;
}

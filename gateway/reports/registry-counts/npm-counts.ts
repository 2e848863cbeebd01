/** HTTP client of npm's download counts. */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { z } from 'zod';
import { DayText } from 'contract/fields';
import type { RegistryCountsFailure } from 'contract/analytics/registry-counts';
import { PrivateTargetError, socketRules, type PrivateTargets } from 'net/private-targets';
import { timeLimit } from 'net/time-limit';

export interface NpmCountsOptions {
  /** Base of `/downloads/range/…`. */
  url: string;
  /** `host` or `host:port` that may be on a private network. */
  privateTargets?: PrivateTargets;
  /** Milliseconds; ten seconds by default. */
  answerLimitMs?: number;
}

export interface DayCount {
  day: string;
  downloads: number;
}

/** Inclusive. */
export interface CountedDays {
  from: string;
  to: string;
}

/** `retryAfterMs` is the registry's Retry-After, if it sent one. */
export type CountsAnswer = { days: DayCount[] } | { failure: RegistryCountsFailure; retryAfterMs?: number };

const answerLimitMs = 10_000;
/** Eighteen months take 25 kB. */
const answerBytesMax = 256 * 1024;

const Answer = z.object({
  package: z.string(),
  downloads: z.array(
    z.object({ day: DayText, downloads: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER) }),
  ),
});

class TooLongError extends Error {}

/** Sorted by day. Never rejects. */
export async function fetchNpmCounts(
  options: NpmCountsOptions,
  name: string,
  range: CountedDays,
  signal: AbortSignal,
): Promise<CountsAnswer> {
  try {
    let { status, headers, text } = await get(countsAddress(options.url, name, range), options, signal);
    if (status === 404) return { failure: 'unknown-package' };
    if (status === 429) return { failure: 'too-many-requests', ...retryAfter(headers['retry-after']) };
    if (status >= 500) return { failure: 'no-answer' };
    let answer = status === 200 ? Answer.safeParse(parsed(text)).data : undefined;
    if (answer?.package !== name) return { failure: 'not-understood' };
    return { days: daysIn(answer.downloads, range) };
  } catch (error) {
    if (error instanceof PrivateTargetError) return { failure: 'private-address' };
    return { failure: error instanceof TooLongError ? 'not-understood' : 'no-answer' };
  }
}

/** The slash after a scope is not encoded. */
function countsAddress(base: string, name: string, { from, to }: CountedDays): URL {
  let inPath = name.split('/').map(encodeURIComponent).join('/').replace('%40', '@');
  return new URL(`${base.replace(/\/+$/, '')}/downloads/range/${from}:${to}/${inPath}`);
}

async function get(
  url: URL,
  { privateTargets = [], answerLimitMs: limit = answerLimitMs }: NpmCountsOptions,
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
  for await (let part of answer as AsyncIterable<Buffer>) {
    bytes += part.byteLength;
    if (bytes > answerBytesMax) throw new TooLongError();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function retryAfter(header: string | undefined): { retryAfterMs?: number } {
  return /^\d{1,6}$/.test(header ?? '') ? { retryAfterMs: Number(header) * 1_000 } : {};
}

/** Removes duplicates and days outside the range. */
function daysIn(downloads: DayCount[], { from, to }: CountedDays): DayCount[] {
  let byDay = new Map(downloads.map((one) => [one.day, one]));
  return [...byDay.values()].filter(({ day }) => day >= from && day <= to).sort((a, b) => (a.day < b.day ? -1 : 1));
}

/**
 * Which requests fetch a whole artifact, and so may count. The same for all packages and pixels.
 */
import * as limits from 'contract/floor/limits';
import type { CountedHit, Decision } from './requests/decision';
import type { EdgeRequest } from './requests/edge-request';

/** Removes the hit if the request does not fetch a whole artifact. */
export function countWhole(decision: Decision, request: EdgeRequest): Decision {
  if (decision.kind === 'deferred')
    return { kind: 'deferred', decide: async (context) => countWhole(await decision.decide(context), request) };
  if (!('count' in decision) || !decision.count) return decision;
  // A proxied response shows whether the client's copy is still valid.
  let counts =
    (isFetch(request) && (decision.kind === 'proxy' || !isQuestion(request))) || isRefusedPull(decision.count);
  return counts ? decision : { ...decision, count: null };
}

/** Container clients ask by HEAD first, and do not fetch a manifest that is refused there. */
function isRefusedPull({ artifactType, type }: CountedHit): boolean {
  return artifactType === 'refusal' && type === 'manifest-fetch';
}

/** False for HEAD, prefetching browsers and partial requests. */
function isFetch({ method, headers }: EdgeRequest): boolean {
  return method === 'GET' && !isAhead(headers) && (headers.range === undefined || isFromStart(headers.range));
}

/** Whether a client revalidates its copy. */
function isQuestion({ headers }: EdgeRequest): boolean {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;
}

/** The first is the standard's; the others are of Safari and older browsers. */
const aheadHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Whether a browser fetches ahead of the user: prefetch, prerender, preview. */
function isAhead(headers: EdgeRequest['headers']): boolean {
  return aheadHeaders.some((name) => {
    let said = headers[name];
    return said !== undefined && /\b(?:prefetch|prerender|preview)\b/i.test(String(said));
  });
}

/**
 * Whether a range starts at the beginning and is not a probe for size, type or range support.
 * Servers ignore invalid ranges and send everything.
 */
function isFromStart(range: string): boolean {
  let [, list] = /^bytes=(\d*-.*)$/i.exec(range.replaceAll(' ', '')) ?? [];
  if (list === undefined) return true;
  let parts = list.split(',').map((part) => part.split('-'));
  // The first of several ranges decides; without a first byte the last bytes are meant.
  if (!/^0+$/.test(parts[0]?.[0] ?? '')) return false;
  let bytes = parts.map(([first, last = '']) => {
    if (first === '') return Number(last);
    return last === '' ? Infinity : Number(last) - Number(first) + 1;
  });
  return !(bytes.reduce((sum, one) => sum + one) < limits.probeBytes);
}

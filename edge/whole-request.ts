/** One rule for packages and pixels of all types: which requests fetch a thing, and so may count. */
import * as limits from 'contract/limits';
import type { Decision } from './decision';
import type { EdgeRequest } from './edge-request';

/** The decision with its hit only where the request fetches the whole of something. */
export function countWhole(decision: Decision, request: EdgeRequest): Decision {
  if (decision.kind === 'deferred')
    return { kind: 'deferred', decide: async (context) => countWhole(await decision.decide(context), request) };
  if (!('count' in decision) || !decision.count) return decision;
  // Whether the client's own copy was still good is seen where the answer is passed through.
  let counts = isFetch(request) && (decision.kind === 'proxy' || !isQuestion(request));
  return counts ? decision : { ...decision, count: null };
}

/** Neither HEAD, nor a browser that asks before somebody does, nor a mere part. */
function isFetch({ method, headers }: EdgeRequest): boolean {
  return method === 'GET' && !isAhead(headers) && (headers.range === undefined || isFromStart(headers.range));
}

/** Whether a client asks if its own copy is still good. */
function isQuestion({ headers }: EdgeRequest): boolean {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;
}

/** The first is the standard's; the others are of Safari and of earlier versions of browsers. */
const aheadHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Whether a browser fetches what nobody has opened yet: prefetch, prerender, preview. */
function isAhead(headers: EdgeRequest['headers']): boolean {
  return aheadHeaders.some((name) => {
    let said = headers[name];
    return said !== undefined && /\b(?:prefetch|prerender|preview)\b/i.test(String(said));
  });
}

/**
 * Whether a range begins at the start and is no probe, by which clients learn the size, the kind or
 * the support of ranges. What is no range of bytes is ignored by servers, which send everything.
 */
function isFromStart(range: string): boolean {
  let [, list] = /^bytes=(\d*-.*)$/i.exec(range.replaceAll(' ', '')) ?? [];
  if (list === undefined) return true;
  let parts = list.split(',').map((part) => part.split('-'));
  // The first of several parts decides; without a first byte the last ones are meant.
  if (!/^0+$/.test(parts[0]?.[0] ?? '')) return false;
  let bytes = parts.map(([first, last = '']) => {
    if (first === '') return Number(last);
    return last === '' ? Infinity : Number(last) - Number(first) + 1;
  });
  return !(bytes.reduce((sum, one) => sum + one) < limits.probeBytes);
}

/**
 * Answers with kept pages, which are sent again without their loaders while everything that they
 * rest on is as it was: the records, the events, the minute, and the cookies of who asks.
 */
import { createHash } from 'node:crypto';
import type { AppLoadContext } from '@remix-run/node';
import { lastEventApi } from 'contract/analytics/last-event';
import { minuteMs } from 'contract/floor/time';
import { LRUCache } from 'lru-cache';
import { type CachedPage, cachedPage, acceptsBrotli } from '../http/page-cache.server';
import { allowAnonymous } from './guards.server';

interface CachedResponse {
  /** What everything was like before its loaders ran. */
  state: string;
  /** Key of its page. */
  page: string;
  headers: Headers;
  /** Pattern of its address. */
  pattern: string;
}

const answersMax = 1_000;

/** By address and cookies; false for those that have not been kept yet. */
let answers = new LRUCache<string, CachedResponse | false>({ max: answersMax });

/** For loaders of pages that show what is stored and the time by the minute, and nothing else. */
export function markCacheable(context: AppLoadContext): void {
  context.isCacheable = true;
}

/**
 * The answer that was kept for a request, once the gateway has admitted its session again;
 * undefined where something may have changed since, or there is none.
 */
export async function cachedResponse(request: Request, context: AppLoadContext): Promise<Response | undefined> {
  let kept = request.method === 'GET' ? answers.get(keyOf(request)) : undefined;
  if (kept === undefined) return undefined;
  context.state = await stateNow(request, context);
  let page = kept && kept.state === context.state ? cachedPage(kept.page) : undefined;
  if (!kept || !page) return undefined;
  context.noteRoute?.(kept.pattern);
  return pageResponse(page, request, { headers: new Headers(kept.headers), context });
}

/** Whether a page that shows what is stored was asked for before, so that it may be again. */
export function wasRequestedBefore(request: Request): boolean {
  return answers.has(keyOf(request));
}

/** Keeps the answer with a kept page; of one whose page is not kept yet, that it was asked for. */
export function cacheResponse(
  request: Request,
  { isCacheable, state }: AppLoadContext,
  { page, headers, pattern }: Omit<CachedResponse, 'state' | 'page'> & { page: string | undefined },
): void {
  if (!isCacheable || headers.has('set-cookie') || headers.has('etag')) return;
  let answer = page && state ? { state, page, headers: new Headers(headers), pattern } : false;
  answers.set(keyOf(request), answer);
}

/** A kept page, compressed where the browser takes it so. */
export function pageResponse(
  page: CachedPage,
  request: Request,
  { headers, context }: { headers: Headers; context: AppLoadContext },
): Response {
  let isCompressed = acceptsBrotli(request.headers.get('accept-encoding'));
  let body = isCompressed ? page.compressed : page.html;
  if (isCompressed) headers.set('content-encoding', 'br');
  if (context.rawBody === undefined) return new Response(body, { headers });
  context.rawBody = body;
  return new Response(null, { headers });
}

function keyOf({ url, headers }: Request): string {
  return createHash('sha256')
    .update(`${url}\n${headers.get('cookie') ?? ''}`)
    .digest('base64');
}

/** Undefined where it cannot be known, or where the session is not admitted. */
async function stateNow(request: Request, context: AppLoadContext): Promise<string | undefined> {
  let minute = Math.floor(Date.now() / minuteMs);
  // Before the session is looked at: one that ends from now on changes the records.
  let version = await context.storesVersion?.();
  if (version === undefined) return undefined;
  try {
    let { call } = allowAnonymous({ request, context, params: {} });
    let { last_event } = await call(lastEventApi.getLastEvent);
    return [version, last_event, minute].join();
  } catch (thrown) {
    if (thrown instanceof Response) return undefined;
    throw thrown;
  }
}

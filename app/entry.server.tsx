/**
 * Turns routes into HTML: complete pages for crawlers, streamed ones for people, every one with its
 * security headers.
 */
import { Transform } from 'node:stream';
import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  type EntryContext,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import { isRouteErrorResponse, type Params, RemixServer } from '@remix-run/react';
import { busySeconds } from 'contract/floor/browser-sentences';
import { isRecord } from 'contract/floor/keys-of';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { chatWidget } from './config/chat-widget.server';
import { env } from './config/env.server';
import { etagOf, matchesEtag } from './http/etag.server';
import { wasRequestedBefore, cacheResponse, pageResponse } from './session/response-cache.server';
import { cachePage, cachedPage, pageKey } from './http/page-cache.server';
import { logError } from './http/log.server';
import { NonceProvider } from './http/nonce';
import { addServerTiming } from './http/server-timing.server';
import { commonHeaders, createNonce, setPageHeaders } from './http/security-headers.server';
import { pageWarning } from './gateway/secondary.server';
import { PageWarningProvider } from './shell/page-warning';
import { pageWarningHeader } from './config/browser-messages';
import { keepConfirmation } from './session/confirmation.server';
import { backWithFailure } from './session/failure-toast.server';
import { retryAfterSeconds } from './session/guards.server';
import { readReader, setReader } from './session/reader.server';

/** Tells the server whose request it is, for the turns of pages. */
export { signedInAs } from './session/session-cookie.server';
/** Answers again without Remix. */
export { cachedResponse as answerKept } from './session/response-cache.server';

export const streamTimeout = 12_000;

// oxlint-disable-next-line max-params -- Remix calls it with these.
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  let pattern = patternOf(request, remixContext.staticHandlerContext.matches.at(-1)?.params);
  loadContext.noteRoute?.(pattern);
  addServerTiming(loadContext, headers, pattern);
  setReader(readReader(request));
  let refused = await backWithFailure(request, remixContext.staticHandlerContext.errors);
  if (refused) return keepConfirmation({ context: loadContext, request }, refused);
  if (!loadContext.hasCommonHeaders) for (let [name, value] of Object.entries(commonHeaders)) headers.set(name, value);
  let retrySeconds = env.flags.maintenanceMode
    ? retryAfterSeconds
    : secondsToRetry(remixContext.staticHandlerContext.errors);
  if (retrySeconds !== undefined) headers.set('retry-after', String(retrySeconds));
  if (loadContext.display) headers.append('set-cookie', loadContext.display);
  headers.set('content-type', 'text/html; charset=utf-8');
  let isBot = isbot(request.headers.get('user-agent'));
  let warning = remixContext.staticHandlerContext.errors ? '' : pageWarning(loadContext);
  let key = isBot || status !== 200 || warning ? undefined : keyOf(request, remixContext);
  let kept = key ? cachedPage(key) : undefined;
  let nonce = createNonce();
  let admitScripts = (given: Headers, scripts: readonly string[]) =>
    setPageHeaders(given, scripts, { development: !env.production, chat: chatWidget(env)?.sources });
  let unscripted = new Headers(headers);
  admitScripts(headers, kept?.scriptHashes ?? [`nonce-${nonce}`]);
  let etag = status === 200 ? headers.get('etag') : null;
  if (etag) {
    // The files of a page are others after a new build.
    let ofPage = etagOf(etag, remixContext.manifest.version);
    headers.set('etag', `W/${ofPage}`);
    if (matchesEtag(request, ofPage)) return new Response(null, { status: 304, headers });
  }
  let atOnce = wasRequestedBefore(request);
  if (key) cacheResponse(request, loadContext, { page: kept && key, headers, pattern });
  if (kept) return pageResponse(kept, request, { headers, context: loadContext });
  let keep = async (page: Buffer) => {
    let made = key && (await cachePage(key, nonce, page, { atOnce }));
    if (!made) return;
    admitScripts(unscripted, made.scriptHashes);
    cacheResponse(request, loadContext, { page: key, headers: unscripted, pattern });
  };
  let ready = isBot ? 'onAllReady' : 'onShellReady';
  return new Promise((resolve, reject) => {
    let [answered, failed] = [false, false];
    let { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <PageWarningProvider value={warning}>
          <RemixServer context={remixContext} url={request.url} abortDelay={streamTimeout} nonce={nonce} />
        </PageWarningProvider>
      </NonceProvider>,
      {
        nonce,
        [ready]() {
          answered = true;
          let body = withoutPadding(key ? (page) => void (failed || keep(page)) : undefined);
          body.once('close', () => clearTimeout(limit));
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          status = 500;
          failed = true;
          if (answered) logError('rendering failed after the first byte:', error);
        },
      },
    );
    let limit = setTimeout(abort, streamTimeout + 1_000).unref();
  });
}

/** The page's cache key; undefined for posts, errors and in development. */
function keyOf({ method, url }: Request, { staticHandlerContext }: EntryContext): string | undefined {
  let { errors, loaderData } = staticHandlerContext;
  return env.production && method === 'GET' && !errors ? pageKey({ url, data: loaderData }) : undefined;
}

/** After how many seconds an error asks to try again. */
function secondsToRetry(errors: Record<string, unknown> | null): number | undefined {
  let thrown = Object.values(errors ?? {}).filter(isRouteErrorResponse);
  return thrown.flatMap(({ data }) => busySeconds[isRecord(data) ? String(data.code) : ''] ?? [])[0];
}

/**
 * React fills buffers of 2 KB and leaves zero bytes at the end of one when the next character needs
 * more bytes than are left. Calls `whole` with a page that was sent to its end.
 */
function withoutPadding(whole?: (page: Buffer) => void): Transform {
  let parts: Uint8Array[] = [];
  return new Transform({
    transform(buffer: Uint8Array, _encoding, pass) {
      let end = buffer.length;
      while (end > 0 && buffer[end - 1] === 0) end--;
      let part = buffer.subarray(0, end);
      if (whole) parts.push(part);
      pass(null, part);
    },
    flush(done) {
      whole?.(Buffer.concat(parts));
      done();
    },
  });
}

/** Of pages that a script asks for. */
export function handleDataRequest(answer: Response, { request, params, context }: LoaderFunctionArgs): Response {
  let pattern = patternOf(request, params);
  context.noteRoute?.(pattern);
  addServerTiming(context, answer.headers, pattern);
  let warning = pageWarning(context);
  if (warning) answer.headers.set(pageWarningHeader, encodeURIComponent(warning));
  if (context.display) answer.headers.append('set-cookie', context.display);
  return answer;
}

/**
 * Logs errors of loaders, actions and rendering, except for requests that the client aborted or that
 * are wrong themselves.
 * Tokens of links in mails are left out, because they are still valid.
 */
export function handleError(error: unknown, { request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>): void {
  if (isRouteErrorResponse(error) && error.status < 500) return;
  let { pathname } = new URL(request.url);
  let shown = params.token ? pathname.replace(encodeURIComponent(params.token), '…') : pathname;
  let id = request.headers.get('x-request-id');
  if (!request.signal.aborted) logError(`${request.method} ${shown}${id ? ` (request ${id})` : ''}:`, error);
}

/** The address of a page with the names of its parameters in place of their values. */
function patternOf(request: Request, params: Params = {}): string {
  if (params['*'] !== undefined) return '/*';
  let steps = new URL(request.url).pathname.replace(/\.data$/, '').split('/');
  let names = new Map(
    Object.entries(params).flatMap(([name, value = '']) => [
      [value, name],
      [encodeURIComponent(value), name],
    ]),
  );
  return steps.map((step) => (names.has(step) ? `:${names.get(step)}` : step)).join('/');
}

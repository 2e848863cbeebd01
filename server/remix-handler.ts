/**
 * Remix on Express. Unlike Remix's own adapter, it respects the speed of the client and aborts
 * rendering when the client disconnects.
 */
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createReadableStreamFromReadable, type AppLoadContext, type ServerBuild } from '@remix-run/node';
import type { Request as Asked, RequestHandler, Response as Sent } from 'express';
import { pageHandler } from './page-handler';

/** Returns a cached response that is still current. */
type AnswerKept = (request: Request, context: AppLoadContext) => Promise<Response | undefined>;

interface Parts {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: string;
  /** `gone` is aborted when the response is finished or its client disconnects. */
  contextOf(asked: Asked, sent: Sent, gone: AbortSignal): AppLoadContext;
}

export function remixHandler({ build, mode, contextOf }: Parts): RequestHandler {
  let answer = pageHandler(build, mode);
  let answerKept = typeof build === 'function' ? undefined : answerKeptOf(build);
  return async (asked, sent, next) => {
    let left = new AbortController();
    // After the last byte too: Remix keeps timers with the request until it is aborted.
    sent.once('close', () => left.abort(over));
    try {
      let context = contextOf(asked, sent, left.signal);
      let request = requestOf(asked, left.signal);
      let answered = (await answerKept?.(request, context)) ?? (await answer(request, context));
      if (context.rawBody) sendWhole(answered, context.rawBody, sent);
      else await send(answered, sent, left.signal);
    } catch (error) {
      next(error);
    }
  };
}

function answerKeptOf({ entry }: ServerBuild): AnswerKept {
  return (entry.module as typeof entry.module & { answerKept: AnswerKept }).answerKept;
}

/** The host is settled and the address validated before this. */
function requestOf(asked: Asked, signal: AbortSignal): Request {
  let headers = new Headers();
  for (let [name, value = []] of Object.entries(asked.headers))
    for (let one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  let { method } = asked;
  let hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(`${asked.protocol}://${asked.headers.host}${asked.originalUrl}`, {
    method,
    headers,
    signal,
    ...(hasBody && { body: createReadableStreamFromReadable(asked), duplex: 'half' }),
  });
}

/** One shared abort reason: creating an error per request would take longer than a response. */
const over = new Error('The response is already sent.');

function sendHead({ status, statusText, headers }: Response, sent: Sent): void {
  sent.statusMessage = statusText;
  sent.status(status);
  for (let [name, value] of headers) sent.append(name, value);
}

function sendWhole(answer: Response, body: Uint8Array, sent: Sent): void {
  sendHead(answer, sent);
  sent.setHeader('content-length', body.length);
  sent.end(body);
}

/** A page arrives in hundreds of small chunks; those available at once are compressed together. */
const togetherMax = 65_536;

async function send(answer: Response, sent: Sent, left: AbortSignal): Promise<void> {
  let { body } = answer;
  if (left.aborted) return body?.cancel();
  sendHead(answer, sent);
  if (!body) return void sent.end();
  let reader = body.getReader();
  let closed = once(left, 'abort').then(() => 'closed' as const);
  let drained: (() => void) | undefined;
  sent.on('drain', () => drained?.());
  let parts: Uint8Array[] = [];
  let length = 0;
  let reading = reader.read();
  try {
    for (;;) {
      let part = await Promise.race([closed, reading]);
      if (part === 'closed') return await reader.cancel();
      if (part.done) break;
      parts.push(part.value);
      length += part.value.length;
      reading = reader.read();
      let isMoreHere = await Promise.race([reading.then(() => true), nextTurn(false)]);
      if (isMoreHere && length < togetherMax) continue;
      let isTaken = sent.write(Buffer.concat(parts));
      [parts, length] = [[], 0];
      if (!isTaken) await Promise.race([new Promise<void>((resolve) => (drained = resolve)), closed]);
      // Compression buffers until it is flushed.
      if ('flush' in sent && typeof sent.flush === 'function') sent.flush();
    }
    sent.end(Buffer.concat(parts));
  } catch (error) {
    sent.destroy(error as Error);
  }
}

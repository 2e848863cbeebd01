/**
 * Remix behind Express. An answer is sent as fast as its reader takes it, and one that nobody waits
 * for any more is not made to its end; Remix's own adapter does neither.
 */
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createReadableStreamFromReadable, type AppLoadContext, type ServerBuild } from '@remix-run/node';
import type { Request as Asked, RequestHandler, Response as Sent } from 'express';
import { pageHandler } from './page-handler';

/** Gives an answer that was kept, where it is as good as a new one. */
type AnswerKept = (request: Request, context: AppLoadContext) => Promise<Response | undefined>;

interface Parts {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: string;
  /** `gone` is aborted when the answer is over, above all where its client has left before. */
  contextOf(asked: Asked, sent: Sent, gone: AbortSignal): AppLoadContext;
}

/** The handler of pages, and of every other address the app has. */
export function remixHandler({ build, mode, contextOf }: Parts): RequestHandler {
  let answer = pageHandler(build, mode);
  let answerKept = typeof build === 'function' ? undefined : answerKeptOf(build);
  return async (asked, sent, next) => {
    let left = new AbortController();
    // Also after the last byte: Remix keeps timers until then, each with its request.
    sent.once('close', () => left.abort(over));
    try {
      let context = contextOf(asked, sent, left.signal);
      let request = requestOf(asked, left.signal);
      let answered = (await answerKept?.(request, context)) ?? (await answer(request, context));
      if (context.whole) sendWhole(answered, context.whole, sent);
      else await send(answered, sent, left.signal);
    } catch (error) {
      next(error);
    }
  };
}

function answerKeptOf({ entry }: ServerBuild): AnswerKept {
  return (entry.module as typeof entry.module & { answerKept: AnswerKept }).answerKept;
}

/** The host has been settled and the address checked by now. */
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

/** Why a request ends; an error of its own for each would take longer to make than its answer. */
const over = new Error('The answer is over.');

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

/** A page comes in hundreds of small parts; what is there at once is compressed and sent as one. */
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
      // Compression keeps what it has until it is told.
      (sent as { flush?: () => void }).flush?.();
    }
    sent.end(Buffer.concat(parts));
  } catch (error) {
    sent.destroy(error as Error);
  }
}

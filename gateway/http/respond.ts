/** Turns what a handler gives, and what goes wrong, into answers. */
import type { Logger } from 'pino';
import type { ErrorAnswer } from 'contract/error-answer';
import { statusOf } from 'contract/errors';
import type { Route } from 'contract/route';
import { Refusal } from '../refusal';
import { idleReaderMs } from '../work-limits';
import { Streamed } from './handler';

const always = { 'cache-control': 'no-store' };

/**
 * The answer of a handler, with the status and kind its route says. A streamed one begins when its
 * first part is there, so that what fails at once is refused.
 */
export async function respond(
  route: Route,
  result: unknown,
  log: Logger,
  idleMs: number = idleReaderMs,
): Promise<Response> {
  if (result instanceof Streamed) {
    let parts = result.chunks[Symbol.asyncIterator]();
    let headers = { ...always, ...result.headers };
    let body = streamOf(await parts.next(), parts, { log, idleMs });
    return new Response(body, { status: route.status, headers });
  }
  if (route.kind === 'none') return new Response(null, { status: route.status, headers: always });
  return Response.json(result, { status: route.status, headers: always });
}

/**
 * The answer to whatever was thrown. What is not a refusal is logged, once, and says nothing about
 * its cause.
 */
export function respondToError(error: unknown, log: Logger, headers: Record<string, string> = {}): Response {
  let refusal = error instanceof Refusal ? error : new Refusal('internal-error');
  if (refusal !== error) log.error({ err: error }, 'call failed');
  return Response.json(answerOf(refusal), {
    status: statusOf(refusal.code),
    headers: { ...always, ...headersOf(refusal), ...headers },
  });
}

function answerOf({ code, message, field, details: { challenge } }: Refusal): ErrorAnswer {
  return { code, message, ...(field && { field }), ...(challenge && { challenge }) };
}

function headersOf({ code, details: { retrySeconds } }: Refusal): Record<string, string> {
  return {
    ...(retrySeconds !== undefined && { 'retry-after': String(retrySeconds) }),
    // The rest of the body stays unread, so the connection cannot serve another call.
    ...(code === 'body-too-large' && { connection: 'close' }),
  };
}

/** Made part by part as it is read; a reader that takes no part for too long is cut off. */
function streamOf(
  first: IteratorResult<string>,
  parts: AsyncIterator<string>,
  { log, idleMs }: { log: Logger; idleMs: number },
): ReadableStream<Uint8Array> {
  let encoder = new TextEncoder();
  let next: Promise<IteratorResult<string>> | undefined = Promise.resolve(first);
  let idle: NodeJS.Timeout | undefined;
  return new ReadableStream({
    async pull(controller) {
      clearTimeout(idle);
      try {
        let { done, value } = await (next ?? parts.next());
        next = undefined;
        if (done) return controller.close();
        controller.enqueue(encoder.encode(value));
        idle = setTimeout(() => {
          log.info('a client has stopped to read its answer, which is cut off');
          controller.error(new Error('Nobody reads this answer.'));
          void parts.return?.();
        }, idleMs).unref();
      } catch (error) {
        // The status is out already; a cut connection is the only way left to say that the answer
        // is not whole.
        log.error({ err: error }, 'answer cut short');
        controller.error(new Error('The answer could not be completed.'));
      }
    },
    async cancel() {
      clearTimeout(idle);
      await parts.return?.();
    },
  });
}

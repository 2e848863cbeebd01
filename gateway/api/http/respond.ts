import type { Logger } from 'pino';
import type { ErrorAnswer } from 'contract/api/error-answer';
import { statusOf } from 'contract/rules/errors';
import type { Route } from 'contract/rules/route';
import { ApiError } from '../../floor/calls/api-error';
import { idleReaderMs } from '../../floor/calls/work-limits';
import { Streamed } from './handler';

const always = { 'cache-control': 'no-store' };

/**
 * The answer of a handler, with the status and kind of its route. A stream starts when its first
 * part is ready, so that an error at the start is an error answer.
 */
export async function respond(
  route: Route,
  result: unknown,
  { log, idleMs = idleReaderMs }: { log: Logger; idleMs?: number | undefined },
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

/** The answer to a thrown value. */
export function respondToError(error: unknown, log: Logger, headers: Record<string, string> = {}): Response {
  let refusal = refusalOf(error, log);
  return Response.json(answerOf(refusal), {
    status: statusOf(refusal.code),
    headers: { ...always, ...headersOf(refusal), ...headers },
  });
}

/**
 * A thrown value as an error of the API. Anything but a refusal is logged, once, and its cause is
 * not in the answer.
 */
export function refusalOf(error: unknown, log: Logger): ApiError {
  if (error instanceof ApiError) return error;
  log.error({ err: error }, 'call failed');
  return new ApiError('internal-error');
}

export function answerOf({ code, message, field, details: { challenge, scope } }: ApiError): ErrorAnswer {
  return { code, message, ...(field && { field }), ...(challenge && { challenge }), ...(scope && { scope }) };
}

function headersOf({ code, details: { retrySeconds, scope } }: ApiError): Record<string, string> {
  return {
    ...(retrySeconds !== undefined && { 'retry-after': String(retrySeconds) }),
    // RFC 6750, 3.1
    ...(scope && { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` }),
    // The rest of the body is not read, so the connection cannot be reused.
    ...(code === 'body-too-large' && { connection: 'close' }),
  };
}

/** Made part by part as it is read; a reader that takes no part for too long is cut off. */
function streamOf(
  first: IteratorResult<string | Uint8Array>,
  parts: AsyncIterator<string | Uint8Array>,
  { log, idleMs }: { log: Logger; idleMs: number },
): ReadableStream<Uint8Array> {
  let encoder = new TextEncoder();
  let next: Promise<IteratorResult<string | Uint8Array>> | undefined = Promise.resolve(first);
  let idle: NodeJS.Timeout | undefined;
  let hasLeft = false;
  return new ReadableStream({
    async pull(controller) {
      clearTimeout(idle);
      try {
        let { done, value } = await (next ?? parts.next());
        next = undefined;
        if (hasLeft) return;
        if (done) return controller.close();
        controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
        idle = setTimeout(() => {
          log.info('a client stopped reading; response cut off');
          controller.error(new Error('The client stopped reading.'));
          void parts.return?.();
        }, idleMs).unref();
      } catch (error) {
        if (hasLeft) return;
        // The status has been sent; only a cut connection can show that the answer is incomplete.
        log.error({ err: error }, 'response cut short');
        controller.error(new Error('The response could not be completed.'));
      }
    },
    async cancel() {
      hasLeft = true;
      clearTimeout(idle);
      await parts.return?.();
    },
  });
}

/**
 * Limits how many pages are rendered at once, so that many requests of one visitor leave room for
 * others.
 */
import type { Request, RequestHandler, Response } from 'express';
import { addressBlock, clientAddress, type TrustProxy } from 'net/proxies';
import { ApiError } from 'gateway/floor/calls/api-error';
import { createFairQueue } from 'gateway/floor/calls/fair-queue';
import { pageLimit, pagesOpenMax, postLimit } from 'gateway/floor/calls/work-limits';

type BusyReason = 'too-much-at-once' | 'server-is-busy';

/** The signed-in person of a `Cookie` header. */
export type ReadSession = (cookies: string) => string | undefined;

/**
 * Passes a request on when its visitor has a free slot, until the response headers are sent. Beyond
 * the limits it is passed on with `locals.busy`, and refused at once where even that would be too
 * much. Posts wait and are never refused, so that no input is lost.
 */
export function limitPages(signedInAs: () => Promise<ReadSession>, trustProxy: TrustProxy): RequestHandler {
  let turns = createFairQueue(pageLimit);
  let postTurns = createFairQueue(postLimit);
  let open = 0;

  /** Only a valid session identifies a visitor: anyone could make one up for each request. */
  async function visitorOf(request: Request): Promise<string> {
    let { cookie } = request.headers;
    let person = cookie && (await signedInAs())(cookie);
    return person ? `person ${person}` : addressBlock(clientAddress(request, trustProxy));
  }

  return (request, response, next) => {
    if (open >= pagesOpenMax) return refuse(response);
    open += 1;
    let gone = new AbortController();
    response.once('close', () => {
      open -= 1;
      if (!response.writableFinished) gone.abort();
    });
    if (request.path === '/healthz') return next();
    let isReading = request.method === 'GET' || request.method === 'HEAD';
    let work = () => {
      next();
      return headOf(response);
    };
    visitorOf(request)
      .then((visitor) => (isReading ? turns.take(visitor, work, gone.signal) : postTurns.goOn(visitor, work)))
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) return next(error);
        if (gone.signal.aborted) return;
        response.locals.busy = error.code as BusyReason;
        next();
      });
  };
}

/** Resolves when the response starts or is abandoned. */
function headOf(response: Response): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    let writeHead = response.writeHead.bind(response) as (...given: unknown[]) => Response;
    response.writeHead = (...given: unknown[]) => {
      resolve();
      return writeHead(...given);
    };
  });
}

function refuse(response: Response): void {
  let { message } = new ApiError('server-is-busy');
  response.status(503).set({ 'retry-after': '5', connection: 'close' }).type('text').send(`${message}\n`);
}

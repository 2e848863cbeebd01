/** Pages are made in turn, so that many of one visitor leave room for those of others. */
import type { Request, RequestHandler, Response } from 'express';
import { addressBlock, clientAddress, type TrustProxy } from 'net/proxies';
import { ApiError } from 'gateway/floor/api-error';
import { createFairQueue } from 'gateway/floor/fair-queue';
import { pageLimit, pagesOpenMax, postLimit } from 'gateway/floor/work-limits';

/** Why a page is not made, for the page that says so. */
export type BusyReason = 'too-much-at-once' | 'server-is-busy';

/** The person whose session is in a `Cookie` header, if one of ours is. */
export type ReadSession = (cookies: string) => string | undefined;

/**
 * Passes a request on when its turn comes; a turn ends with the head of the answer. What comes
 * beyond the limits is passed on with `locals.busy`, and refused at once where even that would be
 * too much. Posts wait and are never refused: what was typed would be lost.
 */
export function limitPages(signedInAs: () => Promise<ReadSession>, trustProxy: TrustProxy): RequestHandler {
  let turns = createFairQueue(pageLimit);
  let postTurns = createFairQueue(postLimit);
  let open = 0;

  /** A session that is not ours says nothing: anybody could make up one for each request. */
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

/** Resolves when the answer begins, or is given up. */
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

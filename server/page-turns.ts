/** Pages are made in turn, so that many of one visitor leave room for those of others. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import { clientAddress, type TrustProxy } from 'net/proxies';
import { Refusal } from 'gateway/refusal';
import { createTurns } from 'gateway/turns';
import { pages, pagesOpenMax, postsBegun } from 'gateway/work-limits';

/** Why a page is not made, for the page that says so. */
export type Busy = 'too-much-at-once' | 'server-is-busy';

/**
 * Passes a request on when its turn comes; a turn ends with the head of the answer. What comes
 * beyond the limits is passed on with `locals.busy`, and refused at once where even that would be
 * too much. Posts only begin one after the other: what was typed would be lost with a refusal, and
 * what is heavy about them has limits of its own.
 */
export function pageTurns(trustProxy: TrustProxy): RequestHandler {
  let turns = createTurns(pages);
  let open = 0;
  let posts = createTurns(postsBegun);
  return (request, response, next) => {
    if (open >= pagesOpenMax) return refuse(response);
    open += 1;
    let gone = new AbortController();
    response.once('close', () => {
      open -= 1;
      gone.abort();
    });
    if (request.path === '/healthz') return next();
    let isReading = request.method === 'GET' || request.method === 'HEAD';
    let work = () => {
      next();
      return headOf(response);
    };
    let visitor = visitorOf(request, trustProxy);
    if (!isReading) return void posts.goOn(visitor, () => (next(), nextTurn()));
    turns.take(visitor, work, gone.signal).catch((error: unknown) => {
      if (!(error instanceof Refusal)) return next(error);
      if (gone.signal.aborted) return;
      response.locals.busy = error.code as Busy;
      next();
    });
  };
}

/** Somebody signed in by their session, which says nothing about whom; others by their address. */
function visitorOf(request: Request, trustProxy: TrustProxy): string {
  let [, session] = /(?:^|;\s*)__(?:Host-)?session=([^;]+)/.exec(request.headers.cookie ?? '') ?? [];
  return session ?? clientAddress(request, trustProxy);
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
  let { message } = new Refusal('server-is-busy');
  response.status(503).set({ 'retry-after': '5', connection: 'close' }).type('text').send(`${message}\n`);
}

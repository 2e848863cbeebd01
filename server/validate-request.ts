/** Rejects requests that Remix or Express would fail on, with a 400 or 405 and a message. */
import { requestIdHeader } from 'net/request-id';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/** Runs after the host is settled and before anything reads the address. */
export function refuseAmbiguous(request: Request, response: Response, next: NextFunction): void {
  if (!methods.has(request.method)) return refuse(response, 405, 'This method is not allowed.');
  let isClear = isHost(request.headers.host ?? '') && isPath(request.url);
  if (!isClear) return refuse(response, 400, 'Invalid URL.');
  if (isDeep(request.url)) return refuse(response, 404, 'Page not found.');
  next();
}

/** Runs last: errors outside of pages. */
export function reportFailure(log: Logger) {
  return (error: unknown, request: Request, response: Response, next: NextFunction): void => {
    let { status } = error as { status?: number };
    if (status !== undefined && status >= 400 && status < 500 && !response.headersSent)
      return refuse(response, status, 'Invalid request.');
    log.error({ err: error, request: request.get(requestIdHeader) }, 'the dashboard failed to respond');
    if (response.headersSent) return next(error);
    refuse(response, 500, 'Something went wrong.');
  };
}

function refuse(response: Response, status: number, sentence: string): void {
  response.status(status).type('text').send(`${sentence}\n`);
}

/**
 * Remix inserts the host into an address unchanged: a slash in it would start the path, and a port
 * over 65535 is invalid.
 */
function isHost(host: string): boolean {
  return hostPattern.test(host) && URL.canParse(`http://${host}`);
}

/** No page has more than ten path segments, and matching takes longer with each of them. */
const stepsMax = 20;

function isDeep(url: string): boolean {
  return url.split('?', 1)[0]!.split('/', stepsMax + 2).length > stepsMax + 1;
}

/** Express decodes the path. */
function isPath(url: string): boolean {
  try {
    return decodeURIComponent(url.split('?', 1)[0]!).startsWith('/');
  } catch {
    return false;
  }
}

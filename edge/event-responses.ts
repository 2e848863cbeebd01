/**
 * Responses to requests that send events. Pages of any origin may read them: they contain no data
 * about anyone, and no cookie is involved.
 */
import type { ServerResponse } from 'node:http';
import * as limits from 'contract/floor/limits';
import { sentBytesMax, sentEventsMax } from './requests/sent-events';
import { allowAnyOrigin, sendJson } from './answer';
import type { EventRefusal } from './requests/decision';

const refusals = {
  'token-not-valid': [401, 'Send the token of this address as Authorization: Bearer <token>.'],
  'method-not-allowed': [405, 'Method not allowed for this URL.'],
  'body-too-large': [413, `A body has at most ${sentBytesMax} bytes.`],
  'events-type-not-known': [415, 'Send events as application/json, application/x-ndjson or text/plain, not packed.'],
  'events-not-valid': [422, 'Send JSON objects: one, a list of them, or one on each line.'],
  'too-many-events': [422, `A body holds at most ${sentEventsMax} events.`],
  'too-many-requests': [429, 'Too many events came from this IP address. Please send again in a minute.'],
  'install-not-valid': [422, 'Send what an installation tells: the name and the version of its package.'],
  'notice-too-large': [413, `A notice of installed packages has at most ${limits.noticeBytesMax} bytes.`],
  'notice-not-valid': [
    422,
    'Send the installed packages as Composer does: {"downloads":[{"name":"…","version":"…"}]}.',
  ],
} as const satisfies Record<EventRefusal, [number, string]>;

/** Answers a CORS preflight; browsers may cache it for a day. */
export function sendPreflight(res: ServerResponse): void {
  allowAnyOrigin(res);
  res.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, HEAD, POST',
    'Access-Control-Allow-Headers': 'Content-Type, Authorization',
    'Access-Control-Max-Age': '86400',
    'Cache-Control': 'no-store',
  });
  res.end();
}

/** The body of the request may not have been read. */
export function sendEventRefusal(res: ServerResponse, code: EventRefusal, forPages: boolean): void {
  let [status, message] = refusals[code];
  if (forPages) allowAnyOrigin(res);
  if (status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  if (status === 405) res.setHeader('Allow', forPages ? 'GET, HEAD, POST, OPTIONS' : 'POST');
  if (status === 429) res.setHeader('Retry-After', '60');
  if (!res.req.readableEnded) res.setHeader('Connection', 'close');
  sendJson(res, status, { code, message });
}

/** Responses that the edge makes itself. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { allowedMethods, type Decision, type Settled } from './requests/decision';
import type { Document } from './upstream/index-cache';
import { image } from './pixel';

type Refusal = Extract<Decision, { kind: 'refuse' }>;
type Counted = Extract<Settled, { kind: 'redirect' | 'image' | 'empty' }>;
export type Uncounted = Exclude<Settled, Counted>;

/** Whether a response only waits for its event. */
export function isCounted(decision: Settled): decision is Counted {
  return decision.kind === 'redirect' || decision.kind === 'image' || decision.kind === 'empty';
}

export function sendCounted(decision: Counted, res: ServerResponse): void {
  if (decision.kind === 'redirect') return sendRedirect(res, decision.location, decision.status);
  if (decision.kind === 'image') return sendImage(res);
  makeInert(res);
  allowAnyOrigin(res);
  sendEmpty(res, decision.status ?? 200);
}

const sentences = {
  host: 'No packages are served at this host.\n',
  path: 'No package at this URL.\n',
  method: 'Use GET or HEAD for this URL.\n',
  format: 'None of the accepted media types is available.\n',
  registry: 'The registry of this package did not answer, please try again later.\n',
  'too-long': 'This URL is too long.\n',
  bytes: 'This URL contains bytes that must be percent-encoded.\n',
  'no-rules': 'The packages served here are not known yet, please try again in a few seconds.\n',
  broken: 'Something went wrong on our side, please try again.\n',
};

/**
 * Makes any response harmless in a browser, ours or a registry's: no content is sniffed as a page,
 * and a page would run and load nothing.
 */
const inert = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', "sandbox; default-src 'none'; frame-ancestors 'none'"],
] as const;

/** Not needed for responses of `sendRedirect` and `sendImage`. */
export function makeInert(res: ServerResponse): void {
  for (let [name, value] of inert) res.setHeader(name, value);
}

/** For the most frequent responses: a flat list of names and values is fastest in Node. */
const redirectHeaders = [...inert.flat(), 'Content-Length', '0', 'Cache-Control', 'no-store', 'Location'];

/** For a redirect that a client's own cache keeps, for a year as registries do with files. */
const keptHeaders = redirectHeaders.map((one) => (one === 'no-store' ? 'private, max-age=31536000, immutable' : one));

export function refuse(res: ServerResponse, status: number, body: keyof typeof sentences): void {
  makeInert(res);
  sendText(res, status, sentences[body]);
}

export function sendText(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  });
  res.end(text);
}

/** In the error format of the OCI distribution specification. */
export function sendRegistryError(res: ServerResponse, status: number, code: string, message: string): void {
  let text = JSON.stringify({ errors: [{ code, message, detail: {} }] });
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'Docker-Distribution-Api-Version': 'registry/2.0',
  });
  res.end(text);
}

export function sendRefusal(res: ServerResponse, { status, body }: Refusal): void {
  if (body === 'image') return sendRegistryError(res, status, 'NAME_UNKNOWN', 'repository name not known to registry');
  if (body === 'method') res.setHeader('Allow', allowedMethods).setHeader('Connection', 'close');
  if (body !== 'none') return sendText(res, status, sentences[body]);
  sendEmpty(res, status);
}

/** Lets scripts on pages of any origin read the response. */
export function allowAnyOrigin(res: ServerResponse): void {
  res.setHeader('Access-Control-Allow-Origin', '*');
}

export function sendJson(res: ServerResponse, status: number, body: object): void {
  let text = JSON.stringify(body);
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  });
  res.end(text);
}

/** How long clients may use an index without revalidation, in seconds. */
const indexAge = 60;

/** Sends an index: compressed if the client accepts that, or 304. */
export function sendDocument(res: ServerResponse, document: Document, asked: IncomingHttpHeaders): void {
  let { packed, bytes, type, etag, modified } = document;
  res.setHeader('ETag', etag).setHeader('Vary', 'Accept, Accept-Encoding');
  res.setHeader('Cache-Control', `public, max-age=${indexAge}`);
  if (modified !== undefined) res.setHeader('Last-Modified', modified);
  if (isKnown(asked, document)) return void res.writeHead(304).end();
  let isPacked = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(String(asked['accept-encoding'] ?? ''));
  if (isPacked) res.setHeader('Content-Encoding', 'gzip');
  res.writeHead(200, { 'Content-Type': type, 'Content-Length': isPacked ? packed.length : bytes });
  if (isPacked || res.req.method === 'HEAD') return void res.end(isPacked ? packed : undefined);
  // Fails only when the client has disconnected.
  pipeline(Readable.from([packed]), createGunzip(), res, () => {});
}

/** Whether a client has this document. A date is compared as text only. */
function isKnown(
  { 'if-none-match': marks, 'if-modified-since': date }: IncomingHttpHeaders,
  { etag, modified }: Document,
): boolean {
  return marks === undefined ? date !== undefined && date === modified : hasETag(marks, etag);
}

/** Weak comparison of an If-None-Match. */
function hasETag(asked: string, etag: string): boolean {
  let plain = (one: string) => one.trim().replace(/^W\//, '');
  return asked.split(',').some((one) => plain(one) === plain(etag) || one.trim() === '*');
}

export function sendEmpty(res: ServerResponse, status: number): void {
  res.writeHead(status, { 'Content-Length': 0, 'Cache-Control': 'no-store' });
  res.end();
}

/** Includes the headers of `makeInert`. */
export function sendRedirect(res: ServerResponse, location: string, status: 301 | 302 | 307 = 307): void {
  res.writeHead(status, [...(status === 301 ? keptHeaders : redirectHeaders), location]);
  res.end();
}

const imageHeaders = [
  ...inert,
  ['Content-Type', 'image/png'],
  ['Content-Length', String(image.length)],
  ['Cache-Control', 'no-cache, no-store, must-revalidate'],
  ['Cross-Origin-Resource-Policy', 'cross-origin'],
].flat();

/** Includes the headers of `makeInert`. */
function sendImage(res: ServerResponse): void {
  res.writeHead(200, imageHeaders);
  res.end(image);
}

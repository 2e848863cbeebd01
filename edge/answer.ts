/** Answers that the edge makes itself. */
import type { ServerResponse } from 'node:http';
import { methods, type Decision } from './decision';
import { image } from './pixel';

type Refusal = Extract<Decision, { kind: 'refuse' }>;

const sentences = {
  host: 'No packages are served at this host.\n',
  path: 'No package is served at this address.\n',
  method: 'This address answers GET and HEAD.\n',
  'too-long': 'This address is too long.\n',
  bytes: 'This address holds bytes that must be percent-encoded.\n',
  'no-rules': 'The packages served here are not known yet, please try again in a few seconds.\n',
  broken: 'Something went wrong on our side, please try again.\n',
};

/**
 * Makes any answer harmless in a browser, ours or a registry's: no content is guessed to be a page,
 * and a page would run and load nothing. For every answer.
 */
export function makeInert(res: ServerResponse): void {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Content-Security-Policy', "sandbox; default-src 'none'; frame-ancestors 'none'");
}

/** Answers with a small text. */
export function sendText(res: ServerResponse, status: number, body: keyof typeof sentences): void {
  let text = sentences[body];
  res.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  });
  res.end(text);
}

/** Answers with the error body of the OCI distribution specification. */
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
  if (body === 'method') res.setHeader('Allow', methods).setHeader('Connection', 'close');
  if (body !== 'none') return sendText(res, status, body);
  sendEmpty(res, status);
}

export function sendEmpty(res: ServerResponse, status: number): void {
  res.writeHead(status, { 'Content-Length': 0, 'Cache-Control': 'no-store' });
  res.end();
}

export function sendRedirect(res: ServerResponse, location: string, status: 302 | 307 = 307): void {
  res.writeHead(status, { Location: location, 'Content-Length': 0, 'Cache-Control': 'no-store' });
  res.end();
}

export function sendImage(res: ServerResponse): void {
  res.writeHead(200, {
    'Content-Type': 'image/png',
    'Content-Length': image.length,
    'Cache-Control': 'no-cache, no-store, must-revalidate',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  res.end(image);
}

/**
 * Headers that are forwarded between a client and a registry. Others are dropped: those that
 * identify the client, and those with which a registry would instruct a browser.
 */
import type { IncomingHttpHeaders } from 'node:http';

const asked = new Set([
  'accept',
  'accept-language',
  'authorization',
  'cache-control',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
  'user-agent',
]);

const answered = new Set([
  'accept-ranges',
  'age',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'date',
  'docker-content-digest',
  'docker-distribution-api-version',
  'etag',
  'expires',
  'last-modified',
  'link',
  'location',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'vary',
  'warning',
  'www-authenticate',
]);

/** Media types of registries; browsers render and run none of them. */
const contentTypes =
  /^(?:text\/plain|binary\/octet-stream|application\/(?:json|octet-stream|wasm|zip|zstd|x-tar|(?:x-)?gzip|vnd\.[\w.-]+(?:\+(?:json|gzip|zstd|zip))?|[\w.-]+\+json))\s*(?:;.*)?$/i;

export function requestHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return only(headers, (name) => asked.has(name));
}

/** Other media types become `application/octet-stream`. */
export function responseHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  let passed = only(headers, (name) => answered.has(name) || name.startsWith('oci-'));
  let type = passed['content-type'];
  if (type !== undefined && !contentTypes.test(type)) passed['content-type'] = 'application/octet-stream';
  return passed;
}

function only(headers: IncomingHttpHeaders, passes: (name: string) => boolean): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => passes(name)));
}

/**
 * Fetches a registry's document for the edge itself: within limits, never from a private address
 * that the operator does not allow, and without data of the client.
 */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { failureOf, type FallbackReason } from 'contract/packages/fallback-targets';
import type { Proxy } from './proxy';

export interface DocumentRequest {
  address: string;
  accept: string;
  /** Other media types are refused. */
  types: RegExp;
  /** The ETag of the cached document. */
  etag?: string | undefined;
}

export interface UpstreamDocument {
  /** Decompressed. */
  body: Readable;
  type: string;
  /** Of its media type; empty without one. */
  charset: string;
  etag: string | undefined;
  /** Its Last-Modified. */
  modified: string | undefined;
  /** The address after redirects, the base of relative links. */
  address: string;
}

/** A registry that does not answer, fails or limits requests. */
export class BackendFailure extends Error {
  constructor(
    message: string,
    readonly reason: Exclude<FallbackReason, ''>,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

const redirectsMax = 5;
const redirects = [301, 302, 303, 307, 308];

/**
 * `missing`: the registry does not have it. `unchanged`: it still has the ETag that was sent.
 * Rejects for every other response, with a BackendFailure if the registry is away or limits requests.
 */
export async function getDocument(
  proxy: Proxy,
  { address, accept, types, etag }: DocumentRequest,
  signal: AbortSignal,
): Promise<UpstreamDocument | 'missing' | 'unchanged'> {
  let headers = {
    accept,
    'accept-encoding': 'gzip',
    'user-agent': 'landfall',
    ...(etag !== undefined && { 'if-none-match': etag }),
  };
  let at = address;
  for (let hops = 0; ; hops += 1) {
    let asked = proxy.ask(at, { method: 'GET', headers }, signal);
    let {
      answer,
      headers: given,
      address: from,
    } = await asked.catch((error: unknown) => {
      throw new BackendFailure(`${at} did not answer`, 'away', error);
    });
    let status = answer.statusCode ?? 0;
    if (status === 200) {
      let [media = '', ...parameters] = (answer.headers['content-type'] ?? '').split(';');
      let type = media.trim().toLowerCase();
      let charset = /^\s*charset\s*=\s*"?([\w.:+-]+)"?\s*$/i.exec(
        parameters.find((one) => /charset/i.test(one)) ?? '',
      )?.[1];
      if (types.test(type)) {
        let { etag, 'last-modified': modified, 'content-encoding': encoding } = given;
        return { body: unpacked(answer, encoding), type, charset: charset ?? '', etag, modified, address: from };
      }
      answer.destroy();
      throw new Error(`${at} answered with the media type ${type || 'none'}`);
    }
    answer.resume();
    if (status === 304 && etag !== undefined) return 'unchanged';
    if (status === 404 || status === 410) return 'missing';
    let reason = failureOf(status);
    if (reason) throw new BackendFailure(`${at} answered ${status}`, reason);
    let next = redirects.includes(status) ? given.location : undefined;
    if (next === undefined) throw new Error(`${at} answered ${status}`);
    if (hops === redirectsMax) throw new Error(`${address} redirects too often`);
    if (at.startsWith('https:') && !next.startsWith('https:')) throw new Error(`${at} redirects to a URL without TLS`);
    at = next;
  }
}

function unpacked(answer: Readable, encoding: string | undefined): Readable {
  if (encoding === undefined || encoding === 'identity') return answer;
  if (encoding !== 'gzip') {
    answer.destroy();
    throw new Error(`the answer is packed as ${encoding}`);
  }
  // An error of either side reaches the reader of the decompressed stream.
  return pipeline(answer, createGunzip(), () => {});
}

/**
 * A request as the edge uses it: read once from socket and headers, normalized, without trusting
 * anything a client could forge.
 */
import type { IncomingMessage } from 'node:http';
import * as limits from 'contract/floor/limits';
import { headerText } from 'net/header-text';
import { clientAddress, type TrustProxy } from 'net/proxies';
import { ascii, canonicalPath } from './address';

/** Browsers send about a dozen languages. */
export const languageMax = 300;

export interface EdgeRequest {
  method: string;
  /** Lower case, without port. */
  host: string;
  /** Canonical and ASCII; starts with a slash. */
  path: string;
  /** As sent, ASCII, without the question mark. */
  query: string;
  /** Empty if unknown. */
  address: string;
  userAgent: string;
  referer: string;
  language: string;
  /** `DNT: 1` or `Sec-GPC: 1`. */
  doNotTrack: boolean;
  headers: IncomingMessage['headers'];
}

/** The request's host must be settled by `settleHost`. */
export function readEdgeRequest(req: IncomingMessage, trustProxy: TrustProxy): EdgeRequest {
  let { headers } = req;
  let [path, query] = splitTarget(req.url ?? '/');
  return {
    method: req.method ?? 'GET',
    host: bareHost(headers.host ?? ''),
    path,
    query,
    address: clientAddress(req, trustProxy),
    userAgent: headerText(headers['user-agent'], limits.userAgentMax),
    referer: headerText(headers.referer, limits.refererMax),
    language: headerText(headers['accept-language'], languageMax),
    doNotTrack: headers.dnt === '1' || headers['sec-gpc'] === '1',
    headers,
  };
}

/** Without port, in lower case; IPv6 literals without brackets. */
export function bareHost(host: string): string {
  let lower = host.trim().toLowerCase();
  if (lower.startsWith('[')) return lower.slice(1, lower.indexOf(']') < 0 ? undefined : lower.indexOf(']'));
  let colon = lower.indexOf(':');
  return (colon < 0 ? lower : lower.slice(0, colon)).replace(/\.$/, '');
}

export function splitTarget(target: string): [string, string] {
  let hash = target.indexOf('#');
  let whole = ascii(hash < 0 ? target : target.slice(0, hash));
  let ask = whole.indexOf('?');
  let path = ask < 0 ? whole : whole.slice(0, ask);
  return [path.startsWith('/') ? canonicalPath(path) : '/', ask < 0 ? '' : whole.slice(ask + 1)];
}

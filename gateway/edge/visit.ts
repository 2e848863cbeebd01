/** One request as the edge sees it: taken from the socket and the headers once, in one spelling, with nothing trusted that the client could make up. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import * as limits from 'contract/limits';
import { ascii, canonicalPath } from './address';

export interface Visit {
  method: string;
  /** Lower-cased, without port. */
  host: string;
  /** Canonical and ASCII; starts with a slash. */
  path: string;
  /** As sent, ASCII, without the question mark. */
  query: string;
  /** The client's IP address; empty when there is none. */
  address: string;
  userAgent: string;
  referer: string;
  language: string;
  /** The client asked not to be tracked (`DNT: 1` or `Sec-GPC: 1`). */
  doNotTrack: boolean;
  headers: IncomingMessage['headers'];
}

/** Reads a request. `trustProxy`: the first hop of `X-Forwarded-For` and `X-Forwarded-Host` are believed. */
export function readVisit(req: IncomingMessage, trustProxy: boolean): Visit {
  let { headers } = req;
  let [path, query] = splitTarget(req.url ?? '/');
  return {
    method: req.method ?? 'GET',
    host: requestedHost(req, trustProxy),
    path,
    query,
    address: clientAddress(req, trustProxy),
    userAgent: (headers['user-agent'] ?? '').slice(0, limits.userAgentMax),
    referer: (headers.referer ?? '').slice(0, limits.refererMax),
    language: headers['accept-language'] ?? '',
    doNotTrack: headers.dnt === '1' || headers['sec-gpc'] === '1',
    headers,
  };
}

/** The host a request is for, as `bareHost` spells it. */
export function requestedHost({ headers }: IncomingMessage, trustProxy: boolean): string {
  return bareHost((trustProxy && firstOf(headers['x-forwarded-host'])) || headers.host || '');
}

/** A host name without its port and in lower case; IPv6 literals lose their brackets. */
export function bareHost(host: string): string {
  let lower = host.trim().toLowerCase();
  if (lower.startsWith('[')) return lower.slice(1, lower.indexOf(']') < 0 ? undefined : lower.indexOf(']'));
  let colon = lower.indexOf(':');
  return (colon < 0 ? lower : lower.slice(0, colon)).replace(/\.$/, '');
}

/** Path and query of a request target; proxies may also send the absolute form. */
function splitTarget(target: string): [string, string] {
  let local = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  let hash = local.indexOf('#');
  let whole = ascii(hash < 0 ? local : local.slice(0, hash));
  let ask = whole.indexOf('?');
  let path = ask < 0 ? whole : whole.slice(0, ask);
  return [path.startsWith('/') ? canonicalPath(path) : '/', ask < 0 ? '' : whole.slice(ask + 1)];
}

/** The client's IP address in plain form; empty when there is none. */
export function clientAddress(req: IncomingMessage, trustProxy: boolean): string {
  let forwarded = trustProxy ? firstOf(req.headers['x-forwarded-for']) : '';
  return plainAddress(forwarded) || plainAddress(req.socket.remoteAddress ?? '');
}

/** An IPv4 or IPv6 address in plain form (`::ffff:192.0.2.1` becomes `192.0.2.1`, a port or brackets go), or empty when it is none. */
export function plainAddress(text: string): string {
  let bare = text
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
  let mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  let address = mapped ?? bare;
  return isIP(address) ? address.toLowerCase() : '';
}

function firstOf(header: string | string[] | undefined): string {
  let text = Array.isArray(header) ? (header[0] ?? '') : (header ?? '');
  let comma = text.indexOf(',');
  return (comma < 0 ? text : text.slice(0, comma)).trim();
}

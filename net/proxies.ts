/** Trusted proxies: the client's address and the host of a request, for edge, API and dashboard. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';
import { requestIdHeader } from './request-id';

/**
 * Whether a sender is a trusted proxy. `hop` 0 opened the connection; each further hop is one entry
 * to the left in `X-Forwarded-For`.
 */
export type TrustProxy = (address: string, hop: number) => boolean;

export const trustsNobody: TrustProxy = () => false;

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Parses TRUST_PROXY: `false`, `true` (one proxy), a number of proxies, or networks (CIDR,
 * addresses, `loopback`, `linklocal`, `uniquelocal`) separated by commas. Throws an Error that
 * lists the possible values.
 */
export function readTrustProxy(setting: string): TrustProxy {
  if (setting === 'false' || setting === '0') return trustsNobody;
  if (setting === 'true') return (_, hop) => hop === 0;
  if (/^\d{1,2}$/.test(setting)) return (_, hop) => hop < Number(setting);
  let networks = setting.split(',').map((network) => network.trim());
  let within = networks.every(isNetwork) ? compiled(networks) : null;
  if (!within)
    throw new Error('must be false, true, a number of proxies, or networks such as 10.0.0.0/8,loopback,uniquelocal');
  return (address, hop) => within(plainAddress(address), hop);
}

function isNetwork(network: string): boolean {
  return namedNetworks.includes(network) || isIP(network.replace(/\/\d+$/, '')) !== 0;
}

/** Null when a prefix is too long for its address, or is 0, which would trust everyone. */
function compiled(networks: string[]): TrustProxy | null {
  try {
    return proxyAddr.compile(networks);
  } catch {
    return null;
  }
}

/** The first sender from the right that is not a trusted proxy; empty without an address. */
export function clientAddress(req: IncomingMessage, trust: TrustProxy): string {
  // A closed socket has no address.
  let { remoteAddress = '' } = req.socket;
  if (trust === trustsNobody || req.headers['x-forwarded-for'] === undefined) return plainAddress(remoteAddress);
  return (remoteAddress && plainAddress(proxyAddr(req, trust))) || plainAddress(remoteAddress);
}

/**
 * An IP address in plain form (`::ffff:192.0.2.1` becomes `192.0.2.1`, without port and brackets);
 * empty if invalid.
 */
export function plainAddress(text: string): string {
  if (isIP(text) === 4) return text;
  // How dual-stack sockets write IPv4 clients.
  let mapped = text.startsWith('::ffff:') ? text.slice('::ffff:'.length) : '';
  if (isIP(mapped) === 4) return mapped;
  let bare = text
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
  let version = isIP(bare);
  if (version !== 6) return version === 4 ? bare : '';
  let address = ipv6(bare);
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : inGroups(bare);
}

const hostName = /^([a-z0-9_-]+\.)*[a-z][a-z0-9_-]*\.?$/i;
const hostNameMax = 253;

/** Whether a text is a host name, not an IP address. */
export function isHostName(text: string): boolean {
  return text.length <= hostNameMax && hostName.test(text);
}

function ipv6(address: string): ipaddr.IPv6 {
  return ipaddr.IPv6.parse(inGroups(address));
}

/**
 * Canonical form in groups (RFC 5952): ipaddr.js throws on `::192.0.2.1`, which the system's
 * resolver returns for `::c000:201`.
 */
function inGroups(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

const nearby = readTrustProxy('loopback,linklocal,uniquelocal,100.64.0.0/10');

/**
 * The client in the addresses of an access log, the last sender at the end. As for live requests,
 * the first one from the right that is not a proxy; only private addresses count as proxies, as
 * clients can forge the rest. `isFirst`: no address is before it.
 */
export function clientOf(addresses: readonly string[]): { address: string; isFirst: boolean } {
  let all = addresses.map(plainAddress);
  let at = all.length - 1;
  while (at > 0 && nearby(all[at]!, 0) && all[at - 1] !== '') at -= 1;
  return { address: all[at] ?? '', isFirst: at <= 0 };
}

/** The key of limits per address: an IPv4 address, or the /64 network of an IPv6 customer. */
export function addressBlock(address: string): string {
  if (isIP(address) !== 6) return address;
  let network = ipv6(address).parts.slice(0, 4);
  return `${network.map((part) => part.toString(16)).join(':')}::/64`;
}

export interface HostSettings {
  trustProxy: TrustProxy;
  /** Use `X-Forwarded-Host` of a trusted proxy instead of `Host`. */
  trustForwardedHost: boolean;
  /** For requests without a host (HTTP/1.0). */
  ownHost: string;
}

/**
 * Normalizes a request: its target becomes a path, `Host` the host it is for (that of an absolute
 * target wins: RFC 9112, 3.2.2), and `X-Forwarded-Host` is removed. Traces and request ids are
 * accepted from a trusted proxy only.
 */
export function settleHost(req: IncomingMessage, { trustProxy, trustForwardedHost, ownHost }: HostSettings): void {
  let { headers } = req;
  let target = req.url ?? '';
  let [, authority, rest = ''] = (!target.startsWith('/') && /^https?:\/\/([^/?#]*)(.*)$/i.exec(target)) || [];
  if (authority !== undefined) {
    headers.host = authority.replace(/^.*@/, '');
    req.url = rest.startsWith('/') ? rest : `/${rest}`;
  }
  let isTraced = headers.traceparent !== undefined || headers[requestIdHeader] !== undefined;
  if (isTraced && !trustProxy(req.socket.remoteAddress ?? '', 0))
    for (let name of ['traceparent', 'tracestate', requestIdHeader]) delete headers[name];
  if (trustForwardedHost && trustProxy(req.socket.remoteAddress ?? '', 0))
    headers.host = lastOf(headers['x-forwarded-host']) || headers.host;
  headers.host ||= ownHost;
  delete headers['x-forwarded-host'];
}

/** Proxies that do not replace the header append their own value. */
function lastOf(header: string | string[] | undefined): string {
  return String(header ?? '')
    .split(',')
    .at(-1)!
    .trim();
}

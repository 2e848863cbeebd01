/**
 * What is believed of the proxies in front: whose address a request comes from, and which host it
 * is for. Edge, API and dashboard read it here.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/**
 * Whether a sender is a proxy whose word about the sender before it is taken. `hop` 0 is the one
 * that opened the connection; each hop further is one
 * entry further to the left in `X-Forwarded-For`.
 */
export type TrustProxy = (address: string, hop: number) => boolean;

/** Every request comes from the client itself. */
export const trustsNobody: TrustProxy = () => false;

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Reads a TRUST_PROXY setting: `false`, `true` (one proxy), a number of proxies, or networks (CIDR,
 * addresses, `loopback`, `linklocal`, `uniquelocal`)
 * with commas between. Throws an Error that says what it may be.
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

/** Null where a prefix is too long for its address, or is 0: everybody is nobody in particular. */
function compiled(networks: string[]): TrustProxy | null {
  try {
    return proxyAddr.compile(networks);
  } catch {
    return null;
  }
}

/**
 * The client's IP address in plain form: the first sender, counted from the right, that is no
 * trusted proxy. Empty when there is none.
 */
export function clientAddress(req: IncomingMessage, trust: TrustProxy): string {
  // A socket that has closed in the meantime has no address any more.
  let { remoteAddress = '' } = req.socket;
  return (remoteAddress && plainAddress(proxyAddr(req, trust))) || plainAddress(remoteAddress);
}

/**
 * An IPv4 or IPv6 address in plain form (`::ffff:192.0.2.1` becomes `192.0.2.1`, a port or brackets
 * go), or empty when it is none.
 */
export function plainAddress(text: string): string {
  let bare = text
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
  let version = isIP(bare);
  if (version !== 6) return version === 4 ? bare : '';
  let address = ipv6(bare);
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : inGroups(bare);
}

function ipv6(address: string): ipaddr.IPv6 {
  return ipaddr.IPv6.parse(inGroups(address));
}

/**
 * An IPv6 address in its one spelling, all in groups (RFC 5952): ipaddr.js throws on `::192.0.2.1`,
 * which the system's resolver says for `::c000:201`.
 */
function inGroups(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

/**
 * What a limit per address counts: an IPv4 address, or the /64 network that one IPv6 customer has
 * to choose addresses from.
 */
export function addressBlock(address: string): string {
  if (isIP(address) !== 6) return address;
  let network = ipv6(address).parts.slice(0, 4);
  return `${network.map((part) => part.toString(16)).join(':')}::/64`;
}

export interface HostSettings {
  trustProxy: TrustProxy;
  /** Whether `X-Forwarded-Host` of a trusted proxy counts instead of `Host`. */
  trustForwardedHost: boolean;
  /** The host of a request that names none (HTTP/1.0). */
  ownHost: string;
}

/**
 * Brings a request to the form in which everything behind a listener reads it: its target is a
 * path, its `Host` the host it is for (the one in an
 * absolute target wins: RFC 9112, 3.2.2), and there is no `X-Forwarded-Host`.
 */
export function settleHost(req: IncomingMessage, { trustProxy, trustForwardedHost, ownHost }: HostSettings): void {
  let { headers } = req;
  let [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(req.url ?? '') ?? [];
  if (authority !== undefined) {
    headers.host = authority.replace(/^.*@/, '');
    req.url = rest.startsWith('/') ? rest : `/${rest}`;
  }
  if (trustForwardedHost && trustProxy(req.socket.remoteAddress ?? '', 0))
    headers.host = lastOf(headers['x-forwarded-host']) || headers.host;
  headers.host ||= ownHost;
  delete headers['x-forwarded-host'];
}

/** A proxy that does not replace the header adds its own word at the end. */
function lastOf(header: string | string[] | undefined): string {
  return String(header ?? '')
    .split(',')
    .at(-1)!
    .trim();
}

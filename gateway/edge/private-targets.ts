/** Keeps the proxy from reaching into the machine's own network: owners name registries, so an address there must be allowed by the operator. */
import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';

export class PrivateTargetError extends Error {
  constructor(host: string) {
    super(`${host} is on a private network and not among the private targets`);
  }
}

/** Which `host` or `host:port` may be on a private network; `*` stands for all. */
export type PrivateTargets = readonly string[];

const blocked = new BlockList();
for (let [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  blocked.addSubnet(net, prefix, 'ipv4');
for (let [net, prefix] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  blocked.addSubnet(net, prefix, 'ipv6');

/** Whether an IP address is one that only this machine or its network reaches (loopback, private, link-local, multicast). */
export function isPrivateAddress(address: string): boolean {
  let mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  let plain = mapped ?? address;
  let version = isIP(plain);
  return version !== 0 && blocked.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

/** Whether a host name is the machine itself, so that no certificate can be expected there. */
export function isLoopbackName(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    /^127(?:\.\d+){3}$/.test(host) ||
    host === '::1' ||
    host === '[::1]'
  );
}

/** Whether the operator allows a private address at `host` (with or without its port). */
export function mayBePrivate(host: string, allowed: PrivateTargets): boolean {
  return allowed.some((entry) => entry === '*' || entry === host || entry === host.replace(/:\d+$/, ''));
}

type Callback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/** A `lookup` for sockets that refuses names resolving to private addresses: checked at the connection itself, so a name cannot change in between. */
export function publicLookup(host: string, options: LookupOptions, done: Callback): void {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    let first = addresses?.[0];
    if (error || !first) return done(error ?? new Error(`${host} has no address`), '');
    if (addresses.some(({ address }) => isPrivateAddress(address))) return done(new PrivateTargetError(host), '');
    if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
}

import { BlockList, isIP } from 'node:net';
import { plainAddress } from './proxies';

const blocked = new BlockList();
for (let [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  blocked.addSubnet(net, prefix, 'ipv4');
for (let [net, prefix] of [
  // IPv4 addresses in IPv6 form (compatible, translated, 6to4, Teredo) may reach what they contain.
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  blocked.addSubnet(net, prefix, 'ipv6');

/**
 * Whether an IP address is not public: loopback, private, link-local, multicast or reserved (RFC
 * 6890).
 */
export function isPrivateAddress(address: string): boolean {
  let plain = plainAddress(address);
  let version = isIP(plain);
  return version !== 0 && blocked.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

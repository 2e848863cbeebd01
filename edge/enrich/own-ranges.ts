/**
 * IPv4 ranges that the data package has no network for, or a broader one. Owners as the registries of
 * addresses (ARIN, RIPE) and Cloudflare publish them.
 */
import { BlockList } from 'node:net';
import type { Network } from './networks';

type Row = [range: string, bits: number, network: number, name: string];

/** Used in place of the network that announces them. */
const relays: Row[] = [['104.28.0.0', 16, 13335, 'Cloudflare WARP']];

/** Not in the data. Without a number: no separate network announces the range. */
const missing: Row[] = [
  ['9.0.0.0', 8, 0, 'IBM Corporation'],
  ['15.0.0.0', 16, 71, 'HP Inc.'],
  ['16.1.0.0', 16, 71, 'HP Inc.'],
  ['91.198.174.0', 24, 14907, 'Wikimedia Foundation Inc.'],
  ['108.0.0.0', 15, 701, 'Verizon Business'],
  ['139.23.0.0', 16, 0, 'Siemens AG'],
  ['146.70.0.0', 16, 9009, 'M247 Europe SRL'],
  ['160.46.0.0', 16, 8590, 'Bayerische Motoren Werke Aktiengesellschaft'],
];

export const relayOf = finder(relays);
export const missingNetworkOf = finder(missing);

function finder(rows: Row[]): (address: string) => Network | undefined {
  let ranges = rows.map(([range, bits, number, name]) => {
    let list = new BlockList();
    list.addSubnet(range, bits);
    return { list, network: { number, name } };
  });
  return (address) => ranges.find(({ list }) => list.check(address))?.network;
}

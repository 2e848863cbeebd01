/** Creates the enrichment from the installed data; without any, every field stays empty. */
import { BlockList, isIP } from 'node:net';
import type { DataSource } from 'contract/analytics/data-source';
import { LRUCache } from 'lru-cache';
import { isPrivateAddress } from 'net/private-address';
import { createAgentReader } from './agent';
import { classify } from './classify';
import { unknownCompany, unknownPlace, type NetworkCompany, type Enrich, type GeoPlace } from './enrich';
import { countriesPackage, networksPackage, versionOf } from './address-files';
import { hasNetworks, type Network, readNetworks } from './networks';
import { openPlaces, type Places } from './place';

export interface EnrichSettings {
  /**
   * Path of a city database in MaxMind's format, such as GeoLite2 City, which the operator needs a
   * licence for.
   */
  cityDatabase?: string | undefined;
  /** Folder for a cache of parsed tables; no cache when left out. */
  cacheFolder?: string | undefined;
}

export type EnrichData = Pick<Enrich, 'sources' | 'attributions'>;

const addressesKept = 20_000;

/** Required by the licences of the data (CC BY 4.0), with the links they name. */
const networkCredit =
  'Organizations by IP address: IP Geolocation by DB-IP (https://db-ip.com), with data of RouteViews (https://www.routeviews.org) and NRO (https://www.nro.net), CC BY 4.0.';
const cityCredit =
  'Places by IP address: this product includes GeoLite2 data created by MaxMind (https://www.maxmind.com).';

/** Loads the data once. Problems with it are in `sources`. */
export async function createEnrich({ cityDatabase, cacheFolder }: EnrichSettings = {}): Promise<Enrich> {
  let [places, networks] = await Promise.all([openPlaces(cityDatabase), readNetworks(cacheFolder)]);
  let findPlace = (address: string): GeoPlace => (isPublic(address) && places.reader?.find(address)) || unknownPlace;
  let findCompany = (address: string): NetworkCompany => {
    if (!networks || !isPublic(address)) return unknownCompany;
    let network = relayOf(address) ?? networks.find(address) ?? missingNetworkOf(address);
    return network ? classify(network.number, network.name) : unknownCompany;
  };
  let knownPlaces = new LRUCache<string, GeoPlace>({ max: addressesKept, memoMethod: findPlace });
  let knownCompanies = new LRUCache<string, NetworkCompany>({ max: addressesKept, memoMethod: findCompany });
  return {
    agent: createAgentReader(),
    place: (address) => knownPlaces.memo(address),
    company: (address) => knownCompanies.memo(address),
    ...dataOf(places),
  };
}

/** Lists the data without loading it. */
export async function describeData({ cityDatabase }: EnrichSettings): Promise<EnrichData> {
  return dataOf(await openPlaces(cityDatabase));
}

function dataOf(places: Places): EnrichData {
  return {
    sources: addressSources(hasNetworks(), places),
    attributions: [
      ...(hasNetworks() ? [networkCredit] : []),
      ...(places.reader?.type.startsWith('GeoLite2') ? [cityCredit] : []),
    ],
  };
}

function isPublic(address: string): boolean {
  return isIP(address) !== 0 && !isPrivateAddress(address);
}

function addressSources(hasNetworks: boolean, { reader, isOfOperator, problem }: Places): DataSource[] {
  let sources: DataSource[] = [];
  if (hasNetworks) sources.push({ about: 'networks', ...packageSource(networksPackage) });
  if (reader && isOfOperator) {
    let { type, madeAt } = reader;
    sources.push({ about: 'places', name: type, hasCities: /city|enterprise/i.test(type), version: '', madeAt });
  } else if (reader)
    sources.push({ about: 'places', ...packageSource(countriesPackage), madeAt: reader.madeAt, problem });
  else if (problem) sources.push({ about: 'places', name: 'none', version: '', madeAt: null, problem });
  return sources;
}

/**
 * These packages have the date of their data in their version: `2.3.2026061719` is June 17th, 2026.
 */
function packageSource(name: string): Omit<DataSource, 'about'> {
  let version = versionOf(name);
  let [, year, month, day] = /\.(\d{4})(\d{2})(\d{2})\d*$/.exec(version) ?? [];
  let madeAt = Date.parse(`${year}-${month}-${day}`);
  return { name, version, madeAt: Number.isNaN(madeAt) ? null : madeAt };
}

type RangeRow = [range: string, bits: number, network: number, name: string];

/**
 * IPv4 ranges that the data package has no network for, or a broader one. Owners as the registries of
 * addresses (ARIN, RIPE) and Cloudflare publish them. These are used in place of the network that
 * announces them.
 */
const relays: RangeRow[] = [['104.28.0.0', 16, 13335, 'Cloudflare WARP']];

/** Not in the data. Without a number: no separate network announces the range. */
const missing: RangeRow[] = [
  ['9.0.0.0', 8, 0, 'IBM Corporation'],
  ['15.0.0.0', 16, 71, 'HP Inc.'],
  ['16.1.0.0', 16, 71, 'HP Inc.'],
  ['91.198.174.0', 24, 14907, 'Wikimedia Foundation Inc.'],
  ['108.0.0.0', 15, 701, 'Verizon Business'],
  ['139.23.0.0', 16, 0, 'Siemens AG'],
  ['146.70.0.0', 16, 9009, 'M247 Europe SRL'],
  ['160.46.0.0', 16, 8590, 'Bayerische Motoren Werke Aktiengesellschaft'],
];

const relayOf = finder(relays);
const missingNetworkOf = finder(missing);

function finder(rows: RangeRow[]): (address: string) => Network | undefined {
  let ranges = rows.map(([range, bits, number, name]) => {
    let list = new BlockList();
    list.addSubnet(range, bits);
    return { list, network: { number, name } };
  });
  return (address) => ranges.find(({ list }) => list.check(address))?.network;
}

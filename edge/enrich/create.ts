/** Creates the enrichment from the installed data; without any, every field stays empty. */
import { isIP } from 'node:net';
import type { DataSource } from 'contract/analytics/data-source';
import { LRUCache } from 'lru-cache';
import { isPrivateAddress } from 'net/private-address';
import { createAgentReader } from './agent';
import { classify } from './classify';
import { unknownCompany, unknownPlace, type NetworkCompany, type Enrich, type GeoPlace } from './enrich';
import { countriesPackage, networksPackage, versionOf } from './address-files';
import { hasNetworks, readNetworks } from './networks';
import { missingNetworkOf, relayOf } from './own-ranges';
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

/**
 * Puts the enrichment together from whatever data is installed; without any, every field stays
 * empty and nothing fails.
 */
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { isPrivateAddress } from 'net/private-address';
import { createAgentReader } from './agent';
import { classify } from './classify';
import { unknownCompany, unknownPlace, type Company, type Enrich, type Place } from './enrich';
import { hasNetworks, readNetworks } from './networks';
import { openPlaces, type PlaceReader } from './place';
import { sourcesOf } from './sources';

export interface EnrichSettings {
  /**
   * Path of a city database in MaxMind's format, such as GeoLite2 City, which the operator has the
   * licence for.
   */
  cityDatabase?: string | undefined;
  /** Where what takes long to read is kept for the next start; nowhere when left out. */
  cacheFolder?: string | undefined;
}

/** What data is in use, and what its licences ask a page to show. */
export type EnrichData = Pick<Enrich, 'sources' | 'attributions'>;

const addressesKept = 20_000;

/** Asked for by the licences of the data (CC BY 4.0), with the links they name. */
const networkCredit =
  'Organisations by IP address: IP Geolocation by DB-IP (https://db-ip.com), with data of RouteViews (https://www.routeviews.org) and NRO (https://www.nro.net), CC BY 4.0.';
const cityCredit =
  'Places by IP address: this product includes GeoLite2 data created by MaxMind (https://www.maxmind.com).';

/** Reads the data once. Rejects only when a city database was named and cannot be read. */
export async function createEnrich({ cityDatabase, cacheFolder }: EnrichSettings = {}): Promise<Enrich> {
  let [places, networks] = await Promise.all([openPlaces(cityDatabase), readNetworks(cacheFolder)]);
  let findPlace = (address: string): Place => (isPublic(address) && places?.find(address)) || unknownPlace;
  let findCompany = (address: string): Company => {
    let network = isPublic(address) ? networks?.find(address) : undefined;
    return network ? classify(network.number, network.name) : unknownCompany;
  };
  let knownPlaces = new LRUCache<string, Place>({ max: addressesKept, memoMethod: findPlace });
  let knownCompanies = new LRUCache<string, Company>({ max: addressesKept, memoMethod: findCompany });
  return {
    agent: createAgentReader(),
    place: (address) => knownPlaces.memo(address),
    company: (address) => knownCompanies.memo(address),
    ...dataOf(places, cityDatabase),
  };
}

/** Names the data without using it, for a process that shows it on pages. */
export async function describeData({ cityDatabase }: EnrichSettings): Promise<EnrichData> {
  return dataOf(await openPlaces(cityDatabase), cityDatabase);
}

function dataOf(places: PlaceReader | null, cityDatabase: string | undefined): EnrichData {
  return {
    sources: sourcesOf(hasNetworks(), places, Boolean(cityDatabase)),
    attributions: [
      ...(hasNetworks() ? [networkCredit] : []),
      ...(places?.type.startsWith('GeoLite2') ? [cityCredit] : []),
    ],
  };
}

function isPublic(address: string): boolean {
  return isIP(address) !== 0 && !isPrivateAddress(address);
}

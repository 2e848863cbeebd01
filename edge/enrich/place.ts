/**
 * The location of an address: the country from the optional data package, or more from the
 * operator's city database.
 */
import maxmind, { type Reader, type Response } from 'maxmind';
import { unknownPlace, type GeoPlace } from './enrich';
import { builtFile, countriesPackage, packageFile } from './address-files';

const countryFile = `${countriesPackage}/geo-whois-asn-country.mmdb`;
const readerCache = { cache: { max: 1_000 } };

/**
 * Two layouts: one field each (ip-location-db), or nested with names by language (MaxMind GeoLite2
 * and similar).
 */
export interface PlaceRecord {
  country_code?: string;
  state1?: string;
  city?: string | { names?: { en?: string } };
  postcode?: string;
  latitude?: number | string;
  longitude?: number | string;
  country?: { iso_code?: string };
  subdivisions?: { names?: { en?: string } }[];
  postal?: { code?: string };
  location?: { latitude?: number; longitude?: number };
}

interface PlaceReader {
  find(address: string): GeoPlace;
  /** The type named in the file: `GeoLite2-City`. */
  type: string;
  /** In milliseconds; null if the file does not have it. */
  madeAt: number | null;
}

export interface Places {
  /** Null without data. */
  reader: PlaceReader | null;
  isOfOperator: boolean;
  /** Why the operator's database is not in use, and what to do. */
  problem?: string;
}

/**
 * Opens the operator's database (`mmdb` file), else the country package, which also replaces an
 * unreadable database.
 */
export async function openPlaces(cityDatabase: string | undefined): Promise<Places> {
  if (!cityDatabase) return { reader: await openCountries(), isOfOperator: false };
  try {
    return { reader: await openDatabase(cityDatabase), isOfOperator: true };
  } catch (error) {
    let why = error instanceof Error ? error.message : String(error);
    let problem =
      `CITY_DATABASE cannot be read (${cityDatabase}: ${why}). Only countries are recorded. ` +
      'Correct the file or the setting, and start again.';
    return { reader: await openCountries(), isOfOperator: false, problem };
  }
}

async function openCountries(): Promise<PlaceReader | null> {
  let file = builtFile('countries') ?? packageFile(countryFile);
  return file ? openDatabase(file) : null;
}

async function openDatabase(file: string): Promise<PlaceReader> {
  let reader: Reader<Response> = await maxmind.open<Response>(file, readerCache);
  let { databaseType: type, buildEpoch } = reader.metadata;
  let madeAt = buildEpoch ? buildEpoch.getTime() : null;
  return { find: (address) => placeOf(reader.get(address) as PlaceRecord | null), type, madeAt };
}

export function placeOf(found: PlaceRecord | null): GeoPlace {
  if (!found) return unknownPlace;
  let { city } = found;
  return {
    country: found.country?.iso_code ?? found.country_code ?? '',
    state: found.subdivisions?.[0]?.names?.en ?? found.state1 ?? '',
    city: (typeof city === 'string' ? city : city?.names?.en) ?? '',
    postal: found.postal?.code ?? found.postcode ?? '',
    latitude: degrees(found.location?.latitude ?? found.latitude),
    longitude: degrees(found.location?.longitude ?? found.longitude),
  };
}

function degrees(value: number | string | undefined): number | null {
  let number = value === undefined || value === '' ? NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}

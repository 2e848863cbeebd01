/**
 * Files of the address data. The build makes them from the data packages, which are not installed
 * in production; from source, the packages themselves are read.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { parseJson } from 'contract/floor/json';

export const networksPackage = '@ip-location-db/asn';
export const countriesPackage = '@ip-location-db/geo-whois-asn-country-mmdb';

/** Files of `build/addresses`. */
export const builtFiles = { networks: 'networks.bin', countries: 'countries.mmdb', versions: 'versions.json' } as const;

/** Path of a file of the build; undefined when the product runs from source. */
export function builtFile(name: keyof typeof builtFiles): string | undefined {
  let file = fileURLToPath(new URL(`./addresses/${builtFiles[name]}`, import.meta.url));
  return existsSync(file) ? file : undefined;
}

/** Path of a file in a data package; undefined when the package is not installed. */
export function packageFile(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}

/** The version of a data package; empty when it is not known. */
export function versionOf(name: string): string {
  let built = builtFile('versions');
  if (built) return parseJson(z.record(z.string()), readFileSync(built, 'utf8'))[name] ?? '';
  let file = packageFile(`${name}/package.json`);
  return file ? parseJson(z.object({ version: z.string().default('') }), readFileSync(file, 'utf8')).version : '';
}

/** Installed data about addresses, and its age. */
import { readFileSync } from 'node:fs';
import type { DataSource } from 'contract/analytics/data-source';
import type { Places } from './place';
import { packageFile } from './networks';

const networksPackage = '@ip-location-db/asn';
const countriesPackage = '@ip-location-db/geo-whois-asn-country-mmdb';

/** The data in use. */
export function addressSources(hasNetworks: boolean, { reader, isOfOperator, problem }: Places): DataSource[] {
  let sources: DataSource[] = [];
  if (hasNetworks) sources.push({ about: 'networks', ...packageSource(networksPackage) });
  if (reader && isOfOperator) sources.push({ about: 'places', name: reader.type, version: '', madeAt: reader.madeAt });
  else if (reader)
    sources.push({ about: 'places', ...packageSource(countriesPackage), madeAt: reader.madeAt, problem });
  else if (problem) sources.push({ about: 'places', name: 'none', version: '', madeAt: null, problem });
  return sources;
}

/**
 * These packages have the day of their data in their version: `2.3.2026061719` is June 17th, 2026.
 */
function packageSource(name: string): Omit<DataSource, 'about'> {
  let file = packageFile(`${name}/package.json`);
  let { version = '' } = file ? (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }) : {};
  let [, year, month, day] = /\.(\d{4})(\d{2})(\d{2})\d*$/.exec(version) ?? [];
  let madeAt = Date.parse(`${year}-${month}-${day}`);
  return { name, version, madeAt: Number.isNaN(madeAt) ? null : madeAt };
}

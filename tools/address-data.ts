/**
 * Writes `build/addresses` from the data packages: tables of networks, the database of countries,
 * and their licences. 78 MB of packages become 25 MB.
 */
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { builtFiles, countriesPackage, networksPackage, packageFile, versionOf } from '../edge/enrich/address-files';
import { buildNetworks } from '../edge/enrich/networks';

const folder = 'build/addresses';
mkdirSync(folder, { recursive: true });
let versions = Object.fromEntries([networksPackage, countriesPackage].map((name) => [name, versionOf(name)]));
let networks = path.join(folder, builtFiles.networks);
await buildNetworks(networks);
// The product may run as another user than the one that built it.
chmodSync(networks, 0o644);
copyFileSync(packageFile(`${countriesPackage}/geo-whois-asn-country.mmdb`)!, path.join(folder, builtFiles.countries));
for (let name of ['DBIP-LICENSE', 'NRO_LICENSE', 'ROUTEVIEWS-LICENSE'])
  copyFileSync(packageFile(`${networksPackage}/${name}`)!, path.join(folder, name));
writeFileSync(path.join(folder, builtFiles.versions), JSON.stringify(versions));

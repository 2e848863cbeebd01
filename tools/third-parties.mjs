/**
 * What the product is made of: `build/sbom.cdx.json` (CycloneDX), for those who look for known
 * vulnerabilities, and `build/THIRD-PARTY-NOTICES.txt` with the licenses.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Development packages that the build puts into the product. */
const builtIn = [
  '@ariakit/react',
  '@expo-google-fonts/inter',
  '@ip-location-db/asn',
  '@ip-location-db/geo-whois-asn-country-mmdb',
  'sonner',
  'tailwindcss',
];

export function writeThirdParties() {
  let args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  let bill = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));
  let kept = reachable(bill);
  bill.components = bill.components.filter((one) => kept.has(one['bom-ref'])).map(required);
  bill.dependencies = bill.dependencies.filter(({ ref }) => kept.has(ref));
  for (let one of bill.dependencies) one.dependsOn = one.dependsOn.filter((ref) => kept.has(ref));
  // The same sources make the same file.
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  writeFileSync('build/sbom.cdx.json', `${JSON.stringify(bill, null, 2)}\n`);
  writeFileSync('build/THIRD-PARTY-NOTICES.txt', bill.components.map(noticeOf).join(`\n${'-'.repeat(80)}\n\n`));
}

/** References of the product itself and of every package in it. */
function reachable({ metadata, components, dependencies }) {
  let product = metadata.component['bom-ref'];
  let { dependencies: installed } = JSON.parse(readFileSync('package.json', 'utf8'));
  let names = new Set([...Object.keys(installed), ...builtIn]);
  let nameOf = new Map(components.map((one) => [one['bom-ref'], one.name]));
  let of = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  let kept = new Set([product, ...of.get(product).filter((ref) => names.has(nameOf.get(ref)))]);
  for (let ref of kept) if (ref !== product) for (let next of of.get(ref) ?? []) kept.add(next);
  return kept;
}

/** Npm calls what only the build installs optional; it is in the product all the same. */
function required(component) {
  return { ...component, scope: 'required', properties: [] };
}

function noticeOf({ name, version, licenses = [] }) {
  let said = licenses.map(({ license, expression }) => expression ?? license.id ?? license.name).join(', ');
  let folder = folderOf(name, version);
  let files = folder ? readdirSync(folder).filter((file) => /licen[cs]e|notice|copying/i.test(file)) : [];
  let texts = files
    .map((file) => path.join(folder, file))
    .filter((file) => /(?:licen[cs]e|notice|copying)(?:\.\w+)?$/i.test(file));
  return [
    `${name} ${version}`,
    `License: ${said || 'see below'}`,
    '',
    ...texts.map((file) => readFileSync(file, 'utf8')),
  ].join('\n');
}

/** Where a version of a package is installed; undefined for one of another platform. */
function folderOf(name, version) {
  let { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  let at = Object.keys(packages).find(
    (one) => one.endsWith(`node_modules/${name}`) && packages[one].version === version,
  );
  return at && existsSync(at) ? at : undefined;
}

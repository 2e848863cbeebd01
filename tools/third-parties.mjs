/**
 * What the product is made of: `build/sbom.cdx.json` (CycloneDX), for those who look for known
 * vulnerabilities, and `build/THIRD-PARTY-NOTICES.txt` with the licenses.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Packages of which the build copies files. */
const copied = [
  '@expo-google-fonts/inter',
  '@ip-location-db/asn',
  '@ip-location-db/geo-whois-asn-country-mmdb',
  'tailwindcss',
].map((name) => `node_modules/${name}`);

/** Modules of the files for browsers; vite.config.ts writes the list. */
const browserModules = 'build/client/modules.json';

/** @param bundles what esbuild says of its results */
export function writeThirdParties(bundles) {
  let args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  let bill = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));
  let kept = inProduct(bill, bundles);
  bill.components = bill.components.filter((one) => kept.has(one['bom-ref'])).map(required);
  bill.dependencies = bill.dependencies.filter(({ ref }) => kept.has(ref));
  for (let one of bill.dependencies) one.dependsOn = one.dependsOn.filter((ref) => kept.has(ref));
  // The same sources make the same file.
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  writeFileSync('build/sbom.cdx.json', `${JSON.stringify(bill, null, 2)}\n`);
  writeFileSync('build/THIRD-PARTY-NOTICES.txt', bill.components.map(noticeOf).join(`\n${'-'.repeat(80)}\n\n`));
}

/** References of the product itself, of what is bundled or copied, and of what is installed beside it. */
function inProduct({ metadata, dependencies }, bundles) {
  let product = metadata.component['bom-ref'];
  let { dependencies: installed } = JSON.parse(readFileSync('package.json', 'utf8'));
  let { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  let refAt = (place) => `${place.split('node_modules/').at(-1)}@${packages[place].version}`;
  let of = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  let beside = new Set(Object.keys(installed).map((name) => refAt(`node_modules/${name}`)));
  for (let ref of beside) for (let next of of.get(ref) ?? []) beside.add(next);
  return new Set([product, ...beside, ...[...bundled(bundles), ...copied].map(refAt)]);
}

/** The folders of the packages that all bundles were made from. */
function bundled(bundles) {
  let modules = JSON.parse(readFileSync(browserModules, 'utf8'));
  rmSync(browserModules);
  let files = [...bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs)), ...modules];
  return files.flatMap((file) => /\bnode_modules\/.*(?<=node_modules\/)(?:@[^/]+\/)?[^/?]+/.exec(file)?.[0] ?? []);
}

/** Npm calls what only the build installs optional; it is in the product all the same. It also leaves out licenses in words. */
function required(component) {
  let { licenses } = component;
  if (!licenses?.length) {
    let { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    let name = packages[`node_modules/${component.name}`]?.license;
    licenses = name ? [{ license: { name } }] : [];
  }
  return { ...component, licenses, scope: 'required', properties: [] };
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

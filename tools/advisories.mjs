/**
 * `node tools/advisories.mjs`: fails for each published advisory about a package of the product that
 * the table of docs/security.md does not name. Asks npm's registry; needs `npm run build`, whose bill
 * of materials says what the product is made of.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

let { components } = JSON.parse(readFileSync('build/sbom.cdx.json', 'utf8'));
let inProduct = new Set(components.map(({ name }) => name));
let named = new Set(readFileSync('docs/security.md', 'utf8').match(/GHSA(?:-[0-9a-z]{4}){3}/g));

// Npm exits with 1 when it finds any.
let { stdout, stderr } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
let { vulnerabilities } = JSON.parse(stdout);
if (!vulnerabilities) throw new Error(`npm audit gave no answer:\n${stderr}`);

/** A package that is affected by one below it has that one's name here instead of an advisory. */
let advisories = Object.values(vulnerabilities)
  .flatMap(({ via }) => via)
  .filter((one) => typeof one === 'object' && inProduct.has(one.name));
let unknown = new Map(advisories.map((one) => [one.url.split('/').at(-1), one]).filter(([id]) => !named.has(id)));
for (let [id, { name, range, severity, title }] of unknown)
  process.stdout.write(`${id} (${severity}): ${name} ${range}: ${title}\n`);
process.stdout.write(`${advisories.length} advisories, ${unknown.size} not in docs/security.md\n`);
process.exit(unknown.size > 0 ? 1 : 0);

/** What the build contains of others, and what it says about that. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'no page is opened');

interface LockFile {
  packages: Record<string, { version: string; dev?: boolean }>;
}

interface Bill {
  components: { name: string; version: string; licenses?: object[]; hashes?: object[] }[];
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile;
const bill = JSON.parse(readFileSync('build/sbom.cdx.json', 'utf8')) as Bill;
const notices = readFileSync('build/THIRD-PARTY-NOTICES.txt', 'utf8').split(/^-{80}$/m);

/** Where the packages are installed whose code is in the built programs: each module begins with a comment. */
function bundledPackages(): string[] {
  let programs = readdirSync('build', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^[^/]*\.js$|^server\//.test(file),
  );
  let modules = programs
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => readFileSync(path.join('build', file), 'utf8').match(/^\/\/ node_modules\/.+/gm) ?? []);
  return [
    ...new Set(modules.flatMap((line) => /node_modules\/.*(?<=node_modules\/)(@[^/]+\/)?[^/]+/.exec(line)?.[0] ?? [])),
  ];
}

test('the bill of materials and the notices name each package in the product, with version and license', () => {
  let installed = Object.keys(packages).filter((place) => place && !packages[place]!.dev);
  let bundled = bundledPackages();
  expect(bundled.length).toBeGreaterThan(150);
  let copied = ['@ariakit/react', 'sonner', '@expo-google-fonts/inter', '@ip-location-db/asn', 'tailwindcss'];
  let all = [...installed, ...bundled, ...copied.map((name) => `node_modules/${name}`)];
  let missing = all.filter((place) => {
    let name = place.split('node_modules/').at(-1)!;
    let { version } = packages[place]!;
    let component = bill.components.find((one) => one.name === name && one.version === version);
    let notice = notices.find((text) => text.trimStart().startsWith(`${name} ${version}\n`)) ?? '';
    // A package without a license of its own has those of its sources.
    return (
      !component?.hashes?.length || !(component.licenses?.length || /license/i.test(notice.split('\n\n')[1] ?? ''))
    );
  });
  expect(missing).toEqual([]);
  for (let name of ['vite', 'typescript', '@playwright/test'])
    expect(bill.components.map((one) => one.name)).not.toContain(name);
});

/**
 * nuget.exe, run by Mono, with a feed behind a gateway: its requests, and which of them count. The
 * requests of dotnet and Paket, of which no package can be installed with npm or Debian, are sent as
 * their sources make them.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nugetTexts as texts } from 'app/features/packages/types/nuget.server';
import { nugetSource } from 'app/text/registry-commands';
import { startRegistryWorld, type RegistryWorld } from 'tests/edge/registry-world';
import { zip } from 'tests/support/zip';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { report, reportSkipped } from './report';
import { installed, startProject, type Project } from './registry-client';

const folder = path.resolve('node_modules/.cache/nuget-client');
const program = path.join(folder, 'node_modules/nuget-exe/nuget-5.8.0.exe');
const mono = installed('mono') && isInstalled();
let world: RegistryWorld;
let project: Project;

/** Installs nuget.exe, once. */
function isInstalled(): boolean {
  if (existsSync(program)) return true;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  let flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error'];
  try {
    execFileSync('npm', ['install', ...flags, 'nuget-exe@5.8.0'], { cwd: folder, stdio: 'inherit' });
  } catch {
    reportSkipped('nuget', 'cannot be installed here');
  }
  return existsSync(program);
}

beforeAll(async () => {
  world = await startRegistryWorld('nuget', ['Ada.Engine', 'tool']);
  let { files, url } = world.registry;
  let resources = [
    ['flat/', 'PackageBaseAddress/3.0.0'],
    ['reg/', 'RegistrationsBaseUrl/3.6.0'],
    ['reg/', 'RegistrationsBaseUrl/Versioned'],
    ['search', 'SearchQueryService'],
    ['search', 'SearchQueryService/3.5.0'],
  ].map(([at, type]) => ({ '@id': url + at, '@type': type, ...(at === 'reg/' && { clientVersion: '4.3.0' }) }));
  files.set('v3/index.json', JSON.stringify({ version: '3.0.0', resources }));
  publish('Ada.Engine', ['1.0.0', '1.1.0'], 'Left');
  publish('Left', ['1.0.0']);
  publish('tool', ['2.0.0']);
  project = await startProject(world);
  project.write('nuget', `#!/bin/sh\nexec mono ${program} "$@" -NonInteractive\n`);
  await project.run('chmod +x nuget');
});
afterAll(async () => {
  await project?.close();
  await world?.close();
});

/** Adds a package to the feed, whose registrations are in a page of their own. */
function publish(name: string, versions: string[], needs?: string): void {
  let { files, url } = world.registry;
  let id = name.toLowerCase();
  let [first, last] = [versions[0]!, versions.at(-1)!];
  let page = `reg/${id}/page/${first}/${last}.json`;
  let range = { count: versions.length, lower: first, upper: last };
  let items = versions.map((version) => {
    let at = `flat/${id}/${version}/${id}.${version}.nupkg`;
    files.set(at, nupkg(name, version, needs));
    let document = { '@id': `${url}reg/${id}/${version}.json`, packageContent: url + at };
    files.set(`reg/${id}/${version}.json`, JSON.stringify(document));
    let dependencyGroups = needs ? [{ dependencies: [{ id: needs, range: '[1.0.0, )' }] }] : [];
    return { ...document, catalogEntry: { '@id': `${url}catalog`, id: name, version, listed: true, dependencyGroups } };
  });
  files.set(`flat/${id}/index.json`, JSON.stringify({ versions }));
  files.set(`reg/${id}/index.json`, JSON.stringify({ count: 1, items: [{ '@id': url + page, ...range }] }));
  files.set(page, JSON.stringify({ '@id': url + page, ...range, items }));
}

function nupkg(name: string, version: string, needs?: string): Buffer {
  let needed = needs ? `<dependencies><dependency id="${needs}" version="1.0.0" /></dependencies>` : '';
  let about = `<id>${name}</id><version>${version}</version><authors>ada</authors><description>x</description>`;
  let type = (end: string, of: string) => `<Default Extension="${end}" ContentType="application/${of}" />`;
  let openxml = 'http://schemas.openxmlformats.org/package/2006';
  return zip({
    [`${name}.nuspec`]:
      '<?xml version="1.0"?><package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">' +
      `<metadata>${about}${needed}</metadata></package>`,
    '[Content_Types].xml':
      `<?xml version="1.0"?><Types xmlns="${openxml}/content-types">` +
      `${type('rels', 'vnd.openxmlformats-package.relationships+xml')}${type('nuspec', 'octet')}</Types>`,
    '_rels/.rels':
      `<?xml version="1.0"?><Relationships xmlns="${openxml}/relationships"><Relationship Id="R1" ` +
      `Type="http://schemas.microsoft.com/packaging/2010/07/manifest" Target="/${name}.nuspec" /></Relationships>`,
    'lib/netstandard2.0/_._': '',
  });
}

/** Removes installed packages, caches and settings. */
async function reset(): Promise<void> {
  await project.run('rm -rf packages .nuget .local nuget.config packages.config');
  world.later(61_000);
}

const once = () => `./${texts.installMethods('Ada.Engine', world.origin)[0]!.texts[2]!.text} -OutputDirectory packages`;
const count = (name: string, line: string, downloads: number) =>
  project.counted(name, line, downloads, 'mono nuget.exe 5.8.0');

test.skipIf(!mono)('nuget: a package counts as one download with the command shown on its page', async () => {
  await reset();
  await count('Ada.Engine', once(), 1);
  await count('Ada.Engine', once(), 0);
  let event = (await world.downloads('Ada.Engine')).at(-1);
  expect([event!.client, event!.version, event!.clientVersion]).toEqual(['nuget', '1.1.0', '5.8.0']);
  expect(await project.run('ls packages')).toBe('Ada.Engine.1.1.0\nLeft.1.0.0\n');
  await reset();
  await count('Ada.Engine', `${once().replace('Ada.', 'ada.')} -Version 1.0`, 1);
  expect((await world.versions('Ada.Engine')).at(0)).toBe('1.0.0');
  await count('Ada.Engine', './nuget install Left -OutputDirectory packages -Source ' + nugetSource(world.origin), 0);
});

test.skipIf(!mono)('nuget: a package counts as one download with the configuration of its page', async () => {
  await reset();
  project.write('nuget.config', texts.installMethods('Ada.Engine', world.origin)[0]!.texts[0]!.text);
  project.write('packages.config', '<packages><package id="Ada.Engine" version="1.1.0" /></packages>');
  let restore = './nuget restore packages.config -PackagesDirectory packages';
  await count('Ada.Engine', restore, 1);
  await count('Ada.Engine', restore, 0);
});

/** Requests of one run, with the paths that the answers name; each is a redirect or a document. */
const replayed: [what: string, agent: string, send: (get: (address: string) => Promise<Json>) => Promise<unknown>][] = [
  [
    'dotnet restore',
    'NuGet .NET Core MSBuild Task/7.6.0 (Linux)',
    async (get) => {
      let content = idOf(await get(nugetSource(world.origin)), 'PackageBaseAddress/3.0.0');
      let { versions } = await get(`${content}ada.engine/index.json`);
      let last = (versions as string[]).at(-1)!;
      await get(`${content}ada.engine/${last}/ada.engine.${last}.nupkg`);
    },
  ],
  [
    'paket install',
    'Paket',
    async (get) => {
      let index = await get(nugetSource(world.origin));
      await get(`${idOf(index, 'PackageBaseAddress/3.0.0')}ada.engine/index.json?semVerLevel=2.0.0`);
      let leaf = await get(`${idOf(index, 'RegistrationsBaseUrl/3.6.0')}ada.engine/1.1.0.json`);
      await get(leaf.packageContent as string);
    },
  ],
];

type Json = Record<string, unknown>;

function idOf({ resources }: Json, type: string): string {
  return (resources as Record<string, string>[]).find((one) => one['@type'] === type)!['@id']!;
}

test.each(replayed)('the requests of %s count once', async (what, agent, send) => {
  reportSkipped(what, 'is not run; the requests of its source are sent instead');
  world.later(61_000);
  let before = (await world.downloads('Ada.Engine')).length;
  let requests = 0;
  await send(async (address) => {
    requests += 1;
    let { pathname, search } = new URL(address);
    let { status, headers, body } = await world.ask(pathname + search, { 'user-agent': agent });
    if (status === 200) return JSON.parse(body.toString()) as Json;
    expect([address, status]).toEqual([address, 307]);
    expect((await fetch(headers.location!)).status).toBe(200);
    return {};
  });
  let events = (await world.downloads('Ada.Engine')).slice(before);
  report({ client: what, version: 'replayed', what, requests, counted: events.length, expected: 1 });
  expect(events.map(({ client, version }) => [client, version])).toEqual([
    [agent === 'Paket' ? 'paket' : 'nuget', '1.1.0'],
  ]);
});

/** The arrows between the rooms: who may import whom. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

interface Import {
  from: string;
  to: string;
}

/**
 * Every import between our own files, as paths from the root without their ending; packages as they
 * are written.
 */
function importsOf(room: string): Import[] {
  return sourcesOf(room).flatMap((from) => {
    let text = readFileSync(path.join(root, from), 'utf8');
    let found = text.matchAll(/^(?:import|export)\b[^;=]*?\bfrom '([^']+)'|\bimport\(?\s*'([^']+)'/gm);
    return [...found]
      .map(([, named, bare = '']) => named ?? bare)
      .map((to) => ({ from, to: to.startsWith('.') ? path.join(path.dirname(from), to) : to }));
  });
}

function sourcesOf(room: string): string[] {
  return readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(room, file));
}

function inside(file: string, ...rooms: string[]): boolean {
  return rooms.some((room) => file === room || file.startsWith(`${room}/`));
}

const ours = ['app', 'contract', 'gateway', 'journal', 'server', 'tests', 'scripts', 'bench', 'server.ts'];

/** What a room may import of ours. A name is a folder or a file. */
const arrows: [room: string, ...mayImport: string[]][] = [
  ['contract', 'contract'],
  ['journal', 'journal', 'contract'],
  ['gateway', 'gateway', 'journal', 'contract'],
  ['app', 'app', 'contract'],
  ['app/ui', 'app/ui', 'app/timings', 'contract'],
  ['app/charts', 'app/charts', 'app/ui', 'contract'],
  [
    'app/forms',
    'app/forms',
    'app/ui',
    'app/messages',
    'app/role-labels',
    'app/paths',
    'app/refusal-message.server',
    'app/said',
    'app/session/failure-toast.server',
    'app/gateway-client.server',
    'app/env.server',
    'contract',
  ],
  [
    'app/session',
    'app/session',
    'app/gateway-client.server',
    'app/browser-messages',
    'app/env.server',
    'app/log.server',
    'app/messages',
    'app/paths',
    'app/redirects.server',
    'app/refusal-message.server',
    'app/trace.server',
    'contract',
  ],
];

describe('a room imports only what lies below it', () => {
  test.each(arrows)('%s', (room, ...mayImport) => {
    let imports = importsOf(room);
    expect(imports.length).toBeGreaterThan(0);
    let strays = imports.filter(({ to }) => inside(to, ...ours) && !inside(to, ...mayImport));
    expect(strays).toEqual([]);
  });
});

test('the gateway knows nothing of pages, the contract nothing but its schemas', () => {
  let packagesOf = (room: string) => importsOf(room).filter(({ to }) => !inside(to, ...ours));
  expect(packagesOf('gateway').filter(({ to }) => /^(react|@remix-run|cookie|remix-)/.test(to))).toEqual([]);
  let allowed = ['zod', '@asteasolutions/zod-to-openapi'];
  expect(packagesOf('contract').filter(({ to }) => !allowed.includes(to))).toEqual([]);
});

test('nothing imports a route, and no feature another feature', () => {
  let imports = importsOf('app');
  expect(imports.filter(({ to }) => inside(to, 'app/routes'))).toEqual([]);
  let noun = (file: string) => /^app\/features\/([^/]+)\//.exec(file)?.[1];
  let strays = imports.filter(({ from, to }) => noun(from) && noun(to) && noun(from) !== noun(to));
  expect(strays).toEqual([]);
});

test('the demo is for the demo: nothing of the gateway or the app imports it', () => {
  let strays = [...importsOf('gateway'), ...importsOf('app')].filter(
    ({ from, to }) => inside(to, 'gateway/demo') && !inside(from, 'gateway/demo'),
  );
  expect(strays).toEqual([]);
});

test('the environment is read in one place of the app and nowhere in gateway and contract', () => {
  let readers = ['app', 'gateway', 'contract']
    .flatMap(sourcesOf)
    .filter((file) => readFileSync(path.join(root, file), 'utf8').includes('process.env'));
  expect(readers).toEqual(['app/env.server.ts']);
});

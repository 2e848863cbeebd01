import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openEdge } from '../../server/edge';
import { openGateway } from '../../server/gateway';
import { openRulesCache } from '../../server/rules-cache';
import { keepPrivate } from '../../server/private-folder';
import { edgeSecret, installationSecrets } from '../../server/secrets';
import { readSettings } from '../../server/settings';
import { programOf } from 'tests/support/program';

let above: string;
let before: number;
beforeEach(() => {
  before = process.umask(0o022);
  above = mkdtempSync(path.join(tmpdir(), 'private-'));
});
afterEach(() => {
  process.umask(before);
  rmSync(above, { recursive: true, force: true });
});

function modeOf(...steps: string[]): string {
  return (statSync(path.join(above, ...steps)).mode & 0o777).toString(8);
}

it('makes the folder and all later files private to this user', () => {
  keepPrivate(path.join(above, 'data'));
  writeFileSync(path.join(above, 'data', 'records.sqlite-wal'), '');
  mkdirSync(path.join(above, 'data', 'journal'));
  expect([modeOf('data'), modeOf('data', 'records.sqlite-wal'), modeOf('data', 'journal')]).toEqual([
    '700',
    '600',
    '700',
  ]);
});

it('makes files private that an earlier start left readable', () => {
  mkdirSync(path.join(above, 'data', 'outbox'), { recursive: true, mode: 0o755 });
  writeFileSync(path.join(above, 'data', 'outbox', '1.eml'), '', { mode: 0o644 });
  writeFileSync(path.join(above, 'data', 'events.duckdb'), '', { mode: 0o664 });
  keepPrivate(path.join(above, 'data'));
  expect(modeOf('data')).toBe('700');
  expect(modeOf('data', 'outbox')).toBe('700');
  expect(modeOf('data', 'outbox', '1.eml')).toBe('600');
  expect(modeOf('data', 'events.duckdb')).toBe('600');
});

/** The modes in the folder by kind. Private folders have 700, private files have 600. */
function openToOthers(): string[] {
  return readdirSync(path.join(above, 'data'), { recursive: true })
    .map((name) => path.join('data', String(name)))
    .filter((name) => modeOf(name) !== (statSync(path.join(above, name)).isDirectory() ? '700' : '600'));
}

it(
  'leaves nothing of a running installation readable by others, including files from an earlier start',
  { tags: 'slow' },
  async () => {
    let folder = path.join(above, 'data');
    let log = pino({ level: 'silent' });
    let settings = readSettings({ NODE_ENV: 'test', DATA_DIR: folder, GATEWAY_DOMAIN: 'localhost' });
    let pixelId = '00000000-0000-4000-8000-000000000004';
    let pixels = [{ pixelId, ownerId: 'ada', trackCompanies: true, keepReferrerQuery: false }];

    async function runOnce(): Promise<string[]> {
      keepPrivate(folder);
      let gateway = await openGateway(settings, installationSecrets(folder), async () => undefined, log);
      let edge = await openEdge(settings, edgeSecret(folder, log), log);
      let rules = openRulesCache(folder, edge.take, log);
      rules.take(new Map([['ada', { line: '{"owner":"ada"}', rules: { packages: {}, pixels, pixelHosts: [] } }]]));
      let server = http.createServer(edge.listener({ passOn: () => undefined, isConnected: () => true }));
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      let { port } = server.address() as AddressInfo;
      await new Promise<void>((done, failed) => {
        let at = { port, host: '127.0.0.1', path: `/a.png?x-pxid=${pixelId}`, headers: { host: 'static.localhost' } };
        http.get({ ...at, agent: false }, (answer) => answer.resume().on('end', done)).on('error', failed);
      });
      await vi.waitUntil(() => existsSync(path.join(folder, 'events.duckdb.wal')), 30_000);
      let open = openToOthers();
      let files = readdirSync(folder, { recursive: true }).map(String).sort();
      await new Promise((done) => server.close(done));
      await gateway.close();
      await rules.close();
      await edge.close();
      expect(openToOthers()).toEqual([]);
      expect(files.filter((name) => name.endsWith('.log')).length).toBeGreaterThan(0);
      expect(files).toEqual(
        expect.arrayContaining([
          'edge/salts.json',
          'edge/secret.json',
          'events.duckdb',
          'events.duckdb.wal',
          'events.journal',
          'records.sqlite',
          'records.sqlite-shm',
          'records.sqlite-wal',
          'secrets.json',
        ]),
      );
      return open;
    }

    expect(await runOnce()).toEqual([]);
    expect(existsSync(path.join(folder, 'edge', 'rules.ndjson'))).toBe(true);
    process.umask(0o022);
    for (let name of readdirSync(folder, { recursive: true }).map(String)) chmodSync(path.join(folder, name), 0o755);
    expect(await runOnce()).toEqual([]);
  },
);

it('commands leave nothing readable by others either', { tags: 'slow' }, async () => {
  let program = await programOf('cli/landfall.ts');
  let env = { ...process.env, DATA_DIR: path.join(above, 'data'), PUBLIC_URL: 'https://stats.example.com' };
  let run = `umask 022; exec "${process.execPath}" "${program}" admin create operator o@example.com`;
  execFileSync('sh', ['-c', run], { env });
  expect(existsSync(path.join(above, 'data', 'records.sqlite'))).toBe(true);
  expect(openToOthers()).toEqual([]);
});

it('follows a folder that is a symbolic link, and no links inside it', () => {
  mkdirSync(path.join(above, 'disk'), { mode: 0o755 });
  writeFileSync(path.join(above, 'elsewhere'), '');
  chmodSync(path.join(above, 'elsewhere'), 0o644);
  symlinkSync(path.join(above, 'disk'), path.join(above, 'data'));
  symlinkSync(path.join(above, 'elsewhere'), path.join(above, 'disk', 'link'));
  keepPrivate(path.join(above, 'data'));
  expect([modeOf('disk'), modeOf('elsewhere')]).toEqual(['700', '644']);
});

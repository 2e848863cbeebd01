/** Built files that change or disappear while the server runs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtFiles, createDashboard } from '../../server/dashboard';
import { listen, portOf, stop } from '../../server/listener';
import { readSettings } from '../../server/settings';

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'built-'));
  mkdirSync(path.join(folder, 'assets'));
  for (let name of ['gone.js', 'stays.js']) writeFileSync(path.join(folder, 'assets', name), 'export {};');
  let pages = {
    files: builtFiles(folder),
    build: { routes: {}, entry: { module: {} } } as ServerBuild,
    close: async () => undefined,
  };
  let log = pino({ level: 'silent' });
  server = await listen(await createDashboard(readSettings({}), undefined, pages, log), { port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await stop(server);
  rmSync(folder, { recursive: true });
});

function ask(name: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${portOf(server)}/assets/${name}`);
}

test('a file that was deleted after the start ends its response, not the server', async () => {
  rmSync(path.join(folder, 'assets/gone.js'));
  await expect(ask('gone.js').then((answer) => answer.text())).rejects.toThrow();
  let answer = await ask('stays.js');
  expect([answer.status, await answer.text()]).toEqual([200, 'export {};']);
});

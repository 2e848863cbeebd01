/** How the gateway's port reports the health of the edge, and at which hosts. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterEach, expect, it } from 'vitest';
import type { RulesChange } from 'contract/edge/edge-rules';
import { loadRules } from 'gateway/packages/edge-rules';
import { openRecords } from 'gateway/floor/db/open';
import { openEdge } from '../../server/edge';
import { readSettings } from '../../server/settings';
import { giveAddressTables } from '../support/address-tables';

let closings: (() => unknown)[] = [];
afterEach(async () => {
  for (let close of closings.splice(0).reverse()) await close();
});

/** Starts an edge whose store side is connected or not. */
async function startEdge(given: Record<string, string> = {}, isConnected = true) {
  let folder = mkdtempSync(path.join(tmpdir(), 'edge-health-'));
  closings.push(() => rmSync(folder, { recursive: true }));
  let settings = readSettings({ NODE_ENV: 'test', DATA_DIR: folder, GATEWAY_DOMAIN: 'stats.test', ...given });
  await giveAddressTables(folder);
  let edge = await openEdge(settings, { salt: 'salt of the tests', visitorsApart: true }, pino({ level: 'silent' }));
  closings.push(edge.close);
  let passOn = (_: unknown, response: http.ServerResponse) => void response.writeHead(418).end();
  let server = http.createServer(edge.listener({ passOn, isConnected: () => isConnected }));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closings.push(() => new Promise((done) => server.close(done)));
  let { port } = server.address() as AddressInfo;
  return {
    edge,
    folder,
    port,
    async ask(target: string, host = 'stats.test') {
      return new Promise<{ status: number; text: string }>((resolve, reject) => {
        let asked = http.get({ host: '127.0.0.1', port, path: target, headers: { host }, agent: false }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part: string) => (text += part));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        });
        asked.on('error', reject);
      });
    },
  };
}

async function someRules(folder: string): Promise<RulesChange> {
  let records = await openRecords({ folder });
  let rules = await loadRules(records, { domain: 'stats.test', publicUrl: 'http://stats.test' });
  await records.destroy();
  return rules;
}

it('the edge is ready only when it has rules', async () => {
  let { edge, folder, ask } = await startEdge();
  expect(await ask('/healthz')).toEqual({ status: 200, text: 'ok' });
  let before = await ask('/readyz');
  expect([before.status, before.text]).toEqual([503, expect.stringContaining('rules: none yet')]);
  edge.take(await someRules(folder));
  let text = 'ready\nrules: loaded\njournal: writable\nstore side: connected\n';
  expect(await ask('/readyz')).toEqual({ status: 200, text });
});

it('the edge is ready without a store side, and reports that it is disconnected', async () => {
  let { edge, folder, ask } = await startEdge({}, false);
  edge.take(await someRules(folder));
  let { status, text } = await ask('/readyz');
  expect([status, text]).toEqual([200, expect.stringContaining('store side: not connected')]);
});

it('the edge is not ready while the journal has no space, and its message and metrics report it', async () => {
  let { edge, folder, ask } = await startEdge({ JOURNAL_MIN_FREE_MB: '100000000' });
  edge.take(await someRules(folder));
  let { status, text } = await ask('/readyz');
  expect([status, text]).toEqual([503, expect.stringContaining('journal: cannot be written; see the server log')]);
  let counters = await edge.metrics.metrics();
  expect(counters).toContain('landfall_journal_writable 0\n');
  expect(counters).toContain('landfall_events_lost_total 0\n');
});

it('the chart starts an edge once it has rules, also while its journal is full', async () => {
  let { edge, folder, port } = await startEdge({ JOURNAL_MIN_FREE_MB: '100000000' });
  let chart = readFileSync('packaging/helm/landfall/templates/_parts.tpl', 'utf8');
  let [, probe = ''] = /startupProbe:.*?- >-\n(.*?)\n +periodSeconds/s.exec(chart)!;
  let script = probe.replaceAll(/\s*\n\s*/g, ' ').replace(':8081', `:${port}`);
  let exitCode = () =>
    new Promise((resolve) => execFile(process.execPath, ['-e', script], (error) => resolve(error?.code ?? 0)));
  expect(await exitCode()).toBe(1);
  edge.take(await someRules(folder));
  expect(await exitCode()).toBe(0);
});

it('health is answered only at the edge’s own hosts; other paths and methods are API calls', async () => {
  let { edge, folder, ask } = await startEdge();
  edge.take(await someRules(folder));
  let statusesAt = async (host: string) => [(await ask('/healthz', host)).status, (await ask('/readyz', host)).status];
  for (let host of ['stats.test', 'api.stats.test', 'localhost', '127.0.0.1'])
    expect(await statusesAt(host), host).toEqual([200, 200]);
  for (let host of ['ada.gateway.stats.test', 'ada.docker.stats.test', 'static.stats.test', 'downloads.example.com'])
    expect(await statusesAt(host), host).toEqual([404, 404]);
  expect((await ask('/v2/packages/ada')).status).toBe(418);
});

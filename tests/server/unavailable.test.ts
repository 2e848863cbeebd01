/** Responses while the stores cannot be opened. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Server } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listen, stop } from '../../server/listener';
import { unavailablePages, sendUnavailable } from '../../server/unavailable';

let folder: string;
let server: Server;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'unavailable-'));
  let pages = unavailablePages(folder, { files: () => undefined });
  server = await listen(
    (request, response) => (request.headers.accept === 'api' ? sendUnavailable(response) : pages(request, response)),
    { port: 0, host: '127.0.0.1' },
  );
});
afterEach(async () => {
  await stop(server);
  rmSync(folder, { recursive: true, force: true });
});

const ask = (address: string, accept = 'text/html') =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${address}`, { headers: { accept } });

it('every page says that the dashboard is not ready, styled within its content security policy, and reloads itself', async () => {
  for (let address of ['/', '/login?to=x', '/admin/status']) {
    let answer = await ask(address);
    let text = await answer.text();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(text).toContain('See the server log.');
    expect(text).toContain('<meta http-equiv="refresh" content="5">');
    let [, style = ''] = /<style>([^]*)<\/style>/.exec(text) ?? [];
    let hash = createHash('sha256').update(style).digest('base64');
    expect(answer.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`);
  }
});

it('pages say that downloads are answered when the edge has rules', async () => {
  expect(await (await ask('/')).text()).toContain('No downloads yet');
  mkdirSync(path.join(folder, 'edge'));
  writeFileSync(path.join(folder, 'edge', 'rules.ndjson'), '{}');
  expect(await (await ask('/')).text()).toContain('Downloads and pixels work');
});

it('probes report that the process is healthy but not ready', async () => {
  expect(await (await ask('/healthz')).text()).toBe('ok');
  let ready = await ask('/readyz');
  expect([ready.status, await ready.text()]).toEqual([503, 'not ready: see the server log\n']);
});

it('API calls are refused', async () => {
  let answer = await ask('/v2/packages/ada', 'api');
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { code: 'not-ready', message: 'The server is not ready.' },
  ]);
});

it('the page has the colors of the product', async () => {
  let [, style = ''] = /<style>([^]*)<\/style>/.exec(await (await ask('/')).text()) ?? [];
  let colours = (text: string) => [...text.matchAll(/--[a-z-]+: #[0-9a-f]{6}/g)].map(([colour]) => colour);
  let product = readFileSync('app/styles/app.css', 'utf8');
  let [light = '', dark = ''] = product.split('@media screen and (prefers-color-scheme: dark)');
  let [ownLight = '', ownDark = ''] = style.split('@media (prefers-color-scheme: dark)');
  expect(colours(ownLight).length).toBeGreaterThan(8);
  expect(colours(light)).toEqual(expect.arrayContaining(colours(ownLight)));
  expect(colours(ownDark).length).toBeGreaterThan(8);
  expect(colours(dark)).toEqual(expect.arrayContaining(colours(ownDark)));
});

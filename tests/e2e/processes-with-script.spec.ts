/** The processes of the product, each killed while downloads are requested. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test as base } from '@playwright/test';
import { end, processesOf, type BuiltProduct, seed, startProduct } from '../../tools/bench/product';
import { readDroppedEvents } from 'journal/dropped-events';
import { askAsAda, exportedEvents } from '../support/exported-events';
import { workerPort } from '../support/ports';

const test = base.extend<{ product: BuiltProduct; folder: string }>({
  folder: async ({}, use) => {
    let folder = mkdtempSync(path.join(tmpdir(), 'processes-'));
    await seed(folder, 200);
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  product: async ({ folder }, use) => {
    let product = await startProduct(folder, workerPort('processes'));
    // When the edge is ready it has stored its rules, so a later start serves downloads by them.
    let isReady = async () => (await fetch(`http://127.0.0.1:${product.gatewayPort}/readyz`)).status;
    await expect.poll(isReady, { timeout: 30_000 }).toBe(200);
    await use(product);
    await end(product, 'SIGKILL');
  },
});

test.describe.configure({ timeout: 90_000 });

function pidOf(product: BuiltProduct, role: 'edge' | 'store'): number {
  let found = processesOf(product.process.pid!).find((one) => one.role === role);
  if (!found) throw new Error(`There is no process of the ${role}`);
  return found.pid;
}

/** The status of one download, or the error code of its connection. */
function download({ gatewayPort }: BuiltProduct, version: string): Promise<number | string> {
  return new Promise((resolve) => {
    let headers = { host: 'ada.gateway.localhost' };
    let options = { host: '127.0.0.1', port: gatewayPort, path: `/engine/${version}/engine-linux.zip`, headers };
    http
      .get({ ...options, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      })
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

/** Requests a download every few milliseconds until `done`. Returns all outcomes. */
async function downloadUntil(
  product: BuiltProduct,
  version: string,
  done: Promise<unknown>,
): Promise<(number | string)[]> {
  let asked: Promise<number | string>[] = [];
  let isDone = false;
  let ended = done.then(() => (isDone = true));
  while (!isDone) {
    asked.push(download(product, version));
    await pause(20);
  }
  await ended;
  return Promise.all(asked);
}

async function isUp({ dashboard }: BuiltProduct): Promise<boolean> {
  return fetch(`${dashboard}/healthz`, { signal: AbortSignal.timeout(1_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** The counted downloads of a version. */
async function counted({ gatewayPort }: BuiltProduct, version: string): Promise<number> {
  return (await exportedEvents(gatewayPort)).filter((event) => event.version === version).length;
}

test('no download fails while the store side is killed, and all of them are counted afterwards', async ({
  product,
}) => {
  let old = pidOf(product, 'store');
  process.kill(old, 'SIGKILL');
  let back = expect.poll(() => isUp(product), { timeout: 60_000 }).toBe(true);
  let answers = await downloadUntil(product, '7.0.1', back);
  expect(new Set(answers)).toEqual(new Set([307]));
  expect(pidOf(product, 'store')).not.toBe(old);
  // A store that has just started reads what the edge kept a little later than its first answer.
  await expect.poll(() => counted(product, '7.0.1'), { timeout: 30_000 }).toBe(answers.length);
});

test(
  'downloads during a restart of the edge wait, and are answered by its stored rules',
  { tag: '@slow' },
  async ({ product }) => {
    let old = pidOf(product, 'edge');
    process.kill(old, 'SIGKILL');
    await expect.poll(() => processesOf(product.process.pid!).some(({ pid }) => pid === old)).toBe(false);
    let answers = await Promise.all(Array.from({ length: 20 }, () => download(product, '7.0.2')));
    expect(new Set(answers)).toEqual(new Set([307]));
    expect(await counted(product, '7.0.2')).toBe(20);
  },
);

test(
  'a damaged event store stops no download: the log has the reason, and the store recovers when the file is back',
  { tag: '@slow' },
  async ({ product: first, folder }) => {
    await end(first, 'SIGTERM');
    let file = path.join(folder, 'events.duckdb');
    renameSync(file, `${file}.good`);
    writeFileSync(file, Buffer.alloc(64 * 1024, 7));
    let product = await startProduct(folder, workerPort('processes'));
    try {
      expect(await download(product, '7.0.3')).toBe(307);
      let ready = await fetch(`${product.dashboard}/readyz`);
      expect([ready.status, await ready.text()]).toEqual([503, 'not ready: see the server log\n']);
      expect(product.logged()).toContain(`${file} cannot be opened`);
      let page = await fetch(`${product.dashboard}/login`);
      expect([page.status, await page.text()]).toEqual([503, expect.not.stringContaining(folder)]);
      let call = await fetch(`http://127.0.0.1:${product.gatewayPort}/openapi.json`);
      expect([call.status, ((await call.json()) as { code: string }).code]).toEqual([503, 'not-ready']);

      renameSync(`${file}.good`, file);
      await expect.poll(async () => (await fetch(`${product.dashboard}/readyz`)).status, { timeout: 30_000 }).toBe(200);
      expect(await counted(product, '7.0.3')).toBe(1);
    } finally {
      await end(product, 'SIGKILL');
    }
  },
);

test(
  'downloads answered while the journal has no space are counted as lost after a kill, and no others',
  { tag: '@slow' },
  async ({ product: first, folder }) => {
    expect(await download(first, '7.0.5')).toBe(307);
    await end(first, 'SIGTERM');
    let product = await startProduct(folder, workerPort('processes'), { JOURNAL_MIN_FREE_MB: '100000000' });
    let answers = await Promise.all(Array.from({ length: 30 }, () => download(product, '7.0.6')));
    expect(new Set(answers)).toEqual(new Set([307]));
    await expect.poll(() => readDroppedEvents(folder)).toMatchObject({ events: 0, waiting: { events: 30 } });
    await end(product, 'SIGKILL');
    product = await startProduct(folder, workerPort('processes'));
    try {
      let periods = [{ events: 30, reason: 'disk-full' }];
      await expect.poll(() => readDroppedEvents(folder)).toMatchObject({ events: 30, periods, waiting: null });
      expect([await counted(product, '7.0.5'), await counted(product, '7.0.6')]).toEqual([1, 0]);
    } finally {
      await end(product, 'SIGKILL');
    }
  },
);

test(
  'a folder without its secrets serves downloads, and continues with new ones after the command',
  { tag: '@slow' },
  async ({ product: first, folder }) => {
    expect(await download(first, '7.0.4')).toBe(307);
    await end(first, 'SIGTERM');
    rmSync(path.join(folder, 'secrets.json'));
    let product = await startProduct(folder, workerPort('processes'));
    try {
      expect(await download(product, '7.0.4')).toBe(307);
      let ready = await fetch(`${product.dashboard}/readyz`);
      expect(ready.status).toBe(503);
      expect(product.logged()).toContain('secrets.json is missing');
      expect(existsSync(path.join(folder, 'secrets.json'))).toBe(false);

      let env = { ...process.env, DATA_DIR: folder };
      execFileSync(process.execPath, ['build/landfall.js', 'begin-anew', 'secrets'], { env });
      await expect.poll(async () => (await fetch(`${product.dashboard}/readyz`)).status, { timeout: 30_000 }).toBe(200);
      expect(await counted(product, '7.0.4')).toBe(2);
    } finally {
      await end(product, 'SIGKILL');
    }
  },
);

test(
  'a dashboard that is not ready says so on every page, and its reason in the log alone',
  { tag: '@slow' },
  async ({ product: first, folder, page }) => {
    await end(first, 'SIGTERM');
    let file = path.join(folder, 'records.sqlite');
    renameSync(file, `${file}.good`);
    let product = await startProduct(folder, workerPort('processes'));
    try {
      await page.goto(`${product.dashboard}/login`);
      await expect(page.getByRole('heading', { name: 'The dashboard is not ready' })).toBeVisible();
      await expect(page.getByText(file)).toHaveCount(0);
      expect(product.logged()).toContain(`${file} is missing`);
      await expect(page.getByText('Downloads and pixels work')).toBeVisible();
      // The style of the page is allowed by its content security policy.
      expect(await page.locator('main').evaluate((main) => getComputedStyle(main).maxWidth)).toBe('608px');
      // The page reloads by itself.
      renameSync(`${file}.good`, file);
      await expect(page.getByLabel('Password')).toBeVisible({ timeout: 30_000 });
    } finally {
      await end(product, 'SIGKILL');
    }
  },
);

test(
  'Ctrl+C twice in a terminal: open requests are answered, and no process is left',
  { tag: '@slow' },
  async ({ product }) => {
    let pids = processesOf(product.process.pid!).map(({ pid }) => pid);
    let asked = Array.from({ length: 20 }, () => download(product, '7.0.5'));
    let first = await Promise.race(asked);
    let gone = once(product.process, 'exit');
    process.kill(-product.process.pid!, 'SIGINT');
    setTimeout(() => process.kill(-product.process.pid!, 'SIGINT'), 20);
    expect(first).toBe(307);
    expect(await gone).toEqual([0, null]);
    expect(new Set(await Promise.all(asked))).toEqual(new Set([307]));
    for (let pid of pids) expect(() => process.kill(pid, 0)).toThrow();
  },
);

test('a stop ends open live streams as whole answers', { tag: '@slow' }, async ({ product }) => {
  let streams = await Promise.all([1, 2].map(() => askAsAda(product.gatewayPort, '/v3/live/ada/stream')));
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  let texts = Promise.all(streams.map((stream) => stream.text()));
  await end(product, 'SIGTERM');
  for (let text of await texts) expect(text).toContain('"is_first":true');
});

test('both processes end with the supervisor, also when it is killed', { tag: '@slow' }, async ({ product }) => {
  let pids = processesOf(product.process.pid!).map(({ pid }) => pid);
  expect(pids).toHaveLength(2);
  process.kill(product.process.pid!, 'SIGKILL');
  let isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(() => pids.some(isAlive), { timeout: 15_000 }).toBe(false);
});

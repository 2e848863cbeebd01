/** The product on sample events, in a folder that is deleted afterwards. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Target } from './load';
import { signIn } from './pages';
import { end, type BuiltProduct, type Sample, seed, startProduct, tokenOf } from './product';

export const owner = 'hopper-labs';
export const benchPort = Number(process.env.PORT || 19_140);
const openLimitMs = 60_000;

export interface Started {
  product: BuiltProduct;
  sample: Sample;
  /** Of a session of a person with all rights on the owner. */
  cookie: string;
  token: string;
  /** What the event store takes on disk for each event. */
  bytesPerEvent: number;
}

export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  let folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs work beside the product with so many events. */
export async function withEvents(
  count: number,
  work: (started: Started) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  await inFolder(async (folder) => {
    let sample = await seed(folder, count);
    let bytesPerEvent = statSync(path.join(folder, 'events.duckdb')).size / sample.events;
    await withProduct({ folder, sample, bytesPerEvent, env }, work);
  });
}

type Filled = Pick<Started, 'sample' | 'bytesPerEvent'> & { folder: string; env: Record<string, string> };

/** Runs work beside the product on stores that were filled. */
export async function withProduct(
  { folder, sample, bytesPerEvent, env }: Filled,
  work: (started: Started) => Promise<void>,
): Promise<void> {
  let token = await tokenOf(folder, 'grace');
  let product = await startProduct(folder, benchPort, env);
  try {
    await untilOpen(product.dashboard);
    let cookie = await signIn(product.dashboard, 'grace');
    await work({ product, sample, cookie, token, bytesPerEvent });
  } finally {
    await end(product, 'SIGTERM');
  }
}

/** Resolves when the stores are open: before, every page says that they are being opened. */
export async function untilOpen(dashboard: string): Promise<void> {
  let limit = performance.now() + openLimitMs;
  while ((await fetch(`${dashboard}/readyz`)).status !== 200) {
    if (performance.now() > limit) throw new Error('The stores were not opened in time');
    await pause(50);
  }
}

export function downloadTarget({ gatewayPort }: BuiltProduct): Target {
  let host = `${owner}.gateway.localhost:${gatewayPort}`;
  return { port: gatewayPort, host, path: '/flowmatic/2.5.0/flowmatic-linux.tar.gz', status: 307 };
}

/** A download with its own Host, which `fetch` does not allow. */
export function downloadOnce(product: BuiltProduct): Promise<void> {
  let target = downloadTarget(product);
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: target.port, path: target.path, headers: { host: target.host } }, (answer) => {
      answer.resume();
      if (answer.statusCode === target.status) resolve();
      else reject(new Error(`A download was answered with ${answer.statusCode}`));
    }).once('error', reject);
  });
}

/** A page of the dashboard as a browser asks for it. */
export function pageTarget({ dashboard }: BuiltProduct, address: string, cookie = ''): Target {
  let { host, port: at } = new URL(dashboard);
  let headers = { 'accept-encoding': 'br', ...(cookie && { cookie }) };
  return { port: Number(at), host, path: address, headers, status: 200 };
}

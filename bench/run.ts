/**
 * `npm run bench`: measures the built product on sample data, prints a table, writes
 * build/bench.json. `--ten` adds ten million events.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Figure, median, tableOf } from './figures';
import { measureIndexes } from './indexes';
import { drive, type Target } from './load';
import { firstByteMs, pagesPerSecond, signIn, weigh } from './pages';
import { end, memoryMb, type Product, type Sample, seed, startProduct } from './product';

const million = 1_000_000;
const demoEvents = 200_000;
const port = Number(process.env.PORT || 19_140);
const loadSeconds = 6;
const pageSeconds = 5;
const rounds = 15;
const owner = 'hopper-labs';
const analytics = `/analytics/${owner}?range=last-90-days`;

let figures: Figure[] = [];

function report(name: string, value: number, unit: string, aim?: string): void {
  let figure = { name, value, unit, ...(aim && { aim }) };
  figures.push(figure);
  process.stdout.write(`${tableOf([figure])}\n`);
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  let folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureSeeding(): Promise<void> {
  let { took } = await inFolder((folder) => seed(folder, demoEvents));
  report('seeding 200,000 events', took / 1_000, 's', '<= 15');
}

async function measureMillion(): Promise<void> {
  await inFolder(async (folder) => {
    let sample = await seed(folder, million);
    reportDisk(folder, sample);
    let product = await startProduct(folder, port);
    try {
      report('memory after start', memoryMb(product), 'MB');
      let cookie = await signIn(product.dashboard, 'grace');
      await measureAnalytics(product, cookie, '1 M', 100);
      await measurePages(product, cookie);
      await measureEdge(product, sample);
      report('memory after load', memoryMb(product), 'MB', '<= 350');
    } finally {
      await end(product, 'SIGTERM');
    }
  });
}

async function measureTenMillion(): Promise<void> {
  await inFolder(async (folder) => {
    reportDisk(folder, await seed(folder, 10 * million));
    let product = await startProduct(folder, port);
    try {
      await measureAnalytics(product, await signIn(product.dashboard, 'grace'), '10 M', 200);
      report('memory at 10 M', memoryMb(product), 'MB');
    } finally {
      await end(product, 'SIGTERM');
    }
  });
}

function reportDisk(folder: string, { events }: Sample): void {
  let bytes = statSync(path.join(folder, 'events.duckdb')).size / events;
  report(`disk per event at ${events.toLocaleString('en')}`, bytes, 'bytes', '<= 120');
}

/**
 * First: the first query since the start. Changed: a download was recorded since the last query.
 * Unchanged: none was.
 */
async function measureAnalytics(product: Product, cookie: string, size: string, aimMs: number): Promise<void> {
  let address = `${product.dashboard}${analytics}`;
  report(`analytics at ${size}, first load`, await firstByteMs(address, cookie), 'ms');
  let unchanged: number[] = [];
  let changed: number[] = [];
  for (let round = 0; round < rounds; round++) {
    unchanged.push(await firstByteMs(address, cookie));
    await downloadOnce(product);
    changed.push(await firstByteMs(address, cookie));
  }
  report(`analytics at ${size}, nothing new, p50`, median(unchanged), 'ms', `<= ${aimMs}`);
  report(`analytics at ${size}, new downloads, p50`, median(changed), 'ms', `<= ${aimMs}`);
}

async function measurePages({ dashboard }: Product, cookie: string): Promise<void> {
  let address = `${dashboard}${analytics}`;
  report('sign-in pages', await pagesPerSecond(`${dashboard}/login`, '', pageSeconds), 'per s');
  report('analytics pages', await pagesPerSecond(address, cookie, pageSeconds), 'per s');
  let [guest, signedIn] = await weigh([{ address: `${dashboard}/login` }, { address, cookie }]);
  report('sign-in page, all', guest!.kilobytes, 'kB', '<= 40');
  report('sign-in page, script', guest!.scriptKilobytes, 'kB', '0');
  report('sign-in page, requests', guest!.requests, '');
  report('analytics page, all', signedIn!.kilobytes, 'kB', '<= 150');
  report('analytics page, script', signedIn!.scriptKilobytes, 'kB', '<= 110');
  report('analytics page, requests', signedIn!.requests, '', '<= 10');
}

function download({ gatewayPort }: Product): Target {
  let host = `${owner}.gateway.localhost:${gatewayPort}`;
  return { port: gatewayPort, host, path: '/flowmatic/2.5.0/flowmatic-linux.tar.gz', status: 307 };
}

/** A download with its own Host, which `fetch` does not allow. */
function downloadOnce(product: Product): Promise<void> {
  let target = download(product);
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: target.port, path: target.path, headers: { host: target.host } }, (answer) => {
      answer.resume();
      if (answer.statusCode === target.status) resolve();
      else reject(new Error(`A download was answered with ${answer.statusCode}`));
    }).once('error', reject);
  });
}

async function measureEdge(product: Product, { pixelIds }: Sample): Promise<void> {
  let host = `static.localhost:${product.gatewayPort}`;
  let pixel = { port: product.gatewayPort, host, path: `/a.png?x-pxid=${pixelIds[0]}`, status: 200 };
  for (let [name, target] of [
    ['redirects', download(product)],
    ['pixels', pixel],
  ] as const)
    for (let [connections, aim] of [
      [16, 5_000],
      [64, 10_000],
    ] as const) {
      let { perSecond, p50Ms, p99Ms, failed, tool } = await drive(target, connections, loadSeconds);
      report(`${name}, ${connections} connections (${tool})`, perSecond, 'per s', `>= ${aim.toLocaleString('en')}`);
      report(`${name}, ${connections} connections, p50`, p50Ms, 'ms');
      report(`${name}, ${connections} connections, p99`, p99Ms, 'ms', '<= 50');
      if (failed > 0) report(`${name}, ${connections} connections, failed`, failed, 'answers', '0');
    }
}

await measureSeeding();
await inFolder((folder) =>
  measureIndexes(folder, port, (name, { perSecond, p99Ms, failed }) => {
    report(`${name}, from memory`, perSecond, 'per s', '>= 1,000');
    report(`${name}, from memory, p99`, p99Ms, 'ms', '<= 50');
    if (failed > 0) report(`${name}, from memory, failed`, failed, 'answers', '0');
  }),
);
await measureMillion();
if (process.argv.includes('--ten')) await measureTenMillion();
writeFileSync('build/bench.json', `${JSON.stringify(figures, null, 2)}\n`);
process.stdout.write(`\n${tableOf(figures)}\n\nWritten to build/bench.json\n`);

/**
 * `npm run profile -- [page ...]`: starts the built product on sample data, loads pages and prints
 * the processor time of each and the functions that take it. Leaves
 * build/profile/<page>.cpuprofile, which browsers and editors show as a flame graph. A page is a
 * name of the list below or a path.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type CpuProfile, functionTimes, timesTable } from './cpu-profile';
import { drive, type Target } from './load';
import { signIn } from './pages';
import { costOf, pidOf } from './processes';
import { end, type BuiltProduct, seed, startProduct } from './product';
import { downloadTarget, pageTarget, untilOpen } from './sample';

const events = Number(process.env.EVENTS || 100_000);
const port = Number(process.env.PORT || 19_160);
const connections = Number(process.env.CONNECTIONS || 16);
const profileSeconds = 5;
const functionsShown = 30;
const limitMs = 60_000;

const pages: Record<string, string> = {
  analytics: '/analytics/hopper-labs?range=last-90-days',
  'sign-in': '/login',
  packages: '/packages/hopper-labs/management',
  home: '/home/hopper-labs',
};

/** Downloads are answered by the edge, everything else by the store side. */
const download = 'download';

interface Asked {
  name: string;
  role: 'edge' | 'store';
  target: Target;
}

async function asked(product: BuiltProduct, name: string): Promise<Asked> {
  if (name === download) return { name, role: 'edge', target: downloadTarget(product) };
  let address = pages[name] ?? name;
  if (!address.startsWith('/'))
    throw new Error(`${name} is neither a path nor one of ${[...Object.keys(pages), download].join(', ')}`);
  let { dashboard } = product;
  let target = pageTarget(product, address, name === 'sign-in' ? '' : await signIn(dashboard, 'grace'));
  let answer = await fetch(`${dashboard}${address}`, { redirect: 'manual', headers: target.headers! });
  if (answer.status !== 200) throw new Error(`${address} was answered with ${answer.status}`);
  return { name: name.replaceAll(/[^\w.-]+/g, '-').replace(/^-/, ''), role: 'store', target };
}

async function profile(pid: number, target: Target, file: string): Promise<CpuProfile> {
  process.kill(pid, 'SIGUSR2');
  await drive(target, connections, profileSeconds);
  process.kill(pid, 'SIGUSR2');
  let limit = performance.now() + limitMs;
  while (!existsSync(file)) {
    if (performance.now() > limit) throw new Error('The profile was not written in time');
    await pause(50);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as CpuProfile;
}

async function measure(product: BuiltProduct, name: string, folder: string, written: string): Promise<void> {
  let page = await asked(product, name);
  let pid = pidOf(product, page.role);
  let { ms, bestMs, perSecond } = await costOf(pid, page.target, { connections });
  process.stdout.write(
    `\n${page.name}: ${ms.toFixed(2)} ms of processor time for each answer (best round ${bestMs.toFixed(2)}), ` +
      `${perSecond.toFixed(0)} per s\n`,
  );
  if (process.argv.includes('--times')) return;
  let times = functionTimes(await profile(pid, page.target, written));
  let kept = path.join(folder, `${page.name}.cpuprofile`);
  copyFileSync(written, kept);
  rmSync(written);
  process.stdout.write(`${timesTable(times, functionsShown)}\n\nWritten to ${kept}\n`);
}

async function main(): Promise<void> {
  let folder = 'build/profile';
  mkdirSync(folder, { recursive: true });
  let data = mkdtempSync(path.join(tmpdir(), 'profile-'));
  try {
    await seed(data, events);
    let written = path.join(data, 'written.cpuprofile');
    let loaded = pathToFileURL(path.join(import.meta.dirname, 'profiled.mjs')).href;
    let product = await startProduct(data, port, { NODE_OPTIONS: `--import=${loaded}`, PROFILE_FILE: written });
    try {
      await untilOpen(product.dashboard);
      let names = process.argv.slice(2).filter((word) => word !== '--times');
      for (let name of names.length > 0 ? names : Object.keys(pages)) await measure(product, name, folder, written);
    } finally {
      await end(product, 'SIGTERM');
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

await main();

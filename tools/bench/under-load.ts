/** Pages and downloads over many connections, and the memory after them. */
import { setTimeout as pause } from 'node:timers/promises';
import { connectionCounts, measureBare } from './bare';
import { drive } from './load';
import { weigh } from './pages';
import { costOf, memoryMb, pidOf } from './processes';
import { report } from './report';
import { analytics } from './reports';
import { downloadTarget, owner, pageTarget, type Started } from './sample';

const loadSeconds = 6;
const quietMs = 10_000;

const pages: { name: string; address: string; isGuest?: boolean; aimPerSecond?: string; aimMs?: string }[] = [
  { name: 'sign-in page', address: '/login', isGuest: true, aimPerSecond: '>= 700' },
  { name: 'analytics page, warm', address: analytics, aimPerSecond: '>= 120' },
  { name: 'packages page, warm', address: `/packages/${owner}/management`, aimMs: '<= 6' },
  { name: 'home page, warm', address: `/home/${owner}`, aimMs: '<= 6' },
];

export async function measurePages({ product, cookie }: Started): Promise<void> {
  let pid = pidOf(product, 'store');
  for (let { name, address, isGuest, aimPerSecond, aimMs } of pages) {
    let cost = await costOf(pid, pageTarget(product, address, isGuest ? '' : cookie));
    report(`${name}, 16 connections`, cost.perSecond, 'per s', aimPerSecond);
    report(`${name}, 16 connections, best round`, cost.bestPerSecond, 'per s');
    report(`${name}, processor time`, cost.ms, 'ms', aimMs);
    report(`${name}, processor time, best round`, cost.bestMs, 'ms');
  }
}

/** What a browser loads. */
export async function measureWeights({ product: { dashboard }, cookie }: Started): Promise<void> {
  let address = `${dashboard}${analytics}`;
  let [guest, signedIn] = await weigh([{ address: `${dashboard}/login` }, { address, cookie }]);
  report('sign-in page, all', guest!.kilobytes, 'kB', '<= 40');
  report('sign-in page, script', guest!.scriptKilobytes, 'kB', '0');
  report('sign-in page, requests', guest!.requests, '');
  report('analytics page, all', signedIn!.kilobytes, 'kB', '<= 150');
  report('analytics page, script', signedIn!.scriptKilobytes, 'kB', '<= 110');
  report('analytics page, requests', signedIn!.requests, '', '<= 10');
}

const aims = { 16: '>= 12,000', 64: '>= 20,000' };

export async function measureEdge({ product, sample }: Started): Promise<void> {
  let others = await measureBare();
  let host = `static.localhost:${product.gatewayPort}`;
  let pixel = { port: product.gatewayPort, host, path: `/a.png?x-pxid=${sample.pixelIds[0]}`, status: 200 };
  let pid = pidOf(product, 'edge');
  for (let [name, target] of [
    ['redirects', downloadTarget(product)],
    ['pixels', pixel],
  ] as const)
    for (let connections of connectionCounts) {
      let cost = await costOf(pid, target, { connections, rounds: 3, seconds: loadSeconds });
      report(`${name}, ${connections} connections`, cost.perSecond, 'per s', aims[connections]);
      report(`${name}, ${connections} connections, best round`, cost.bestPerSecond, 'per s');
      report(`${name}, ${connections} connections, p99`, cost.p99Ms, 'ms', '<= 20');
      report(`${name}, ${connections} connections, processor time`, cost.ms * 1_000, 'µs');
      for (let [other, costs] of others) {
        let ratio = cost.perSecond / costs.get(connections)!.perSecond;
        report(`${name}, ${connections} connections, of ${other}`, 100 * ratio, '%');
      }
    }
}

/** At once, and when the product has had nothing to do for a while. */
export async function measureMemory({ product }: Started, when: string): Promise<void> {
  let now = memoryMb(product);
  report(`memory ${when}, resident`, now.resident, 'MB', '<= 256');
  report(`memory ${when}, what is shared counted once`, now.own, 'MB');
  await pause(quietMs);
  report(`memory ${when} and 10 s of rest, resident`, memoryMb(product).resident, 'MB', '<= 256');
}

/** Downloads beside pages that ask for far too much. */
export async function measureTrouble({ product, cookie, sample }: Started): Promise<void> {
  let ids = Array.from({ length: 500 }, (_, i) => `package_id=${sample.packageIds[i % sample.packageIds.length]}`);
  let where = Array.from({ length: 100 }, (_, i) => `where=${encodeURIComponent(`request_version:not-equals:v${i}`)}`);
  let bad = {
    'a range of ten years': `/analytics/${owner}?range=custom&from=2016-01-01&to=2025-12-31`,
    '500 packages': `${analytics}&${ids.join('&').replaceAll('package_id', 'package')}`,
    '100 conditions': `${analytics}&${where.join('&')}`,
  };
  let ask = async (address: string) => {
    let begun = performance.now();
    let answer = await fetch(product.dashboard + address, { redirect: 'manual', headers: { cookie } });
    await answer.arrayBuffer();
    return { status: answer.status, ms: performance.now() - begun };
  };
  for (let [name, address] of Object.entries(bad)) {
    let { status, ms } = await ask(address);
    report(`${name}, answered with ${status}`, ms, 'ms', '<= 5,000');
  }
  let isOver = false;
  let addresses = Object.values(bad);
  let askOn = async (i: number) => {
    while (!isOver) await ask(`${addresses[i % addresses.length]}&again=${i}`);
  };
  let asking = Array.from({ length: 10 }, (_, i) => askOn(i));
  let { p99Ms, failed } = await drive(downloadTarget(product), 4, loadSeconds);
  isOver = true;
  await Promise.all(asking);
  report('downloads beside ten such pages, p99', p99Ms, 'ms', '<= 50');
  report('downloads beside ten such pages, failed', failed, 'answers', '0');
}

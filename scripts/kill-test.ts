/**
 * `npm run kill-test`: kills the built product many times during downloads and checks that every
 * answered download is in the event store.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dayMs } from 'contract/time';
import { end, seed, startProduct } from '../bench/product';
import { openEventStore } from 'gateway/events/duckdb';
import type { TrafficReport } from './kill-traffic';

const kills = 12;
const ratePerSecond = 2_000;
const aliveMinMs = 400;
const aliveMaxMs = 1_800;
const sampleEvents = 5_000;
const port = Number(process.env.PORT || 19_120);

interface Tally {
  sent: number;
  failed: number;
  answered: Set<number>;
}

async function main(): Promise<number> {
  let folder = mkdtempSync(path.join(tmpdir(), 'kill-test-'));
  try {
    let { packageIds } = await seed(folder, sampleEvents);
    let tally = await killAgainAndAgain(folder);
    let lost = await compare(folder, packageIds, tally);
    process.stdout.write(
      lost === 0 ? '\nNo answered download was lost.\n' : `\n${lost} answered downloads were LOST.\n`,
    );
    return lost === 0 && tally.answered.size > 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function killAgainAndAgain(folder: string): Promise<Tally> {
  let tally: Tally = { sent: 0, failed: 0, answered: new Set() };
  process.stdout.write('kill   alive ms   restart ms   answered   answered per s\n');
  for (let kill = 1; kill <= kills; kill++) {
    let started = performance.now();
    let product = await startProduct(folder, port);
    let restartMs = performance.now() - started;
    let before = tally.answered.size;
    let traffic = startTraffic(product.gatewayPort, tally);
    let aliveMs = aliveMinMs + Math.random() * (aliveMaxMs - aliveMinMs);
    await once(traffic, 'message');
    await pause(aliveMs);
    await end(product, 'SIGKILL');
    await stopTraffic(traffic);
    let answered = tally.answered.size - before;
    let cells = [kill, aliveMs, restartMs, answered, (answered / aliveMs) * 1_000];
    let widths = [4, 11, 13, 11, 17];
    process.stdout.write(`${cells.map((cell, i) => cell.toFixed(0).padStart(widths[i]!)).join('')}\n`);
  }
  return tally;
}

let numbersUsed = 0;

/** Numbers continue from one round to the next, so that each download of the test has its own. */
function startTraffic(gatewayPort: number, tally: Tally): ChildProcess {
  let script = path.join(import.meta.dirname, 'kill-traffic.ts');
  let first = numbersUsed;
  let traffic = fork(script, [String(gatewayPort), String(ratePerSecond), String(first)], {
    execArgv: ['--import', 'tsx'],
  });
  traffic.on('message', (report: TrafficReport) => {
    tally.sent += report.sent;
    tally.failed += report.failed;
    numbersUsed += report.sent;
    for (let number of report.answered) tally.answered.add(number);
  });
  return traffic;
}

/** The traffic process reports all answered numbers before it ends. */
async function stopTraffic(traffic: ChildProcess): Promise<void> {
  let gone = once(traffic, 'exit');
  traffic.send('stop');
  await gone;
}

/**
 * Reads the store after the last kill; gives the number of answered downloads that are missing or
 * stored more than once.
 */
async function compare(folder: string, packageIds: string[], tally: Tally): Promise<number> {
  let store = await openEventStore({ folder });
  let written = new Map<number, number>();
  let now = Date.now();
  let range = { from: now - dayMs, until: now + dayMs };
  for await (let batch of store.export({ artifactType: 'package', artifactIds: packageIds, ...range }))
    for (let { version } of batch) {
      let number = /^k(\d+)$/.exec(version)?.[1];
      if (number) written.set(Number(number), (written.get(Number(number)) ?? 0) + 1);
    }
  await store.close();
  let lost = [...tally.answered].filter((number) => !written.has(number)).length;
  let twice = [...written.values()].filter((times) => times > 1).length;
  let unanswered = [...written.keys()].filter((number) => !tally.answered.has(number)).length;
  process.stdout.write(
    `\nsent ${tally.sent}, answered ${tally.answered.size}, cut off or refused ${tally.failed}\n` +
      `in the store ${written.size}, of them not answered ${unanswered}, written twice ${twice}, lost ${lost}\n`,
  );
  return lost + twice;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);

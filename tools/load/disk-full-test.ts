/**
 * `npx tsx tools/load/disk-full-test.ts`: fills the disk of the built product under load, kills it
 * while the disk is full, starts it, and makes room again. Downloads must always be answered, and
 * events that are not kept must be counted. Needs Linux and root, for a disk of its own. `--seconds
 * 60` is how long the disk is full.
 */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { mountSmallDisk } from 'tests/support/small-disk';
import { end, seed, spawnProduct, startProduct } from '../bench/product';
import { compare, type Comparison } from './kill/stored';
import { startTraffic, type Tally } from './kill/traffic';
import { greatest } from 'contract/floor/extremes';

const { values: given } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const fullMs = Number(given.seconds) * 1_000;
const port = Number(process.env.PORT || 19_120);
const ratePerSecond = 2_000;
const sampleEvents = 1_000;
const diskMb = 400;
const settings = { JOURNAL_MIN_FREE_MB: '8' };
const roomMs = 5_000;
const afterKillMs = 10_000;
/** The longest time after which events are kept again, once there is room. */
const recoveryMs = 10_000;
/** The count on disk may be behind by what came in while it was last written. */
const countLagMs = 250;

const now = () => performance.timeOrigin + performance.now();

/** Fills a disk and keeps it full; returns what makes room again. */
function fill(folder: string): () => void {
  let file = path.join(folder, 'filler');
  let handle = openSync(file, 'w');
  let block = Buffer.alloc(64 * 1024, 1);
  let fillUp = () => {
    try {
      for (;;) writeSync(handle, block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  };
  fillUp();
  let timer = setInterval(fillUp, 100);
  return () => {
    clearInterval(timer);
    closeSync(handle);
    rmSync(file);
  };
}

interface Moments {
  killed: number;
  /** When the first answer after the kill came. */
  back: number;
  /** The downloads answered before the disk was full. */
  before: Set<number>;
  /** The downloads answered before events were kept again. */
  untilRecovered: Set<number>;
}

async function run(folder: string): Promise<{ moments: Moments; tally: Tally; packageIds: string[] }> {
  let { packageIds } = await seed(folder, sampleEvents);
  let product = await startProduct(folder, port, settings);
  let traffic = startTraffic(product.gatewayPort, ratePerSecond);
  let { tally } = traffic;
  try {
    await pause(roomMs);
    let before = new Set(tally.answered);
    let makeRoom = fill(folder);
    await pause(fullMs);
    let killed = now();
    await end(product, 'SIGKILL');
    product = spawnProduct(folder, port, settings);
    // By then the traffic process has reported every answer from before the kill.
    await pause(200);
    let known = tally.answered.size;
    while (tally.answered.size === known) await pause(10);
    let back = now();
    await pause(afterKillMs);
    makeRoom();
    await pause(recoveryMs);
    let untilRecovered = new Set(tally.answered);
    await pause(roomMs);
    await traffic.stop();
    await end(product, 'SIGTERM');
    return { moments: { killed, back, before, untilRecovered }, tally, packageIds };
  } finally {
    await end(product, 'SIGKILL');
  }
}

function judge({ killed, back, before, untilRecovered }: Moments, tally: Tally, found: Comparison): string[] {
  let { missing, twice, countedLost } = found;
  let failed = tally.failures.filter(({ failedAt }) => failedAt < killed || failedAt > back);
  let lostBefore = missing.filter((number) => before.has(number) && !tally.late.has(number));
  let lostAfter = missing.filter((number) => !untilRecovered.has(number));
  let uncounted = missing.length - countedLost;
  let claims: [boolean, string][] = [
    [failed.length === 0, `${failed.length} downloads failed while the product was running`],
    [lostBefore.length === 0, `${lostBefore.length} downloads of before are not in the event store`],
    [lostAfter.length === 0, `${lostAfter.length} downloads of after are not in the event store`],
    [twice === 0, `${twice} downloads are in the event store more than once`],
    [countedLost > 0, 'nothing is counted as lost, so the disk was not full'],
    [uncounted <= (ratePerSecond * countLagMs) / 1_000, `${uncounted} missing downloads are not counted as lost`],
  ];
  return claims.flatMap(([holds, sentence]) => (holds ? [] : [sentence]));
}

async function main(): Promise<number> {
  let disk = mountSmallDisk(diskMb);
  if (!disk) throw new Error('A disk of its own cannot be mounted here: this needs Linux and root.');
  try {
    let { moments, tally, packageIds } = await run(disk.folder);
    let found = await compare(disk.folder, packageIds, tally);
    let rows: [string, number][] = [
      ['asked per s', tally.asked / tally.seconds],
      ['answered', tally.answered.size],
      ['of them before the disk was full', moments.before.size],
      ['of them once it had room again', tally.answered.size - moments.untilRecovered.size],
      ['failed', tally.failures.length],
      ['away after the kill, ms', moments.back - moments.killed],
      ['longest wait, ms', tally.longestMs],
      ['in the event store', found.stored],
      ['twice', found.twice],
      ['answered and not in the event store', found.missing.length],
      ['counted as lost', found.countedLost],
    ];
    let width = greatest(rows.map(([name]) => name.length));
    for (let [name, value] of rows)
      process.stdout.write(`${name.padEnd(width)}${Math.round(value).toLocaleString('en').padStart(12)}\n`);
    let broken = judge(moments, tally, found);
    process.stdout.write(`\n${broken.length === 0 ? 'All claims hold.' : broken.join('\n')}\n`);
    return broken.length === 0 ? 0 : 1;
  } finally {
    disk.remove();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);

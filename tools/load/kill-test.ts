/**
 * `npx tsx tools/load/kill-test.ts`: kills processes of the built product at random moments while
 * downloads are sent, and looks for every answered one in the event store. `--rounds 100` is the
 * full test, `--kinds edge,store,all` chooses which processes. Segments of the journal and
 * checkpoints of the event store are small, so that kills fall into them.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  end,
  processesOf,
  seed,
  spawnProduct,
  startProduct,
  waitUntilReady,
  type BuiltProduct,
} from '../bench/product';
import { compare, type Comparison, wasInCheckpoint, wasInSegmentChange } from './kill/stored';
import { startTraffic, type Tally } from './kill/traffic';
import { greatest } from 'contract/floor/extremes';

type Kind = 'edge' | 'store' | 'all';

const { values: given } = parseArgs({
  options: { rounds: { type: 'string', default: '8' }, kinds: { type: 'string', default: 'edge,store,all' } },
});
const rounds = Number(given.rounds);
const port = Number(process.env.PORT || 19_120);
const ratePerSecond = 2_000;
const sampleEvents = 1_000;
const small = { TEST_OPTIONS: JSON.stringify({ journalSegmentKb: 16, eventsCheckpointKb: 32 }) };
/** The longest time until a process is killed; every second one is ready by then. */
const aliveMaxMs = 1_500;
/** The count of lost events on disk may be behind by what was answered so long before a kill. */
const countLagMs = 1_000;
/** How long downloads go on after the last kill. */
const afterMs = 3_000;

interface Kills {
  /** The moments just before and after each kill, in milliseconds since 1970. */
  moments: [before: number, after: number][];
  inCheckpoint: number;
  inSegmentChange: number;
}

interface Result extends Comparison {
  kind: Kind;
  kills: Kills;
  tally: Tally;
  /** Failed requests on connections that no kill ended. */
  unexplained: number;
}

const now = () => performance.timeOrigin + performance.now();

async function childOf(product: BuiltProduct, role: Kind): Promise<number> {
  for (;;) {
    let found = processesOf(product.process.pid!).find((one) => one.role === role);
    if (found) return found.pid;
    await pause(5);
  }
}

/** Kills after a random while; gives the moments just before and after. */
async function kill(product: BuiltProduct, kind: Kind, isReady: boolean): Promise<[number, number]> {
  let pid = kind === 'all' ? undefined : await childOf(product, kind);
  if (isReady) await waitUntilReady(product);
  await pause(Math.random() * aliveMaxMs);
  let before = now();
  if (pid === undefined) await end(product, 'SIGKILL');
  else {
    process.kill(pid, 'SIGKILL');
    while (existsSync(`/proc/${pid}`)) await pause(1);
  }
  return [before, now()];
}

async function killAgainAndAgain(kind: Kind, folder: string, started: BuiltProduct): Promise<[BuiltProduct, Kills]> {
  let kills: Kills = { moments: [], inCheckpoint: 0, inSegmentChange: 0 };
  let product = started;
  for (let round = 1; round <= rounds; round++) {
    kills.moments.push(await kill(product, kind, round % 2 === 0));
    if (kind !== 'edge' && wasInCheckpoint(folder)) kills.inCheckpoint += 1;
    if (kind !== 'store' && (await wasInSegmentChange(folder))) kills.inSegmentChange += 1;
    if (kind === 'all') product = spawnProduct(folder, port, small);
    if (round % 10 === 0) process.stdout.write(`${kind}: ${round} kills\n`);
  }
  return [product, kills];
}

/** Failed requests whose connection was open during no kill, or that were sent after it. */
function unexplainedOf({ failures }: Tally, { moments }: Kills): number {
  return failures.filter(
    ({ connectedAt, failedAt }) =>
      connectedAt === null || !moments.some(([before, after]) => connectedAt <= after && failedAt >= before),
  ).length;
}

async function prove(kind: Kind): Promise<Result> {
  let folder = mkdtempSync(path.join(tmpdir(), `kill-test-${kind}-`));
  let product: BuiltProduct | undefined;
  try {
    let { packageIds } = await seed(folder, sampleEvents);
    product = await startProduct(folder, port, small);
    let traffic = startTraffic(product.gatewayPort, ratePerSecond);
    let kills: Kills;
    [product, kills] = await killAgainAndAgain(kind, folder, product);
    await waitUntilReady(product);
    await pause(afterMs);
    await traffic.stop();
    await end(product, 'SIGTERM');
    let { tally } = traffic;
    return {
      kind,
      kills,
      tally,
      unexplained: unexplainedOf(tally, kills),
      ...(await compare(folder, packageIds, tally)),
    };
  } finally {
    if (product) await end(product, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Downloads that were answered as committed and are not in the event store. */
function lostOf({ missing, tally }: Result): number[] {
  return missing.filter((number) => !tally.late.has(number));
}

/** Downloads answered late, perhaps before they were on disk, that are not in the event store. */
function lateMissingOf({ missing, tally }: Result): number[] {
  return missing.filter((number) => tally.late.has(number));
}

/** The promises that did not hold. */
function brokenClaims(result: Result): string[] {
  let { kind, kills, tally, unexplained, twice, countedLost } = result;
  let lost = lostOf(result).length;
  let isTooNew = (number: number) => {
    let answeredAt = tally.late.get(number)!;
    return kills.moments.some(([before, after]) => answeredAt >= before - countLagMs && answeredAt <= after);
  };
  let uncounted = lateMissingOf(result).filter((number) => !isTooNew(number)).length - countedLost;
  let claims: [boolean, string][] = [
    [kills.moments.length === rounds && tally.answered.size > 0, 'there were too few kills or answers'],
    [lost === 0, `${lost} downloads that were answered as committed are not in the event store`],
    [twice === 0, `${twice} downloads are in the event store more than once`],
    [uncounted <= 0, `${uncounted} late downloads are missing and not counted as lost`],
    [kind !== 'store' || tally.failures.length === 0, `${tally.failures.length} downloads failed`],
    [
      kind !== 'edge' || unexplained === 0,
      `${unexplained} downloads failed that were on no connection of a killed edge`,
    ],
  ];
  return claims.flatMap(([holds, sentence]) => (holds ? [] : [`${kind}: ${sentence}`]));
}

function print(results: readonly Result[]): void {
  let rows: [string, (result: Result) => string | number][] = [
    ['kills', ({ kills }) => kills.moments.length],
    ['in a checkpoint', ({ kind, kills }) => (kind === 'edge' ? '-' : kills.inCheckpoint)],
    ['in a segment change', ({ kind, kills }) => (kind === 'store' ? '-' : kills.inSegmentChange)],
    ['asked per s', ({ tally }) => Math.round(tally.asked / tally.seconds)],
    ['answered', ({ tally }) => tally.answered.size],
    ['failed', ({ tally }) => tally.failures.length],
    ['longest wait, ms', ({ tally }) => Math.round(tally.longestMs)],
    ['answered as committed', ({ tally }) => tally.answered.size - tally.late.size],
    ['lost of them', (result) => lostOf(result).length],
    ['answered late', ({ tally }) => tally.late.size],
    ['missing of them', (result) => lateMissingOf(result).length],
    ['counted as lost', ({ countedLost }) => countedLost],
    ['in the event store', ({ stored }) => stored],
    ['of them unanswered', ({ unanswered }) => unanswered],
    ['twice', ({ twice }) => twice],
  ];
  let width = greatest(rows.map(([name]) => name.length));
  process.stdout.write(`\n${'killed'.padEnd(width)}${results.map(({ kind }) => kind.padStart(12)).join('')}\n`);
  for (let [name, cell] of rows) {
    let cells = results.map((result) => cell(result).toLocaleString('en').padStart(12));
    process.stdout.write(`${name.padEnd(width)}${cells.join('')}\n`);
  }
}

async function main(): Promise<number> {
  let results: Result[] = [];
  for (let kind of given.kinds.split(',') as Kind[]) results.push(await prove(kind));
  print(results);
  let broken = results.flatMap(brokenClaims);
  process.stdout.write(`\n${broken.length === 0 ? 'All claims hold.' : broken.join('\n')}\n`);
  return broken.length === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);

/**
 * `npx tsx tools/tests/test-trouble.ts`: starts and stops the built product under every failure
 * that the documentation covers, and prints the outcome. Needs PostgreSQL, and root for full or
 * read-only disks. An argument runs only the cases with that word.
 */
// Builds the product first.
import '../built.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { end, startProduct, type BuiltProduct } from '../bench/product';
import { exportedEvents } from '../../tests/support/exported-events';
import { createPostgres, type Postgres } from './postgres';
import { createPlace, fill, isRoot, remount, versionBefore, type Place } from './trouble-places';
import { databaseOf, onServer, postgresTroubles } from './trouble-postgres';
import { downloads, faultsWhileNotReady, untilNoticed, untilReady } from './trouble-product';
import { runStop, stops, type Stop } from './trouble-stops';
import { storeTroubles, type Mend, type Trouble } from './trouble-stores';

const port = Number(process.env.PORT || 19_560);
const version = '8.1.0';
const times = 10;
const goneLimitMs = 5_000;
const healLimitMs = 60_000;
const pageLimitMs = 15_000;
/** Events in memory are written within a few seconds once they can be. */
const countLimitMs = 20_000;

/** A data folder and the settings it is started with. */
interface Installation {
  place: Place;
  settings: Record<string, string>;
}

interface Outcome {
  downloads: string;
  took: string;
  said: string;
  faults: string[];
}

async function runTrouble(trouble: Trouble, { place, settings }: Installation): Promise<Outcome> {
  let { needsDisk } = trouble;
  let folder = needsDisk ? place.disk('copy', needsDisk === true ? 'tmpfs' : needsDisk) : place.copy();
  let mend: Mend | undefined;
  let product: BuiltProduct | undefined;
  let faults: string[] = [];
  try {
    if (trouble.when === 'at start') mend = await trouble.harm(folder);
    product = await startProduct(folder, port, { ...settings, ...trouble.settings });
    if (trouble.when === 'running') {
      await untilReady(product, healLimitMs);
      mend = await trouble.harm(folder);
    }
    let answered = await downloads(product, version, times / 2);
    let { noticed, longestMs } = await untilNoticed(product, trouble.says, healLimitMs);
    if (!noticed) faults.push('/readyz never said what is wrong');
    if (longestMs > pageLimitMs) faults.push(`a page took ${longestMs.toFixed(0)} ms`);
    let { said, faults: wrong } = await faultsWhileNotReady(product, trouble.says);
    answered += await downloads(product, version, times / 2);
    if (answered < times) faults.push('downloads failed');
    if (trouble.stops) await end(product, 'SIGTERM');
    await mend?.();
    mend = undefined;
    if (trouble.stops) product = await startProduct(folder, port, { ...settings, ...trouble.settings });
    let healed = await untilReady(product, healLimitMs);
    faults.push(...wrong, ...(healed === undefined ? ['it did not heal'] : []));
    if (healed !== undefined && !trouble.loses) for (let one of await countingFaults(product)) faults.push(one);
    return { downloads: `${answered}/${times}`, took: `healed in ${healed?.toFixed(1) ?? '-'} s`, said, faults };
  } finally {
    if (product && trouble.stops) await end(product, 'SIGKILL');
    await mend?.();
    if (product) await end(product, 'SIGKILL');
  }
}

/** Every answered download is counted in the end, with the same visitor as before. */
async function countingFaults(product: BuiltProduct): Promise<string[]> {
  let counted = 0;
  let visitors = new Set<unknown>();
  for (let started = performance.now(); performance.now() - started < countLimitMs && counted < times;) {
    let events = await exportedEvents(product.gatewayPort);
    counted = events.filter((event) => event.version === version).length;
    let own = events.filter((event) => event.version === version || event.version === versionBefore);
    visitors = new Set(own.map((event) => event.origin_id));
    await pause(500);
  }
  return [
    ...(counted === times ? [] : [`${counted} of ${times} downloads are counted`]),
    ...(visitors.size === 1 ? [] : [`one visitor is counted as ${visitors.size}`]),
  ];
}

async function runStopCase(stop: Stop, { place, settings }: Installation, server: Postgres): Promise<Outcome> {
  let folder = place.copy();
  let goneMs: number, answered: Set<string>, broken: number;
  try {
    ({ goneMs, answered, broken } = await runStop(stop, { folder, port, settings }, () => server.signal('SIGSTOP')));
  } finally {
    if (stop.hangsPostgres) server.signal('SIGCONT');
  }
  let product = await startProduct(folder, port, settings);
  await untilReady(product, healLimitMs);
  let counted = new Set((await exportedEvents(product.gatewayPort)).map((event) => event.version));
  await end(product, 'SIGKILL');
  let lost = [...answered].filter((one) => !counted.has(one)).length;
  let faults = [
    ...(goneMs > goneLimitMs ? ['it took too long'] : []),
    ...(answered.size === 0 || lost > 0 ? [`${lost} of ${answered.size} answered downloads are lost`] : []),
  ];
  let said = `${answered.size} answered and counted, ${broken} broke off`;
  return { downloads: String(answered.size), took: `gone in ${(goneMs / 1_000).toFixed(1)} s`, said, faults };
}

interface FirstStart {
  name: string;
  harm(folder: string): void;
  says: RegExp;
}

const firstStarts: FirstStart[] = [
  { name: 'first start on a full disk', harm: fill, says: /disk is full\. Free up space/ },
  { name: 'first start on a read-only disk', harm: (folder) => remount(folder, 'ro'), says: /disk is read-only/ },
];

/** A first start has nothing to serve: it prints what is wrong, and ends. */
async function runFirstStart({ harm, says }: FirstStart, { place }: Installation): Promise<Outcome> {
  let folder = place.disk('nothing');
  harm(folder);
  let env = { ...process.env, PORT: String(port), GATEWAY_PORT: String(port + 1), DATA_DIR: folder };
  let child = spawn(process.execPath, ['build/server.js'], { env });
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  let [code] = (await once(child, 'exit')) as [number];
  let faults = code === 1 && says.test(said) ? [] : [`ended with ${code}`];
  return { downloads: 'none yet', took: `ended with ${code}`, said: said.trim(), faults };
}

async function main(): Promise<number> {
  let chosen = process.argv.slice(2);
  let server = createPostgres(port + 9);
  try {
    return await tryAll(server, chosen);
  } finally {
    server.remove();
  }
}

async function tryAll(server: Postgres, chosen: readonly string[]): Promise<number> {
  server.start();
  await onServer(server, 'create database landfall');
  let databaseUrl = databaseOf(server, 'landfall');
  let onSqlite: Installation = { place: await createPlace((folder) => ({ folder }), port), settings: {} };
  let onPostgres: Installation = {
    place: await createPlace(() => ({ databaseUrl }), port),
    settings: { DATABASE_URL: databaseUrl },
  };
  let cases: [name: string, needsRoot: boolean, run: () => Promise<Outcome>][] = [
    ...storeTroubles.map((one) => caseOf(one, onSqlite)),
    ...postgresTroubles(server).map((one) => caseOf(one, onPostgres)),
    ...firstStarts.map((one) => [one.name, true, () => runFirstStart(one, onSqlite)] as const),
    ...stops.map(
      (one) => [one.name, false, () => runStopCase(one, one.hangsPostgres ? onPostgres : onSqlite, server)] as const,
    ),
  ].map(([...one]) => one);
  let failed = 0;
  try {
    for (let [name, needsRoot, run] of cases) {
      if (chosen.length > 0 && !chosen.some((word) => name.includes(word))) continue;
      if (needsRoot && !isRoot) print(name, 'not tried: needs root');
      else if (!(await tried(name, run))) failed++;
    }
  } finally {
    onSqlite.place.remove();
    onPostgres.place.remove();
  }
  process.stdout.write(failed > 0 ? `\n${failed} cases FAILED\n` : '\nEverything was as it should be.\n');
  return failed > 0 ? 1 : 0;
}

function caseOf(trouble: Trouble, installation: Installation) {
  let run = () => runTrouble(trouble, installation);
  return [`${trouble.name}, ${trouble.when}`, trouble.needsDisk !== undefined, run] as const;
}

async function tried(name: string, run: () => Promise<Outcome>): Promise<boolean> {
  let failed = (error: unknown): Outcome => ({ downloads: '-', took: '-', said: '', faults: [String(error)] });
  let outcome = await run().catch(failed);
  print(name, outcome.faults.length > 0 ? 'FAILED' : 'ok', outcome);
  for (let fault of outcome.faults) process.stdout.write(`    ${fault}\n`);
  return outcome.faults.length === 0;
}

function print(name: string, result: string, { downloads, took, said }: Partial<Outcome> = {}): void {
  let cells = [name.padEnd(48), result.padEnd(6), downloads?.padEnd(9), took?.padEnd(17), said];
  process.stdout.write(`${cells.join(' ').trimEnd()}\n`);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  },
);

/**
 * `npx tsx tools/bench/storers.ts`: how fast 1, 2 and 4 processes store what edge nodes have sent, with the
 * processor time of each event. Needs PostgreSQL; ClickHouse of today runs behind a loopback server.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { connect, type Clickhouse } from 'gateway/events/clickhouse/client';
import { createArrivalsTable } from 'gateway/events/clickhouse/schema';
import { openRecords } from 'gateway/floor/db/open';
import { headerLine, recordLine } from 'journal/format';
import { randomEvents } from '../../tests/gateway/events/random-events';
import { installEngine, removeEngine, startEngine } from '../tests/clickhouse/engine';
import { createPostgres } from '../tests/postgres';

const total = Number(process.env.EVENTS ?? 100_000);
const eachRecord = 200;
const owners = 256;
const ticksASecond = 100;
const storerProgram = path.resolve('tests/support/storer-process.ts');

interface Place {
  folder: string;
  engine: { server: ChildProcess; url: string };
  databaseUrl: string;
}

/** Seconds of processor time since the start of a process. */
function busySeconds(pid: number): number {
  let fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksASecond;
}

/** Records that arrive together later. */
async function fill(server: Clickhouse): Promise<void> {
  await createArrivalsTable(server);
  await server.run('CREATE TABLE later AS arrivals');
  let origin = { node: 'bench', epoch: 'bench' };
  let header = headerLine(origin).trimEnd();
  for (let place = 0; place < total; place += eachRecord) {
    let events = randomEvents(eachRecord, place, Date.now(), 30).map((event, i) => {
      let start = String((place + i * 7) % owners).padStart(8, '0');
      return { ...event, ownerId: start + event.ownerId.slice(8), artifactId: start + event.artifactId.slice(8) };
    });
    let record = recordLine(place, events).trimEnd();
    let row = { ...origin, place, after: place, next: place + eachRecord, time: Date.now(), header, record };
    await server.insert('later', [row]);
  }
}

async function measure({ folder, engine, databaseUrl }: Place, count: number): Promise<string> {
  let name = `storers_${count}`;
  let client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  let database = new URL(`/${name}`, databaseUrl).href;
  await (await openRecords({ databaseUrl: database })).destroy();
  let url = new URL(name, engine.url).href;
  let server = await connect({ url });
  let storers = Array.from({ length: count }, (_, i) =>
    fork(storerProgram, [path.join(folder, `${name}-${i}`), url, database], { execArgv: ['--import', 'tsx'] }),
  );
  try {
    await Promise.all(storers.map((storer) => once(storer, 'message')));
    // Until the partitions are divided.
    await pause(4_000);
    await fill(server);
    await server.run('INSERT INTO arrivals SELECT * FROM later');
    let busy = () => [engine.server.pid!, ...storers.map(({ pid }) => pid!)].map(busySeconds);
    let [before, started, first] = [busy(), performance.now(), await sizeNow(server)];
    for (let size = first; size < total; size = await sizeNow(server)) await pause(50);
    let seconds = (performance.now() - started) / 1_000;
    let [ofEngine = 0, ...own] = busy().map((now, i) => ((now - before[i]!) * 1e6) / (total - first));
    let ofStorers = own.reduce((sum, one) => sum + one, 0);
    return `${count} storers: ${Math.round((total - first) / seconds)} events a second, each ${Math.round(ofStorers)} µs of the storers and ${Math.round(ofEngine)} µs of the engine`;
  } finally {
    for (let storer of storers) storer.kill('SIGKILL');
    await server.close();
  }
}

async function sizeNow({ ask }: Clickhouse): Promise<number> {
  return Number((await ask('SELECT count() AS size FROM events'))[0]?.size);
}

let folder = mkdtempSync(path.join(tmpdir(), 'storers-'));
let postgres = createPostgres(process.env.PORT ?? 19_790);
installEngine();
let engine = await startEngine(path.join(folder, 'clickhouse'));
try {
  postgres.start();
  for (let count of [1, 2, 4])
    process.stdout.write(`${await measure({ folder, engine, databaseUrl: postgres.url }, count)}\n`);
} finally {
  engine.server.kill('SIGKILL');
  postgres.remove();
  rmSync(folder, { recursive: true, force: true });
  removeEngine();
}

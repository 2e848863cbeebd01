/**
 * `landfall move`: events from DuckDB to ClickHouse, while the old store runs, also when it is
 * killed.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Event } from 'contract/event-fields';
import { dayMs } from 'contract/floor/time';
import { createRandom } from 'gateway/demo/random';
import { connect } from 'gateway/events/clickhouse/client';
import { openEventStore } from 'gateway/events/duckdb/open';
import { openMigrationTarget } from 'gateway/events/clickhouse/migrate-events';
import type { AggregateQuery, EventStore } from 'gateway/events/shape/store';
import { openJournal } from 'journal/journal';
import { openOnClickhouse } from 'tests/support/event-store';
import { allDownloads, owner, randomEvents, withRepeats } from '../gateway/events/random-events';
import { serveBackups } from '../../server/backups';
import { idsIn, sorted } from './scene';

const until = Date.UTC(2026, 2, 12);
const log = pino({ level: 'silent' });
const erased = { id: '0190', kind: 'company', ownerId: owner, target: '16.example', butNot: [], until } as const;

let folder: string;
let url: string;
let events: Event[];
let store: EventStore;
let backups: ReturnType<typeof serveBackups>;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'moved-'));
  url = new URL(path.basename(folder).replaceAll('-', '_'), process.env.TEST_EVENTS_URL).href;
  events = withRepeats(randomEvents(45_000, 31, until, 38), createRandom(7));
  await append(events);
  store = await openEventStore({ folder });
  await store.lastEvent();
  backups = serveBackups(folder, store, log);
});
afterAll(async () => {
  await backups.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function append(all: readonly Event[]): Promise<void> {
  let journal = openJournal(folder);
  for (let at = 0; at < all.length; at += 500) await journal.append(all.slice(at, at + 500));
  await journal.close();
}

function started(args: string[] = []): ChildProcess {
  let env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', EVENTS_URL: '', NEW_EVENTS_URL: url };
  let command = ['--import', 'tsx', 'cli/landfall.ts', 'move', ...args];
  return spawn(process.execPath, command, { stdio: 'pipe', env });
}

async function moved(args: string[] = []): Promise<{ code: number | null; said: string }> {
  let child = started(args);
  let said = Promise.all([text(child.stdout!), text(child.stderr!)]);
  let [code] = (await once(child, 'exit')) as [number | null];
  return { code, said: (await said).join('') };
}

async function eventsThere(): Promise<number> {
  let server = await connect({ url });
  try {
    let [table] = await server.ask(
      `SELECT count() AS size FROM system.tables WHERE database = currentDatabase() AND name = 'events'`,
    );
    if (Number(table!.size) === 0) return 0;
    let [row] = await server.ask('SELECT count() AS size FROM events');
    return Number(row!.size);
  } finally {
    await server.close();
  }
}

const byDay: AggregateQuery = {
  ...allDownloads(until),
  rollup: 'daily',
  breakdowns: ['by-version'],
  groupByArtifact: true,
};

it('says first whether it can be done, and changes nothing', async () => {
  let { code, said } = await moved(['--check']);
  expect(said).toContain('A server runs');
  expect(said).toContain('ClickHouse answers');
  expect(code).toBe(0);
  expect(await eventsThere()).toBe(0);
});

it('is killed several times, and resumes', async () => {
  let seen = 0;
  for (let i = 0; i < 2; i++) {
    let child = started();
    let gone = once(child, 'exit');
    while (child.exitCode === null && (await eventsThere()) <= seen) await new Promise((next) => setTimeout(next, 20));
    child.kill('SIGKILL');
    await gone;
    seen = await eventsThere();
    expect(seen % 20_000).toBe(0);
  }
  expect(seen).toBeGreaterThan(0);
  expect(seen).toBeLessThan(events.length);
  let { code, said } = await moved();
  expect(said).toContain('Stop the server and run the same command again');
  expect(said).toMatch(/compared \d+ days of packages and pixels, 0 differ/);
  expect(code).toBe(0);
  expect(await eventsThere()).toBe(events.length);
});

it('brings over what has come and what was erased meanwhile', async () => {
  let more = withRepeats(randomEvents(3_000, 32, until, 38), createRandom(8));
  await append(more);
  events.push(...more);
  let removed = (await store.erase(erased))!;
  expect(removed).toBeGreaterThan(100);
  await store.lastEvent();
  let { code, said } = await moved();
  expect(said).toContain(', 0 differ');
  expect(code).toBe(0);
  let { count } = await store.state();
  expect(await eventsThere()).toBe(count);
});

it('names each day of a package that is not equal', async () => {
  let server = await connect({ url });
  let [row] = await server.ask(
    `SELECT min(seq) AS seq, intDiv(min(time), ${dayMs}) AS day FROM events WHERE counted = 1`,
  );
  let where = `WHERE seq = ${String(row!.seq)}`;
  let [event] = await server.ask(`SELECT intDiv(time, ${dayMs}) AS day FROM events ${where}`);
  await server.run(`ALTER TABLE events UPDATE counted = 1 - counted ${where}`);
  let { code, said } = await moved();
  let date = new Date(Number(event!.day) * dayMs).toISOString().slice(0, 10);
  expect(said).toMatch(new RegExp(`(package|tracking-pixel) \\S+, ${date}: counted \\d+ and \\d+`));
  expect(code).toBe(1);
  await server.run(`ALTER TABLE events UPDATE counted = 1 - counted ${where}`);
  await server.close();
});

it('without a server copies the rest; then answers are the same, and the journal continues', async () => {
  let before = { byDay: await store.aggregate(byDay), ids: await idsIn(store) };
  await backups.close();
  await store.close();
  let rest = randomEvents(40, 33, until, 38).filter(({ companyDomain }) => companyDomain !== erased.target);
  await append(rest);
  let { code, said } = await moved();
  expect(said).toContain('Move complete');
  expect(code).toBe(0);
  expect([
    existsSync(path.join(folder, 'events.duckdb')),
    existsSync(path.join(folder, 'events.duckdb.moved')),
  ]).toEqual([false, true]);
  store = await openOnClickhouse({ folder, url, tombstones: [erased] });
  await store.lastEvent();
  expect(await idsIn(store)).toEqual([...before.ids, ...sorted(rest)].sort());
  expect(await store.erase(erased)).toBeUndefined();
  for (let { id } of rest) expect(before.ids).not.toContain(id);
  let lastEvent = (await store.lastEvent()) - rest.length;
  expect(await store.aggregate({ ...byDay, lastEvent })).toEqual(before.byDay);
});

it('refuses a database that has events of another installation', async () => {
  await expect(openMigrationTarget({ url }, 'another-move')).rejects.toThrow('wrote events to this database');
});

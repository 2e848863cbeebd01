/**
 * `landfall move` from the databases of an earlier version, of which each had the events of some
 * owners, to one database, also when it is killed.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Event } from 'contract/event-fields';
import { createRandom } from 'gateway/demo/random';
import { connect, type Clickhouse } from 'gateway/events/clickhouse/client';
import { openClickhouseStore } from 'gateway/events/clickhouse/open';
import { createArrivalsTable } from 'gateway/events/clickhouse/schema';
import type { AggregateQuery, AggregateRow, EventStore } from 'gateway/events/store';
import { openJournal } from 'journal/journal';
import { allDownloads, randomEvents, withRepeats } from '../gateway/events/random-events';
import { ownersOf, shared } from './shared-events';

const until = Date.UTC(2026, 2, 12);
const owners = ownersOf(2);

let folder: string;
let old: string[];
let target: string;
let events: Event[];
let before: AggregateRow[][];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'moved-'));
  let name = path.basename(folder).replaceAll('-', '_');
  old = [0, 1].map((i) => new URL(`${name}_${i}`, process.env.TEST_EVENTS_URL).href);
  target = new URL(`${name}_new`, process.env.TEST_EVENTS_URL).href;
  events = withRepeats(shared(randomEvents(45_000, 31, until, 38), owners), createRandom(7));
  await append(events);
  let store = await openClickhouseStore({ folder, url: old[0]! });
  await store.lastEvent();
  before = await reportsOf(store);
  for (let report of before) expect(report.length).toBeGreaterThan(100);
  await store.close();
  await divide(`${name}_0`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As the earlier version had it: the events of the second owner in a database of their own. */
async function divide(first: string): Promise<void> {
  await (await openClickhouseStore({ folder: path.join(folder, 'none'), url: old[1]! })).close();
  let ofSecond = `artifact IN (SELECT key FROM ${first}.artifacts WHERE owner = '${owners[1]!.id}')`;
  await within(old[1]!, async ({ run }) => {
    await run(`INSERT INTO events SELECT * FROM ${first}.events WHERE ${ofSecond}`);
    for (let table of ['artifacts', 'changed_decisions'])
      await run(`INSERT INTO ${table} SELECT * FROM ${first}.${table}`);
  });
  await within(old[0]!, ({ run }) => run(`ALTER TABLE events DELETE WHERE ${ofSecond}`));
  for (let [place, url] of old.entries())
    await within(url, async ({ run, insert }) => {
      await run(
        'CREATE TABLE shard (installation String, place UInt32, size UInt32) ENGINE = MergeTree ORDER BY place',
      );
      await insert('shard', [{ installation: 'a', place, size: 2 }]);
    });
  await within(old[0]!, async (server) => {
    await createArrivalsTable(server);
    await server.insert('arrivals', [
      { node: 'n', epoch: 'e', place: 0, after: 0, next: 3, time: 1, header: 'h', record: 'r' },
    ]);
  });
}

async function within<T>(url: string, work: (server: Clickhouse) => Promise<T>): Promise<T> {
  let server = await connect({ url });
  return work(server).finally(() => server.close());
}

async function append(all: readonly Event[]): Promise<void> {
  let journal = openJournal(folder);
  for (let at = 0; at < all.length; at += 500) await journal.append(all.slice(at, at + 500));
  await journal.close();
}

function reportsOf(store: EventStore): Promise<AggregateRow[][]> {
  return Promise.all(
    owners.map(({ packages: artifactIds }) => {
      let query: AggregateQuery = { ...allDownloads(until), artifactIds, rollup: 'daily' };
      return store.aggregate({ ...query, breakdowns: ['by-version'], groupByArtifact: true });
    }),
  );
}

function started(args: string[] = [], urls: readonly string[] = old): ChildProcess {
  let env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', EVENTS_URL: urls.join(','), NEW_EVENTS_URL: target };
  return spawn(process.execPath, ['--import', 'tsx', 'cli/landfall.ts', 'move', ...args], { stdio: 'pipe', env });
}

async function moved(args: string[] = [], urls = old): Promise<{ code: number | null; said: string }> {
  let child = started(args, urls);
  let said = Promise.all([text(child.stdout!), text(child.stderr!)]);
  let [code] = (await once(child, 'exit')) as [number | null];
  return { code, said: (await said).join('') };
}

async function idsThere(): Promise<string[]> {
  return within(target, async ({ ask }) => {
    let [table] = await ask(
      `SELECT count() AS size FROM system.tables WHERE database = currentDatabase() AND name = 'events'`,
    );
    if (Number(table!.size) === 0) return [];
    return (await ask('SELECT id FROM events')).map(({ id }) => String(id)).sort();
  });
}

const expected = () => events.map(({ id }) => id).sort();

it('says first whether it can be done', async () => {
  let { code, said } = await moved(['--check']);
  expect(said).toContain('ClickHouse answers; its database is empty.');
  expect(code).toBe(0);
});

it('is refused without one of the databases, as is a start on the first alone', async () => {
  for (let urls of [old.slice(0, 1), old.slice(1)]) {
    let { code, said } = await moved([], urls);
    expect(said).toContain('does not name all databases of one installation: it names 1, and the first belongs to 2.');
    expect(code).toBe(2);
  }
  await expect(openClickhouseStore({ folder, url: old[0]! })).rejects.toThrow('with "landfall move"');
});

it('is killed, and resumes', async () => {
  let seen = 0;
  for (let i = 0; i < 2; i++) {
    let child = started();
    let gone = once(child, 'exit');
    while (child.exitCode === null && (await idsThere()).length <= seen) await pause(20);
    child.kill('SIGKILL');
    await gone;
    seen = (await idsThere()).length;
  }
  expect(seen).toBeGreaterThan(0);
  expect(seen).toBeLessThan(events.length);
});

it('copies all events and what edge nodes have sent, compares all days, and names the settings', async () => {
  // The order does not matter: each database has its place.
  let { code, said } = await moved([], old.toReversed());
  expect(said).toMatch(/compared \d+ days of packages and pixels, 0 differ/);
  expect(said).toContain('set EVENTS_URL to NEW_EVENTS_URL; the old databases are unchanged');
  expect(code).toBe(0);
  expect(await idsThere()).toEqual(expected());
  let arrived = await within(target, ({ ask }) => ask('SELECT node, place, next, record FROM arrivals'));
  expect(arrived).toEqual([{ node: 'n', place: 0n, next: 3n, record: 'r' }]);
});

it('then the same is answered, and the journal is shipped there', async () => {
  let store = await openClickhouseStore({ folder, url: target, warn: () => undefined });
  try {
    expect(await reportsOf(store)).toEqual(before);
    let more = shared(randomEvents(400, 32, until, 38), owners);
    events.push(...more);
    await append(more);
    expect(await store.lastEvent()).toBe(events.length);
    expect(await idsThere()).toEqual(expected());
  } finally {
    await store.close();
  }
});

/** `landfall move` from a database of ClickHouse to another one, also when it is killed. */
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
import type { AggregateQuery, AggregateRow, EventStore } from 'gateway/events/shape/store';
import { openJournal } from 'journal/journal';
import { openOnClickhouse } from 'tests/support/event-store';
import { allDownloads, randomEvents, withRepeats } from '../gateway/events/random-events';
import { ownersOf, shared } from './shared-events';

const until = Date.UTC(2026, 2, 12);
const owners = ownersOf(2);

let folder: string;
let old: string;
let target: string;
let events: Event[];
let before: AggregateRow[][];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'moved-'));
  let name = path.basename(folder).replaceAll('-', '_');
  old = new URL(`${name}_old`, process.env.TEST_EVENTS_URL).href;
  target = new URL(`${name}_new`, process.env.TEST_EVENTS_URL).href;
  events = withRepeats(shared(randomEvents(45_000, 31, until, 38), owners), createRandom(7));
  await append(events);
  let store = await openOnClickhouse({ folder, url: old });
  await store.lastEvent();
  before = await reportsOf(store);
  for (let report of before) expect(report.length).toBeGreaterThan(100);
  await store.close();
  await within(old, (server) => server.insert('arrivals', [arrived]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Of an edge, not stored yet. */
const arrived = { node: 'n', epoch: 'e', place: 0, after: 0, next: 3, time: 1, header: 'h', record: 'r' };

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

function started(args: string[] = []): ChildProcess {
  let env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', EVENTS_URL: old, NEW_EVENTS_URL: target };
  return spawn(process.execPath, ['--import', 'tsx', 'cli/landfall.ts', 'move', ...args], { stdio: 'pipe', env });
}

async function move(args: string[] = []): Promise<{ code: number | null; said: string }> {
  let child = started(args);
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
  let { code, said } = await move(['--check']);
  expect(said).toContain('ClickHouse answers; its database is empty.');
  expect(code).toBe(0);
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
  let { code, said } = await move();
  expect(said).toMatch(/compared \d+ days of packages and pixels, 0 differ/);
  expect(said).toContain('set EVENTS_URL to NEW_EVENTS_URL; the old database is unchanged');
  expect(code).toBe(0);
  expect(await idsThere()).toEqual(expected());
  let moved = await within(target, ({ ask }) => ask("SELECT node, place, next, record FROM arrivals WHERE node = 'n'"));
  expect(moved).toEqual([{ node: 'n', place: 0n, next: 3n, record: 'r' }]);
});

it('then the same is answered, and the journal is shipped there', async () => {
  let store = await openOnClickhouse({ folder, url: target });
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

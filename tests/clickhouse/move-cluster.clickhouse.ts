/** `landfall move` to several servers: each gets the events of its owners, also when it is killed. */
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
import { connect } from 'gateway/events/clickhouse/client';
import { openClickhouseStore } from 'gateway/events/clickhouse/open';
import { serverIndexOf } from 'gateway/events/clickhouse/shards';
import { openEventStore } from 'gateway/events/duckdb/open';
import type { AggregateQuery, AggregateRow, EventStore } from 'gateway/events/store';
import { openJournal } from 'journal/journal';
import { allDownloads, randomEvents, withRepeats } from '../gateway/events/random-events';
import { ownersOf, shared } from './shared-events';

const until = Date.UTC(2026, 2, 12);
const servers = 2;
const owners = ownersOf(servers);

let folder: string;
let urls: string[];
let events: Event[];
let before: AggregateRow[][];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'moved-'));
  let name = path.basename(folder).replaceAll('-', '_');
  urls = Array.from({ length: servers }, (_, i) => new URL(`${name}_${i}`, process.env.TEST_EVENTS_URL).href);
  events = withRepeats(shared(randomEvents(45_000, 31, until, 38), owners), createRandom(7));
  await append(events);
  let store = await openEventStore({ folder });
  await store.lastEvent();
  before = await reportsOf(store);
  for (let report of before) expect(report.length).toBeGreaterThan(100);
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
  let env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', EVENTS_URL: '' };
  let [first, ...cluster] = urls;
  let to = { NEW_EVENTS_URL: [first, ...cluster].join(',') };
  return spawn(process.execPath, ['--import', 'tsx', 'cli/landfall.ts', 'move', ...args], {
    stdio: 'pipe',
    env: { ...env, ...to },
  });
}

async function moved(args: string[] = []): Promise<{ code: number | null; said: string }> {
  let child = started(args);
  let said = Promise.all([text(child.stdout!), text(child.stderr!)]);
  let [code] = (await once(child, 'exit')) as [number | null];
  return { code, said: (await said).join('') };
}

/** The ids that each server has. */
async function idsThere(): Promise<string[][]> {
  return Promise.all(
    urls.map(async (url) => {
      let server = await connect(url);
      try {
        let [table] = await server.ask(
          `SELECT count() AS size FROM system.tables WHERE database = currentDatabase() AND name = 'events'`,
        );
        if (Number(table!.size) === 0) return [];
        return (await server.ask('SELECT id FROM events')).map(({ id }) => String(id)).sort();
      } finally {
        await server.close();
      }
    }),
  );
}

function expected(): string[][] {
  return urls.map((_, place) =>
    events
      .filter(({ ownerId }) => serverIndexOf(ownerId, servers) === place)
      .map(({ id }) => id)
      .sort(),
  );
}

it('says first whether it can be done', async () => {
  let { code, said } = await moved(['--check']);
  expect(said).toContain('ClickHouse answers; each database is empty.');
  expect(code).toBe(0);
});

it('is killed between the servers, and resumes', async () => {
  let seen = 0;
  for (let i = 0; i < 2; i++) {
    let child = started();
    let gone = once(child, 'exit');
    while (child.exitCode === null && (await idsThere()).flat().length <= seen) await pause(20);
    child.kill('SIGKILL');
    await gone;
    seen = (await idsThere()).flat().length;
  }
  expect(seen).toBeGreaterThan(0);
  expect(seen).toBeLessThan(events.length);
});

it('brings each owner to one server, compares all days, and names both settings', async () => {
  let { code, said } = await moved();
  expect(said).toMatch(/compared \d+ days of packages and pixels, 0 differ/);
  expect(said).toContain('set EVENTS_URL to NEW_EVENTS_URL');
  expect(code).toBe(0);
  expect(await idsThere()).toEqual(expected());
});

it('then the same is answered, and the journal is shipped to both', async () => {
  let [url = '', ...cluster] = urls;
  let store = await openClickhouseStore({ folder, url, cluster, warn: () => undefined });
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

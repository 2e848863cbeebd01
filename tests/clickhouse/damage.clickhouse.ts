/** Reports of a ClickHouse with one changed byte in a part of a summary. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, type Clickhouse } from 'gateway/events/clickhouse/client';
import { flipByte } from 'tests/support/damaged-block';
import { openEventStore, type TestEventStore } from 'tests/support/event-store';
import { allDownloads, randomEvents } from '../gateway/events/random-events';

const until = Date.UTC(2026, 2, 12);

let folder: string;
let store: TestEventStore;
let server: Clickhouse;
let warned: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'damage-'));
  let database = path.basename(folder).replaceAll(/[^A-Za-z0-9]/g, '_');
  store = await openEventStore({ folder, warn: (sentence) => void warned.push(sentence) });
  server = await connect({ url: new URL(database, process.env.TEST_EVENTS_URL).href });
});
afterAll(async () => {
  await store.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

it('a damaged summary is found by name, and reports have the same answers', async () => {
  await store.load(randomEvents(4_000, 1, until, 20));
  let byDomain = { ...allDownloads(until), breakdowns: ['by-domain' as const], uniques: 'none' as const };
  let expected = await store.aggregate(byDomain);
  let parts = await server.ask(
    `SELECT path FROM system.parts WHERE database = currentDatabase() AND table = 'daily_requests' AND active`,
  );
  for (let { path: part } of parts) {
    let file = readdirSync(String(part)).find((name) => name.endsWith('.bin'))!;
    let whole = path.join(String(part), file);
    flipByte(whole, Math.floor(statSync(whole).size / 2));
  }
  for (let kind of ['MARK CACHE', 'UNCOMPRESSED CACHE']) await server.run(`SYSTEM DROP ${kind}`);
  expect(await store.aggregate({ ...byDomain, from: byDomain.from + 1 })).toEqual(expected);
  await store.verifyBlocks(new AbortController().signal);
  expect(store.damage()).toMatchObject({ events: undefined, found: 1 });
  expect(store.damage().summaries).toContain('ClickHouse cannot read the table daily_requests.');
  expect(warned).toEqual([store.damage().summaries]);
});

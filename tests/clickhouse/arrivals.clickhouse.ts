/** The journals of several edge nodes: each event is stored once, however often it is sent. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { waitingArrivals, type ArrivedRecord } from 'gateway/events/clickhouse/arrivals';
import { createArrivalsReader, type ArrivalsParts } from 'gateway/events/clickhouse/arrivals-reader';
import { openClickhouseAnswers } from 'gateway/events/clickhouse/open';
import { createArrivalsTable, migrateTables } from 'gateway/events/clickhouse/schema';
import { shipJournal } from 'gateway/events/clickhouse/ship-journal';
import { headerLine, lineOf, recordLine } from 'journal/format';
import type { JournalReader, Mark } from 'journal/reader';
import { randomEvents } from '../gateway/events/random-events';
import { openScene, until, type Scene } from './scene';

const log = pino({ level: 'silent' });
let scene: Scene;
let folders: string[];
beforeEach(async () => {
  scene = await openScene();
  folders = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), 'node-')));
});
afterEach(async () => {
  await scene.close();
  for (let folder of folders) rmSync(folder, { recursive: true });
});

const ship = (folder: string, url = scene.url) => shipJournal({ folder, url, clock: Date.now, log });
const made = (size: number, seed: number) => randomEvents(size, seed, until, 30);
const reader = async (marks: Mark[] = [], parts: Partial<ArrivalsParts> = {}) =>
  createArrivalsReader(await scene.openDatabase(), marks, {
    damage: { addLine: async () => undefined, addMissing: () => undefined },
    warn: () => {},
    ...parts,
  });

/** The ids that a reader gives until there are so many. */
async function idsOf({ read }: Pick<JournalReader, 'read'>, size: number): Promise<string[]> {
  let ids: string[] = [];
  await expect
    .poll(async () => {
      for (let batch = await read(); batch; batch = await read()) ids.push(...batch.events.map(({ id }) => id));
      return ids.length;
    })
    .toBeGreaterThanOrEqual(size);
  return ids;
}

it('events of all nodes arrive once and in the order of each, also when a node starts again', async () => {
  let [first, second] = folders as [string, string];
  let [a, b, c] = [made(40, 1), made(40, 2), made(40, 3)];
  await scene.append(a, first);
  await scene.append(b, second);
  let shippings = [ship(first), ship(second)];
  let events = await reader();
  expect((await idsOf(events, 80)).toSorted()).toEqual([...a, ...b].map(({ id }) => id).toSorted());
  for (let one of shippings) await one.close();
  await scene.append(c, first);
  let again = ship(first);
  expect(await idsOf(events, 40)).toEqual(c.map(({ id }) => id));
  await again.close();
});

it('a reader resumes within a record, where another one has stopped', async () => {
  let events = made(30, 4);
  await scene.append(events, folders[0]);
  let shipping = ship(folders[0]!);
  let first = await reader();
  await expect.poll(async () => (await waitingArrivals(await scene.openDatabase())).bytes).toBeGreaterThan(0);
  await shipping.close();
  let batch = await first.read();
  let second = await reader([{ ...batch!.from, next: 10 }]);
  expect(await idsOf(second, 20)).toEqual(events.slice(10).map(({ id }) => id));
});

it('events wait in the journal while the server is away, and the node tells how many', async () => {
  let database = await scene.openDatabase();
  await createArrivalsTable(database);
  let events = made(20, 5);
  await scene.append(events, folders[0]);
  let shipping = shipJournal({ folder: folders[0]!, url: 'http://127.0.0.1:9/away', clock: Date.now, log });
  await expect.poll(async () => (await shipping.state()).problem).toMatch(/no ClickHouse server answers/);
  let { bytes, oldest } = await shipping.state();
  expect(bytes).toBeGreaterThan(0);
  expect(oldest).not.toBeNull();
  await shipping.close();
  expect(readdirSync(path.join(folders[0]!, 'events.journal')).some((name) => name.endsWith('.log'))).toBe(true);
  let again = ship(folders[0]!);
  expect(await idsOf(await reader(), 20)).toEqual(events.map(({ id }) => id));
  await again.close();
});

it('a dashboard answers with what another process stores, and forgets what that one deletes', async () => {
  await migrateTables(await scene.openDatabase());
  let answers = await openClickhouseAnswers({ url: scene.url, folder: folders[1]! });
  expect(await answers.lastEvent()).toBe(0);
  let store = await scene.openStore({ url: scene.url });
  let events = made(50, 6);
  await scene.append(events);
  expect(await store.lastEvent()).toBe(50);
  await expect.poll(() => answers.lastEvent()).toBe(50);
  let [{ artifactType, artifactId, time }] = events as [(typeof events)[number]];
  let day = 86_400_000;
  let from = Math.floor(time / day) * day;
  let query = { artifactType, artifactIds: [artifactId], from, until: from + day, rollup: 'daily' as const };
  let asked = { ...query, breakdowns: [], groupByArtifact: false, includeLowConfidence: true };
  let counted = await answers.aggregate(asked);
  expect(counted).toEqual(await store.aggregate(asked));
  expect(counted[0]?.total).toBeGreaterThan(0);
  await store.deleteExpired({ before: from + day });
  await expect.poll(() => answers.aggregate(asked)).toEqual([]);
  await answers.close();
});

it('a dashboard forgets what was deleted without a note, once the deletion is repeated', async () => {
  let store = await scene.openStore({ url: scene.url });
  let events = made(50, 6);
  await scene.append(events);
  await store.lastEvent();
  await store.close();
  let answers = await openClickhouseAnswers({ url: scene.url, folder: folders[1]! });
  let { artifactType, artifactId } = events[0]!;
  let day = 86_400_000;
  let [from, end] = [Math.floor((until - 40 * day) / day) * day, Math.ceil(until / day) * day];
  let query = { artifactType, artifactIds: [artifactId], from, until: end, rollup: 'daily' as const };
  let asked = { ...query, breakdowns: [], groupByArtifact: false, includeLowConfidence: true };
  expect(await answers.aggregate(asked)).not.toEqual([]);
  await (await scene.openDatabase()).run('ALTER TABLE events DELETE WHERE true');
  let next = await scene.openStore({ url: scene.url });
  expect(await next.deleteExpired({ before: end })).toBe(0);
  await expect.poll(() => answers.aggregate(asked)).toEqual([]);
  await answers.close();
});

const newer = JSON.stringify({ format: 99, node: 'newer', epoch: 'newer', fields: [] });

/** A record of a node, as it is sent. */
function arrival(place: number, { after = place, size = 3, header = '' } = {}): ArrivedRecord {
  let origin = { node: header ? 'newer' : 'a-node', epoch: header ? 'newer' : 'an-epoch' };
  let head = (header ? lineOf(header) : headerLine(origin)).trimEnd();
  let record = recordLine(place, made(size, place)).trimEnd();
  return { ...origin, place, after, next: place + size, time: until, header: head, record };
}

it('records after lost ones are stored after a while, and the lost ones are counted', async () => {
  let database = await scene.openDatabase();
  await createArrivalsTable(database);
  await database.insert('arrivals', [arrival(0), arrival(10)]);
  let patient = await reader();
  expect(await idsOf(patient, 3)).toHaveLength(3);
  expect(await patient.read()).toBeUndefined();
  let missing = 0;
  let said: string[] = [];
  let damage = { addLine: async () => undefined, addMissing: (events: number) => void (missing += events) };
  let events = await reader([], { damage, warn: (sentence) => said.push(sentence), gapMs: 0 });
  expect(await idsOf(events, 6)).toHaveLength(6);
  expect(said).toEqual([expect.stringContaining('7 events of the edge node a-node')]);
  expect(missing).toBe(0);
  await events.release([{ node: 'a-node', epoch: 'an-epoch', next: 13 }]);
  expect(missing).toBe(7);
});

it('a record with a value that no version writes is set aside, and blocks none behind it', async () => {
  let database = await scene.openDatabase();
  await createArrivalsTable(database);
  let odd = made(3, 3).map((event) => ({ ...event, originId: 'none' as unknown as bigint }));
  let record = recordLine(3, odd).trimEnd();
  await database.insert('arrivals', [arrival(0), { ...arrival(3), record }, arrival(6)]);
  let kept: string[] = [];
  let damage = { addLine: async (_: string, line: string) => void kept.push(line), addMissing: () => undefined };
  expect(await idsOf(await reader([], { damage }), 6)).toHaveLength(6);
  expect(kept).toEqual([record]);
});

it('a record of a newer edge node blocks no other, and is reported', async () => {
  let database = await scene.openDatabase();
  await createArrivalsTable(database);
  await database.insert('arrivals', [arrival(0, { header: newer }), arrival(0)]);
  let events = await reader();
  expect(await idsOf(events, 3)).toHaveLength(3);
  expect(await events.read()).toBeUndefined();
  expect(String(events.problem?.())).toContain('it has format 99');
  expect(await events.lag()).toMatchObject({ oldest: until });
});

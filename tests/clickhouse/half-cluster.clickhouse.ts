/**
 * A cluster of two shards, of which one is away, on the engine of today: one server without replicas.
 * Storing on several servers is in cluster.clickhouse.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRandom } from 'gateway/demo/random';
import { connect, type Clickhouse } from 'gateway/events/clickhouse/client';
import { openClickhouseAnswers } from 'gateway/events/clickhouse/open';
import { firstOf, partitionMax, partitionOf } from 'gateway/events/shape/ends';
import { openEventStore } from 'gateway/events/duckdb/open';
import type { EventStore } from 'gateway/events/shape/store';
import type { Event } from 'contract/event-fields';
import { dayMs } from 'contract/floor/time';
import { openJournal } from 'journal/journal';
import { openOnClickhouse } from 'tests/support/event-store';
import { halfCluster } from '../../tools/tests/clickhouse/engine';
import { openTranslator, unreplicated, type Translator } from '../../tools/tests/clickhouse/translation';
import { randomQueries } from '../gateway/events/query-and-append';
import { allDownloads, randomEvents, withRepeats } from '../gateway/events/random-events';
import { until } from './scene';
import { ownersOf, shared, type TestOwner } from './shared-events';

/** The partitions of the first shard, which is here, and of the second one, which is away. */
const isHere = ({ id }: TestOwner) => partitionOf(id) <= partitionMax / 2;
const here = ownersOf(9).find(isHere)!;
const away = ownersOf(9).find((owner) => !isHere(owner))!;

let translator: Translator;
let folders: string[];
let opened: { close(): Promise<void> }[];
let address: { url: string; cluster: string };

beforeEach(async () => {
  translator = await openTranslator(process.env.TEST_EVENTS_URL!, unreplicated);
  folders = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), 'half-')));
  opened = [];
  let database = path.basename(folders[0]!).replace('-', '_');
  address = { url: new URL(database, translator.url).href, cluster: halfCluster };
});
afterEach(async () => {
  for (let one of opened) await one.close();
  await translator.close();
  for (let folder of folders) rmSync(folder, { recursive: true });
});

function kept<T extends { close(): Promise<void> }>(one: T): T {
  opened.push(one);
  return one;
}

const openStore = async () => kept(await openOnClickhouse({ folder: folders[0]!, ...address }));
const openDatabase = async (): Promise<Clickhouse> => kept(await connect(address));

async function append(events: readonly Event[], folder = folders[0]!): Promise<void> {
  let journal = openJournal(folder);
  for (let at = 0; at < events.length; at += 100) await journal.append(events.slice(at, at + 100));
  await journal.close();
}

function downloadsOf(store: EventStore, { packages: artifactIds }: { packages: string[] }) {
  return store.aggregate({ ...allDownloads(until), artifactIds });
}

it('an owner of the other shard gets all answers, as from one store', async () => {
  let events = withRepeats(shared(randomEvents(600, 41, until, 40), [here]), createRandom(9));
  let store = await openStore();
  await append(events);
  expect(await store.lastEvent()).toBe(events.length);
  let answers = kept(await openClickhouseAnswers({ folder: folders[0]!, ...address }));
  let one = kept(await openEventStore({ folder: folders[1]! }));
  await append(events, folders[1]);
  await one.lastEvent();
  let { packages, pixels, id } = here;
  for (let [n, query] of randomQueries(60, 50, until).entries()) {
    let filters = n % 3 === 0 ? [{ artifacts: [packages[0]!, pixels[0]!] }] : [];
    let asked = { ...query, artifactIds: query.artifactType === 'package' ? packages : pixels, filters };
    let known = await one.aggregate(asked);
    for (let each of [store, answers]) expect(await each.aggregate(asked), JSON.stringify(asked)).toEqual(known);
  }
  let all = { packageIds: packages, pixelIds: pixels, from: 0, until: until * 2, includeLowConfidence: true };
  let byName = <T extends { company: string }>(rows: T[]) => rows.sort((a, b) => (a.company < b.company ? -1 : 1));
  expect(byName(await answers.companies(all))).toEqual(byName(await one.companies(all)));
  let before = until - 30 * dayMs;
  expect(await answers.countExpired({ before, ownerId: id })).toBe(await one.countExpired({ before, ownerId: id }));
  await expect(answers.countExpired({ before })).rejects.toMatchObject({ code: 'events-are-unavailable' });
});

it('an owner of the shard that is away gets an error that says so, and nothing is counted without it', async () => {
  let store = await openStore();
  await append(shared(randomEvents(50, 3, until, 30), [here]));
  await store.lastEvent();
  await store.close();
  let database = await openDatabase();
  // As if that shard had been there before.
  let known = await database.ask('SELECT max(key) AS last FROM artifacts');
  let key = Number(known[0]!.last) + 1;
  await database.insert('artifacts', [{ key, type: 'package', id: away.packages[0], owner: away.id }]);
  let partition = partitionOf(away.id);
  await database.insert('progress', [{ node: String(partition), epoch: '', next: firstOf(partition) + 1 }]);
  let answers = kept(await openClickhouseAnswers({ folder: folders[0]!, ...address }));
  expect((await downloadsOf(answers, here))[0]!.total).toBeGreaterThan(10);
  await expect(downloadsOf(answers, away)).rejects.toMatchObject({
    code: 'events-are-unavailable',
    details: { retrySeconds: 30 },
  });
  expect(await answers.readProblem()).toBeUndefined();
});

it('a dashboard asks the shard to which the partition of an owner has moved', async () => {
  let store = await openStore();
  await append(shared(randomEvents(50, 4, until, 30), [here]));
  await store.lastEvent();
  let answers = kept(await openClickhouseAnswers({ folder: folders[0]!, ...address }));
  expect((await downloadsOf(answers, here))[0]!.total).toBeGreaterThan(10);
  let database = await openDatabase();
  let place = (shard: number) =>
    database.insert('partition_shards', [{ partition: partitionOf(here.id), shard, place: shard + 1 }]);
  await place(1);
  // Answers from before stay right.
  let days = 0;
  let ask = () => answers.aggregate({ ...allDownloads(until), artifactIds: here.packages, from: ++days * dayMs });
  await expect
    .poll(() => ask().catch((error: unknown) => (error as { code?: string }).code))
    .toBe('events-are-unavailable');
});

it('nothing is deleted while a server is away', async () => {
  let store = await openStore();
  await append(shared(randomEvents(50, 8, until, 30), [here]));
  await store.lastEvent();
  let before = await downloadsOf(store, here);
  await expect(store.deleteExpired({ before: until, ownerId: here.id })).rejects.toMatchObject({
    code: 'events-are-unavailable',
  });
  expect(await downloadsOf(store, here)).toEqual(before);
});

it('while the shard is away its events wait, none is set aside, and the other owners are answered', async () => {
  let store = await openStore();
  let events = shared(randomEvents(60, 5, until, 30), [here]);
  await append(events);
  await store.lastEvent();
  let before = await downloadsOf(store, here);
  let mixed = shared(randomEvents(20, 6, until, 30), [here, away]);
  let waiting = mixed.filter(({ ownerId }) => ownerId === away.id).length;
  await append(mixed);
  await expect.poll(() => store.writeProblem()).toContain('Could not find enough connections');
  let { lag, damage } = await store.journal();
  expect(lag.bytes).toBeGreaterThan(0);
  expect(damage.refused).toBe(0);
  // It is tried again meanwhile.
  for (let i = 0; i < 10; i++) {
    await expect.poll(() => store.lastEvent()).toBe(80 - waiting);
    expect(await downloadsOf(store, here)).not.toEqual(before);
    await pause(300);
  }
  expect((await store.journal()).damage.refused).toBe(0);
});

it.each([
  ['without the name of the cluster', () => ({ url: address.url }), 'Set EVENTS_CLUSTER_NAME'],
  ['with one that the server does not know', () => ({ ...address, cluster: 'other' }), 'knows no cluster other'],
])('a start is refused %s', async (_, given, sentence) => {
  await (await openStore()).close();
  await expect(openOnClickhouse({ folder: folders[0]!, ...given() })).rejects.toThrow(sentence);
});

it('a start is refused where the database has the tables of a single server', async () => {
  let url = new URL(new URL(address.url).pathname, process.env.TEST_EVENTS_URL).href;
  let alone = await openOnClickhouse({ folder: folders[0]!, url });
  await alone.close();
  await expect(openStore()).rejects.toThrow('copy them with "landfall move"');
});

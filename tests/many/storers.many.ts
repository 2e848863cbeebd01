/** Several processes store events at the same time: each event once, under numbers of its owner's partition. */
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Event } from 'contract/event-fields';
import { connect, type Clickhouse } from 'gateway/events/clickhouse/client';
import { openClickhouseAnswers } from 'gateway/events/clickhouse/open';
import { shipJournal } from 'gateway/events/clickhouse/ship-journal';
import { openEventStore } from 'gateway/events/duckdb/open';
import { firstOf, partitionMax, partitionOf } from 'gateway/events/shape/ends';
import type { AggregateQuery, EventStore } from 'gateway/events/shape/store';
import { createRandom } from 'gateway/demo/random';
import { openRecords } from 'gateway/floor/db/open';
import type { Records } from 'gateway/floor/db/schema';
import { openPgSession } from 'gateway/floor/db/session';
import { addTombstone, allTombstones } from 'gateway/floor/tombstones';
import { openJournal } from 'journal/journal';
import { halfCluster } from '../../tools/tests/clickhouse/engine';
import { openTranslator, unreplicated } from '../../tools/tests/clickhouse/translation';
import { hasCluster, clusterName } from '../../tools/tests/clickhouse/servers';
import { shardOf, startCluster, type StartedCluster } from '../clickhouse/cluster-scene';
import { allDownloads, packages, randomEvents, withRepeats } from '../gateway/events/random-events';

const kills = Number(process.env.KILLS ?? 12);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const until = Date.UTC(2026, 2, 12);
const script = path.join(import.meta.dirname, '../support/storer-process.ts');
const owners = Array.from({ length: 40 }, (_, i) => `${String(i).padStart(8, '0')}-4444-4444-8444-444444444444`);
const ofOwner = (i: number, id: string) => `${String(i).padStart(8, '0')}${id.slice(8)}`;

let folder: string;
let databaseUrl: string;
let url: string;
/** Of a test with several shards. */
let cluster: string | undefined;
let records: Records;
let server: Clickhouse;
let closings: (() => unknown)[];

beforeEach(async () => {
  closings = [];
  cluster = undefined;
  folder = mkdtempSync(path.join(tmpdir(), 'storers-'));
  let name = `storers_${randomUUID().replaceAll('-', '')}`;
  let client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL! });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  databaseUrl = new URL(`/${name}`, process.env.TEST_DATABASE_URL!).href;
  url = new URL(name, process.env.TEST_EVENTS_URL!).href;
  records = await openRecords({ databaseUrl });
  server = await connect({ url });
  closings.push(
    () => rmSync(folder, { recursive: true }),
    () => records.destroy(),
    server.close,
  );
});
afterEach(async () => {
  for (let close of closings.reverse()) await close();
});

async function startStorer(i: number): Promise<ChildProcess> {
  let args = [path.join(folder, `storer-${i}`), url, databaseUrl, ...(cluster === undefined ? [] : [cluster])];
  let child = fork(script, args, { execArgv: ['--import', 'tsx'] });
  closings.push(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

/** Events of all owners. */
function someEvents(count: number, of: number, { hasRepeats = true } = {}): Event[] {
  let random = createRandom(of);
  let all = randomEvents(count, of, until, 3);
  return (hasRepeats ? withRepeats(all, random) : all).map((event) => {
    let i = random.below(owners.length);
    return { ...event, id: uuidv7(), ownerId: owners[i]!, artifactId: ofOwner(i, event.artifactId) };
  });
}

function ship(node: string) {
  let home = path.join(folder, node);
  let journal = openJournal(home);
  let shipping = shipJournal({ folder: home, url, cluster, clock: Date.now, log: pino({ level: 'silent' }) });
  closings.push(async () => {
    await journal.close();
    await shipping.close();
  });
  return journal;
}

async function openAnswers(): Promise<EventStore> {
  let session = await openPgSession(databaseUrl);
  let nothing = async () => undefined;
  let storer = { failure: () => ({}), damage: () => undefined, addRefused: nothing, flush: nothing };
  let writes = { session, storer, tombstones: await allTombstones(records) };
  let store = await openClickhouseAnswers({ folder: path.join(folder, 'answers'), url, writes });
  closings.push(session.close, store.close);
  return store;
}

const question = (i: number): AggregateQuery => ({
  ...allDownloads(until),
  artifactIds: packages.map((id) => ofOwner(i, id)),
  breakdowns: ['by-version'],
});

async function answersOf(store: EventStore): Promise<unknown[]> {
  let answers = [];
  for (let i = 0; i < owners.length; i++) answers.push(await store.aggregate(question(i)));
  return answers;
}

async function storedRows(table = 'events') {
  let rows = await server.ask(
    `SELECT e.seq AS seq, toString(e.id) AS id, a.owner AS owner FROM ${table} AS e JOIN (SELECT DISTINCT key, owner FROM artifacts) AS a ON e.artifact = a.key`,
  );
  return rows.map((row) => ({ seq: Number(row.seq), id: String(row.id), owner: String(row.owner) }));
}

it('store each event once, however often they are killed', { timeout: 300_000 }, async () => {
  let random = createRandom(seed);
  let storers: (ChildProcess | undefined)[] = [];
  for (let i = 0; i < 3; i++) storers.push(await startStorer(i));
  let journals = [ship('edge-1'), ship('edge-2')];
  let written: Event[] = [];
  let isOver = false;
  let load = journals.map(async (journal, node) => {
    for (let part = 0; !isOver; part++) {
      let events = someEvents(15, seed + 2 * part + node);
      await journal.append(events);
      written.push(...events);
      await pause(40);
    }
  });
  for (let round = 0; round < kills; round++) {
    await pause(random.below(1_500));
    let i = random.below(3);
    storers[i]?.kill('SIGKILL');
    storers[i] = undefined;
    await pause(random.below(800));
    storers[i] = await startStorer(i);
  }
  isOver = true;
  await Promise.all(load);
  let answers = await openAnswers();
  await expect.poll(() => answers.lastEvent(), { timeout: 90_000 }).toBe(written.length);
  let rows = await storedRows();
  let ids = new Set(rows.map(({ id }) => id));
  let lost = written.filter(({ id }) => !ids.has(id)).length;
  process.stdout.write(
    `${kills} kills, seed ${seed}: ${written.length} written, ${rows.length} stored, ${lost} lost, ${rows.length - ids.size} twice\n`,
  );
  expect([rows.length, lost, ids.size]).toEqual([written.length, 0, written.length]);
  // Without gaps in each partition.
  let places = new Map<number, number[]>();
  for (let { seq, owner } of rows) {
    let partition = partitionOf(owner);
    places.set(partition, [...(places.get(partition) ?? []), seq - firstOf(partition)]);
  }
  for (let numbers of places.values()) expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, i) => i));
  // What counts is as if one process had stored them.
  let alone = await openEventStore({ folder: path.join(folder, 'alone') });
  closings.push(alone.close);
  await alone.load(written);
  expect(await answersOf(answers)).toEqual(await answersOf(alone));
});

it('store what is imported once, and nothing that is erased', { timeout: 120_000 }, async () => {
  for (let i = 0; i < 2; i++) await startStorer(i);
  let journal = ship('edge');
  let answers = await openAnswers();
  let events = someEvents(200, 1);
  await journal.append(events);
  let imported = someEvents(30, 2);
  let given = [...imported, events[0]!].map((event) => ({ event, formerArtifactId: '' }));
  await expect.poll(() => answers.lastEvent(), { timeout: 30_000 }).toBe(events.length);
  expect(await answers.import(given)).toEqual([...imported.map(() => 'stored'), 'known']);
  expect(await answers.import(given)).toEqual(given.map(() => 'known'));
  expect(await answers.lastEvent()).toBe(events.length + imported.length);
  let ownerId = owners[3]!;
  await addTombstone(records, { kind: 'owner', ownerId, target: ownerId, until: null }, Date.now());
  let [tombstone] = await allTombstones(records);
  let late = someEvents(100, 3);
  await journal.append(late.slice(0, 50));
  let removed = await answers.erase(tombstone!);
  expect(removed).toBeGreaterThan(0);
  await journal.append(late.slice(50));
  let known = late.filter((event) => event.ownerId !== ownerId);
  await expect
    .poll(async () => (await storedRows()).filter(({ id }) => known.some((event) => event.id === id)).length, {
      timeout: 30_000,
    })
    .toBe(known.length);
  expect((await storedRows()).filter(({ owner }) => owner === ownerId)).toEqual([]);
  let again = {
    event: { ...someEvents(200, 4).find((event) => event.ownerId === ownerId)!, id: uuidv7() },
    formerArtifactId: '',
  };
  expect(await answers.import([again])).toEqual(['erased']);
});

it('go on with the owners of one shard while the other is away', { timeout: 120_000 }, async () => {
  let translator = await openTranslator(process.env.TEST_EVENTS_URL!, unreplicated);
  closings.push(translator.close);
  url = new URL(new URL(url).pathname, translator.url).href;
  cluster = halfCluster;
  await startStorer(0);
  let journal = ship('edge');
  let isHere = ({ ownerId }: Event) => partitionOf(ownerId) <= partitionMax / 2;
  let here: string[] = [];
  let all = 0;
  for (let part = 1; part <= 5; part++) {
    let events = someEvents(100, part);
    await journal.append(events);
    all += events.length;
    here.push(...events.filter(isHere).map(({ id }) => id));
    let ids = async () => (await storedRows('events_local').catch(() => [])).map(({ id }) => id);
    await expect.poll(ids, { timeout: 30_000 }).toHaveLength(here.length);
    expect((await ids()).sort()).toEqual(here.toSorted());
    expect(here.length).toBeLessThan(all);
    if (part === 3) await startStorer(1);
  }
});

describe.skipIf(!hasCluster)('on two shards of two replicas', { timeout: 300_000 }, () => {
  let old: StartedCluster;
  let database: string;

  beforeEach(async () => {
    old = await startCluster();
    closings.push(old.remove);
    database = path.basename(new URL(url).pathname);
    url = new URL(database, old.proxy.url).href;
    cluster = clusterName;
  });

  /** The question about repeats asks for tables that this version looks for in another database. */
  const eventsOf = (part: number) => someEvents(30, part, { hasRepeats: false });

  /** Both replicas of these shards have each event of its owners once. */
  async function expectStored(written: readonly Event[], shards = [0, 1]): Promise<void> {
    for (let shard of shards) {
      let own = written.filter(({ ownerId }) => shardOf(ownerId) === shard).map(({ id }) => id);
      for (let replica of old.shards[shard]!) {
        let stored = () => replica.column(`SELECT toString(id) AS id FROM ${database}.events_local ORDER BY id`);
        await expect.poll(stored, { timeout: 60_000 }).toHaveLength(own.length);
        expect(await stored()).toEqual(own.toSorted());
      }
    }
  }

  it('store each event once, when one is killed', async () => {
    let storers = [await startStorer(0), await startStorer(1)];
    let journal = ship('edge');
    let written: Event[] = [];
    for (let part = 1; part <= 40; part++) {
      let events = eventsOf(part);
      await journal.append(events);
      written.push(...events);
      if (part === 15) storers[0]!.kill('SIGKILL');
      if (part === 25) await startStorer(0);
      await pause(100);
    }
    await expectStored(written);
  });

  it('store the events of one shard while the other is away, and those of the other later', async () => {
    for (let i = 0; i < 2; i++) await startStorer(i);
    let journal = ship('edge');
    let written = eventsOf(1);
    await journal.append(written);
    await expectStored(written);
    for (let server of old.shards[1]!) await server.stop('SIGKILL');
    for (let part = 2; part <= 20; part++) {
      let events = eventsOf(part);
      await journal.append(events);
      written.push(...events);
      await pause(100);
    }
    await expectStored(written, [0]);
    await old.startAll();
    await expectStored(written);
  });
});

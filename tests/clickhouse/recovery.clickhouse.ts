/** What becomes of ranges and deletions that were interrupted, refused, or met those of others. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rowOf } from 'gateway/events/clickhouse/columns';
import { firstOf, partitionOf } from 'gateway/events/shape/ends';
import { databaseOf } from 'tests/support/event-store';
import type { Fate } from 'tests/support/lossy-proxy';
import { owner, packages, randomEvents } from '../gateway/events/random-events';
import { idsIn, numberAsBefore, openScene, sorted, until, type Scene } from './scene';

let scene: Scene;
beforeEach(async () => void (scene = await openScene()));
afterEach(() => scene.close());

const toEvents = 'INSERT INTO events';
const toProgress = 'INSERT INTO progress';

function decide(start: string, fate: Fate | Promise<Fate>): void {
  scene.proxy.decide((statement) => (statement.startsWith(start) ? fate : 'answered'));
}

it('a second installation on the same database is refused, and the first one continues', async () => {
  let other = path.join(scene.folder, 'other');
  mkdirSync(other);
  let store = await scene.openStore();
  await scene.append(randomEvents(5, 1, until, 30));
  expect(await store.lastEvent()).toBe(5);
  await expect(scene.openStore({ folder: other })).rejects.toThrow('belongs to another installation');
  await scene.append(randomEvents(5, 2, until, 30));
  expect(await store.lastEvent()).toBe(10);
});

it('a range that was not noted stays known without its events', async () => {
  let store = await scene.openStore();
  decide(toProgress, 'request-lost');
  await scene.append(randomEvents(25, 5, until, 30));
  await store.lastEvent().catch(() => undefined);
  await store.close();
  decide(toProgress, 'answered');
  let again = await scene.openStore();
  expect(await again.deleteExpired({ before: until + 1, ownerId: owner })).toBe(25);
  await again.close();
  let third = await scene.openStore();
  expect(await third.lastEvent()).toBe(25);
  expect(await idsIn(third)).toEqual([]);
});

it('a range that is refused when it is sent again is looked through for the event that is the reason', async () => {
  let store = await scene.openStore();
  let there = await scene.openDatabase();
  await there.run(
    `ALTER TABLE events ADD CONSTRAINT numbers CHECK if(user_agent = 'refused', toUInt8(user_agent) = 1, 1)`,
  );
  let events = randomEvents(6, 6, until, 30).map((event, i) => (i === 3 ? { ...event, userAgent: 'refused' } : event));
  decide(toEvents, 'request-lost');
  await scene.append(events);
  await store.lastEvent().catch(() => undefined);
  await store.close();
  decide(toEvents, 'answered');
  let again = await scene.openStore();
  await expect.poll(() => again.lastEvent().catch(() => 0)).toBe(5);
  expect(await idsIn(again)).toEqual(sorted(events.filter((_, i) => i !== 3)));
  expect((await again.journal()).damage).toMatchObject({ refused: 1 });
});

it('a server that has lost its tables is refused, also where a range waits to be sent again', async () => {
  let store = await scene.openStore();
  await scene.append(randomEvents(40, 11, until, 30));
  expect(await store.lastEvent()).toBe(40);
  decide(toEvents, 'request-lost');
  await scene.append(randomEvents(10, 12, until, 30));
  await store.lastEvent().catch(() => undefined);
  await store.close();
  decide(toEvents, 'answered');
  let there = await scene.openDatabase();
  for (let { name } of await there.ask('SELECT name FROM system.tables WHERE database = currentDatabase()'))
    await there.run(`DROP TABLE ${String(name)}`);
  await expect(scene.openStore()).rejects.toThrow(/has 0 events, and \d+ were sent by this installation/);
  expect(await there.ask('SELECT count() AS size FROM events')).toEqual([{ size: 0n }]);
});

it('a deletion holds up neither new events nor a stop', async () => {
  let store = await scene.openStore();
  let [old, fresh] = [randomEvents(20, 7, until, 30), randomEvents(10, 8, until, 30)];
  await scene.append(old);
  await store.lastEvent();
  let begun = false;
  let goOn: (fate: Fate) => void = () => undefined;
  let held = new Promise<Fate>((resolve) => (goOn = resolve));
  scene.proxy.decide((statement) => {
    if (!statement.startsWith('ALTER TABLE events DELETE')) return 'answered';
    begun = true;
    return held;
  });
  let tombstone = { id: 'a', kind: 'owner' as const, ownerId: owner, target: '', butNot: [], until };
  let stopping = new AbortController();
  let erased = store.erase(tombstone, stopping.signal).then(
    () => 'erased',
    () => 'stopped',
  );
  await expect.poll(() => begun).toBe(true);
  await scene.append(fresh.map((event) => ({ ...event, time: until + 1 })));
  expect(await store.lastEvent()).toBe(30);
  stopping.abort();
  expect(await erased).toBe('stopped');
  goOn('request-lost');
  scene.proxy.decide(() => 'answered');
  expect(await store.erase(tombstone)).toBe(20);
  expect((await store.state()).count).toBe(10);
});

it('what decides about new events is looked for among those of their artifacts', async () => {
  let store = await scene.openStore();
  await scene.append(randomEvents(50, 9, until, 1));
  await store.lastEvent();
  let [event] = randomEvents(50, 10, until, 1).filter(({ artifactId }) => artifactId === packages[0]);
  let there = await scene.openDatabase();
  await there.run(
    `INSERT INTO events (seq, artifact, time, request_path, type) SELECT 0, 9, ${event!.time}, '/a', 'manifest-fetch' ` +
      'FROM numbers(100000)',
  );
  await there.run(`INSERT INTO changed_decisions SELECT number, 1 FROM numbers(100000)`);
  let asked: string[] = [];
  scene.proxy.decide((statement) => {
    if (statement.includes('is_counted')) asked.push(statement);
    return 'answered';
  });
  await scene.append([{ ...event!, type: 'binary-download', doNotTrack: false, requestPath: '/a', originId: 3n }]);
  await store.lastEvent();
  expect(asked).toHaveLength(1);
  let estimate = await there.ask(`EXPLAIN ESTIMATE ${asked[0]!.replace(/\sFORMAT \w+$/, '')}`);
  expect(estimate.filter(({ table }) => table === 'events').map(({ rows }) => Number(rows) < 20_000)).toEqual([true]);
});

it('what an earlier version numbered in one sequence stays, and the range it was sending is completed', async () => {
  let events = randomEvents(60, 13, until, 30);
  let store = await scene.openStore();
  await scene.append(events.slice(0, 30));
  await store.lastEvent();
  await store.close();
  let there = await scene.openDatabase();
  let size = await numberAsBefore(there);
  let keys = new Map(
    (await there.ask('SELECT key, id FROM artifacts')).map(({ key, id }) => [String(id), Number(key)]),
  );
  let pending = events.slice(30, 40).filter(({ artifactId }) => keys.has(artifactId));
  let rows = pending.map((event, i) => {
    let metadata = { seq: size + i, artifact: keys.get(event.artifactId)!, wasCounted: true, rule: 'each/1' };
    return rowOf(event, metadata);
  });
  let range = {
    token: 'old',
    first: size,
    end: size + rows.length,
    events: rows,
    artifacts: [],
    changes: [],
    marks: [],
  };
  let file = new Libsql(path.join(scene.folder, 'events.shipping.sqlite'));
  file.exec('CREATE TABLE pending (range TEXT NOT NULL)');
  file.exec('CREATE TABLE shipped (last INTEGER NOT NULL)');
  file.prepare('INSERT INTO pending VALUES (?)').run(JSON.stringify(range));
  file.exec(`INSERT INTO shipped VALUES (${size})`);
  file.close();
  let databaseUrl = await databaseOf(path.join(scene.folder, 'records'));
  let upgraded = await scene.openStore({ databaseUrl });
  let before = [...events.slice(0, 30), ...pending];
  expect(await upgraded.lastEvent()).toBe(before.length);
  expect(await idsIn(upgraded)).toEqual(sorted(before));
  expect(await there.ask("SELECT max(next) AS end FROM progress WHERE node = '' AND epoch = ''")).toEqual([
    { end: BigInt(before.length) },
  ]);
  await scene.append(events.slice(40));
  expect(await upgraded.lastEvent()).toBe(before.length + 20);
  expect(await idsIn(upgraded)).toEqual(sorted([...before, ...events.slice(40)]));
  expect(upgraded.lastStoredEvent(owner)).toBeGreaterThan(firstOf(partitionOf(owner)));
});

/** What becomes of ranges and deletions that were interrupted, refused, or met those of others. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fate } from 'tests/support/lossy-proxy';
import { owner, packages, randomEvents } from '../gateway/events/random-events';
import { idsIn, openScene, sorted, until, type Scene } from './scene';

let scene: Scene;
beforeEach(async () => void (scene = await openScene()));
afterEach(() => scene.close());

const toEvents = 'INSERT INTO events';
const toProgress = 'INSERT INTO progress';

function decide(start: string, fate: Fate | Promise<Fate>): void {
  scene.proxy.decide((statement) => (statement.startsWith(start) ? fate : 'answered'));
}

describe('where two installations write to the same database', () => {
  let other: string;
  beforeEach(() => {
    other = path.join(scene.folder, 'other');
    mkdirSync(other);
  });

  it('the second of two ranges of the same place and size is not taken for the first', async () => {
    let [one, two] = [await scene.openStore(), await scene.openStore({ folder: other })];
    await scene.append(randomEvents(5, 1, until, 30));
    await one.lastEvent();
    await scene.append(randomEvents(5, 2, until, 30), other);
    await expect.poll(() => two.writeProblem()).toContain('another one writes to it');
    expect((await two.journal()).lag.bytes).toBeGreaterThan(0);
  });

  it('a range that waits to be sent again is not taken for one of the other', async () => {
    let [one, two] = [await scene.openStore(), await scene.openStore({ folder: other, url: scene.url })];
    decide(toEvents, 'request-lost');
    await scene.append(randomEvents(5, 3, until, 30));
    await expect.poll(() => one.writeProblem()).toBeDefined();
    await scene.append(randomEvents(5, 4, until, 30), other);
    await two.lastEvent();
    decide(toEvents, 'answered');
    await expect.poll(() => one.writeProblem()).toContain('another one writes to it');
    await one.close();
    await expect(scene.openStore()).rejects.toThrow('another one writes to it');
  });
});

it.each([true, false])('a range that was not noted stays known without its events, its file kept: %s', async (kept) => {
  let store = await scene.openStore();
  decide(toProgress, 'request-lost');
  await scene.append(randomEvents(25, 5, until, 30));
  await store.lastEvent().catch(() => undefined);
  await store.close();
  decide(toProgress, 'answered');
  if (!kept) rmSync(path.join(scene.folder, 'events.shipping.sqlite'));
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
  await expect(scene.openStore()).rejects.toThrow('has 0 events, and 40 were sent by this installation');
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

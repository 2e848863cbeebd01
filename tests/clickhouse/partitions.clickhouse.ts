/**
 * Events that several processes number, each in partitions of owners, behind those that one has numbered:
 * a dashboard knows how far each owner's are.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clickhouse } from 'gateway/events/clickhouse/client';
import { noteDeletion } from 'gateway/events/clickhouse/follower';
import { openClickhouseAnswers } from 'gateway/events/clickhouse/open';
import { firstOf, partitionOf } from 'gateway/events/shape/ends';
import type { AggregateQuery, EventStore } from 'gateway/events/shape/store';
import { allDownloads, owner, packages, pixels, randomEvents } from '../gateway/events/random-events';
import { otherArtifacts, otherOwner } from '../gateway/events/summaries/summarized-store';
import { numberAsBefore, openScene, until, type Scene } from './scene';

const [own, foreign] = [owner, otherOwner].map((id) => firstOf(partitionOf(id))) as [number, number];
const of = (question: Partial<AggregateQuery>): AggregateQuery => ({ ...allDownloads(until), ...question });
const others = of({ artifactIds: [otherArtifacts[0]] });

let scene: Scene;
let database: Clickhouse;
let answers: EventStore;
let size: number;
beforeEach(async () => {
  scene = await openScene();
  let events = randomEvents(60, 1, until, 30);
  let foreigners = randomEvents(40, 2, until, 30).map((event) => ({
    ...event,
    ownerId: otherOwner,
    artifactId: event.artifactType === 'package' ? otherArtifacts[0] : otherArtifacts[1],
  }));
  let store = await scene.openStore({ url: scene.url });
  await scene.append([...events, ...foreigners]);
  await store.lastEvent();
  await store.close();
  database = await scene.openDatabase();
  size = await numberAsBefore(database);
  answers = await openClickhouseAnswers({ url: scene.url, folder: scene.folder });
});
afterEach(async () => {
  await answers.close();
  await scene.close();
});

/** Stores events of an owner again, under numbers of the owner's partition. */
async function storeAgain(ownerId: string, from = 0): Promise<number> {
  let first = firstOf(partitionOf(ownerId)) + from;
  let old = `SELECT * FROM events WHERE seq < ${size} AND artifact IN (SELECT key FROM artifacts WHERE owner = '${ownerId}')`;
  let [row] = await database.ask(`SELECT count() AS size FROM (${old})`);
  await database.run(
    `INSERT INTO events SELECT * REPLACE (${first} + row_number() OVER (ORDER BY seq) - 1 AS seq) FROM (${old})`,
  );
  let stored = Number(row!.size);
  let next = first + stored;
  await database.insert('progress', [{ node: String(partitionOf(ownerId)), epoch: '', next }]);
  return stored;
}

async function total(query: AggregateQuery): Promise<number> {
  let rows = await answers.aggregate(query);
  return rows.reduce((sum, row) => sum + row.total, 0);
}

describe('a dashboard', () => {
  it('answers with the events of the partition of an owner, and with those from before', async () => {
    let before = [await total(of({})), await total(others)];
    let stored = await storeAgain(owner);
    await expect.poll(() => answers.lastEvent(owner)).toBe(own + stored);
    expect(await answers.lastEvent(otherOwner)).toBe(size);
    expect(await answers.lastEvent()).toBe(size + stored);
    expect([await total(of({})), await total(others)]).toEqual([2 * before[0]!, before[1]]);
    expect(await total(of({ lastEvent: size }))).toBe(before[0]);
    expect(await total(of({ lastEvent: own }))).toBe(before[0]);
    let { count, lastEvent } = await answers.state();
    expect([count, lastEvent]).toEqual([size + stored, size + stored]);
    let known = (number: number) => answers.hasStored(number, owner);
    expect([size, own + stored, own + stored + 1, size + 1, foreign].map(known)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('exports events from before and those of the partition, in order', async () => {
    let stored = await storeAgain(owner);
    await expect.poll(() => answers.lastEvent(owner)).toBe(own + stored);
    let ids: string[] = [];
    for (let artifactType of ['package', 'tracking-pixel'] as const) {
      let artifactIds = artifactType === 'package' ? packages : pixels;
      let range = { from: 0, until: until + 1, raw: true };
      for await (let batch of answers.export({ artifactType, artifactIds, ...range }))
        ids.push(...batch.map(({ id }) => id));
    }
    expect(ids).toHaveLength(2 * stored);
    expect(new Set(ids).size).toBe(stored);
  });

  it('keeps the answers of owners to whom nothing has come', async () => {
    let stored = [await storeAgain(owner), await storeAgain(otherOwner)] as const;
    await expect.poll(() => answers.lastEvent(otherOwner)).toBe(foreign + stored[1]);
    let before = [await total(of({})), await total(others)];
    let counted = answers.cacheCounts();
    await storeAgain(owner, stored[0]);
    await expect.poll(() => answers.lastEvent(owner)).toBe(own + 2 * stored[0]);
    expect([await total(of({})), await total(others)]).toEqual([(before[0]! * 3) / 2, before[1]]);
    expect(answers.cacheCounts()).toEqual({
      kept: counted.kept + 1,
      advanced: counted.advanced + 1,
      counted: counted.counted,
    });
  });

  it('keeps no answer for later events where a deletion is noted together with them', async () => {
    let before = await total(of({}));
    let stored = await storeAgain(owner);
    await noteDeletion(database);
    await expect.poll(() => answers.lastStoredEvent(owner)).toBe(own + stored);
    expect([await total(of({ lastEvent: size })), await total(of({}))]).toEqual([before, 2 * before]);
  });

  it('forgets answers about events from before once a later one changes what counts', async () => {
    let stored = await storeAgain(owner);
    await expect.poll(() => answers.lastEvent(owner)).toBe(own + stored);
    let before = await total(of({}));
    let [event] = await database.ask(
      `SELECT seq FROM events WHERE seq < ${size} AND counted AND NOT do_not_track AND artifact IN ` +
        `(SELECT key FROM artifacts WHERE owner = '${owner}' AND type = 'package') ORDER BY seq LIMIT 1`,
    );
    let again = await storeAgain(owner, stored);
    let end = own + stored + again;
    await database.insert('changed_decisions', [{ seq: Number(event!.seq), last_event: end }]);
    await database.insert('progress', [{ node: String(partitionOf(owner)), epoch: '', next: end + 1 }]);
    await expect.poll(() => answers.lastEvent(owner)).toBe(end + 1);
    expect(await total(of({}))).toBe((before * 3) / 2 - 1);
    expect(await total(of({ lastEvent: own + stored }))).toBe(before);
  });
});

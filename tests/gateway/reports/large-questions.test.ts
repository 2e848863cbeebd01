/** Questions that the memory of the event store is too small for. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCounts } from 'gateway/events/counts';
import type { Answering } from 'gateway/events/dialect';
import { openEventStore } from 'gateway/events/duckdb';
import { openEngine } from 'gateway/events/engine';
import type { AggregateQuery } from 'gateway/events/store';
import { tableOf } from 'gateway/events/table';
import { createWriter } from 'gateway/events/writer';
import { allDownloads, randomEvents } from '../events/random-events';

const until = Date.UTC(2026, 2, 12);
/** Over two periods of ids, with about as many groups as events. */
const broad: AggregateQuery = { ...allDownloads(until), rollup: 'daily', breakdowns: ['by-user-agent', 'by-origin'] };

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'large-'));
  let events = randomEvents(8_000, 7, until, 35).map((event, i) =>
    event.doNotTrack ? event : { ...event, originId: BigInt(i % 3_000) + 1n },
  );
  let store = await openEventStore({ folder });
  await store.load(events);
  await store.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

it('are refused with a sentence of their own, and others are still answered', async () => {
  let store = await openEventStore({ folder, memoryMb: 8 });
  let asked = [broad, { ...broad, from: broad.from - 1 }, { ...broad, from: broad.from - 2 }];
  let answers = await Promise.allSettled(asked.map((query) => store.aggregate(query)));
  for (let one of answers)
    expect(one).toMatchObject({
      status: 'rejected',
      reason: { code: 'question-is-too-large', details: { retrySeconds: 30 } },
    });
  let [total] = await store.aggregate(allDownloads(until));
  expect(total!.total).toBeGreaterThan(4_000);
  await store.close();
});

it('end after a while, and those that wait behind them are answered', async () => {
  let engine = await openEngine(folder, { memoryMb: 512, questionMs: 1 });
  let endless = 'SELECT count(*) AS n FROM range(1000000000000) AS r(i) WHERE i % $1 = 1';
  let refused = { status: 'rejected', reason: { code: 'question-is-too-large', details: { retrySeconds: 30 } } };
  let [first, second, third, ofAJob] = await Promise.allSettled([
    engine.read((ask) => ask(endless, ['7']), [1]),
    engine.read((ask) => ask('SELECT 1 AS n').then(() => ask(endless, ['7'])), [1]),
    engine.read((ask) => ask(endless, ['7']), [1]),
    engine.read((ask) => ask('SELECT count(*)::INT AS n FROM range(3000000)'), []),
  ]);
  expect([first, second, third]).toMatchObject([refused, refused, refused]);
  expect(ofAJob).toMatchObject({ status: 'fulfilled', value: [{ n: 3_000_000 }] });
  await engine.close();
});

it('have the same answer where they are asked sparingly', { tags: 'slow' }, async () => {
  let engine = await openEngine(folder, { memoryMb: 512 });
  let parts = { folder, warn: () => undefined, resolve: async (events: readonly never[]) => events };
  let writer = await createWriter(tableOf(engine), { ...parts, taken: () => undefined } as never);
  let sparing: Answering = { ...engine, read: (questions, about) => engine.read((ask) => questions(ask, true), about) };
  let [usual, short] = [createCounts(engine, writer), createCounts(sparing, writer)];
  let questions: AggregateQuery[] = [
    broad,
    { ...broad, limit: 20 },
    { ...broad, rollup: 'total', limit: 20 },
    { ...broad, groupByArtifact: true, breakdowns: ['by-company'], limit: 3 },
    { ...broad, breakdowns: ['by-variable'] },
    { ...broad, breakdowns: ['by-variable'], variable: 'version' },
    { ...broad, rollup: 'total', breakdowns: ['by-total'] },
  ];
  for (let question of questions) {
    let rows = await usual.aggregate(question);
    expect(rows.length).toBeGreaterThan(0);
    expect(await short.aggregate(question)).toEqual(rows);
  }
  await writer.close();
  await engine.close();
});

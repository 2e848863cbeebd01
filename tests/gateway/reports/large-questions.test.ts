/** Questions that the memory of the event store is too small for. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCachedAggregates } from 'gateway/events/cache/cached-aggregates';
import type { QueryEngine } from 'gateway/events/query/dialect';
import { openEventStore } from 'gateway/events/duckdb/open';
import { openEngine } from 'gateway/events/duckdb/engine';
import type { AggregateQuery } from 'gateway/events/shape/store';
import { openDuckdbTable } from 'gateway/events/duckdb/table';
import { createEventWriter } from 'gateway/events/write/writer';
import { allDownloads, randomEvents } from '../events/random-events';

const until = Date.UTC(2026, 2, 12);
/** Over two periods of ids, with about as many groups as events. */
const broad: AggregateQuery = { ...allDownloads(until), rollup: 'daily', breakdowns: ['by-user-agent', 'by-origin'] };

const endless = 'SELECT count(*) AS n FROM range(1000000000000) AS r(i) WHERE i % $1 = 1';
const ofOne = { keys: [1] };

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
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

it('are refused with a sentence of their own, and others are still answered', async () => {
  let store = await openEventStore({ folder, memoryMb: 8 });
  let asked = [broad, { ...broad, from: broad.from - 1 }, { ...broad, from: broad.from - 2 }];
  let answers = await Promise.allSettled(asked.map((query) => store.aggregate(query)));
  for (let one of answers)
    expect(one).toMatchObject({
      status: 'rejected',
      reason: { code: 'question-is-too-large', details: { retrySeconds: 30 } },
    });
  // The engine gives their memory back in the background.
  await vi.waitFor(async () => {
    let [total] = await store.aggregate(allDownloads(until));
    expect(total!.total).toBeGreaterThan(4_000);
  }, 30_000);
  await store.close();
});

it('end after a while, and those that wait behind them are answered', async () => {
  let engine = await openEngine(folder, { memoryMb: 512, questionMs: 1 });
  let refused = { status: 'rejected', reason: { code: 'question-is-too-large', details: { retrySeconds: 30 } } };
  let [first, second, third, ofAJob] = await Promise.allSettled([
    engine.read((ask) => ask(endless, ['7']), ofOne),
    engine.read((ask) => ask('SELECT 1 AS n').then(() => ask(endless, ['7'])), ofOne),
    engine.read((ask) => ask(endless, ['7']), ofOne),
    engine.read((ask) => ask('SELECT count(*)::INT AS n FROM range(3000000)'), { keys: [] }),
  ]);
  expect([first, second, third]).toMatchObject([refused, refused, refused]);
  expect(ofAJob).toMatchObject({ status: 'fulfilled', value: [{ n: 3_000_000 }] });
  await engine.close();
});

it('share their time with what is asked again for want of memory', async () => {
  let engine = await openEngine(folder, { memoryMb: 512, questionMs: 300 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let tries: boolean[] = [];
  let asked = engine.read(async (ask, isShort) => {
    tries.push(isShort);
    if (!isShort) {
      vi.advanceTimersByTime(299);
      throw new Error('Out of Memory Error: as the engine says it');
    }
    vi.advanceTimersByTime(1);
    return ask(endless, ['7']);
  }, ofOne);
  await expect(asked).rejects.toMatchObject({ code: 'question-is-too-large' });
  expect(tries).toEqual([false, true]);
  await engine.close();
});

it('end when the client disconnects, and leave the queue', async () => {
  let engine = await openEngine(folder, { memoryMb: 512 });
  let gone = new AbortController();
  let begun: string[] = [];
  let all = ['a', 'b', 'c'].map((name) =>
    engine.read((ask) => (begun.push(name), ask(endless, ['7'])), { ...ofOne, signal: gone.signal }),
  );
  let last = engine.read((ask) => ask('SELECT 1 AS n'), ofOne);
  await expect.poll(() => begun).toHaveLength(2);
  gone.abort();
  for (let one of await Promise.allSettled(all)) expect(one).toMatchObject({ reason: { code: 'server-is-busy' } });
  expect(await last).toEqual([{ n: 1 }]);
  expect(begun).toHaveLength(2);
  expect(engine.isIdle()).toBe(true);
  await engine.close();
});

it('let another owner be answered at once', async () => {
  let engine = await openEngine(folder, { memoryMb: 512, ownerOf: String });
  let gone = new AbortController();
  let begun = 0;
  let all = [1, 2, 3].map(() =>
    engine.read((ask) => ((begun += 1), ask(endless, ['7'])), { ...ofOne, signal: gone.signal }),
  );
  await expect.poll(() => begun).toBe(2);
  for (let n of [1, 2, 3]) expect(await engine.read((ask) => ask(`SELECT ${n} AS n`), { keys: [2] })).toEqual([{ n }]);
  gone.abort();
  await Promise.allSettled(all);
  await engine.close();
});

it('of two callers with the same question go on where the first has gone', async () => {
  let engine = await openEngine(folder, { memoryMb: 512 });
  let parts = { folder, warn: () => undefined, resolve: async (events: readonly never[]) => events };
  let writer = await createEventWriter(openDuckdbTable(engine), { ...parts, taken: () => undefined } as never);
  let gone = new AbortController();
  let isFirst = true;
  let holding: QueryEngine = {
    ...engine,
    read(questions, about) {
      let holds = isFirst;
      isFirst = false;
      return engine.read(async (ask, isShort) => {
        if (holds) await ask(endless, ['7']);
        return questions(ask, isShort);
      }, about);
    },
  };
  let counts = createCachedAggregates(holding, writer);
  let both = [counts.aggregate({ ...broad, signal: gone.signal }), counts.aggregate(broad)] as const;
  let refused = expect(both[0]).rejects.toMatchObject({ code: 'server-is-busy' });
  await expect.poll(() => isFirst).toBe(false);
  gone.abort();
  await refused;
  expect(await both[1]).toEqual(await createCachedAggregates(engine, writer).aggregate(broad));
  await writer.close();
  await engine.close();
});

it('have the same answer where they are asked sparingly', { tags: 'slow' }, async () => {
  let engine = await openEngine(folder, { memoryMb: 512 });
  let parts = { folder, warn: () => undefined, resolve: async (events: readonly never[]) => events };
  let writer = await createEventWriter(openDuckdbTable(engine), { ...parts, taken: () => undefined } as never);
  let sparing: QueryEngine = {
    ...engine,
    read: (questions, about) => engine.read((ask) => questions(ask, true), about),
  };
  let [usual, short] = [createCachedAggregates(engine, writer), createCachedAggregates(sparing, writer)];
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

it('leave the connection to the next one when their callers go at any moment, even before they begin', async () => {
  let engine = await openEngine(folder, { memoryMb: 512, ownerOf: String });
  for (let round = 0; round < 300; round++) {
    let caller = new AbortController();
    let left = engine.read((ask) => ask(endless, ['7']), { keys: [1], signal: caller.signal });
    for (let turn = 0; turn < round % 6; turn++) await new Promise(setImmediate);
    caller.abort();
    await expect(left).rejects.toMatchObject({ code: 'server-is-busy' });
  }
  // Longer than the pause between two interrupts.
  for (let i = 0; i < 20; i++)
    await expect(engine.read((ask) => ask('SELECT count(*)::INT AS n FROM range(30000000)'), ofOne)).resolves.toEqual([
      { n: 30_000_000 },
    ]);
  await engine.close();
});

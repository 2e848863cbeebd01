/** The recorder, with a store whose appends end under the control of the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { createRecorder, type Recorder, type RecorderParts } from 'edge/recorder';
import type { Event } from 'contract/event-fields';
import { openJournal } from 'journal/journal';
import { randomEvents } from '../gateway/events/random-events';

const events = randomEvents(40, 2, Date.UTC(2026, 0, 1), 10);

interface Append {
  ids: string[];
  succeed(): void;
  fail(): void;
}

/** A store that records its commits. The test decides when and how each append ends. */
function slowStore() {
  let appends: Append[] = [];
  let wake: (() => void)[] = [];
  let committed: string[] = [];
  return {
    committed,
    append(batch: readonly Event[]) {
      return new Promise<void>((resolve, reject) => {
        let ids = batch.map(({ id }) => id);
        let succeed = () => (committed.push(...ids), resolve());
        appends.push({ ids, succeed, fail: () => reject(new Error('disk full')) });
        wake.shift()?.();
      });
    },
    /** Resolves with the next append. */
    async next(): Promise<Append> {
      if (appends.length === 0) await new Promise<void>((resolve) => wake.push(resolve));
      return appends.shift()!;
    },
  };
}

function recorderOver(store: RecorderParts['events'], parts: Partial<RecorderParts> = {}): Recorder {
  return createRecorder({ events: store, log: pino({ level: 'silent' }), limitMs: 60_000, ...parts });
}

const idsOf = (some: readonly Event[]): string[] => some.map(({ id }) => id);

it('an event that cannot be written is lost alone, and those beside it are committed', async () => {
  let folder = mkdtempSync(path.join(tmpdir(), 'record-'));
  let journal = openJournal(folder);
  let dropped: number[] = [];
  let losses = { dropped: (n: number) => void dropped.push(n), waiting: () => undefined, recovered: () => undefined };
  let recorder = recorderOver(journal, { losses });
  let bad = [
    { ...events[1]!, id: 'no uuid' },
    { ...events[3]!, time: Number.NaN },
  ];
  let answers = await Promise.all([events[0]!, bad[0]!, events[2]!, bad[1]!].map((one) => recorder.record(one)));
  expect(answers).toEqual(['committed', 'dropped', 'committed', 'dropped']);
  expect(await recorder.record(events[4]!)).toBe('committed');
  expect(recorder.metrics()).toMatchObject({ committed: 3, dropped: 2, waiting: 0, failures: 0 });
  expect(dropped).toEqual([1, 1]);
  await recorder.close();
  await journal.close();
  rmSync(folder, { recursive: true });
});

describe('group commit', () => {
  it('lets requests that arrived together share one commit', async () => {
    let store = slowStore();
    let recorder = recorderOver(store);
    let answers = events.slice(0, 10).map((event) => recorder.record(event));
    let append = await store.next();
    expect(append.ids).toEqual(idsOf(events.slice(0, 10)));
    append.succeed();
    expect(await Promise.all(answers)).toEqual(answers.map(() => 'committed'));
    expect(recorder.metrics()).toMatchObject({ committed: 10, commits: 1, waiting: 0, queued: 0 });
  });

  it('collects events during a commit into the next one', async () => {
    let store = slowStore();
    let recorder = recorderOver(store);
    let first = recorder.record(events[0]!);
    let append = await store.next();
    let later = events.slice(1, 9).map((event) => recorder.record(event));
    append.succeed();
    expect(await first).toBe('committed');
    let second = await store.next();
    expect(second.ids).toEqual(idsOf(events.slice(1, 9)));
    second.succeed();
    expect(new Set(await Promise.all(later))).toEqual(new Set(['committed']));
  });
});

describe('a slow store', () => {
  it('delays no answer beyond the limit, and the event is committed once', async () => {
    let store = slowStore();
    let recorder = recorderOver(store, { limitMs: 5 });
    expect(await recorder.record(events[0]!)).toBe('queued');
    expect(recorder.metrics()).toMatchObject({ queued: 1, waiting: 1, committed: 0 });
    (await store.next()).succeed();
    await recorder.close();
    expect(store.committed).toEqual([events[0]!.id]);
    expect(recorder.metrics()).toMatchObject({ waiting: 0, committed: 1, commits: 1 });
  });

  it('drops and counts events beyond the size of the queue', async () => {
    let store = slowStore();
    let recorder = recorderOver(store, { limitMs: 1, queueMax: 3 });
    let answers = await Promise.all(events.slice(0, 5).map((event) => recorder.record(event)));
    expect(answers).toEqual(['queued', 'queued', 'queued', 'dropped', 'dropped']);
    expect(recorder.metrics()).toMatchObject({ dropped: 2, waiting: 3 });
    (await store.next()).succeed();
    await recorder.close();
    expect(store.committed).toEqual(idsOf(events.slice(0, 3)));
  });
});

describe('a broken store', () => {
  it('is retried until the event is committed, once', async () => {
    let store = slowStore();
    let recorder = recorderOver(store);
    let answer = recorder.record(events[0]!);
    (await store.next()).fail();
    expect(await answer).toBe('queued');
    expect(await recorder.record(events[1]!)).toBe('queued');
    let again = await store.next();
    expect(again.ids).toEqual(idsOf(events.slice(0, 2)));
    again.fail();
    (await store.next()).succeed();
    await vi.waitFor(() => expect(recorder.metrics().waiting).toBe(0), 30_000);
    let after = recorder.record(events[2]!);
    (await store.next()).succeed();
    expect(await after).toBe('committed');
    expect(store.committed).toEqual(idsOf(events.slice(0, 3)));
    expect(recorder.metrics()).toMatchObject({ failures: 2, committed: 3, queued: 2, waiting: 0 });
  });
});

describe('closing', () => {
  it('commits the events in memory', async () => {
    let store = slowStore();
    let recorder = recorderOver(store, { limitMs: 1 });
    let answers = events.slice(0, 4).map((event) => recorder.record(event));
    let closed = recorder.close();
    (await store.next()).fail();
    (await store.next()).succeed();
    await closed;
    await Promise.all(answers);
    expect(store.committed).toEqual(idsOf(events.slice(0, 4)));
  });

  it('accepts no more events', async () => {
    let recorder = recorderOver(slowStore());
    await recorder.close();
    expect(await recorder.record(events[0]!)).toBe('dropped');
  });
});

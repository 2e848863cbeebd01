/** The file of the event store and the journal's files while they are copied. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEventStore } from 'gateway/events/duckdb/open';
import type { EventStore } from 'gateway/events/shape/store';
import { fileNames, journalFolder } from 'journal/files';
import { openJournal, type Journal } from 'journal/journal';
import { randomEvents } from '../events/random-events';

const until = Date.UTC(2026, 2, 12);
const { signal } = new AbortController();
const bounds = { bytesMax: Number.POSITIVE_INFINITY, freeMin: 0, segmentMax: 1_024 };

let folder: string;
let journal: Journal;
let store: EventStore;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'keep-file-'));
  journal = openJournal(folder, bounds);
});
afterEach(async () => {
  await store.close();
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

let seed = 0;
async function append(parts: number): Promise<void> {
  for (let i = 0; i < parts; i++) await journal.append(randomEvents(20, ++seed, until, 30));
}

const file = () => readFileSync(path.join(folder, 'events.duckdb'));
const segments = () => fileNames(journalFolder(folder));

it.each([undefined, 16])(
  'the file and the segments stay while events are stored and deleted (checkpoints every %s KB)',
  async (checkpointKb) => {
    store = await openEventStore({ folder, checkpointKb });
    await append(5);
    await store.lastEvent();
    await store.freezeFile(async (letIn) => {
      let before = file();
      let kept = await segments();
      await append(30);
      letIn();
      expect(await store.lastEvent()).toBe(700);
      await store.deleteExpired({ before: until });
      await expect(store.overwriteDeleted(AbortSignal.timeout(200))).rejects.toThrow();
      expect(file().equals(before)).toBe(true);
      expect((await segments()).length).toBeGreaterThan(kept.length);
      expect((await segments()).slice(0, kept.length)).toEqual(kept);
    }, signal);

    let before = file();
    await append(1);
    await store.lastEvent();
    await store.overwriteDeleted();
    expect(file().equals(before)).toBe(false);
    await expect.poll(async () => (await segments()).length).toBe(1);
  },
);

it('no event is stored before it is let in, and work that fails leaves the store as it was', async () => {
  store = await openEventStore({ folder });
  await append(1);
  await store.lastEvent();
  let failing = store.freezeFile(async () => {
    await append(1);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(store.lastStoredEvent('')).toBe(20);
    throw new Error('The disk of the backup is full');
  }, signal);
  await expect(failing).rejects.toThrow('The disk of the backup is full');
  expect(await store.lastEvent()).toBe(40);
  await store.freezeFile(async (letIn) => {
    await expect(store.freezeFile(async () => undefined, signal)).rejects.toThrow('is being copied already');
    letIn();
  }, signal);
});

/** How far the event store is behind, also while it is down. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openJournal, type Journal } from 'journal/journal';
import { watchBacklog } from 'journal/backlog';
import { madeEvent } from 'tests/support/made-event';

let folder: string;
let journal: Journal;
let now = 1_000_000;
const clock = () => now;
const event = () => madeEvent({ artifactId: '55555555-5555-4555-8555-555555555555', time: now });
const away = async () => Promise.reject(new Error('away'));

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'waiting-'));
  journal = openJournal(folder, { bytesMax: 1e9, freeMin: 0, segmentMax: 500 });
});
afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

it('says what the event store says while that answers', async () => {
  let waiting = watchBacklog(folder, clock);
  expect(await waiting.lag(async () => ({ bytes: 7, oldest: 5 }))).toEqual({ bytes: 7, oldest: 5 });
});

it('says since when events come while the event store is away or was never there', async () => {
  let waiting = watchBacklog(folder, clock);
  let began = now;
  expect(await waiting.lag(away)).toEqual({ bytes: 0, oldest: null });
  now += 60_000;
  await journal.append([event()]);
  let { bytes, oldest } = await waiting.lag(() => undefined);
  expect(bytes).toBeGreaterThan(100);
  expect(oldest).toBe(began);
  expect(await waiting.lag(async () => ({ bytes: 0, oldest: null }))).toEqual({ bytes: 0, oldest: null });
  expect(await waiting.lag(away)).toEqual({ bytes: 0, oldest: null });
});

it('finds events that waited before a restart by the files that are not deleted', async () => {
  for (let i = 0; i < 3; i++) await journal.append([event()]);
  let { bytes, oldest } = await watchBacklog(folder, clock).lag(away);
  expect(bytes).toBeGreaterThan(100);
  expect(oldest).toBeGreaterThan(0);
});

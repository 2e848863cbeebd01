/** The count of lost events, and what is left of it after its process has ended. */
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { journalFolder } from 'journal/files';
import { openJournal } from 'journal/journal';
import { openDroppedEventCounter, readDroppedEvents, type DroppedEventCounter } from 'journal/dropped-events';
import { madeEvent } from 'tests/support/made-event';

let folder: string;
let file: string;
let now: number;
let warned: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'losses-'));
  file = path.join(journalFolder(folder), 'lost-events');
  now = 1_000;
  warned = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(): Promise<DroppedEventCounter> {
  return openDroppedEventCounter(folder, { clock: () => now, warn: (sentence) => void warned.push(sentence) });
}

/** The count on disk, read after a moment as pages read it. */
async function onDisk() {
  let { id: _, ...losses } = (await readDroppedEvents(folder))!;
  return losses;
}

it('starts at 0, in a file of full size', async () => {
  let losses = await open();
  expect(await onDisk()).toEqual({ events: 0, periods: [], waiting: null });
  expect(statSync(file).size).toBe(12_288);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await losses.close();
  expect(warned).toEqual([]);
});

it('has the number of lost events, their times and the reason, and begins a new period after a recovery', async () => {
  let losses = await open();
  losses.dropped(2, 'disk-full');
  now = 2_000;
  losses.dropped(3, 'disk-full');
  losses.recovered();
  now = 3_000;
  losses.dropped(1, 'write-failed');
  await losses.close();
  let periods = [
    { since: 1_000, until: 2_000, events: 5, reason: 'disk-full' },
    { since: 3_000, until: 3_000, events: 1, reason: 'write-failed' },
  ];
  expect(await onDisk()).toEqual({ events: 6, periods, waiting: null });
  expect(statSync(file).size).toBe(12_288);
});

it('keeps its count after a restart', async () => {
  let first = await open();
  first.dropped(2, 'too-slow');
  await first.close();
  let { id } = (await readDroppedEvents(folder))!;
  let second = await open();
  second.dropped(1, 'too-slow');
  await second.close();
  expect(await readDroppedEvents(folder)).toMatchObject({ id, events: 3, periods: [{ events: 2 }, { events: 1 }] });
});

it('counts events in memory as lost when the process is killed', async () => {
  let killed = await open();
  killed.waiting(1, 'disk-full');
  now = 5_000;
  killed.waiting(40, 'disk-full');
  await expect.poll(onDisk).toMatchObject({ events: 0, waiting: { since: 1_000, until: 5_000, events: 40 } });
  now = 9_000;
  let next = await open();
  await next.close();
  let periods = [{ since: 1_000, until: 5_000, events: 40, reason: 'disk-full' }];
  expect(await onDisk()).toEqual({ events: 40, periods, waiting: null });
  await killed.close();
});

it('does not count events that were written', async () => {
  let losses = await open();
  losses.waiting(7, 'disk-full');
  losses.waiting(0, 'disk-full');
  await losses.close();
  expect(await onDisk()).toEqual({ events: 0, periods: [], waiting: null });
});

it('keeps sixteen periods, and merges the two oldest', async () => {
  let losses = await open();
  for (now = 1; now <= 20; now++) {
    losses.dropped(1, 'disk-full');
    losses.recovered();
  }
  await losses.close();
  let { events, periods } = await onDisk();
  expect(events).toBe(20);
  expect(periods).toHaveLength(16);
  expect(periods[0]).toEqual({ since: 1, until: 5, events: 5, reason: 'disk-full' });
});

it('returns the last count, or one shortly before it, at any time', async () => {
  let losses = await open();
  let read = 0;
  for (let i = 1; i <= 300; i++) {
    losses.dropped(1, 'disk-full');
    let { events } = await onDisk();
    expect(events).toBeGreaterThanOrEqual(read);
    read = events;
  }
  await losses.close();
  expect(read).toBeGreaterThan(0);
  expect((await onDisk()).events).toBe(300);
});

it('returns the previous count after a write that was cut off', async () => {
  let losses = await open();
  losses.dropped(2, 'disk-full');
  await expect.poll(onDisk).toMatchObject({ events: 2 });
  losses.dropped(3, 'disk-full');
  await losses.close();
  let bytes = readFileSync(file);
  let newer = bytes.toString('latin1').indexOf('"events":5');
  bytes.fill('x', newer, newer + 5);
  writeFileSync(file, bytes);
  let again = await open();
  expect(again.state().events).toBe(2);
  await again.close();
});

it('starts at 0 with a warning when the file is damaged, or missing beside a journal', async () => {
  let losses = await open();
  losses.dropped(2, 'disk-full');
  await losses.close();
  let { id } = (await readDroppedEvents(folder))!;
  truncateSync(file, 10);
  let second = await open();
  expect(second.state()).toMatchObject({ events: 0, periods: [] });
  expect(second.state().id).not.toBe(id);
  await second.close();
  expect(statSync(file).size).toBe(12_288);
  let journal = openJournal(folder);
  await journal.append([madeEvent({ artifactId: '55555555-5555-4555-8555-555555555555', time: 0 })]);
  await journal.close();
  rmSync(file);
  let third = await open();
  await third.close();
  expect(warned).toEqual([
    `${file} cannot be read. Its count is unknown; it restarts at 0.`,
    `${file} is missing. Its count is unknown; it restarts at 0.`,
  ]);
});

it('counts in memory while the folder is not writable, and writes the count as soon as it is', async () => {
  writeFileSync(journalFolder(folder), 'in the way');
  let losses = await open();
  losses.dropped(4, 'write-failed');
  expect(losses.state().events).toBe(4);
  expect(warned.at(-1)).toContain('kept in memory and tried again');
  rmSync(journalFolder(folder));
  let other = openJournal(folder);
  await other.append([madeEvent({ artifactId: '55555555-5555-4555-8555-555555555555', time: 0 })]);
  await other.close();
  await expect.poll(() => readDroppedEvents(folder), { timeout: 30_000 }).toMatchObject({ events: 4 });
  await losses.close();
});

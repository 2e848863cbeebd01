/**
 * The limits of the journal: free disk space and maximum size, and how the edge answers at each.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRecorder } from 'edge/recorder';
import { fileNames, journalFolder } from 'journal/files';
import { openDamageLog } from 'journal/damage-log';
import { openJournal } from 'journal/journal';
import { openDroppedEventCounter, readDroppedEvents } from 'journal/dropped-events';
import { createJournalReader } from 'journal/reader';
import { madeEvent } from 'tests/support/made-event';
import { mountSmallDisk, type SmallDisk } from 'tests/support/small-disk';

const megabyte = 1024 * 1024;
const made = { artifactId: '55555555-5555-4555-8555-555555555555', time: 1_700_000_000_000 };
const long = 'x'.repeat(2_000);

function events(count: number) {
  return Array.from({ length: count }, () => madeEvent({ ...made, userAgent: long }));
}

/** Long enough for the check of free space, which runs once a second. */
const soon = { timeout: 30_000, interval: 100 };

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'bounds-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a full journal refuses events with a reason, and continues once the store side has stored events', async () => {
  let journal = openJournal(folder, { bytesMax: 10 * megabyte, freeMin: 0 });
  let damage = await openDamageLog(folder, () => undefined);
  let reader = createJournalReader(folder, [], damage);
  let written = 0;
  let fill = async () => {
    for (;;) {
      await journal.append(events(500));
      written += 500;
    }
  };
  await expect(fill()).rejects.toThrow('as much as it may (JOURNAL_MAX_MB)');
  expect((await journal.problem())?.message).toContain('JOURNAL_MAX_MB');
  expect(journal.room().bytes).toBeLessThan(13 * megabyte);
  let read = 0;
  for (let batch = await reader.read(); batch; batch = await reader.read()) {
    read += batch.events.length;
    await reader.release([{ ...batch.from, next: batch.from.next + batch.events.length }]);
  }
  expect(read).toBe(written);
  await expect.poll(() => journal.problem(), soon).toBeUndefined();
  await journal.append(events(1));
  await journal.close();
  await damage.close();
});

it('a segment that has reached its maximum size is followed by a new one', async () => {
  let journal = openJournal(folder, { bytesMax: megabyte, freeMin: 0, segmentMax: 5_000 });
  for (let i = 0; i < 6; i++) await journal.append(events(1));
  await journal.close();
  expect(await fileNames(journalFolder(folder))).toHaveLength(3);
});

it('nothing is written when the free disk space is below the setting', async () => {
  let journal = openJournal(folder, { bytesMax: megabyte, freeMin: Number.MAX_SAFE_INTEGER });
  await expect(journal.append(events(1))).rejects.toThrow('stay free (JOURNAL_MIN_FREE_MB)');
  expect(await fileNames(journalFolder(folder))).toEqual([]);
  await journal.close();
});

describe('an edge on a small disk', () => {
  let disk: SmallDisk | undefined;
  beforeEach(() => void (disk = mountSmallDisk(24)));
  afterEach(() => disk?.remove());

  it(
    'keeps answering, counts lost events on a full disk, and writes again when there is space',
    { tags: 'slow' },
    async (context) => {
      if (!disk) return context.skip();
      let { folder } = disk;
      let said: string[] = [];
      let log = pino({ level: 'info' }, { write: (line) => void said.push(line) });
      let losses = await openDroppedEventCounter(folder, {
        clock: Date.now,
        warn: (sentence) => void said.push(sentence),
      });
      let journal = openJournal(folder, { bytesMax: 100 * megabyte, freeMin: 4 * megabyte });
      let recorder = createRecorder({ events: journal, losses, queueMax: 100, log });
      expect(await recorder.record(events(1)[0]!)).toBe('committed');
      // Fills the disk to its last byte.
      let ballast = path.join(folder, 'ballast');
      expect(() => writeFileSync(ballast, Buffer.alloc(30 * megabyte))).toThrow('ENOSPC');
      await expect.poll(() => journal.problem(), soon).toBeInstanceOf(Error);
      let record = (count: number) => Promise.all(events(count).map((event) => recorder.record(event)));
      expect(new Set(await record(100))).toEqual(new Set(['queued']));
      expect(new Set(await record(50))).toEqual(new Set(['dropped']));
      await expect.poll(() => readDroppedEvents(folder), soon).toMatchObject({ events: 50, waiting: { events: 100 } });
      expect(losses.state().periods).toMatchObject([{ events: 50, reason: 'disk-full' }]);

      rmSync(ballast);
      await expect.poll(() => recorder.metrics().waiting, soon).toBe(0);
      expect(await recorder.record(events(1)[0]!)).toBe('committed');
      await recorder.close();
      await journal.close();
      await losses.close();
      expect(recorder.metrics()).toMatchObject({ committed: 102, dropped: 50 });
      expect(await readDroppedEvents(folder)).toMatchObject({ events: 50, waiting: null });
      // One line at the start, one for the first loss, one for all others, one at the end.
      expect(said).toHaveLength(4);
      expect(statSync(path.join(journalFolder(folder), 'lost-events')).size).toBe(12_288);
    },
  );

  it('writes once there is space, when the disk was full at the first event', async (context) => {
    if (!disk) return context.skip();
    let ballast = path.join(disk.folder, 'ballast');
    expect(() => writeFileSync(ballast, Buffer.alloc(30 * megabyte))).toThrow('ENOSPC');
    let journal = openJournal(disk.folder);
    await expect(journal.append(events(1))).rejects.toThrow('ENOSPC');
    rmSync(ballast);
    await journal.append(events(1));
    await journal.close();
  });

  it('counts the events left in memory when it stops', { tags: 'slow' }, async (context) => {
    if (!disk) return context.skip();
    let { folder } = disk;
    let losses = await openDroppedEventCounter(folder, { clock: Date.now, warn: () => undefined });
    let journal = openJournal(folder, { bytesMax: 100 * megabyte, freeMin: 100 * megabyte });
    let recorder = createRecorder({ events: journal, losses, log: pino({ level: 'silent' }) });
    await Promise.all(events(10).map((event) => recorder.record(event)));
    await recorder.close();
    await journal.close();
    await losses.close();
    expect(await readDroppedEvents(folder)).toMatchObject({
      events: 10,
      periods: [{ reason: 'disk-full' }],
      waiting: null,
    });
  });
});

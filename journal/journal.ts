/**
 * The journal: where events are durable first. The edge writes it, one synced write to
 * a plain file for all requests that came together; the store side reads it at its own pace
 * (reader.ts) and deletes what it has stored.
 */
import { randomUUID } from 'node:crypto';
import { fstatSync } from 'node:fs';
import { constants, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Event } from 'contract/event-fields';
import { journalFolder, nextName, nodeOf, syncFolder } from './files';
import { assertWritable, headerLine, recordLine } from './format';
import { createSizeLimits, JournalFull, type JournalLimits, type JournalSize } from './size-limits';

export interface Journal {
  /**
   * Writes events; resolves when they are durable. Rejects where one of them could not be read
   * again, and where the disk fails: then none is written, and the next call cuts off what the
   * failed one left.
   */
  append(events: readonly Event[]): Promise<void>;
  /** Why nothing can be written now; undefined where nothing is known against it. */
  problem(): Promise<Error | undefined>;
  /** How much it takes, and what its disk has left. */
  room(): JournalSize;
  close(): Promise<void>;
}

interface Segment {
  handle: FileHandle;
  /** Up to the end of the last line that was written well. */
  length: number;
  /** Whether there may be more than that in it. */
  torn: boolean;
}

const segmentMaxDefault = 8 * 1024 * 1024;
/**
 * Each write is durable when it returns: a call less for each commit than to write and then sync.
 */
const newAndSynced = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_DSYNC;

/** Those of a journal that is given none: a test, or a tool that fills a store. */
const unbounded: JournalLimits = { bytesMax: Number.POSITIVE_INFINITY, freeMin: 0 };

/**
 * A journal in `folder`, an epoch of its own that begins with place 0. Nothing is made before the
 * first event, so that a disk that is full or read-only stops nobody here. One journal at a time
 * may write to a folder.
 */
export function openJournal(folder: string, bounds: JournalLimits = unbounded): Journal {
  let place = journalFolder(folder);
  let epoch = randomUUID();
  let header: Buffer | undefined;
  let seq = 0;
  let current: Segment | undefined;
  let lastName: string | undefined;
  let last: Promise<void> = Promise.resolve();
  let room = createSizeLimits(folder, bounds);
  let failure: Error | undefined;
  let closed = false;

  async function segment(): Promise<Segment> {
    if (current?.torn) {
      await current.handle.truncate(current.length);
      current.torn = false;
    }
    let isLongEnough = current !== undefined && current.length < (bounds.segmentMax ?? segmentMaxDefault);
    await room.check(!isLongEnough);
    if (current && isLongEnough) return current;
    header ??= Buffer.from(headerLine({ node: nodeOf(folder), epoch }));
    lastName = await nextName(place, lastName);
    let handle = await open(path.join(place, lastName), newAndSynced, 0o600);
    await current?.handle.close().catch(() => {});
    current = { handle, length: 0, torn: false };
    await syncFolder(place);
    return current;
  }

  async function append(events: readonly Event[]): Promise<void> {
    if (closed) throw new Error('The journal is not open');
    if (events.length === 0) return;
    for (let event of events) assertWritable(event);
    let to = await segment();
    let record = Buffer.from(recordLine(seq, events));
    let bytes = to.length === 0 ? Buffer.concat([header!, record]) : record;
    to.torn = true;
    for (let written = 0; written < bytes.length;)
      written += (await to.handle.write(bytes, written, bytes.length - written, to.length + written)).bytesWritten;
    if (fstatSync(to.handle.fd).nlink === 0) {
      // Somebody deleted the file, so nobody will read what is in it: these go to another one.
      await to.handle.close();
      current = undefined;
      [epoch, header, seq] = [randomUUID(), undefined, 0];
      return append(events);
    }
    to.length += bytes.length;
    to.torn = false;
    seq += events.length;
    room.written(bytes.length);
  }

  return {
    append(events) {
      let mine = last.then(() => append(events));
      last = mine.then(
        () => void (failure = undefined),
        (error: Error) => void (failure = error),
      );
      return mine;
    },
    async problem() {
      // Where there was no room there may be some by now.
      if (failure && !(failure instanceof JournalFull)) return failure;
      return room.check(false).then(
        () => undefined,
        (error: Error) => error,
      );
    },
    room: room.state,
    async close() {
      closed = true;
      await last;
      await current?.handle.close();
      current = undefined;
    },
  };
}

/**
 * The journal makes events durable first. The edge writes it, one synced write for all requests
 * that arrived together; the store side reads it at its own pace (reader.ts) and deletes what is
 * stored.
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
   * Resolves when the events are durable. Rejects when an event could not be read back, or when the
   * disk fails: then none is written, and the next call truncates what the failed one left.
   */
  append(events: readonly Event[]): Promise<void>;
  /** Why nothing can be written now; undefined if no problem is known. */
  problem(): Promise<Error | undefined>;
  room(): JournalSize;
  close(): Promise<void>;
}

interface Segment {
  handle: FileHandle;
  /** End of the last complete line. */
  length: number;
  /** There may be an incomplete line after it. */
  torn: boolean;
}

const segmentMaxDefault = 8 * 1024 * 1024;
/** Every write is durable when it returns: one call less per commit than write and sync. */
const newAndSynced = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_DSYNC;

/** For tests, and tools that fill a store. */
const unbounded: JournalLimits = { bytesMax: Number.POSITIVE_INFINITY, freeMin: 0 };

/**
 * Starts a new epoch in `folder`. Creates no file until the first event, so a full or read-only
 * disk does not prevent startup. Only one journal at a time may write to a folder.
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
      // The file was deleted, so no reader will see these events: write them to another one.
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
      // There may be space by now.
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

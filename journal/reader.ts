/**
 * Reads the journal while it is written: record after record, over the segments of all epochs in
 * the order they were begun. Nothing that can be read is left out, nothing is read as new twice.
 */
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Event } from 'contract/event-fields';
import type { DamageLog } from './damage-log';
import { createFinishedSegments } from './finished-segments';
import { fileNames, journalFolder } from './files';
import { jsonOf, NewerJournal, readerFor, type JournalRecord, type Origin, type RecordReader } from './format';

/** The end of what is stored of an epoch: the place of the first event that is not. */
export interface Mark extends Origin {
  next: number;
}

export interface Batch {
  events: Event[];
  /** Where the first of the events stands, and those behind it one by one. */
  from: Mark;
}

export interface JournalReader {
  /** The next events that are durable; undefined when there are none yet. One call at a time. */
  read(): Promise<Batch | undefined>;
  /** Deletes the segments whose events all lie before the marks, except the last one. */
  release(marks: readonly Mark[]): Promise<void>;
  /** What keeps some records from being read, while others are; left out where it keeps all. */
  problem?(): unknown;
  /** Deletes nothing until the function is called that it gives; resolves when nothing is now. */
  keep(): Promise<() => void>;
  /**
   * Bytes of the journal behind what is stored, and the time of the first event there; null where
   * none is known besides those that were read.
   */
  lag(): Promise<{ bytes: number; oldest: number | null }>;
}

interface Segment {
  name: string;
  /** Undefined until its first line is read; the lines of a file without a header say nothing. */
  origin: Origin | undefined;
  record: RecordReader | undefined;
  offset: number;
  /** Read and not yet taken apart. */
  rest: Buffer;
  /** Lines that cannot be read; those that were already kept in a file of their own included. */
  damaged: Set<string>;
  /** How many of them were told of. */
  told: number;
  /** Lines that looked damaged and made the file be read again. */
  suspects: Set<string>;
}

/** What was read and is not known to be stored yet. */
interface Unstored {
  epoch: string;
  /** The place behind it. */
  end: number;
  /** Places before it that no record has. */
  missing: number;
  /** Where its line begins. */
  name: string;
  offset: number;
}

/** A reader that leaves out what lies before `marks`; what it cannot read goes to `damage`. */
export function createJournalReader(
  folder: string,
  marks: readonly Mark[],
  damage: Pick<DamageLog, 'linesOf' | 'addLine' | 'addMissing' | 'warnOf'>,
): JournalReader {
  let place = journalFolder(folder);
  let next = new Map(marks.map(({ epoch, next: end }) => [epoch, end]));
  let ended = createFinishedSegments(place);
  let unstored: Unstored[] = [];
  let current: Segment | undefined;

  /** The bytes that the current segment has got since, or false. */
  async function grow(segment: Segment): Promise<boolean> {
    let file = path.join(place, segment.name);
    let size = await sizeOf(file);
    // Somebody deleted it: its writer begins another one, and reading goes on there.
    if (size === undefined) return false;
    // The writer has cut off what it could not write whole.
    if (size < segment.offset) reread(segment);
    if (size === segment.offset) return false;
    let handle = await open(file, 'r');
    try {
      let bytes = Buffer.alloc(size - segment.offset);
      let { bytesRead } = await handle.read(bytes, 0, bytes.length, segment.offset);
      segment.rest = Buffer.concat([segment.rest, bytes.subarray(0, bytesRead)]);
      segment.offset += bytesRead;
      return bytesRead > 0;
    } finally {
      await handle.close();
    }
  }

  async function following(name: string | undefined): Promise<string | undefined> {
    return (await fileNames(place)).find((one) => name === undefined || one > name);
  }

  /** The next whole line; undefined when there is none yet. */
  async function line(): Promise<string | undefined> {
    for (;;) {
      current ??= await begin(await following(ended.last()));
      if (!current) return undefined;
      let end = current.rest.indexOf('\n');
      if (end >= 0) {
        let text = current.rest.toString('utf8', 0, end);
        current.rest = current.rest.subarray(end + 1);
        return text;
      }
      if (await grow(current)) continue;
      // A segment is only followed by another once it is finished; what came in between is read.
      if ((await following(current.name)) === undefined || (await grow(current))) {
        if (current.rest.includes('\n')) continue;
        return undefined;
      }
      // What stands behind the last line break was cut off by a sudden end: nobody was told that it
      // is durable.
      finish(current);
    }
  }

  function finish(segment: Segment): void {
    let { name, origin } = segment;
    tellOfDamage(segment);
    ended.add({ name, epoch: origin?.epoch, end: next.get(origin?.epoch ?? '') ?? 0 });
    current = undefined;
  }

  function tellOfDamage(segment: Segment): void {
    let { name, damaged, told } = segment;
    if (damaged.size > told) damage.warnOf(name, damaged.size);
    segment.told = damaged.size;
  }

  async function setAside(segment: Segment, text: string): Promise<void> {
    if (segment.damaged.has(text)) return;
    try {
      await damage.addLine(segment.name, text);
    } catch (error) {
      // It is found again, and nothing behind it is stored before.
      reread(segment);
      throw error;
    }
    segment.damaged.add(text);
  }

  async function begin(name: string | undefined): Promise<Segment | undefined> {
    if (name === undefined) return undefined;
    let unread = { origin: undefined, record: undefined, offset: 0, rest: Buffer.alloc(0) };
    return { name, ...unread, damaged: await damage.linesOf(name), told: 0, suspects: new Set() };
  }

  return {
    async read() {
      for (let text = await line(); text !== undefined; text = await line()) {
        let segment = current!;
        let json = jsonOf(text);
        // The writer may have cut off a line that was read here and written others in its place.
        if (json === undefined && !segment.suspects.has(text)) {
          segment.suspects.add(text);
          reread(segment);
          continue;
        }
        let found = json === undefined ? undefined : take(segment, json);
        if (found === 'header') continue;
        if (!found || !segment.origin) {
          await setAside(segment, text);
          continue;
        }
        let { seq, events } = found;
        let { epoch } = segment.origin;
        let expected = next.get(epoch) ?? 0;
        let fresh = events.slice(Math.max(0, expected - seq));
        if (fresh.length === 0) continue;
        let from = Math.max(seq, expected);
        let end = from + fresh.length;
        let offset = segment.offset - segment.rest.length - Buffer.byteLength(text) - 1;
        unstored.push({ epoch, end, missing: from - expected, name: segment.name, offset });
        next.set(epoch, end);
        return { events: fresh, from: { ...segment.origin, next: from } };
      }
      if (current) tellOfDamage(current);
      return undefined;
    },
    async release(stored) {
      let ends = new Map(stored.map((mark) => [mark.epoch, mark.next]));
      let isReached = ({ epoch, end }: { epoch: string; end: number }) => (ends.get(epoch) ?? 0) >= end;
      // A gap is counted once what follows it is stored: until then it is found again at each
      // start.
      for (let { missing } of unstored.filter(isReached)) if (missing > 0) damage.addMissing(missing);
      unstored = unstored.filter((each) => !isReached(each));
      await ended.release(isReached);
    },
    keep: ended.keep,
    async lag() {
      let names = await fileNames(place);
      let sizes = await Promise.all(names.map((name) => stat(path.join(place, name)).catch(() => undefined)));
      let [first] = unstored;
      let from = first ?? (current && { name: current.name, offset: current.offset - current.rest.length });
      let before = from?.name ?? ended.last() ?? '';
      let bytesOf = (name: string, i: number) => {
        if (name < before || (name === before && !from)) return 0;
        return (sizes[i]?.size ?? 0) - (name === from?.name ? from.offset : 0);
      };
      return { bytes: names.reduce((sum, name, i) => sum + Math.max(0, bytesOf(name, i)), 0), oldest: null };
    },
  };
}

/** What a line holds; undefined where that cannot be read. */
function take(segment: Segment, json: string): JournalRecord | 'header' | undefined {
  try {
    if (!segment.origin) {
      let first = readerFor(json);
      segment.origin = first?.origin;
      segment.record = first?.read;
      if (first?.hasHeader) return 'header';
    }
    return segment.record?.(json);
  } catch (error) {
    if (!(error instanceof NewerJournal)) return undefined;
    // Nothing of the file is taken for damaged: the version that can read it will.
    reread(segment);
    throw error;
  }
}

function reread(segment: Segment): void {
  segment.offset = 0;
  segment.rest = Buffer.alloc(0);
  segment.origin = undefined;
  segment.record = undefined;
}

/** Bytes of a file; undefined where it is gone. */
async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

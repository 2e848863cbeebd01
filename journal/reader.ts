/**
 * Reads the journal while it is written: record after record, through the segments of all epochs
 * from the oldest. Readable records are never skipped, and never returned twice.
 */
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Event } from 'contract/event-fields';
import { errorCode } from 'contract/floor/error-code';
import type { DamageLog } from './damage-log';
import { createFinishedSegments } from './finished-segments';
import { fileNames, journalFolder } from './files';
import { jsonOf, NewerJournal, readerFor, type JournalRecord, type Origin, type RecordReader } from './format';

/** The first place of an epoch that is not stored yet. */
export interface Mark extends Origin {
  next: number;
}

export interface Batch {
  events: Event[];
  /** Place of the first event; the others follow one by one. */
  from: Mark;
}

export interface JournalReader {
  /** The next durable events; undefined when there are none yet. One call at a time. */
  read(): Promise<Batch | undefined>;
  /** Deletes the segments whose events are all before the marks, except the last one. */
  release(marks: readonly Mark[]): Promise<void>;
  /** Why some records cannot be read while others can; left out when it never happens. */
  problem?(): unknown;
  /** Pauses deletion until the returned function is called; resolves when none is running. */
  keep(): Promise<() => void>;
  /**
   * Bytes that are not stored, and the time of the first event there; null if only returned events
   * are left.
   */
  lag(): Promise<{ bytes: number; oldest: number | null }>;
}

interface Segment {
  name: string;
  /** Undefined until the first line is read, and for files without a header. */
  origin: Origin | undefined;
  record: RecordReader | undefined;
  offset: number;
  /** Read, not yet split into lines. */
  rest: Buffer;
  /** Damaged lines, including those kept in the damage log before. */
  damaged: Set<string>;
  /** How many of them were logged. */
  told: number;
  /** Lines that looked damaged, so that the file was read again. */
  suspects: Set<string>;
}

/** Returned records that may not be stored yet. */
interface Unstored {
  epoch: string;
  /** The place after it. */
  end: number;
  /** Places before it that no record has. */
  missing: number;
  /** Segment of its line. */
  name: string;
  offset: number;
}

/** Skips what is before `marks`; lines that cannot be read go to `damage`. */
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

  /** The number of bytes added to the segment, or false. */
  async function grow(segment: Segment): Promise<boolean> {
    let file = path.join(place, segment.name);
    let size = await sizeOf(file);
    // The file was deleted: its writer starts another one, and reading continues there.
    if (size === undefined) return false;
    // The writer truncated a failed write.
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

  /** The next complete line; undefined when there is none yet. */
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
      // A segment is followed by another only once it is finished; read what was added in between.
      if ((await following(current.name)) === undefined || (await grow(current))) {
        if (current.rest.includes('\n')) continue;
        return undefined;
      }
      // Bytes after the last newline were never acknowledged.
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
      // Its records are found again; later ones are not stored before.
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
        // The writer may have replaced a line that was read here.
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
      // Count a gap only when the event after it is stored: until then each start finds it again.
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

/** Undefined when the line cannot be read. */
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
    // Do not count the lines as damaged: a newer version can read them.
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

/** Undefined when the file is gone. */
async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

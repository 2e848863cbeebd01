/**
 * Reads the journal while it is written: record after record, over the segments of all epochs in
 * the order they were begun. Nothing that can be read is left out, nothing is read as new twice.
 */
import { appendFile, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Event } from 'contract/event-fields';
import { fileNames, journalFolder } from './files';
import { jsonOf, NewerJournal, readerFor, type Origin, type RecordReader } from './format';

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
  /** What could not be read since the start. */
  damage(): Damage;
}

export interface Damage {
  /** Lines that were set aside. */
  lines: number;
  /** Events whose places are known to be missing. */
  missing: number;
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

/** Where the lines of a folder that cannot be read are kept. */
export function damagedFolder(folder: string): string {
  return path.join(journalFolder(folder), 'damaged');
}

/**
 * A reader that leaves out what lies before `marks`. `warn` is told once of each file with damage;
 * its damaged lines are copied to a file of their own.
 */
export function createJournalReader(
  folder: string,
  marks: readonly Mark[],
  warn: (sentence: string) => void,
): JournalReader {
  let place = journalFolder(folder);
  let next = new Map(marks.map(({ epoch, next: end }) => [epoch, end]));
  /** Segments that are read to their ends, each with the place its epoch had reached there. */
  let read: { name: string; epoch: string | undefined; end: number }[] = [];
  let current: Segment | undefined;
  let damage: Damage = { lines: 0, missing: 0 };

  /** The bytes that the current segment has got since, or false. */
  async function grow(segment: Segment): Promise<boolean> {
    let handle = await open(path.join(place, segment.name), 'r');
    try {
      let { size } = await handle.stat();
      // The writer has cut off what it could not write whole.
      if (size < segment.offset) reread(segment);
      if (size === segment.offset) return false;
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
      current ??= await segmentOf(folder, await following(read.at(-1)?.name));
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
    read.push({ name, epoch: origin?.epoch, end: next.get(origin?.epoch ?? '') ?? 0 });
    current = undefined;
  }

  function tellOfDamage(segment: Segment): void {
    let { name, damaged, told } = segment;
    if (damaged.size > told) warn(sentenceOf(path.join(place, name), damaged.size, damagedFolder(folder)));
    segment.told = damaged.size;
  }

  async function setAside({ name, damaged }: Segment, text: string): Promise<void> {
    if (damaged.has(text)) return;
    await mkdir(damagedFolder(folder), { recursive: true, mode: 0o700 });
    await appendFile(path.join(damagedFolder(folder), name), `${text}\n`, { mode: 0o600 });
    damaged.add(text);
    damage.lines += 1;
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
        if (json !== undefined && !segment.origin) {
          let first = readerFor(json);
          segment.origin = first?.origin;
          segment.record = first?.read;
          if (first?.hasHeader) continue;
        }
        if (json === undefined || !segment.record || !segment.origin) {
          await setAside(segment, text);
          continue;
        }
        let { seq, events } = segment.record(json);
        let { epoch } = segment.origin;
        let expected = next.get(epoch) ?? 0;
        if (seq > expected) damage.missing += seq - expected;
        let fresh = events.slice(Math.max(0, expected - seq));
        if (fresh.length === 0) continue;
        let from = Math.max(seq, expected);
        next.set(epoch, from + fresh.length);
        return { events: fresh, from: { ...segment.origin, next: from } };
      }
      if (current) tellOfDamage(current);
      return undefined;
    },
    async release(stored) {
      let ends = new Map(stored.map((mark) => [mark.epoch, mark.next]));
      let last = (await fileNames(place)).at(-1);
      // The last one stays, so that the numbers of segments go on and reading knows where it is.
      let isStored = ({ epoch, end }: (typeof read)[number]) => epoch === undefined || (ends.get(epoch) ?? 0) >= end;
      let done = read.filter((segment) => segment.name !== last && isStored(segment));
      for (let { name } of done) await rm(path.join(place, name), { force: true });
      let newest = read.at(-1);
      read = read.filter((segment) => segment === newest || !done.includes(segment));
    },
    damage: () => ({ ...damage }),
  };
}

async function segmentOf(folder: string, name: string | undefined): Promise<Segment | undefined> {
  if (name === undefined) return undefined;
  let kept = await readFile(path.join(damagedFolder(folder), name), 'utf8').catch(() => '');
  return {
    name,
    origin: undefined,
    record: undefined,
    offset: 0,
    rest: Buffer.alloc(0),
    damaged: new Set(kept.split('\n').filter(Boolean)),
    told: 0,
    suspects: new Set(),
  };
}

function reread(segment: Segment): void {
  segment.offset = 0;
  segment.rest = Buffer.alloc(0);
  segment.origin = undefined;
  segment.record = undefined;
}

function sentenceOf(file: string, damaged: number, keptIn: string): string {
  return (
    `The journal file ${file} is damaged: ${damaged} of its lines cannot be read, so the events in them are missing. ` +
    `Everything else in it was stored. The lines were kept in ${keptIn}; check the disk, and delete them when nobody ` +
    `needs them.`
  );
}

/** Refuses a journal that a newer version has written, before anything of the folder is changed. */
export async function refuseNewerJournal(folder: string): Promise<void> {
  for (let { file, header } of await headersOf(folder))
    try {
      if (header !== undefined) readerFor(header);
    } catch (error) {
      if (!(error instanceof NewerJournal)) throw error;
      throw new Error(
        `A newer version of Landfall has written ${file}: ${error.message}. Nothing was changed. Start that version on this folder.`,
      );
    }
}

/** The epochs of the segments that are there. */
export async function epochsOf(folder: string): Promise<Origin[]> {
  let origins = (await headersOf(folder)).map(({ header }) => header !== undefined && readerFor(header)?.origin);
  return origins.filter((origin) => typeof origin === 'object');
}

async function headersOf(folder: string): Promise<{ file: string; header: string | undefined }[]> {
  let place = journalFolder(folder);
  let files = (await fileNames(place)).map((name) => path.join(place, name));
  return Promise.all(
    files.map(async (file) => ({ file, header: jsonOf((await readFile(file, 'utf8')).split('\n', 1)[0]!) })),
  );
}

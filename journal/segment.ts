/** One file of the journal, read line by line while it is written. */
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from 'contract/floor/error-code';
import type { DamageLog } from './damage-log';
import { NewerJournal, readerFor, type JournalRecord, type Origin, type RecordReader } from './format';

export interface Segment {
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

export function segmentOf(name: string, damaged: Set<string>): Segment {
  let unread = { origin: undefined, record: undefined, offset: 0, rest: Buffer.alloc(0) };
  return { name, ...unread, damaged, told: 0, suspects: new Set() };
}

export function reread(segment: Segment): void {
  segment.offset = 0;
  segment.rest = Buffer.alloc(0);
  segment.origin = undefined;
  segment.record = undefined;
}

/** Reads what was added to the file; returns whether there was something. */
export async function grow(place: string, segment: Segment): Promise<boolean> {
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

/** Undefined when the file is gone. */
async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The next complete line of what was read. */
export function takeLine(segment: Segment): string | undefined {
  let end = segment.rest.indexOf('\n');
  if (end < 0) return undefined;
  let text = segment.rest.toString('utf8', 0, end);
  segment.rest = segment.rest.subarray(end + 1);
  return text;
}

/** Undefined when the line cannot be read. */
export function recordIn(segment: Segment, json: string): JournalRecord | 'header' | undefined {
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

/** Keeps a damaged line, once. */
export async function setAside(segment: Segment, text: string, damage: Pick<DamageLog, 'addLine'>): Promise<void> {
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

export function tellOfDamage(segment: Segment, damage: Pick<DamageLog, 'warnOf'>): void {
  let { name, damaged, told } = segment;
  if (damaged.size > told) damage.warnOf(name, damaged.size);
  segment.told = damaged.size;
}

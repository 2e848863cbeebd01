/**
 * The journal: where events are durable first. One write and one sync of a plain file cost a tenth of a commit of the engine, which
 * takes the events over from here in larger commits. Files of whole lines, `checksum JSON`, named by the place of their first event.
 */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readdir, readFile, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Event } from './event';

export interface Journal {
  /** Writes events whose places start at `seq`; resolves when they are durable. One call at a time; what a failed call left is cut off by the next. */
  append(seq: number, events: readonly Event[]): Promise<void>;
  /** Events below `seq` are safe elsewhere: files with nothing else in them go. */
  release(seq: number): Promise<void>;
  close(): Promise<void>;
}

export interface JournalLine {
  seq: number;
  events: Event[];
}

interface File {
  handle: FileHandle;
  /** Up to the end of the last line that was written well. */
  length: number;
  /** Whether there may be more than that in it. */
  torn: boolean;
}

const fileBytesMax = 8 * 1024 * 1024;
const folderName = 'events.journal';

/** A journal in `folder` that starts with a file of its own. What older files hold must have been read with `readJournal` and cleared. */
export async function openJournal(folder: string): Promise<Journal> {
  let place = path.join(folder, folderName);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  let names: string[] = [];
  let current: File | undefined;

  async function fileFor(seq: number): Promise<File> {
    if (current?.torn) {
      await current.handle.truncate(current.length);
      current.torn = false;
    }
    if (current && current.length < fileBytesMax) return current;
    let name = nameOf(seq);
    let handle = await open(path.join(place, name), 'w', 0o600);
    await syncFolder(place);
    await current?.handle.close();
    names.push(name);
    return (current = { handle, length: 0, torn: false });
  }

  return {
    async append(seq, events) {
      let file = await fileFor(seq);
      let line = Buffer.from(lineOf(seq, events));
      file.torn = true;
      for (let written = 0; written < line.length;)
        written += (await file.handle.write(line, written, line.length - written, file.length + written)).bytesWritten;
      await file.handle.datasync();
      file.length += line.length;
      file.torn = false;
    },
    async release(seq) {
      // A file ends where the next one starts, and the last one is still written to.
      while (names.length > 1 && firstOf(names[1]!) <= seq) await rm(path.join(place, names.shift()!));
    },
    async close() {
      await current?.handle.close();
      current = undefined;
    },
  };
}

/** What the journal of `folder` holds, in order. A line that was cut off by a sudden end, and what follows it in its file, never was. */
export async function* readJournal(folder: string): AsyncGenerator<JournalLine> {
  let place = path.join(folder, folderName);
  for (let name of await namesIn(place)) {
    let text = await readFile(path.join(place, name), 'utf8');
    for (let line of text.split('\n')) {
      let [checksum, json = ''] = [line.slice(0, checksumLength), line.slice(checksumLength + 1)];
      if (checksum !== checksumOf(json)) break;
      let { seq, events } = JSON.parse(json) as { seq: number; events: Plain[] };
      yield { seq, events: events.map(eventOf) };
    }
  }
}

/** Forgets everything. */
export async function clearJournal(folder: string): Promise<void> {
  let place = path.join(folder, folderName);
  for (let name of await namesIn(place)) await rm(path.join(place, name));
}

const checksumLength = 16;

/** JSON has no integers of 64 bits. */
type Plain = Omit<Event, 'originId' | 'endpointId'> & { originId: string; endpointId: string };

function plainOf(event: Event): Plain {
  return { ...event, originId: String(event.originId), endpointId: String(event.endpointId) };
}

function eventOf(plain: Plain): Event {
  return { ...plain, originId: BigInt(plain.originId), endpointId: BigInt(plain.endpointId) };
}

function lineOf(seq: number, events: readonly Event[]): string {
  let json = JSON.stringify({ seq, events: events.map(plainOf) });
  return `${checksumOf(json)} ${json}\n`;
}

function checksumOf(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, checksumLength);
}

const numberWidth = 16;

function nameOf(seq: number): string {
  return `${String(seq).padStart(numberWidth, '0')}.log`;
}

function firstOf(name: string): number {
  return Number(name.slice(0, numberWidth));
}

async function namesIn(place: string): Promise<string[]> {
  let names = await readdir(place).catch(() => []);
  return names.filter((name) => name.endsWith('.log')).sort();
}

/** A new file is only durable once its folder is. */
async function syncFolder(place: string): Promise<void> {
  let handle = await open(place, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * The journal: where events are durable first. One write and one sync of a plain file cost a tenth
 * of a commit of the
 * event store, which takes the events over from here in larger commits.
 */
import { open, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Event } from 'contract/event-fields';
import { firstOf, journalFolder, nameOf, originOf, syncFolder } from './files';
import { headerLine, recordLine } from './format';

export interface Journal {
  /**
   * Writes events whose places start at `seq`; resolves when they are durable. One call at a time;
   * what a failed call
   * left is cut off by the next.
   */
  append(seq: number, events: readonly Event[]): Promise<void>;
  /** Events below `seq` are safe elsewhere: files with nothing else in them go. */
  release(seq: number): Promise<void>;
  close(): Promise<void>;
}

interface File {
  handle: FileHandle;
  /** Up to the end of the last line that was written well. */
  length: number;
  /** Whether there may be more than that in it. */
  torn: boolean;
}

const fileBytesMax = 8 * 1024 * 1024;

/**
 * A journal in `folder` that starts with a file of its own. What older files hold must have been
 * taken over and cleared
 * (leftovers.ts).
 */
export async function openJournal(folder: string): Promise<Journal> {
  let place = journalFolder(folder);
  let header = Buffer.from(headerLine(originOf(folder)));
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
      let record = Buffer.from(recordLine(seq, events));
      let bytes = file.length === 0 ? Buffer.concat([header, record]) : record;
      file.torn = true;
      for (let written = 0; written < bytes.length;)
        written += (await file.handle.write(bytes, written, bytes.length - written, file.length + written))
          .bytesWritten;
      await file.handle.datasync();
      file.length += bytes.length;
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

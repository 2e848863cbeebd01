/** What a process was doing when it was killed, by its traces in the data folder. */
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { fileNames, journalFolder } from 'journal/files';
import { eventsFile } from 'gateway/events/duckdb/engine';

/** A checkpoint begins with this entry in the write-ahead log, and ends by emptying the log. */
const checkpointEntry = Buffer.from([0x64, 0x00, 0x63]);
const entriesBytes = 96;

/** Whether the event store was in a checkpoint. */
export function wasInCheckpoint(folder: string): boolean {
  let file = path.join(folder, `${eventsFile}.wal`);
  if (!existsSync(file)) return false;
  let handle = openSync(file, 'r');
  try {
    let { size } = fstatSync(handle);
    let tail = Buffer.alloc(Math.min(size, entriesBytes));
    readSync(handle, tail, 0, tail.length, size - tail.length);
    return tail.includes(checkpointEntry);
  } finally {
    closeSync(handle);
  }
}

/** Whether the journal had begun a segment and had not written to it yet. */
export async function wasInSegmentChange(folder: string): Promise<boolean> {
  let newest = (await fileNames(journalFolder(folder))).at(-1);
  return newest !== undefined && !readFileSync(path.join(journalFolder(folder), newest)).includes('\n');
}

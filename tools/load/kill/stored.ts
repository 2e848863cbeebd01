/** Inspects the data folder of a killed product: stored events, and what the process was doing. */
import { dayMs } from 'contract/floor/time';
import { openEventStore } from 'gateway/events/duckdb/open';
import { readDroppedEvents } from 'journal/dropped-events';
import type { Tally } from './traffic';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { fileNames, journalFolder } from 'journal/files';
import { eventsFile } from 'gateway/events/duckdb/engine';

export interface Comparison {
  /** Downloads in the store. */
  stored: number;
  /** Downloads that were answered and are not in the store. */
  missing: number[];
  /** Downloads that are in the store more than once. */
  twice: number;
  /** Downloads that are in the store and were not answered. */
  unanswered: number;
  /** The product's own count of lost events. */
  countedLost: number;
}

/** Opens the store, which takes over what the journal still holds, and looks for every download. */
export async function compare(folder: string, packageIds: string[], { answered }: Tally): Promise<Comparison> {
  let store = await openEventStore({ folder });
  let times = new Map<number, number>();
  let range = { from: Date.now() - dayMs, until: Date.now() + dayMs };
  for await (let batch of store.export({ artifactType: 'package', artifactIds: packageIds, ...range }))
    for (let { version } of batch) {
      let number = /^k(\d+)$/.exec(version)?.[1];
      if (number) times.set(Number(number), (times.get(Number(number)) ?? 0) + 1);
    }
  await store.close();
  return {
    stored: times.size,
    missing: [...answered].filter((number) => !times.has(number)),
    twice: [...times.values()].filter((count) => count > 1).length,
    unanswered: [...times.keys()].filter((number) => !answered.has(number)).length,
    countedLost: (await readDroppedEvents(folder))?.events ?? 0,
  };
}

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

/** Whether the newest segment of the journal was still empty. */
export async function wasInSegmentChange(folder: string): Promise<boolean> {
  let newest = (await fileNames(journalFolder(folder))).at(-1);
  return newest !== undefined && !readFileSync(path.join(journalFolder(folder), newest)).includes('\n');
}

/** What is moved: the stores as they are at one moment, and what names this move. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { copyRecords, stepsIn } from 'gateway/floor/db/copy';
import { recordsFile } from 'gateway/floor/db/dialect';
import { migrations } from 'gateway/floor/db/migrations';
import { eventsFile } from 'gateway/events/duckdb/engine';
import { copyOne, readStoreHeader } from './backup-files';
import { freezeStores } from './freeze-stores';

const Move = z.object({ id: z.string().uuid() });
export type Move = z.infer<typeof Move>;

export function moveFile(folder: string): string {
  return path.join(folder, 'move.json');
}

/** What an earlier attempt has begun; undefined where there was none. */
export function unfinishedMove(folder: string): Move | undefined {
  return existsSync(moveFile(folder)) ? Move.parse(JSON.parse(readFileSync(moveFile(folder), 'utf8'))) : undefined;
}

/** The move that goes on, or a new one. Its targets know it by its id. */
export function saveMove(folder: string): Move {
  let begun = unfinishedMove(folder);
  if (begun) return begun;
  let move = { id: randomUUID() };
  writeFileSync(`${moveFile(folder)}.new`, JSON.stringify(move), { mode: 0o600, flush: true });
  renameSync(`${moveFile(folder)}.new`, moveFile(folder));
  return move;
}

/** Whether an attempt that was cut off has put a file aside already, the last it does with it. */
export function isAside(folder: string, name: string): boolean {
  return !existsSync(path.join(folder, name)) && existsSync(path.join(folder, `${name}.moved`));
}

/** Puts a file aside with what belongs to it, so that no server goes on with it unseen. */
export function putAside(folder: string, name: string, ends: readonly string[]): void {
  for (let end of ['', ...ends]) {
    let file = path.join(folder, name + end);
    if (existsSync(file)) renameSync(file, path.join(folder, `${name}.moved${end}`));
  }
}

interface Wanted {
  records: boolean;
  events: boolean;
  isOnline: boolean;
}

export interface Source {
  /** The folders of `records.sqlite` and `events.duckdb`. */
  records: string;
  events: string;
  remove(): void;
}

/** So much room is left free. */
const roomBytes = 512 * 2 ** 20;

/** The bytes that a snapshot takes. */
export function snapshotBytes(folder: string, { records, events, isOnline }: Wanted): number {
  let sizeOf = (name: string) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return (records ? sizeOf(recordsFile) : 0) + (events && isOnline ? sizeOf(eventsFile) : 0);
}

/** Throws where the disk has too little room for a snapshot. */
export function refuseLittleRoom(folder: string, wanted: Wanted): void {
  let { bavail, bsize } = statfsSync(folder);
  let needed = snapshotBytes(folder, wanted) + roomBytes;
  if (bavail * bsize >= needed) return;
  let megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000).toLocaleString('en');
  throw new Error(
    `The disk of ${folder} has ${megabytes(bavail * bsize)} MB free, and the copy that is moved needs ${megabytes(needed)}. ` +
      'Make room, or stop the server first: its events are read from where they are then.',
  );
}

/**
 * The records are copied; the events are where a server runs, as `landfall backup` does it, and are
 * read in their place where none does.
 */
export async function snapshotOf(folder: string, wanted: Wanted): Promise<Source> {
  refuseLittleRoom(folder, wanted);
  let place = path.join(folder, 'move.tmp');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { mode: 0o700 });
  let remove = () => rmSync(place, { recursive: true, force: true });
  try {
    if (wanted.isOnline) await copyKept(folder, place, wanted);
    else if (wanted.records) copyRecords(folder, place);
    if (wanted.records) refuseOldSteps(place);
    return { records: place, events: wanted.isOnline ? place : folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

async function copyKept(folder: string, place: string, { records, events }: Wanted): Promise<void> {
  let stores = await freezeStores(folder);
  try {
    if (records) copyRecords(folder, place);
    stores.check();
    stores.letIn();
    if (!events) return;
    let file = path.join(folder, eventsFile);
    let header = readStoreHeader(file);
    await copyOne(file, path.join(place, eventsFile));
    stores.check();
    if (!readStoreHeader(file).equals(header)) throw new Error(`${eventsFile} was written meanwhile. Run this again.`);
  } finally {
    stores.end();
  }
}

/** Tables of an earlier version would not fit into those of this one. */
function refuseOldSteps(place: string): void {
  let done = new Set(stepsIn(place));
  if (Object.keys(migrations('sqlite')).every((name) => done.has(name))) return;
  throw new Error('The records are of an earlier version. Start the server of this version once, which migrates them.');
}

/** The source of a move: a snapshot of the stores, and the id of the move. */
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

/** An interrupted move; undefined without one. */
export function interruptedMove(folder: string): Move | undefined {
  return existsSync(moveFile(folder)) ? Move.parse(JSON.parse(readFileSync(moveFile(folder), 'utf8'))) : undefined;
}

/** Resumes or starts a move. Its targets recognize it by its id. */
export function saveMove(folder: string): Move {
  let begun = interruptedMove(folder);
  if (begun) return begun;
  let move = { id: randomUUID() };
  writeFileSync(`${moveFile(folder)}.new`, JSON.stringify(move), { mode: 0o600, flush: true });
  renameSync(`${moveFile(folder)}.new`, moveFile(folder));
  return move;
}

/** Whether an interrupted move has renamed a file already, its last step. */
export function isAside(folder: string, name: string): boolean {
  return !existsSync(path.join(folder, name)) && existsSync(path.join(folder, `${name}.moved`));
}

/** Renames the database so that no server opens it by accident. */
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

/** Free space to leave on the disk. */
const roomBytes = 512 * 2 ** 20;

export function snapshotBytes(folder: string, { records, events, isOnline }: Wanted): number {
  let sizeOf = (name: string) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return (records ? sizeOf(recordsFile) : 0) + (events && isOnline ? sizeOf(eventsFile) : 0);
}

/** Throws if the disk has too little space for a snapshot. */
export function refuseLittleRoom(folder: string, wanted: Wanted): void {
  let { bavail, bsize } = statfsSync(folder);
  let needed = snapshotBytes(folder, wanted) + roomBytes;
  if (bavail * bsize >= needed) return;
  let megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000).toLocaleString('en');
  throw new Error(
    `The disk of ${folder} has ${megabytes(bavail * bsize)} MB free, but the copy needs ${megabytes(needed)}. ` +
      'Free up disk space, or stop the server first to move without a copy.',
  );
}

/**
 * Copies the records. The events are copied only while a server runs, as `landfall backup` does;
 * otherwise they are read in place.
 */
export async function snapshotOf(folder: string, wanted: Wanted): Promise<Source> {
  refuseLittleRoom(folder, wanted);
  let place = path.join(folder, 'move.tmp');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { mode: 0o700 });
  let remove = () => rmSync(place, { recursive: true, force: true });
  try {
    if (wanted.isOnline && (wanted.records || wanted.events)) await copyKept(folder, place, wanted);
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
    if (!readStoreHeader(file).equals(header)) throw new Error(`${eventsFile} changed meanwhile. Run this again.`);
  } finally {
    stores.end();
  }
}

/** Tables of an earlier version would not match those of this one. */
function refuseOldSteps(place: string): void {
  let done = new Set(stepsIn(place));
  if (Object.keys(migrations('sqlite')).every((name) => done.has(name))) return;
  throw new Error('The records are from an earlier version. Start this version once to migrate them.');
}

/** Which files of a data folder belong in a backup, and how they are copied. */
import { createHash } from 'node:crypto';
import { chmodSync, constants, mkdirSync, openSync, readSync, closeSync, readdirSync, statSync } from 'node:fs';
import { copyFile, open, truncate } from 'node:fs/promises';
import path from 'node:path';
import { recordsFile } from 'gateway/floor/db/dialect';
import { rangeFile } from 'gateway/events/clickhouse/range-file';
import { eventsFile } from 'gateway/events/duckdb/engine';
import { previousAssetsFolder } from '../server/previous-assets';

/**
 * Made by themselves, or copied in another way; whatever else is there belongs to the installation.
 */
const leftOut = [
  recordsFile,
  eventsFile,
  'events.tmp',
  rangeFile,
  'archives',
  previousAssetsFolder,
  'begin-anew.tmp',
  'move.tmp',
  'move.json',
  'backup-request.json',
  'backup-answer.json',
  'last-backup.json',
  '.writable',
];

/**
 * The names of files below the folder, without those of the stores, with `/` between their parts.
 */
export function backupFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !leftOut.some((start) => name.startsWith(start)))
    .flatMap((name) => filesAt(folder, name))
    .filter((name) => !name.endsWith('.new'));
}

/** Links to folders are followed: the journal may lie on a disk of its own. */
export function filesAt(folder: string, name: string): string[] {
  let stats = statSync(path.join(folder, name), { throwIfNoEntry: false });
  if (stats?.isDirectory())
    return readdirSync(path.join(folder, name)).flatMap((inner) => filesAt(folder, `${name}/${inner}`));
  return stats?.isFile() ? [name] : [];
}

/** Copies a file, as little of it as `bytes` says; gives whether it was there. */
export async function copyOne(from: string, to: string, bytes?: number): Promise<boolean> {
  mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
  try {
    // At once where the file system can share blocks.
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  chmodSync(to, 0o600);
  if (bytes !== undefined && bytes < statSync(to).size) await truncate(to, bytes);
  return true;
}

export interface FileChecksum {
  bytes: number;
  sha256: string;
}

/** Reads a file from its disk to its end, where it is durable afterwards. */
export async function checksumFile(file: string): Promise<FileChecksum> {
  let handle = await open(file, 'r');
  try {
    await handle.sync();
    let hash = createHash('sha256');
    let bytes = 0;
    for await (let part of handle.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024 })) {
      hash.update(part as Buffer);
      bytes += (part as Buffer).length;
    }
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

/** DuckDB's own header and the two of its checkpoints: another one changes them. */
const headerBytes = 3 * 4_096;

/** What tells two states of the file of the event store apart. */
export function readStoreHeader(file: string): Buffer {
  let header = Buffer.alloc(headerBytes);
  let handle = openSync(file, 'r');
  try {
    readSync(handle, header, 0, headerBytes, 0);
    return header;
  } finally {
    closeSync(handle);
  }
}

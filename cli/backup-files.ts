/** Selects and copies the files of a backup. */
import { createHash } from 'node:crypto';
import { chmodSync, constants, mkdirSync, openSync, readSync, closeSync, readdirSync, statSync } from 'node:fs';
import { copyFile, open, truncate } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from 'contract/floor/error-code';
import { recordsFile } from 'gateway/floor/db/dialect';
import { eventsFile } from 'gateway/events/duckdb/engine';
import { previousAssetsFolder } from '../server/previous-assets';
import { isInside, type Manifest } from './manifest';

/**
 * Created by each installation itself, or copied separately. All other files belong to the backup.
 */
const leftOut = [
  recordsFile,
  eventsFile,
  'events.tmp',
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

/** File names relative to the folder, without the stores, separated by `/`. */
export function backupFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !leftOut.some((start) => name.startsWith(start)))
    .flatMap((name) => filesAt(folder, name))
    .filter((name) => !name.endsWith('.new'));
}

/** Follows links to folders: the journal may be on another disk. */
export function filesAt(folder: string, name: string): string[] {
  let stats = statSync(path.join(folder, name), { throwIfNoEntry: false });
  if (stats?.isDirectory())
    return readdirSync(path.join(folder, name)).flatMap((inner) => filesAt(folder, `${name}/${inner}`));
  return stats?.isFile() ? [name] : [];
}

/** Copies a file, or its first `bytes`; returns false if it does not exist. */
export async function copyOne(from: string, to: string, bytes?: number): Promise<boolean> {
  mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
  try {
    // Instant on file systems that share blocks.
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
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

/** Also syncs the file, so that it is durable afterwards. */
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

/** Files of a backup that are missing, or not as they were when it was made. */
export async function changedFiles(backup: string, { files }: Manifest): Promise<string[]> {
  let wrong: string[] = [];
  for (let { path: name, bytes, sha256 } of files) {
    let sum = isInside(name) ? await checksumFile(path.join(backup, name)).catch(() => undefined) : undefined;
    if (sum?.bytes !== bytes || sum.sha256 !== sha256) wrong.push(name);
  }
  return wrong;
}

/** DuckDB's own header and those of its two checkpoints: a checkpoint changes them. */
const headerBytes = 3 * 4_096;

/** Different for two states of the event store's file. */
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

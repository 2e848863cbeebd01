/** Keeps the list of erasures next to the backups of an installation. */
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readTombstones } from 'gateway/floor/db/copy';
import type { TombstoneRow } from 'gateway/floor/db/schema';
import { erasureListName, mergeErasureList, readErasureList } from 'gateway/erasure/erasure-list';
import { objectKey } from 'gateway/exports/upload-day';
import { createStorage } from 'gateway/exports/storage';
import { openInstallationRecords } from '../server/installation-records';
import type { Settings } from '../server/settings';
import { checksumFile } from './backup-files';
import { uploadTarget } from './backup-upload';

/**
 * Adds to the list next to a backup, in a folder or `s3://…`. Throws if the records cannot be read
 * or the list cannot be written.
 */
export async function writeErasureList(target: string, settings: Settings): Promise<void> {
  let tombstones = await tombstonesOf(settings).catch((error: unknown) => {
    let said = error instanceof Error ? error.message : String(error);
    throw new Error(`The list of erased data next to the backups is outdated: ${said}`, { cause: error });
  });
  if (!target.startsWith('s3://')) return writeList(path.join(path.dirname(target), erasureListName), tombstones);
  let { bucket, prefix } = uploadTarget(target, process.env);
  let place = mkdtempSync(path.join(tmpdir(), 'landfall-erasures-'));
  try {
    let file = path.join(place, erasureListName);
    writeList(file, tombstones);
    let key = objectKey(prefix.replace(/\/?[^/]*$/, ''), erasureListName);
    let stored = { file, ...(await checksumFile(file)), type: 'application/json' };
    await createStorage(['*']).put(bucket, key, stored, new AbortController().signal);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function writeList(file: string, tombstones: readonly TombstoneRow[]): void {
  let list = mergeErasureList(tombstones, readErasureList(file), Date.now());
  writeFileSync(`${file}.new`, `${JSON.stringify(list)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

async function tombstonesOf(settings: Settings): Promise<TombstoneRow[]> {
  if (!settings.DATABASE_URL) return readTombstones(path.resolve(settings.DATA_DIR));
  let records = await openInstallationRecords(settings);
  try {
    return await records.selectFrom('tombstones').selectAll().execute();
  } finally {
    await records.destroy();
  }
}

/** The list for restoring a backup: the given one, or the one next to it. */
export function listFor(backup: string, given: string | undefined): string | undefined {
  let file = given === undefined ? path.join(path.dirname(backup), erasureListName) : path.resolve(given);
  return existsSync(file) ? file : undefined;
}

/**
 * Checks DATA_DIR at the start: whether it is writable, and whether files of the installation are
 * missing. Missing files are never recreated, as that would look like lost data.
 */
import { closeSync, existsSync, openSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from 'contract/floor/error-code';
import { journalFolder } from 'journal/files';
import { errorMessage } from 'net/error-message';
import { rulesCacheFile } from './rules-cache';

// Defined in gateway modules too, which load database engines; the edge does not.
const recordsFile = 'records.sqlite';
const eventsFile = 'events.duckdb';

/** Less free space than this counts as full. */
const roomBytes = 1024 * 1024;

/** Why the folder is not writable, and what to do; undefined if it is. */
export function unwritable(folder: string): string | undefined {
  try {
    makeFile(path.join(folder, '.writable'));
    let { bavail, bfree, bsize, files, ffree } = statfsSync(folder);
    let isRoot = process.getuid?.() === 0;
    if ((isRoot ? bfree : bavail) * bsize < roomBytes || (files > 0 && ffree === 0))
      return whyUnwritable(folder, { code: 'ENOSPC' });
    return undefined;
  } catch (error) {
    return whyUnwritable(folder, error);
  }
}

/** Tries a write: Linux reports a disk as writable that it made read-only after an error. */
function makeFile(file: string): void {
  closeSync(openSync(file, 'w', 0o600));
  rmSync(file);
}

const advice: Record<string, string> = {
  ENOSPC: 'its disk is full. Free up space, or move the folder to a larger disk and set DATA_DIR',
  EDQUOT: 'the disk quota of this user is exceeded. Raise it, or free up space',
  EROFS: 'its disk is read-only. Mount it read-write, and check it for errors',
  EACCES: 'permission denied. Make the user that runs the server the owner of the folder and its files',
  EPERM: 'permission denied. Make the user that runs the server the owner of the folder and its files',
  ENOENT: 'it does not exist. Mount its disk, or correct DATA_DIR',
  ENOTDIR: 'it is not a folder. Correct DATA_DIR',
};

/** A message for an error of a write to the folder. */
export function whyUnwritable(folder: string, error: unknown): string {
  let code = errorCode(error) ?? '';
  let why = error instanceof Error ? error.message : code;
  return `The data folder ${folder} cannot be written: ${advice[code] ?? `${why}. Check its disk`}.`;
}

/** A sentence for a full disk, on which nothing was kept; any other error as it is. */
export function explainFullDisk(folder: string, error: unknown): unknown {
  let isFull =
    /^(?:ENOSPC|EDQUOT|SQLITE_FULL)/.test(errorCode(error) ?? '') ||
    /no space left on device/i.test(errorMessage(error));
  if (!isFull) return error;
  let sentence = `The disk of ${folder} is full. Nothing was kept. Free up space, or choose another folder.`;
  return new Error(sentence, { cause: error });
}

const noFolder: Record<string, string> = {
  ENOTDIR: 'a part of its path is a file',
  ENOENT: 'its disk takes no folders',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its disk is read-only',
  ENAMETOOLONG: 'its name is too long',
};

/** A sentence for a folder that cannot be created; any other error as it is. */
export function explainFolder(target: string, error: unknown): unknown {
  let why = noFolder[errorCode(error) ?? ''];
  return why ? new Error(`${target} cannot be created: ${why}. Choose another folder.`, { cause: error }) : error;
}

/** Whether stores were opened in this folder before. */
export function wasUsed(folder: string): boolean {
  return existsSync(rulesCacheFile(folder)) || hasJournal(folder) || isThere(path.join(folder, eventsFile));
}

function hasJournal(folder: string): boolean {
  let place = journalFolder(folder);
  return existsSync(place) && readdirSync(place).some((name) => name.endsWith('.log'));
}

/** An empty file counts as missing. */
export function isThere(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/**
 * Throws if the event store is missing. `hasPackages`: packages and pixels exist, which are never
 * created without an event store.
 */
export function refuseLostEvents(folder: string, hasPackages: boolean): void {
  let isUsed = hasPackages || existsSync(rulesCacheFile(folder)) || hasJournal(folder);
  if (!isUsed || isThere(path.join(folder, eventsFile))) return;
  throw lost(folder, eventsFile, {
    instead:
      'run "landfall begin-anew events" to start over without the events so far. If events are on a ' +
      'server, set EVENTS_URL',
    also: 'Events in events.journal are kept either way.',
  });
}

/** Throws if EVENTS_URL is set and the folder has its own event store. */
export function refuseUnmovedEvents(folder: string): void {
  let file = path.join(path.resolve(folder), eventsFile);
  if (!isThere(file)) return;
  throw new Error(
    `${file} contains the events of this installation, but EVENTS_URL names another store. Nothing was changed. Unset ` +
      'EVENTS_URL to use the file. To use the server instead, move the file away: events that are only in ' +
      'events.journal are sent to the server.',
  );
}

/** Throws if the SQLite control store is missing. */
export function refuseLostRecords(folder: string): void {
  if (!wasUsed(folder) || isThere(path.join(folder, recordsFile))) return;
  let hasRest = isThere(path.join(folder, `${recordsFile}-wal`));
  throw lost(folder, recordsFile, {
    instead:
      'run "landfall begin-anew records" to start over without its people and packages. If records are in ' +
      'PostgreSQL, set DATABASE_URL',
    also: hasRest ? 'Move records.sqlite-wal away first: it belongs to the lost file.' : '',
  });
}

export function refuseLostSecrets(folder: string): void {
  if (!wasUsed(folder)) return;
  throw lost(folder, 'secrets.json', {
    instead: 'run "landfall begin-anew secrets" to start over: everyone must sign in again',
    also: '',
  });
}

function lost(folder: string, name: string, { instead, also }: { instead: string; also: string }): Error {
  let file = path.join(path.resolve(folder), name);
  return new Error(
    `${file} is missing, but other files of the installation exist. Nothing was changed. Restore it from a ` +
      `backup, or ${instead}.${also && ` ${also}`}`,
  );
}

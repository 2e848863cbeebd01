/**
 * `landfall begin-anew`: replaces a lost file of the installation by a new one. The server never
 * does that itself, as the data may only be in another place.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import { recordsFile } from 'gateway/floor/db/dialect';
import { isEmptyStore, openRecords } from 'gateway/floor/db/open';
import type { Records } from 'gateway/floor/db/schema';
import { openEventStore } from 'gateway/events/duckdb/open';
import { eventsFile } from 'gateway/events/duckdb/engine';
import { isThere } from '../server/data-folder';
import { recordsPlace } from '../server/installation-records';
import { keepPrivate } from '../server/private-folder';
import { makeSecrets, readEdgeSecret } from '../server/secrets';
import { readSettings } from '../server/settings';
import { CommandError, requireArguments } from './command-error';

export const resetUsage = `Usage:
  landfall begin-anew records   Create empty records after records.sqlite, or
                                the database of DATABASE_URL, was lost. Packages
                                and their downloads are lost too.
  landfall begin-anew events    Create a new events.duckdb. It starts with the
                                events in events.journal.
  landfall begin-anew secrets   Create a new secrets.json. Everyone must sign in
                                again. Stored secrets can be decrypted if the
                                edge has a copy of the salt.

Fails if the file exists or the database has tables. The server may keep running.
`;

/** Throws CommandError for wrong usage. */
export async function resetCommand(args: string[]): Promise<void> {
  requireArguments(args, ['records|events|secrets'], resetUsage);
  let [what = ''] = args;
  if (!['records', 'events', 'secrets'].includes(what)) throw new CommandError(`Unknown file: "${what}".`, resetUsage);
  let settings = readSettings(process.env);
  let folder = path.resolve(settings.DATA_DIR);
  keepPrivate(folder);
  if (what === 'events' && settings.EVENTS_URL)
    throw new Error(
      'Events are on the server of EVENTS_URL. Nothing was changed. Use a new, empty database there to start over.',
    );
  if (what === 'secrets') newSecrets(folder);
  if (what === 'events') await newFile(folder, eventsFile, (place) => openEventStore({ folder: place }).then(close));
  if (what === 'records' && settings.DATABASE_URL) await newTables(settings.DATABASE_URL);
  else if (what === 'records') await newFile(folder, recordsFile, newRecords);
  process.stdout.write('A running server continues within a few seconds.\n');

  async function newTables(databaseUrl: string): Promise<void> {
    let place = recordsPlace(settings);
    let found = await openRecords(place, true).catch((error: unknown) => {
      if (!isEmptyStore(error)) throw error;
    });
    if (found) await found.destroy();
    if (found)
      throw new Error(`The database ${new URL(databaseUrl).pathname.slice(1)} is not empty. Nothing was changed.`);
    await openRecords(place).then(end);
    process.stdout.write('Created empty records in the database.\n');
  }
}

const close = (store: { close(): Promise<void> }) => store.close();
const end = (records: Records) => records.destroy();

async function newRecords(folder: string): Promise<void> {
  await openRecords({ folder }).then(end);
  // The write-ahead log is merged into the file, which is moved alone.
  let database = new Libsql(path.join(folder, recordsFile));
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}

function newSecrets(folder: string): void {
  refuseWhatIsThere(path.join(folder, 'secrets.json'));
  let kept = readEdgeSecret(folder);
  makeSecrets(folder, kept);
  process.stdout.write(
    kept
      ? 'Created a new secrets.json with the salt of the edge. Stored secrets can be decrypted. Everyone must sign in again.\n'
      : 'Created a new secrets.json. Stored secrets can no longer be decrypted, and everyone must sign in again.\n',
  );
}

/** Creates the file elsewhere and renames it, so that it is never incomplete. */
async function newFile(folder: string, name: string, make: (place: string) => Promise<void>): Promise<void> {
  refuseWhatIsThere(path.join(folder, name));
  let beside = path.join(folder, 'begin-anew.tmp');
  rmSync(beside, { recursive: true, force: true });
  mkdirSync(beside, { mode: 0o700 });
  try {
    await make(beside);
    for (let rest of [`${name}-wal`, `${name}-shm`, `${name}.wal`]) setAside(path.join(folder, rest));
    renameSync(path.join(beside, name), path.join(folder, name));
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  process.stdout.write(`Created an empty ${name} in ${folder}.\n`);
}

function refuseWhatIsThere(file: string): void {
  if (isThere(file))
    throw new Error(`${file} exists. Nothing was changed. Move it away first to start over without it.`);
}

/** Files that belong to the lost one must not be used with the new one. */
function setAside(file: string): void {
  if (!existsSync(file)) return;
  let kept = `${file}.lost-${new Date().toISOString().replace(/\W/g, '')}`;
  renameSync(file, kept);
  process.stdout.write(`Kept ${path.basename(file)} of the lost file as ${path.basename(kept)}.\n`);
}

/**
 * `landfall move`: from SQLite to PostgreSQL, and from DuckDB to ClickHouse, while the server runs.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  checkNewRecords,
  copyTables,
  differentTables,
  endMove,
  openNewRecords,
  openRecordsFile,
} from 'gateway/floor/db/move';
import { recordsFile } from 'gateway/floor/db/dialect';
import { openRecords, pendingSteps } from 'gateway/floor/db/open';
import { eventsFile } from 'gateway/events/duckdb/engine';
import { openEventsFile } from 'gateway/events/duckdb/events-file';
import { checkMigrationTarget, openMigrationTarget } from 'gateway/events/clickhouse/migrate-events';
import { withSecretFiles } from 'sealing/secret-files';
import { wasUsed } from '../server/data-folder';
import { readSettings, SettingsError, type Settings } from '../server/settings';
import { isServerRunning } from './backup';
import { addressesIn } from 'gateway/events/clickhouse/address';
import { errorMessage } from 'net/error-message';
import { CommandError } from './command-error';
import {
  isAside,
  moveFile,
  putAside,
  refuseLittleRoom,
  saveMove,
  snapshotBytes,
  snapshotOf,
  interruptedMove,
  type Move,
} from './move-source';

export const moveUsage = `Usage:
  landfall move           Copy people and packages from SQLite to an empty
                          PostgreSQL database, and events from DuckDB to an
                          empty ClickHouse database, for each URL that is set.
    --check               Only check whether the move is possible

URLs contain passwords, so they are read from the environment, or from files it names:
  NEW_DATABASE_URL, NEW_DATABASE_URL_FILE         PostgreSQL
  NEW_EVENTS_URL, NEW_EVENTS_URL_FILE             ClickHouse, one database or several,
                                                  comma-separated

Run it first while the server runs: it copies and compares everything and prints
the duration. Then stop the server and run it again: it copies the rest,
compares every table and every day of every package, and prints the settings to
change. An interrupted move continues where it stopped.

Exit codes: 0 equal, 1 different, 2 not possible.
`;

interface Asked {
  database: string | undefined;
  /** The addresses of EVENTS_URL. */
  events: readonly string[] | undefined;
}

const sayEveryMs = 5_000;

/** Returns the exit code. Throws CommandError for wrong usage. */
export async function moveCommand(args: string[]): Promise<number> {
  let { isCheck, ...asked } = parsed(args);
  try {
    let settings = readSettings(process.env);
    let folder = path.resolve(settings.DATA_DIR);
    refuse(folder, settings, asked);
    if (isCheck) return await checkMove(folder, asked);
    let isOnline = await isServerRunning(folder);
    let move = saveMove(folder);
    let different = await pass(folder, move, { ...asked, isOnline });
    if (different.length > 0) return tellDifferent(different, isOnline);
    if (isOnline) say(nextWords);
    else await finish(folder, asked, move);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

function parsed(args: string[]): Asked & { isCheck: boolean } {
  try {
    let { values } = parseArgs({ args, options: { check: { type: 'boolean', default: false } } });
    let given = withSecretFiles(process.env);
    let { NEW_DATABASE_URL: database, NEW_EVENTS_URL: urls } = given;
    if (!database && !urls) throw new Error();
    if (database && !/^postgres(ql)?:/.test(database)) throw new Error();
    return { database: database || undefined, events: urls ? newAddresses(urls) : undefined, isCheck: values.check };
  } catch (error) {
    throw error instanceof SettingsError ? error : new CommandError(moveUsage);
  }
}

function newAddresses(urls: string): string[] {
  try {
    return addressesIn(urls);
  } catch (error) {
    throw new SettingsError(`NEW_EVENTS_URL ${errorMessage(error)}`);
  }
}

function refuse(folder: string, { DATABASE_URL, EVENTS_URL }: Settings, { database, events }: Asked): void {
  if (!wasUsed(folder)) throw new Error(`No installation found in ${folder}. Check DATA_DIR.`);
  if (database && DATABASE_URL) throw new Error('DATABASE_URL is set: records are already in PostgreSQL.');
  if (events && EVENTS_URL) throw new Error('EVENTS_URL is set: events are already in ClickHouse.');
}

/** Copies and compares what is not finished yet; returns the differences. */
async function pass(folder: string, move: Move, asked: Asked & { isOnline: boolean }): Promise<string[]> {
  let begun = performance.now();
  let database = isAside(folder, recordsFile) ? undefined : asked.database;
  let events = isAside(folder, eventsFile) ? undefined : asked.events;
  let wanted = { records: database !== undefined, events: events !== undefined, isOnline: asked.isOnline };
  let source = await snapshotOf(folder, wanted);
  try {
    let different = [
      ...(database ? await moveRecords(source.records, database, move) : []),
      ...(events ? await moveEvents(source.events, events, move) : []),
    ];
    say(`This took ${Math.ceil((performance.now() - begun) / 1_000)} s.`);
    return different;
  } finally {
    source.remove();
  }
}

async function moveRecords(folder: string, url: string, { id }: Move): Promise<string[]> {
  let file = openRecordsFile(folder);
  try {
    let target = await openNewRecords({ databaseUrl: url }, id);
    try {
      let tell = progress('tables');
      let { written, deleted } = await copyTables(file, target, tell);
      say(`Records: ${count(written)} rows written, ${count(deleted)} deleted.`);
      let different = await differentTables(file, target);
      say(`Records: compared ${file.tables.length} tables, ${different.length} differ.`);
      return different;
    } finally {
      await target.destroy();
    }
  } finally {
    file.close();
  }
}

async function moveEvents(folder: string, [url = '', ...cluster]: readonly string[], { id }: Move): Promise<string[]> {
  let file = await openEventsFile(folder);
  try {
    let target = await openMigrationTarget({ url, cluster }, id);
    try {
      let { copied, deleted } = await target.migrate(file, progress('events'));
      say(`Events: ${count(copied)} copied, ${count(deleted)} deleted.`);
      let { days, different } = await target.compare(file, file.end);
      say(`Events: compared ${count(days)} days of packages and pixels, ${different.length} differ.`);
      return different;
    } finally {
      await target.close();
    }
  } finally {
    file.close();
  }
}

const nextWords = `
Everything up to now is copied. Stop the server and run the same command again to
copy the rest. This takes about as long as the comparison above. Downloads wait
until the server is back.`;

function tellDifferent(different: readonly string[], isOnline: boolean): number {
  say(`\nDifferences, old store first:\n  ${different.slice(0, 100).join('\n  ')}`);
  if (different.length > 100) say(`  and ${different.length - 100} more`);
  say(isOnline ? 'Nothing is lost: the server keeps using the old stores.' : 'The old stores are unchanged.');
  return 1;
}

/** Can be repeated after an interruption: a file is renamed once its new store is complete. */
async function finish(folder: string, { database, events }: Asked, { id }: Move): Promise<void> {
  if (await isServerRunning(folder)) throw new Error('A server was started meanwhile. Stop it and run this again.');
  if (events) {
    if (!isAside(folder, eventsFile)) await finishEvents(folder, events, id);
    putAside(folder, eventsFile, ['.wal']);
  }
  if (database) {
    putAside(folder, recordsFile, ['-wal', '-shm']);
    let target = await openRecords({ databaseUrl: database });
    await endMove(target).finally(() => target.destroy());
  }
  rmSync(moveFile(folder), { force: true });
  let set = (name: string, file: string) => `  set ${name} to NEW_${name}; ${file} is ${file}.moved now`;
  say('\nMove complete. Before the next start:');
  if (database) say(set('DATABASE_URL', recordsFile));
  if (events) say(set('EVENTS_URL', eventsFile));
  say(
    'That start also stores events that are only in the journal. To go back, rename the files and unset these settings.',
  );
}

async function finishEvents(folder: string, [url = '', ...cluster]: readonly string[], id: string): Promise<void> {
  let target = await openMigrationTarget({ url, cluster }, id);
  let file = await openEventsFile(folder);
  await target.finish(file.marks, file.end).finally(() => file.close());
  await target.close();
}

/** Prints progress every few seconds. */
function progress(what: string): (done: number, of: number) => void {
  let begun = performance.now();
  let said = begun;
  return (done, of) => {
    let now = performance.now();
    if (now - said < sayEveryMs) return;
    said = now;
    let rate = done / ((now - begun) / 1_000);
    let left = Math.ceil((of - done) / rate);
    say(`  ${count(done)} of ${count(of)} ${what}, ${count(Math.round(rate))} a second, ${left} s left`);
  };
}

function count(number: number): string {
  return number.toLocaleString('en');
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** `--check`: the exit code; throws with the reason why the move is not possible. */
async function checkMove(folder: string, { database, events }: Asked): Promise<number> {
  let isOnline = await isServerRunning(folder);
  let move = interruptedMove(folder);
  let wanted = { records: database !== undefined, events: events !== undefined, isOnline };
  refuseLittleRoom(folder, wanted);
  say(
    `${isOnline ? 'A server runs' : 'No server runs'}; the copy takes ${megabytes(snapshotBytes(folder, wanted))} MB.`,
  );
  if (database) {
    await checkNewRecords(database, move?.id);
    let pending = await pendingSteps({ databaseUrl: database });
    say(`PostgreSQL answers; ${pending.length} pending migrations.`);
  }
  if (events) {
    let [url = '', ...cluster] = events;
    await checkMigrationTarget({ url, cluster }, move?.id);
    say(
      `ClickHouse answers; ${cluster.length > 0 ? 'each' : 'its'} database is ${move ? 'that of this move, or ' : ''}empty.`,
    );
  }
  return 0;
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 });
}

/**
 * `landfall move`: from SQLite to PostgreSQL, and from DuckDB or a database on ClickHouse to a
 * database or cluster of ClickHouse, while the server runs.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
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
import type { EventsFile } from 'gateway/events/moved-events';
import type { ServerAddress } from 'gateway/events/clickhouse/client';
import { openEventsDatabase } from 'gateway/events/clickhouse/events-database';
import { checkMigrationTarget, openMigrationTarget } from 'gateway/events/clickhouse/migrate-events';
import { wasUsed } from '../server/data-folder';
import { readSettings, type Settings } from '../server/settings';
import { isServerRunning } from './backup';
import { parsedMove, type Asked } from './move-arguments';
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

const sayEveryMs = 5_000;

/** Returns the exit code. Throws CommandError for wrong usage. */
export async function moveCommand(args: string[]): Promise<number> {
  let { isCheck, environment, ...asked } = parsedMove(args);
  try {
    let settings = readSettings(environment);
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

function refuse(
  folder: string,
  { DATABASE_URL, EVENTS_CLUSTER_NAME }: Settings,
  { database, events, from }: Asked,
): void {
  if (!wasUsed(folder)) throw new Error(`No installation found in ${folder}. Check DATA_DIR.`);
  if (database && DATABASE_URL) throw new Error('DATABASE_URL is set: records are already in PostgreSQL.');
  if (events && EVENTS_CLUSTER_NAME) throw new Error('EVENTS_CLUSTER_NAME is set: events are already in a cluster.');
  if (events && from === events.url) throw new Error('EVENTS_URL names the same database as NEW_EVENTS_URL.');
}

/** Copies and compares what is not finished yet; returns the differences. */
async function pass(folder: string, move: Move, asked: Asked & { isOnline: boolean }): Promise<string[]> {
  let begun = performance.now();
  let database = isAside(folder, recordsFile) ? undefined : asked.database;
  let events = isDone(folder, asked) ? undefined : asked.events;
  let wanted = wantedOf({ ...asked, database, events });
  let source = await snapshotOf(folder, wanted);
  try {
    let different = [
      ...(database ? await moveRecords(source.records, database, move) : []),
      ...(events ? await moveEvents(() => openSource(source.events, asked), events, move) : []),
    ];
    say(`This took ${Math.ceil((performance.now() - begun) / 1_000)} s.`);
    return different;
  } finally {
    source.remove();
  }
}

/** Files are renamed when their events are moved, databases stay as they are. */
function isDone(folder: string, { from }: Asked): boolean {
  return from === undefined && isAside(folder, eventsFile);
}

function openSource(folder: string, { from }: Asked): Promise<EventsFile> {
  return from === undefined ? openEventsFile(folder) : openEventsDatabase(from);
}

function wantedOf({ database, events, from, isOnline }: Asked & { isOnline: boolean }) {
  return { records: database !== undefined, events: events !== undefined && from === undefined, isOnline };
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

async function moveEvents(open: () => Promise<EventsFile>, address: ServerAddress, { id }: Move): Promise<string[]> {
  let file = await open();
  try {
    let target = await openMigrationTarget(address, id);
    try {
      let { copied, deleted } = await target.migrate(file, progress('events'));
      say(`Events: ${count(copied)} copied, ${count(deleted)} deleted.`);
      let { days, different } = await target.compare(file);
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
async function finish(folder: string, asked: Asked, { id }: Move): Promise<void> {
  let { database, events, from } = asked;
  if (await isServerRunning(folder)) throw new Error('A server was started meanwhile. Stop it and run this again.');
  if (events) {
    if (!isDone(folder, asked)) await finishEvents(events, folder, asked, id);
    if (!from) putAside(folder, eventsFile, ['.wal']);
  }
  if (database) {
    putAside(folder, recordsFile, ['-wal', '-shm']);
    let target = await openRecords({ databaseUrl: database });
    await endMove(target).finally(() => target.destroy());
  }
  rmSync(moveFile(folder), { force: true });
  let set = (name: string, then: string) => say(`  set ${name} to NEW_${name}${then}`);
  let aside = (file: string) => `; ${file} is ${file}.moved now`;
  say('\nMove complete. Before the next start:');
  if (database) set('DATABASE_URL', aside(recordsFile));
  if (events) set('EVENTS_URL', from ? '; the old database is unchanged' : aside(eventsFile));
  if (events?.cluster !== undefined) set('EVENTS_CLUSTER_NAME', '');
  say(
    'That start also stores events that are only in the journal. To go back, ' +
      (from ? 'keep the old settings.' : 'rename the files and unset these settings.'),
  );
}

async function finishEvents(address: ServerAddress, folder: string, { from }: Asked, id: string): Promise<void> {
  let target = await openMigrationTarget(address, id);
  let old = from === undefined ? undefined : await openEventsDatabase(from);
  let file = old ?? (await openEventsFile(folder));
  try {
    if (old) for await (let rows of old.arrivals()) await target.addArrivals(rows);
    await target.finish(file);
  } finally {
    file.close();
    await target.close();
  }
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
async function checkMove(folder: string, asked: Asked): Promise<number> {
  let { database, events } = asked;
  let isOnline = await isServerRunning(folder);
  let move = interruptedMove(folder);
  let wanted = wantedOf({ ...asked, isOnline });
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
    await checkMigrationTarget(events, move?.id);
    say(`ClickHouse answers; its database is ${move ? 'that of this move, or ' : ''}empty.`);
  }
  return 0;
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 });
}

/** The failures of `npx tsx tools/tests/test-trouble.ts` that begin in the data folder. */
import { spawnSync } from 'node:child_process';
import { renameSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import Libsql from 'libsql';
import { failDisk, fill, makeRoom, remount, repairDisk } from './trouble-places';

export interface Trouble {
  name: string;
  /** Whether the failure is there before the start, or begins while the product runs. */
  when: 'at start' | 'running';
  /** Whether the data folder must be a separate disk. */
  needsDisk?: boolean | 'ext4';
  /** Whether the product must be stopped for the repair. */
  stops?: true;
  settings?: Record<string, string>;
  /** Damages the installation; returns what repairs it. */
  harm(folder: string): Promise<Mend> | Mend;
  /** The reason that the log must give. */
  says: RegExp;
  /** Whether events are lost with it, or nobody can sign in to look. */
  loses?: true;
}

export type Mend = () => Promise<void> | void;

const records = 'records.sqlite';
const events = 'events.duckdb';
const secrets = 'secrets.json';

function away(folder: string, name: string): Mend {
  let file = path.join(folder, name);
  renameSync(file, `${file}.good`);
  return () => renameSync(`${file}.good`, file);
}

function damaged(folder: string, name: string): Mend {
  let mend = away(folder, name);
  writeFileSync(path.join(folder, name), Buffer.alloc(64 * 1024, 7));
  return mend;
}

function empty(folder: string, name: string): Mend {
  let mend = away(folder, name);
  writeFileSync(path.join(folder, name), '');
  truncateSync(path.join(folder, name), 0);
  return mend;
}

function newerRecords(folder: string): Mend {
  let change = (statement: string) => {
    let database = new Libsql(path.join(folder, records));
    database.exec(statement);
    database.close();
  };
  change(`insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')`);
  return () => change(`delete from kysely_migration where name = '9999-later'`);
}

async function newerEvents(folder: string): Promise<Mend> {
  let file = path.join(folder, events);
  spawnSync('cp', [file, `${file}.good`]);
  let instance = await DuckDBInstance.create(file);
  let connection = await instance.connect();
  await connection.run('UPDATE store SET version = 999');
  connection.closeSync();
  instance.closeSync();
  return () => renameSync(`${file}.good`, file);
}

function lockedRecords(folder: string): Mend {
  let database = new Libsql(path.join(folder, records));
  database.exec('pragma locking_mode = exclusive');
  database.exec('begin immediate');
  return () => void database.close();
}

async function lockedEvents(folder: string): Promise<Mend> {
  let instance = await DuckDBInstance.create(path.join(folder, events));
  return () => instance.closeSync();
}

/** Continues without a lost file, by the command for that. */
function lostForGood(folder: string, name: string, what: string): Mend {
  away(folder, name);
  return () => {
    let env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' };
    let { status, stderr } = spawnSync(process.execPath, ['build/landfall.js', 'begin-anew', what], {
      env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
  };
}

function fullDisk(folder: string): Mend {
  fill(folder);
  return () => makeRoom(folder);
}

function readOnlyDisk(folder: string): Mend {
  remount(folder, 'ro');
  return () => remount(folder, 'rw');
}

function brokenDisk(folder: string): Mend {
  failDisk(folder);
  return () => repairDisk(folder);
}

const atStart = (name: string, harm: Trouble['harm'], says: RegExp, more: Partial<Trouble> = {}): Trouble => ({
  name,
  when: 'at start',
  harm,
  says,
  ...more,
});

/** The disk is small, and by default the journal leaves 256 MB free. */
const onDisk = { needsDisk: true, settings: { JOURNAL_MIN_FREE_MB: '1' } };

export const storeTroubles: Trouble[] = [
  atStart('records.sqlite damaged', (f) => damaged(f, records), /records\.sqlite is damaged; restore it/),
  atStart('records.sqlite of a newer version', newerRecords, /another version of Landfall.*Start that version/),
  atStart('records.sqlite locked', lockedRecords, /Another program holds records\.sqlite; stop it/),
  atStart('records.sqlite missing', (f) => away(f, records), /records\.sqlite is missing.*Restore it/),
  atStart('records.sqlite empty', (f) => empty(f, records), /records\.sqlite is missing.*Restore it/),
  atStart('events.duckdb damaged', (f) => damaged(f, events), /events\.duckdb cannot be opened.*Restore/),
  atStart('events.duckdb of a newer version', newerEvents, /newer version of Landfall.*Start the newer version/),
  atStart('events.duckdb locked', lockedEvents, /already in use/),
  atStart('events.duckdb missing', (f) => away(f, events), /events\.duckdb is missing.*Restore it/),
  atStart('events.duckdb empty', (f) => empty(f, events), /events\.duckdb is missing.*Restore it/),
  atStart('secrets.json damaged', (f) => damaged(f, secrets), /secrets\.json cannot be read\. Restore it/),
  atStart('secrets.json missing', (f) => away(f, secrets), /secrets\.json is missing.*Restore it/),
  atStart('begin-anew secrets', (f) => lostForGood(f, secrets, 'secrets'), /begin-anew secrets/),
  atStart('begin-anew events', (f) => lostForGood(f, events, 'events'), /begin-anew events/),
  atStart('begin-anew records', (f) => lostForGood(f, records, 'records'), /begin-anew records/, { loses: true }),
  atStart('disk read-only', readOnlyDisk, /disk is read-only\. Mount it read-write/, onDisk),
  atStart('disk full', fullDisk, /disk is full\. Free up space/, onDisk),
  {
    name: 'disk fails and turns read-only',
    when: 'running',
    harm: brokenDisk,
    says: /disk is read-only\. Mount it read-write/,
    ...onDisk,
    needsDisk: 'ext4',
    stops: true,
    // What waits in memory for such a disk ends with the process.
    loses: true,
  },
  { name: 'disk full', when: 'running', harm: fullDisk, says: /disk is full\. Free up space/, ...onDisk },
];

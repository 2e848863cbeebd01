/** `landfall migrate --check` on folders of this version, of earlier and of later ones. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import Libsql from 'libsql';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { storeVersion } from 'gateway/events/write/store-version';
import { copyRecords } from 'gateway/floor/db/copy';
import { openRecords } from 'gateway/floor/db/open';
import { commandLine } from '../support/command-line';
import { openEventStore } from '../support/event-store';
import { CommandError } from '../../cli/command-error';
import { migrateCommand } from '../../cli/migrate';

let current: string;
beforeAll(async () => {
  current = mkdtempSync(path.join(tmpdir(), 'migrate-'));
  // A copy, because SQLite deletes its log only when the last statement has been collected.
  let opened = mkdtempSync(path.join(tmpdir(), 'migrate-'));
  await openRecords({ folder: opened }).then((records) => records.destroy());
  copyRecords(opened, current);
  rmSync(opened, { recursive: true, force: true });
  await openEventStore({ folder: current }).then((store) => store.close());
});
afterAll(() => rmSync(current, { recursive: true, force: true }));

const cli = commandLine(() => current);
let warned: string;
beforeEach(() => {
  warned = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((warned += String(text))));
});

function inRecords(sql: string): void {
  let database = new Libsql(path.join(cli.folder, 'records.sqlite'));
  database.exec(sql);
  database.close();
}

async function setVersion(version: number): Promise<void> {
  let instance = await DuckDBInstance.create(path.join(cli.folder, 'events.duckdb'));
  let connection = await instance.connect();
  await connection.run(`UPDATE store SET version = ${version}`);
  connection.closeSync();
  instance.closeSync();
}

/** When each file was written last; SQLite notes its readers in the index of its log. */
const filesNow = () =>
  readdirSync(cli.folder).map((name) => [
    name,
    name.endsWith('-shm') ? 0 : statSync(path.join(cli.folder, name)).mtimeMs,
  ]);

it('says that nothing is pending, and makes and changes no file', async () => {
  let before = filesNow();
  expect(await migrateCommand(['--check'])).toBe(0);
  expect(cli.said).toBe('No pending migrations.\n');
  expect(filesNow()).toEqual(before);
});

it('lists what an earlier version has not run yet, and ends with 1', async () => {
  inRecords("delete from kysely_migration where name = '0027-variable-names'");
  await setVersion(storeVersion - 1);
  let before = filesNow();
  expect(await migrateCommand(['--check', cli.folder])).toBe(1);
  expect(cli.said).toContain('  records: 0027-variable-names\n');
  expect(cli.said).toContain(`  events: from version ${storeVersion - 1} to ${storeVersion} (adds `);
  expect(filesNow()).toEqual(before);
});

it('ends with 2 for what a newer version has written, for no installation, and for lost records', async () => {
  let other = path.join(cli.folder, 'other');
  mkdirSync(other);
  expect(await migrateCommand(['--check', other])).toBe(2);
  expect(warned).toContain('No installation found');
  cpSync(path.join(current, 'events.duckdb'), path.join(other, 'events.duckdb'));
  expect(await migrateCommand(['--check', other])).toBe(2);
  expect(warned).toContain('records.sqlite is missing');
  await setVersion(storeVersion + 1);
  expect(await migrateCommand(['--check'])).toBe(2);
  expect(warned).toContain('events.duckdb was written by a newer version of Landfall');
  inRecords("insert into kysely_migration values ('9999-later', '2030-01-01')");
  expect(await migrateCommand(['--check'])).toBe(2);
  expect(warned).toContain('whose step 9999-later this version does not know');
  expect(cli.said).toBe('');
  await expect(migrateCommand([])).rejects.toThrow(CommandError);
});

/**
 * An empty place for a control store: a fresh folder, or a fresh database where TEST_DATABASE_URL
 * names a PostgreSQL server.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openRecords, type RecordsPlace } from 'gateway/floor/db/open';

export interface FreshPlace {
  place: RecordsPlace;
  remove(): Promise<void>;
}

export const serverUrl = process.env.TEST_DATABASE_URL;

/** Makes the place; remove it when its store is closed. */
export async function freshRecordsPlace(): Promise<FreshPlace> {
  if (serverUrl) return freshDatabase(serverUrl);
  let folder = mkdtempSync(path.join(tmpdir(), 'records-'));
  return { place: { folder }, remove: async () => rmSync(folder, { recursive: true, force: true }) };
}

/** The files of an empty, migrated store by name, made once per process. */
let migratedFiles: Promise<[name: string, bytes: Buffer][]> | undefined;

/** The name of a database to copy, the same. */
let migratedDatabase: Promise<string> | undefined;

/** A place with migrated tables. */
export async function migratedRecordsPlace(): Promise<FreshPlace> {
  if (serverUrl) return freshDatabase(serverUrl, await (migratedDatabase ??= migrateDatabase(serverUrl)));
  let fresh = await freshRecordsPlace();
  if ('folder' in fresh.place)
    for (let [name, bytes] of await (migratedFiles ??= migrateOnce()))
      writeFileSync(path.join(fresh.place.folder, name), bytes);
  return fresh;
}

async function migrateOnce(): Promise<[name: string, bytes: Buffer][]> {
  let folder = mkdtempSync(path.join(tmpdir(), 'records-'));
  await (await openRecords({ folder })).destroy();
  let files = readdirSync(folder).map((name): [string, Buffer] => [name, readFileSync(path.join(folder, name))]);
  rmSync(folder, { recursive: true });
  return files;
}

async function migrateDatabase(server: string): Promise<string> {
  let { place } = await freshDatabase(server);
  await (await openRecords(place)).destroy();
  return 'databaseUrl' in place ? new URL(place.databaseUrl).pathname.slice(1) : '';
}

async function freshDatabase(server: string, template?: string): Promise<FreshPlace> {
  let name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name}${template === undefined ? '' : ` template ${template}`}`);
  let url = new URL(server);
  url.pathname = `/${name}`;
  return { place: { databaseUrl: url.href }, remove: () => onServer(server, `drop database ${name} with (force)`) };
}

async function onServer(server: string, statement: string): Promise<void> {
  let client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/**
 * Makes the tables of one control store equal to those of another by inserting, updating and
 * deleting rows. Repeatable, so an interrupted attempt is simply run again.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import Libsql from 'libsql';
import { Kysely, sql, type RawBuilder } from 'kysely';
import { postgresDialect, recordsFile, sqliteDialect } from './dialect';
import { openRecords, type RecordsPlace } from './open';
import type { Records, Tables } from './schema';

/** Read row by row. */
export interface RecordsFile {
  tables: readonly Table[];
  rowsOf(table: Table): Iterable<Row>;
  close(): void;
}

interface Table {
  name: string;
  columns: string[];
  /** Primary key columns. */
  key: string[];
}

type Row = Record<string, unknown>;

/** Limits of values per statement: 65,535 in PostgreSQL, 32,766 in SQLite. */
const valuesMax = 30_000;
const rowsMax = 500;
const moveNote = 'records are being moved here';

/** Opens the records of a folder without a writer, such as a copy. */
export function openRecordsFile(folder: string): RecordsFile {
  let database = new Libsql(path.join(folder, recordsFile), { readonly: true });
  let all = <T>(text: string) => database.prepare(text).all() as T[];
  let names = all<{ name: string }>(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'",
  ).map(({ name }) => name);
  let parents = new Map(
    names.map((name) => [name, all<{ table: string }>(`pragma foreign_key_list(${name})`).map(({ table }) => table)]),
  );
  let tables = parentsFirst(names, parents).map((name): Table => {
    let columns = all<{ name: string; pk: number }>(`pragma table_info(${name})`);
    let key = columns.filter(({ pk }) => pk > 0).map((column) => column.name);
    let every = columns.map((column) => column.name);
    return { name, columns: every, key: key.length > 0 ? key : every };
  });
  return {
    tables,
    *rowsOf({ name, columns }) {
      let chosen = columns.map((column) => `"${column}"`).join(', ');
      yield* database.prepare(`select ${chosen} from ${name}`).iterate() as Iterable<Row>;
    },
    close: () => void database.close(),
  };
}

/** Tables ordered so that referenced ones come first. */
function parentsFirst(names: readonly string[], parents: ReadonlyMap<string, readonly string[]>): string[] {
  let ordered = new Set<string>();
  let place = (name: string) => {
    if (ordered.has(name)) return;
    for (let parent of parents.get(name) ?? []) if (parent !== name) place(parent);
    ordered.add(name);
  };
  for (let name of [...names].sort()) place(name);
  return [...ordered];
}

/**
 * Opens, migrates and marks the new store, without a time limit for answers. Throws if it has
 * people that are not from this move.
 */
export async function openNewRecords(place: RecordsPlace, moveId: string): Promise<Records> {
  let opened = await openRecords(place);
  try {
    await refuseUsed(opened, moveId);
    await opened.deleteFrom('notes').where('name', '=', moveNote).execute();
    await opened.insertInto('notes').values({ name: moveNote, text: moveId }).execute();
  } finally {
    await opened.destroy();
  }
  let dialect = 'folder' in place ? sqliteDialect(place.folder) : postgresDialect(place.databaseUrl, 0);
  return new Kysely<Tables>({ dialect });
}

/** Throws if a database has people that are not from this move. */
export async function checkNewRecords(databaseUrl: string, moveId: string | undefined): Promise<void> {
  let records = new Kysely<Tables>({ dialect: postgresDialect(databaseUrl) });
  try {
    let { rows } = await sql<{ there: string | null }>`select to_regclass('owners') as there`.execute(records);
    if (rows[0]?.there) await refuseUsed(records, moveId);
  } finally {
    await records.destroy();
  }
}

async function refuseUsed(records: Records, moveId: string | undefined): Promise<void> {
  let move = await readMoveId(records);
  if (move !== undefined && move === moveId) return;
  if (await records.selectFrom('owners').select('id').limit(1).executeTakeFirst())
    throw new Error('The new database has people already, and not from this move. Name an empty one.');
}

/** Id of an unfinished move to this store. */
export async function readMoveId(records: Records): Promise<string | undefined> {
  let row = await records.selectFrom('notes').select('text').where('name', '=', moveNote).executeTakeFirst();
  return row?.text;
}

/** Allows a server to start on the store. */
export async function endMove(records: Records): Promise<void> {
  await records.deleteFrom('notes').where('name', '=', moveNote).execute();
}

export interface CopiedRows {
  written: number;
  deleted: number;
}

/**
 * Makes `target` equal to the file in one transaction; returns the numbers of written and deleted
 * rows. `tell` reports finished tables. If rows that swapped unique values block each other, all of
 * them are rewritten.
 */
export async function copyTables(
  file: RecordsFile,
  target: Records,
  tell: (done: number, of: number) => void,
): Promise<CopiedRows> {
  let both = async (change: Records) => {
    let copied = { written: 0, deleted: 0 };
    for (let [i, table] of file.tables.entries()) {
      await makeEqual(file, change, table, copied);
      tell(i + 1, file.tables.length);
    }
    return copied;
  };
  try {
    return await target.transaction().execute(both);
  } catch (error) {
    if (!/constraint/i.test(String(error))) throw error;
    return target.transaction().execute(async (change) => {
      for (let table of file.tables.toReversed()) {
        let isOther = table.name === 'notes' ? sql`name <> ${moveNote}` : sql`1 = 1`;
        await sql`delete from ${sql.table(table.name)} where ${isOther}`.execute(change);
      }
      return both(change);
    });
  }
}

async function makeEqual(file: RecordsFile, target: Records, table: Table, copied: CopiedRows): Promise<void> {
  let there = new Map<string, Row>();
  for (let row of await storedRows(target, table)) there.set(textOf(row, table.columns), row);
  let wanted: Row[] = [];
  for (let row of file.rowsOf(table)) if (!there.delete(textOf(row, table.columns))) wanted.push(row);
  let gone = new Map([...there.values()].map((row) => [textOf(row, table.key), row]));
  let fresh: Row[] = [];
  for (let row of wanted)
    if (gone.delete(textOf(row, table.key))) await updateRow(target, table, row);
    else fresh.push(row);
  copied.deleted += await deleteRows(target, table, [...gone.values()]);
  await insertRows(target, table, fresh);
  copied.written += wanted.length;
}

/** Without the note about the move itself. */
async function storedRows(target: Records, table: Table): Promise<Row[]> {
  let columns = sql.join(table.columns.map((column) => sql.ref(column)));
  let { rows } = await sql<Row>`select ${columns} from ${sql.table(table.name)}`.execute(target);
  return table.name === 'notes' ? rows.filter(({ name }) => name !== moveNote) : rows;
}

async function updateRow(target: Records, table: Table, row: Row): Promise<void> {
  let values = sql.join(table.columns.map((column) => sql`${sql.ref(column)} = ${row[column]}`));
  let named = sql.join(
    table.key.map((column) => sameAs(column, row[column])),
    sql` and `,
  );
  await sql`update ${sql.table(table.name)} set ${values} where ${named}`.execute(target);
}

async function deleteRows(target: Records, table: Table, rows: readonly Row[]): Promise<number> {
  for (let some of chunks(rows, table.key.length)) {
    let named = some.map(
      (row) =>
        sql`(${sql.join(
          table.key.map((column) => sameAs(column, row[column])),
          sql` and `,
        )})`,
    );
    await sql`delete from ${sql.table(table.name)} where ${sql.join(named, sql` or `)}`.execute(target);
  }
  return rows.length;
}

function sameAs(column: string, value: unknown): RawBuilder<unknown> {
  return value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`;
}

async function insertRows(target: Records, table: Table, rows: readonly Row[]): Promise<void> {
  let columns = sql.join(table.columns.map((column) => sql.ref(column)));
  for (let some of chunks(rows, table.columns.length)) {
    let values = some.map((row) => sql`(${sql.join(table.columns.map((column) => row[column]))})`);
    await sql`insert into ${sql.table(table.name)} (${columns}) values ${sql.join(values)}`.execute(target);
  }
}

function* chunks(rows: readonly Row[], valuesOfOne: number): Generator<Row[]> {
  let size = Math.max(1, Math.min(rowsMax, Math.floor(valuesMax / valuesOfOne)));
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

/** Engines return numbers as text or as numbers. */
function textOf(row: Row, columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => (row[column] === null ? null : String(row[column]))));
}

/** Tables that differ, with their numbers of rows. */
export async function differentTables(file: RecordsFile, target: Records): Promise<string[]> {
  let different: string[] = [];
  for (let table of file.tables) {
    let here = sumOf(file.rowsOf(table), table);
    let there = sumOf(await storedRows(target, table), table);
    if (here.sum !== there.sum) different.push(`${table.name}: ${here.size} rows, ${there.size} in the new store`);
  }
  return different;
}

/** Independent of the order of rows. */
function sumOf(rows: Iterable<Row>, { columns }: Table): { size: number; sum: string } {
  let hashes: string[] = [];
  for (let row of rows) hashes.push(createHash('sha256').update(textOf(row, columns)).digest('base64'));
  return { size: hashes.length, sum: createHash('sha256').update(hashes.sort().join()).digest('hex') };
}

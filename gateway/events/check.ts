/**
 * Reads every block of `events.duckdb` without changing it, and saves what can be read of a damaged
 * one. DuckDB verifies the checksum of a block when it loads it, so reading all rows finds all
 * damage.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import type { Mark } from 'journal/reader';
import { columns, storeVersion, type Column } from './columns';
import { eventsFile } from './engine';
import { columnNames, migrateTables, versionOf } from './migrate';

/** Rows of the table by their place in it: the first, and the one after the last. */
export interface Rows {
  from: number;
  until: number;
}

export interface DamagedRows extends Rows {
  /** Columns whose values cannot be read there. */
  columns: string[];
}

export interface EventsFacts {
  version: number;
  events: number;
  damaged: DamagedRows[];
  /** Numbers of the order of arrival that no event has, and those that two have. */
  missing: number;
  repeated: number;
  /** Events whose id another one has. */
  twice: number;
  /** Events of an artifact number that the store does not know. */
  withoutArtifact: number;
  /** Artifacts with their events; empty where damage keeps them from being counted. */
  artifacts: { type: string; id: string; events: number }[];
  /** How far each journal is stored. */
  marks: Mark[];
}

/** DuckDB keeps this many rows of all columns together. */
const rowGroup = 122_880;
/** Smaller parts are not told apart. */
const smallestPart = 2_048;
/** A value that a damaged one may be replaced by: what events from before the column have. */
const replaceable = new Set(['VARCHAR', 'DOUBLE']);

/**
 * Checks the event store of a data folder; undefined where there is no file. Throws where DuckDB
 * cannot open it, with DuckDB's reason.
 */
export async function checkEvents(folder: string): Promise<EventsFacts | undefined> {
  if (!existsSync(path.join(folder, eventsFile))) return undefined;
  return withStore(folder, async (connection) => {
    let names = await columnNames(connection, 'events');
    let version = names.length === 0 ? 0 : await versionOf(connection);
    let facts: EventsFacts = {
      version,
      events: 0,
      damaged: [],
      missing: 0,
      repeated: 0,
      twice: 0,
      withoutArtifact: 0,
      artifacts: [],
      marks: [],
    };
    if (version === 0 || version > storeVersion) return facts;
    facts.events = await numberOf(connection, 'SELECT count(*) FROM events');
    facts.damaged = await damagedRows(connection, facts.events, names);
    if (facts.damaged.length > 0) return facts;
    return { ...facts, ...(await comparisons(connection, facts.events)) };
  });
}

async function comparisons(connection: DuckDBConnection, events: number): Promise<Partial<EventsFacts>> {
  let [distinct = 0, span = 0] = await numbersOf(
    connection,
    'SELECT count(DISTINCT seq), coalesce(max(seq) + 1, 0) FROM events',
  );
  let rows = await (
    await connection.run(
      'SELECT artifacts.type, artifacts.id, count(seq) FROM artifacts LEFT JOIN events ON artifact = key GROUP BY ALL ORDER BY ALL',
    )
  ).getRows();
  let hasJournals = (await columnNames(connection, 'journals')).length > 0;
  let marks = hasJournals ? await (await connection.run('SELECT node, epoch, next FROM journals')).getRows() : [];
  return {
    missing: span - distinct,
    repeated: events - distinct,
    twice: events - (await numberOf(connection, 'SELECT count(DISTINCT id) FROM events')),
    withoutArtifact: await numberOf(
      connection,
      'SELECT count(*) FROM events WHERE artifact NOT IN (SELECT key FROM artifacts)',
    ),
    artifacts: rows.map(([type, id, count]) => ({ type: String(type), id: String(id), events: Number(count) })),
    marks: marks.map(([node, epoch, next]) => ({ node: String(node), epoch: String(epoch), next: Number(next) })),
  };
}

async function damagedRows(connection: DuckDBConnection, events: number, names: string[]): Promise<DamagedRows[]> {
  let found: DamagedRows[] = [];
  for (let from = 0; from < events; from += rowGroup)
    found.push(...(await damageIn(connection, { from, until: Math.min(events, from + rowGroup) }, names)));
  return found;
}

/** Halves what cannot be read until the parts are small or all of their columns can be. */
async function damageIn(connection: DuckDBConnection, rows: Rows, names: string[]): Promise<DamagedRows[]> {
  let unreadable: string[] = [];
  if (await canRead(connection, rows, names)) return [];
  for (let name of names) if (!(await canRead(connection, rows, [name]))) unreadable.push(name);
  let middle = rows.from + smallestPart * Math.ceil((rows.until - rows.from) / smallestPart / 2);
  if (middle >= rows.until) return [{ ...rows, columns: unreadable }];
  let halves = [
    ...(await damageIn(connection, { from: rows.from, until: middle }, unreadable)),
    ...(await damageIn(connection, { from: middle, until: rows.until }, unreadable)),
  ];
  return joined(halves);
}

function joined(parts: DamagedRows[]): DamagedRows[] {
  let all: DamagedRows[] = [];
  for (let part of parts) {
    let last = all.at(-1);
    if (last?.until === part.from && last.columns.join() === part.columns.join()) last.until = part.until;
    else all.push({ ...part });
  }
  return all;
}

async function canRead(connection: DuckDBConnection, { from, until }: Rows, names: string[]): Promise<boolean> {
  let hashes = names.map((name) => `bit_xor(hash("${name}"))`).join(', ');
  try {
    await connection.run(`SELECT ${hashes} FROM events WHERE rowid >= ${from} AND rowid < ${until}`);
    return true;
  } catch {
    return false;
  }
}

export interface SavedEvents {
  /** Events in the new store. */
  events: number;
  /** Events that are not in it. */
  lost: number;
  /** Events that are in it without the values of some columns. */
  incomplete: number;
}

/**
 * Writes a new `events.duckdb` of today's version to `target` with every event of `folder` that can
 * be read. An event keeps its place; where only text or confidence is damaged it is kept with
 * `unknown` in its place. Events that stand twice are written once.
 */
export async function saveEvents(
  folder: string,
  target: string,
  damaged: readonly DamagedRows[],
): Promise<SavedEvents> {
  let fresh = await DuckDBInstance.create(path.join(target, eventsFile), {
    temp_directory: path.join(target, 'events.tmp'),
  });
  let connection = await fresh.connect();
  try {
    await migrateTables(connection, []);
    await connection.run(`ATTACH '${path.join(folder, eventsFile).replaceAll("'", "''")}' AS old (READ_ONLY)`);
    let names = await columnNames(connection, 'events', 'old');
    let known = columns.filter(({ name }) => names.includes(name));
    let saved: SavedEvents = { events: 0, lost: 0, incomplete: 0 };
    let total = await numberOf(connection, 'SELECT count(*) FROM old.events');
    for (let part of partsOf(total, damaged)) {
      let size = part.until - part.from;
      let isLost = known.some(({ name, type }) => part.columns.includes(name) && !replaceable.has(type));
      if (isLost) {
        saved.lost += size;
        continue;
      }
      if (part.columns.length > 0) saved.incomplete += size;
      await copyRows(connection, part, known);
    }
    for (let table of ['artifacts', 'journals'])
      if ((await columnNames(connection, table, 'old')).length > 0)
        await connection.run(`INSERT INTO ${table} SELECT * FROM old.${table}`);
    if ((await numberOf(connection, 'SELECT count(*) - count(DISTINCT id) FROM events')) > 0)
      await connection.run('DELETE FROM events WHERE rowid NOT IN (SELECT min(rowid) FROM events GROUP BY id)');
    await connection.run('CHECKPOINT');
    saved.events = await numberOf(connection, 'SELECT count(*) FROM events');
    return saved;
  } finally {
    connection.closeSync();
    fresh.closeSync();
  }
}

async function copyRows(connection: DuckDBConnection, part: DamagedRows, known: readonly Column[]): Promise<void> {
  let into = known.map(({ name }) => `"${name}"`).join(', ');
  let values = known.map(({ name, before }) => (part.columns.includes(name) ? before : `"${name}"`)).join(', ');
  let later = columns.filter((column) => !known.includes(column));
  await connection.run(
    `INSERT INTO events (${[into, ...later.map(({ name }) => `"${name}"`)].join(', ')}) ` +
      `SELECT ${[values, ...later.map(({ before }) => before)].join(', ')} FROM old.events ` +
      `WHERE rowid >= ${part.from} AND rowid < ${part.until}`,
  );
}

/** All rows in their order: the damaged parts, and what lies between them. */
function partsOf(total: number, damaged: readonly DamagedRows[]): DamagedRows[] {
  let parts: DamagedRows[] = [];
  let from = 0;
  for (let part of damaged) {
    if (part.from > from) parts.push({ from, until: part.from, columns: [] });
    parts.push(part);
    from = part.until;
  }
  return from < total ? [...parts, { from, until: total, columns: [] }] : parts;
}

async function withStore<T>(folder: string, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  let instance = await DuckDBInstance.create(path.join(folder, eventsFile), { access_mode: 'READ_ONLY' });
  let connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function numberOf(connection: DuckDBConnection, sql: string): Promise<number> {
  let [first = 0] = await numbersOf(connection, sql);
  return first;
}

async function numbersOf(connection: DuckDBConnection, sql: string): Promise<number[]> {
  let [row = []] = await (await connection.run(sql)).getRows();
  return row.map(Number);
}

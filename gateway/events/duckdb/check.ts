/** Checks `events.duckdb` without changing it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import type { Mark } from 'journal/reader';
import { storeVersion } from '../write/store-version';
import { damagedTables, isReadable, rowGroupsOf, type Rows, type RunAlone } from './damage';
import { eventsFile } from './engine';
import { columnNames, readStoreVersion } from './migrate';
import { duckdbDialect } from './dialect';
import { erasedSql } from '../query/erased-sql';
import { isSummary } from './summary-parts';
import { readArtifacts } from './table';
import type { Tombstone } from '../../floor/db/tombstone';

export interface DamagedRows extends Rows {
  columns: string[];
}

export interface EventsFacts {
  version: number;
  events: number;
  damaged: DamagedRows[];
  /** Other tables that cannot be read. */
  damagedTables: string[];
  /** Sequence numbers that no event has, and those that two have. */
  missing: number;
  repeated: number;
  /** Events with the id of another one. */
  twice: number;
  /** Events whose artifact key is unknown. */
  withoutArtifact: number;
  /** Artifacts with their events; empty if damage prevents counting. */
  artifacts: { type: string; id: string; owner: string; events: number }[];
  /** How far each journal is stored. */
  marks: Mark[];
  /** Next sequence number. */
  next: number;
  /** Events of tombstones: to be erased, or present although the erasure is done. */
  toErase: number;
  notErased: number;
}

/** Damage is located to this precision. */
const smallestPart = 2_048;
/** Undefined without a file. Throws DuckDB's error if it cannot open the file. */
export async function checkEvents(
  folder: string,
  tombstones: readonly Tombstone[] = [],
): Promise<EventsFacts | undefined> {
  if (!existsSync(path.join(folder, eventsFile))) return undefined;
  return withStore(folder, async (connection) => {
    let names = await columnNames(connection, 'events');
    let version = names.length === 0 ? 0 : await readStoreVersion(connection);
    let facts: EventsFacts = {
      version,
      events: 0,
      damaged: [],
      damagedTables: [],
      missing: 0,
      repeated: 0,
      twice: 0,
      withoutArtifact: 0,
      artifacts: [],
      marks: [],
      next: 0,
      toErase: 0,
      notErased: 0,
    };
    if (version === 0 || version > storeVersion) return facts;
    let ask = async (text: string) => (await connection.run(text)).getRowObjects();
    let damaged = await damagedTables(ask);
    facts.events = await numberOf(connection, 'SELECT count(*) FROM events');
    facts.damagedTables = damaged.filter((table) => table !== 'events');
    if (damaged.includes('events')) facts.damaged = await damagedRows(ask, names);
    if (damaged.some((table) => !isSummary(table))) return facts;
    return { ...facts, ...(await comparisons(connection, facts.events)), ...(await unerased(connection, tombstones)) };
  });
}

/** Null without tables or without a file. */
export async function eventsVersionIn(folder: string): Promise<number | null> {
  if (!existsSync(path.join(folder, eventsFile))) return null;
  return withStore(folder, async (connection) => {
    let names = await columnNames(connection, 'events');
    return names.length === 0 ? null : readStoreVersion(connection);
  });
}

async function comparisons(connection: DuckDBConnection, events: number): Promise<Partial<EventsFacts>> {
  let [distinct = 0, highest = 0] = await numbersOf(
    connection,
    'SELECT count(DISTINCT seq), coalesce(max(seq) + 1, 0) FROM events',
  );
  let [next = 0, deleted = 0] = (await columnNames(connection, 'deletions')).length
    ? await numbersOf(connection, 'SELECT coalesce(max(next), 0), coalesce(sum(events), 0) FROM deletions')
    : [];
  let rows = await (
    await connection.run(
      'SELECT artifacts.type, artifacts.id, artifacts.owner, count(seq) FROM artifacts LEFT JOIN events ON artifact = key GROUP BY ALL ORDER BY ALL',
    )
  ).getRows();
  let hasJournals = (await columnNames(connection, 'journals')).length > 0;
  let marks = hasJournals ? await (await connection.run('SELECT node, epoch, next FROM journals')).getRows() : [];
  return {
    missing: Math.max(highest, next) - deleted - distinct,
    repeated: events - distinct,
    twice: events - (await numberOf(connection, 'SELECT count(DISTINCT id) FROM events')),
    withoutArtifact: await numberOf(
      connection,
      'SELECT count(*) FROM events WHERE artifact NOT IN (SELECT key FROM artifacts)',
    ),
    artifacts: rows.map(([type, id, owner, size]) => ({
      type: String(type),
      id: String(id),
      owner: String(owner),
      events: Number(size),
    })),
    next: Math.max(highest, next),
    marks: marks.map(([node, epoch, next]) => ({ node: String(node), epoch: String(epoch), next: Number(next) })),
  };
}

async function unerased(
  connection: DuckDBConnection,
  tombstones: readonly Tombstone[],
): Promise<Pick<EventsFacts, 'toErase' | 'notErased'>> {
  let facts = { toErase: 0, notErased: 0 };
  let isKnown = (await columnNames(connection, 'erased')).length > 0;
  let ids = isKnown ? await (await connection.run('SELECT id FROM erased')).getRows() : [];
  let done = new Set(ids.map(([id]) => String(id)));
  let artifacts = await readArtifacts(connection);
  for (let tombstone of tombstones) {
    let wanted = erasedSql(duckdbDialect, tombstone, artifacts);
    if (!wanted) continue;
    let count = await connection.run(`SELECT count(*) FROM events WHERE ${wanted.text}`, wanted.parameters);
    facts[done.has(tombstone.id) ? 'notErased' : 'toErase'] += Number((await count.getRows())[0]![0]);
  }
  return facts;
}

async function damagedRows(ask: RunAlone, names: string[]): Promise<DamagedRows[]> {
  let found: DamagedRows[] = [];
  for (let rows of await rowGroupsOf(ask, 'events')) for (let one of await damageIn(ask, rows, names)) found.push(one);
  return found;
}

/** Bisects unreadable rows until the parts are small or all of their columns are readable. */
async function damageIn(ask: RunAlone, rows: Rows, names: string[]): Promise<DamagedRows[]> {
  let unreadable: string[] = [];
  if (await isReadable(ask, 'events', names, rows)) return [];
  for (let name of names) if (!(await isReadable(ask, 'events', [name], rows))) unreadable.push(name);
  let middle = rows.from + smallestPart * Math.ceil((rows.until - rows.from) / smallestPart / 2);
  if (middle >= rows.until) return [{ ...rows, columns: unreadable }];
  let halves = [
    ...(await damageIn(ask, { from: rows.from, until: middle }, unreadable)),
    ...(await damageIn(ask, { from: middle, until: rows.until }, unreadable)),
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

/** The first number of a result. */
export async function numberOf(connection: DuckDBConnection, sql: string): Promise<number> {
  let [first = 0] = await numbersOf(connection, sql);
  return first;
}

async function numbersOf(connection: DuckDBConnection, sql: string): Promise<number[]> {
  let [row = []] = await (await connection.run(sql)).getRows();
  return row.map(Number);
}

/**
 * The list of summaries on ClickHouse. A part is the summary of one package or pixel, or of all
 * packages or all pixels of an owner, in one calendar month (UTC). Those of owners have negative
 * keys. A place without an entry has no events below `upto`.
 *
 * Entries are only added, and of each place the one with the highest rank is valid. A part is made
 * from the events below its `until`, with the decisions as of event `as_of`. It is `behind` once
 * there are later events below `upto`: these are counted from the table. A part whose events change
 * gets an entry that is not ready, with an odd rank above that of any part in the making.
 */
import type { EngineRow, RunQuery } from '../query/dialect';
import type { SqlCondition } from '../query/erased-sql';
import { partitionIn, type Ends } from '../shape/ends';
import type { Clickhouse } from './client';
import { create, everywhere, isSharded, type Table } from './definitions';
import { clickhouseDialect } from './dialect';
import { isOnAllServers } from './schema';
import { columnsOf, rowTables } from './summary-rows';

const state: Table = {
  name: 'summary_state',
  columns: 'partition UInt8, upto UInt64',
  replaced: 'upto',
  order: 'partition',
};

/** The last one says that the others exist. */
const tables: readonly Table[] = [
  {
    name: 'summary_parts',
    columns:
      'artifact Int32, owner Int32, month Date, rank UInt64, part UInt64, until UInt64, as_of UInt64, ready UInt8, behind UInt8',
    replaced: 'rank',
    order: '(artifact, month)',
  },
  ...rowTables,
  state,
];

/** Whether a table, or its rows on one server, can be made again from the events. */
export function isSummary(table: string): boolean {
  return tables.some(({ name }) => table === name || table === `${name}_local`);
}

type Columns = ReadonlyMap<string, ReadonlySet<string>>;

/** The columns of the tables that the server has. */
async function columnsThere(ask: RunQuery): Promise<Columns> {
  let found = new Map<string, Set<string>>();
  for (let { table, name } of await ask('SELECT table, name FROM system.columns WHERE database = currentDatabase()')) {
    let columns = found.get(String(table)) ?? new Set();
    found.set(String(table), columns.add(String(name)));
  }
  return found;
}

/** Whether all tables are there, with the columns of this version. */
function areCurrent(columns: Columns, cluster: string | undefined): boolean {
  return tables.every((table) => {
    let names = [...(cluster !== undefined && isSharded(table.name) ? ['shard'] : []), ...columnsOf(table)];
    let there = columns.get(table.name);
    return there?.size === names.length && names.every((name) => there.has(name));
  });
}

/** Whether the server has the summaries with the columns of this version. */
export async function hasSummaryTables({ ask, cluster }: Pick<Clickhouse, 'ask' | 'cluster'>): Promise<boolean> {
  return areCurrent(await columnsThere(ask), cluster);
}

/** Tables with other columns are made again, to be filled in the background. */
export async function createSummaryTables(server: Clickhouse): Promise<void> {
  let columns = await columnsThere(server.ask);
  let isCurrent = areCurrent(columns, server.cluster);
  if (isCurrent && (await isOnAllServers(server, state.name))) return;
  if (!isCurrent)
    for (let { name } of tables.filter((table) => columns.has(table.name)))
      for (let table of everywhere(server, name)) await server.run(`DROP TABLE IF EXISTS ${table} SYNC`);
  await create(server, tables);
}

/**
 * The events below these numbers are in the summaries. Those of a partition are only together with all
 * events from before partitions.
 */
export async function summarizedEnds(ask: RunQuery): Promise<Ends> {
  let ends: number[] = [];
  for (let { partition, upto } of await ask(
    'SELECT partition, max(upto) AS upto FROM summary_state GROUP BY partition',
  ))
    ends[Number(partition)] = Number(upto);
  return ends;
}

export interface Entry {
  artifact: number;
  owner: number;
  /** Milliseconds. */
  month: number;
  rank: number;
  part: number;
  until: number;
  asOf: number;
  isReady: boolean;
  isBehind: boolean;
}

export function placeOf({ artifact, month }: Pick<Entry, 'artifact' | 'month'>): string {
  return `${artifact} ${month}`;
}

/** The valid entries of places that meet `where`. */
export function entriesOf(ask: RunQuery, where: string): Promise<Entry[]> {
  return entriesIn(ask, validSql(where));
}

/** Places of one owner, and of all owners, in one list. */
const unmadeOfOwner = 200;
const unmadeMax = 5_000;

/**
 * The entries to be made first: those without an answer, then the latest months; some of each owner but
 * those with these keys.
 */
export function unmadeEntries(ask: RunQuery, owners: readonly number[] = []): Promise<Entry[]> {
  let where = owners.length === 0 ? 'true' : `owner NOT IN (${owners.join(', ')})`;
  let inOrder = `ORDER BY ready, month DESC, artifact LIMIT ${unmadeOfOwner} BY owner LIMIT ${unmadeMax}`;
  return entriesIn(ask, `SELECT * FROM (${validSql(where)}) WHERE NOT ready OR behind ${inOrder}`);
}

function validSql(where: string): string {
  let latest = ['part', 'until', 'as_of', 'ready', 'behind'].map((name) => `argMax(${name}, rank) AS ${name}`);
  return (
    `SELECT artifact, owner, month, max(rank) AS rank, ${latest.join(', ')} FROM summary_parts WHERE ${where} ` +
    'GROUP BY artifact, owner, month'
  );
}

async function entriesIn(ask: RunQuery, text: string): Promise<Entry[]> {
  let rows = await ask(text);
  return rows.map((row) => ({
    artifact: Number(row.artifact),
    owner: Number(row.owner),
    month: Date.parse(String(row.month)),
    rank: Number(row.rank),
    part: Number(row.part),
    until: Number(row.until),
    asOf: Number(row.as_of),
    isReady: Boolean(row.ready),
    isBehind: Boolean(row.behind),
  }));
}

/** Replaces the entries, unless their parts became stale meanwhile. */
export async function replaceEntries({ insert }: Pick<Clickhouse, 'insert'>, entries: readonly Entry[]): Promise<void> {
  await insert('summary_parts', entries.map(rowOf));
}

function rowOf({ artifact, owner, month, rank, part, until, asOf, isReady, isBehind }: Entry): EngineRow {
  let flags = { ready: Number(isReady), behind: Number(isBehind) };
  let day = new Date(month).toISOString().slice(0, 10);
  return { artifact, owner, month: day, rank: 2 * Math.floor(rank / 2) + 2, part, until, as_of: asOf, ...flags };
}

/**
 * Events that meet the condition change: they are counted from the table until their parts are made
 * again.
 */
export async function invalidateParts(
  { run }: Pick<Clickhouse, 'run'>,
  { text, parameters }: SqlCondition,
): Promise<void> {
  let places = `SELECT DISTINCT artifact, ${clickhouseDialect.month} AS month FROM events WHERE ${text}`;
  let owners = `SELECT owner, month FROM summary_parts WHERE (artifact, month) IN (${places})`;
  await run(
    'INSERT INTO summary_parts SELECT artifact, owner, month, 2 * intDiv(max(rank), 2) + 3, 0, 0, 0, 0, 0 FROM summary_parts ' +
      `WHERE (artifact, month) IN (${places}) OR (artifact, month) IN (${owners}) GROUP BY artifact, owner, month`,
    parameters,
  );
}

/** Events of which the decision changes. */
export interface ChangedEvents {
  seqs: readonly number[];
  /** Where they are. */
  shards: readonly (number | undefined)[];
}

/**
 * Before the decisions about these events change. Those that are not summarized yet are in no part: one
 * that is made meanwhile waits for the range with the change.
 */
export async function invalidateDecided(
  server: Pick<Clickhouse, 'ask' | 'run'>,
  { seqs: changed, shards }: ChangedEvents,
): Promise<void> {
  if (changed.length === 0) return;
  let ends = await summarizedEnds(server.ask);
  let seqs = changed.filter((seq) => seq < (ends[partitionIn(seq)] ?? 0));
  if (seqs.length === 0) return;
  let known = shards.filter((shard) => shard !== undefined);
  let onShards = known.length === 0 ? '' : `shard IN (${known.join(', ')}) AND `;
  await invalidateParts(server, { text: `${onShards}seq IN (${seqs.join(', ')})`, parameters: [] });
}

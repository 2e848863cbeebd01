/**
 * Damage in `events.duckdb`. The engine verifies the checksum of each block that it loads, so reading
 * all rows of all tables finds every damaged block.
 */
import type { EngineRow } from '../query/dialect';

/** Whether the disk has changed or lost a block of the file. */
export function isDamage(error: unknown): boolean {
  return /^Error: IO Error: (?:Corrupt database file|Could not read)/i.test(String(error));
}

/** DuckDB's size of a row group. */
const rowGroup = 122_880;

/** Row ids: the first, and the one after the last. */
export interface Rows {
  from: number;
  until: number;
}

/** Each query is a separate transaction, which an error ends. */
export type RunAlone = (text: string) => Promise<EngineRow[]>;

/** All rows of a table by row group. Deleted rows keep their ids until their row group is rewritten. */
export async function rowGroupsOf(ask: RunAlone, table: string): Promise<Rows[]> {
  let [last] = await ask(`SELECT coalesce(max(rowid) + 1, 0) AS until FROM ${table}`);
  let end = Number(last!.until);
  let groups = Math.ceil(end / rowGroup);
  return Array.from({ length: groups }, (_, i) => ({ from: i * rowGroup, until: Math.min(end, (i + 1) * rowGroup) }));
}

/** `columns`: names, or `*`. */
export async function isReadable(ask: RunAlone, table: string, columns: string[], rows: Rows): Promise<boolean> {
  let hashes = columns.map((name) => `bit_xor(hash(${name === '*' ? 'COLUMNS(*)' : `"${name}"`}))`).join(', ');
  return ask(`SELECT ${hashes} FROM ${table} WHERE rowid >= ${rows.from} AND rowid < ${rows.until}`).then(
    () => true,
    (error: unknown) => {
      if (isDamage(error)) return false;
      throw error;
    },
  );
}

/** The names of tables with damaged blocks. A table that overwrites free blocks is there for a moment. */
export async function damagedTables(ask: RunAlone): Promise<string[]> {
  let tables = await ask(`SELECT table_name AS name FROM duckdb_tables() WHERE table_name <> 'filler' ORDER BY name`);
  let damaged: string[] = [];
  for (let { name } of tables) if (!(await isWhole(ask, String(name)))) damaged.push(String(name));
  return damaged;
}

async function isWhole(ask: RunAlone, table: string): Promise<boolean> {
  for (let rows of await rowGroupsOf(ask, table)) if (!(await isReadable(ask, table, ['*'], rows))) return false;
  return true;
}

import path from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { numberOf, type DamagedRows, type EventsFacts } from './check';
import { duckdbColumns, type DuckdbColumn } from './columns';
import { eventsFile } from './engine';
import { columnNames, migrateTables } from './migrate';

/** Damaged values of these types are replaced by those of earlier rows. */
const replaceable = new Set(['VARCHAR', 'DOUBLE']);

/** Without them, events belong to no package, and those of the journal would be stored again. */
const neededTables = ['artifacts', 'journals'];

const otherTables = ['deletions', 'erased', 'first_seen', 'changed_decisions', 'counting_changes'];

export interface SalvagedEvents {
  events: number;
  lost: number;
  /** Events that are kept without the values of some columns. */
  incomplete: number;
}

/**
 * Writes a new `events.duckdb` of the current version to `target` with every readable event of
 * `folder`. Events keep their sequence numbers; damaged texts and confidences become `unknown`.
 * Duplicates are written once.
 */
export async function salvageEvents(
  folder: string,
  target: string,
  { damaged, damagedTables }: Pick<EventsFacts, 'damaged' | 'damagedTables'>,
): Promise<SalvagedEvents> {
  let missing = damagedTables.filter((table) => neededTables.includes(table));
  if (missing.length > 0)
    throw new Error(
      `The events cannot be repaired without the table ${missing.join(' and the table ')}, which cannot be read. Restore a backup.`,
    );
  let fresh = await DuckDBInstance.create(path.join(target, eventsFile), {
    temp_directory: path.join(target, 'events.tmp'),
  });
  let connection = await fresh.connect();
  try {
    await migrateTables(connection, []);
    // Summarized again when the store is opened.
    await connection.run('DELETE FROM summary_state');
    await connection.run(`ATTACH '${path.join(folder, eventsFile).replaceAll("'", "''")}' AS old (READ_ONLY)`);
    let names = await columnNames(connection, 'events', 'old');
    let known = duckdbColumns.filter(({ name }) => names.includes(name));
    let saved: SalvagedEvents = { events: 0, lost: 0, incomplete: 0 };
    // Deleted rows keep their ids.
    let total = await numberOf(connection, 'SELECT coalesce(max(rowid) + 1, 0) FROM old.events');
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
    for (let table of [...neededTables, ...otherTables].filter((name) => !damagedTables.includes(name)))
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

async function copyRows(
  connection: DuckDBConnection,
  part: DamagedRows,
  known: readonly DuckdbColumn[],
): Promise<void> {
  let into = known.map(({ name }) => `"${name}"`).join(', ');
  let values = known.map(({ name, before }) => (part.columns.includes(name) ? before : `"${name}"`)).join(', ');
  let later = duckdbColumns.filter((column) => !known.includes(column));
  await connection.run(
    `INSERT INTO events (${[into, ...later.map(({ name }) => `"${name}"`)].join(', ')}) ` +
      `SELECT ${[values, ...later.map(({ before }) => before)].join(', ')} FROM old.events ` +
      `WHERE rowid >= ${part.from} AND rowid < ${part.until}`,
  );
}

/** All rows in order, split into damaged and undamaged parts. */
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

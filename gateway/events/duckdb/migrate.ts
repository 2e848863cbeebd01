/**
 * Versions of the event store. Version 1 stores no version number. Later versions add columns
 * (`since` of the fields) and tables.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { eventField, eventFieldNames } from 'contract/event-fields';
import type { Epoch } from 'journal/headers';
import { duckdbColumns } from './columns';
import { decisionsSince, journalsSince, storeVersion } from '../write/store-version';
import { valueDays } from '../summaries/value-days';
import { emptySummaries, recreateTables, summaryTables } from './summary-parts';

const artifactTable =
  'CREATE TABLE IF NOT EXISTS artifacts (key INTEGER NOT NULL, type VARCHAR NOT NULL, id VARCHAR NOT NULL, owner VARCHAR NOT NULL)';

const journalTable =
  'CREATE TABLE IF NOT EXISTS journals (node VARCHAR NOT NULL, epoch VARCHAR PRIMARY KEY, next BIGINT NOT NULL)';

/** Fields written only by edges whose epochs start at 0. */
const laterFields: ReadonlySet<string> = new Set(
  eventFieldNames.filter((name) => (eventField(name).since ?? 1) > journalsSince),
);

/**
 * `deletions` has one row after the first deletion: every event ever stored has a lower `seq` than
 * `next`, `events` were deleted, and `in_file` tells whether the file may still contain bytes of
 * some. `erased` has the completed erasures, `first_seen` the first dates of companies whose events
 * were deleted by retention.
 */
const deletionTables = [
  'CREATE TABLE IF NOT EXISTS deletions (next BIGINT NOT NULL, events BIGINT NOT NULL, in_file BOOLEAN NOT NULL)',
  'CREATE TABLE IF NOT EXISTS erased (id VARCHAR PRIMARY KEY)',
  'CREATE TABLE IF NOT EXISTS first_seen (artifact INTEGER NOT NULL, match VARCHAR NOT NULL, company VARCHAR NOT NULL, ' +
    'low BOOLEAN NOT NULL, first TIMESTAMP NOT NULL, PRIMARY KEY (artifact, match, company, low))',
];

/**
 * `changed_decisions`: from snapshot `last_event` on, the decision about the event at `seq` is
 * inverted. `counting_changes`: when an older store started to deduplicate requests.
 */
const decisionTables = [
  'CREATE TABLE IF NOT EXISTS changed_decisions (seq BIGINT NOT NULL, last_event BIGINT NOT NULL)',
  'CREATE TABLE IF NOT EXISTS counting_changes (time TIMESTAMP NOT NULL)',
];

/**
 * Creates or migrates the tables in one transaction; returns the columns of the event table in
 * order. Throws for a newer version, or if the columns do not match the version, without changing
 * anything.
 */
export async function migrateTables(connection: DuckDBConnection, epochs: readonly Epoch[]): Promise<string[]> {
  let found = await columnNames(connection, 'events');
  let version = found.length === 0 ? storeVersion : await readStoreVersion(connection);
  if (version > storeVersion)
    throw new Error(
      `The event store was written by a newer version of Landfall: version ${version}, supported up to ` +
        `${storeVersion}. Nothing was changed. Start the newer version on this folder.`,
    );
  let expected = duckdbColumns.filter(({ since }) => since <= version).map(({ name }) => name);
  if (found.length > 0 && found.toSorted().join() !== expected.toSorted().join())
    throw new Error(
      `The event store is damaged: its columns (${found.join(', ')}) are not those of version ${version}. Nothing was ` +
        `changed. Restore events.duckdb from a backup.`,
    );
  let definition = ({ name, type }: { name: string; type: string }) => `${name} ${type}`;
  let steps =
    found.length === 0
      ? [`CREATE TABLE events (${duckdbColumns.map(definition).join(', ')})`, emptySummaries]
      : duckdbColumns
          .filter(({ since }) => since > version)
          .map((column) => `ALTER TABLE events ADD COLUMN ${definition(column)} DEFAULT ${column.before}`);
  let hasOldEvents = found.length > 0 && version < decisionsSince && (await hasRows(connection, 'events'));
  let hasSummaries = (await columnNames(connection, valueDays)).length > 0;
  await connection.run('BEGIN');
  // Those of an earlier version are made again, in the background.
  if (!hasSummaries) await recreateTables(connection);
  for (let step of [
    artifactTable,
    journalTable,
    ...deletionTables,
    ...decisionTables,
    ...summaryTables,
    'CREATE TABLE IF NOT EXISTS store (version INTEGER NOT NULL)',
    ...steps,
    'DELETE FROM store',
    `INSERT INTO store VALUES (${storeVersion})`,
  ])
    await connection.run(step);
  if (hasOldEvents) await connection.run(`INSERT INTO counting_changes VALUES (make_timestamp(${Date.now()}000))`);
  // Before, an event had the same position in journal and table. An edge of the current version may
  // already have started an epoch, whose positions start at 0.
  if (found.length > 0 && version < journalsSince)
    for (let { node, epoch } of epochs.filter(({ fields }) => !fields.some((name) => laterFields.has(name))))
      await connection.run(
        'INSERT INTO journals SELECT $1, $2, coalesce(max(seq) + 1, 0) FROM events ON CONFLICT DO NOTHING',
        [node, epoch],
      );
  await connection.run('COMMIT');
  return columnNames(connection, 'events');
}

async function hasRows(connection: DuckDBConnection, table: string): Promise<boolean> {
  return (await (await connection.run(`SELECT 1 FROM ${table} LIMIT 1`)).getRows()).length > 0;
}

export async function readStoreVersion(connection: DuckDBConnection): Promise<number> {
  if ((await columnNames(connection, 'store')).length === 0) return 1;
  let rows = await (await connection.run('SELECT max(version) FROM store')).getRows();
  return Number(rows[0]?.[0] ?? 1);
}

/** Empty if the table does not exist. */
export async function columnNames(connection: DuckDBConnection, table: string, database?: string): Promise<string[]> {
  let name = database === undefined ? table : `${database}.${table}`;
  try {
    // The engine's own list of columns parses every view first.
    return (await connection.run(`SELECT * FROM ${name} LIMIT 0`)).columnNames();
  } catch (error) {
    if (error instanceof Error && /^Catalog Error: Table with name \S+ does not exist/.test(error.message)) return [];
    throw error;
  }
}

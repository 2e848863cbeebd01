/**
 * Tables on ClickHouse and their version. Steps are repeatable, so an interrupted upgrade resumes
 * at the next start.
 */
import { storeVersion } from '../duckdb/columns';
import type { Clickhouse } from './client';
import { clickhouseColumns } from './columns';

/**
 * `progress` has the position of each journal, and without an epoch the number of the last event.
 * The others are as in the embedded store. Duplicate rows have no effect.
 */
const tables = [
  'artifacts (key Int32, type String, id String, owner String) ENGINE = ReplacingMergeTree ORDER BY key',
  'progress (node String, epoch String, next UInt64) ENGINE = ReplacingMergeTree(next) ORDER BY (node, epoch)',
  'changed_decisions (seq UInt64, last_event UInt64) ENGINE = ReplacingMergeTree ORDER BY (seq, last_event)',
  'erased (id String) ENGINE = ReplacingMergeTree ORDER BY id',
  'first_seen (artifact Int32, match String, company String, low UInt8, first Int64) ENGINE = MergeTree ' +
    'ORDER BY (artifact, match, company, low)',
];

/** Insert tokens a server remembers. */
const tokensKept = 10_000;

/**
 * Without partitions an insert is one part, and so atomic. The index by `seq` skips blocks for
 * snapshots and for the shipper.
 */
const eventTable =
  `CREATE TABLE IF NOT EXISTS events (${clickhouseColumns.map(({ name, type }) => `${name} ${type}`).join(', ')}, ` +
  'INDEX by_seq seq TYPE minmax GRANULARITY 1, INDEX by_id id TYPE bloom_filter GRANULARITY 4) ' +
  `ENGINE = MergeTree ORDER BY (artifact, time, seq) SETTINGS non_replicated_deduplication_window = ${tokensKept}`;

/** Throws for tables of a newer version, without changing them. */
export async function migrateShard({ ask, run, insert }: Clickhouse): Promise<void> {
  let version = await versionIn(ask);
  if (version !== undefined && version > storeVersion)
    throw new Error(
      `The events on ClickHouse were written by a newer version of Landfall: version ${version}, supported up to ` +
        `${storeVersion}. Nothing was changed. Start the newer version.`,
    );
  if (version === storeVersion) return;
  for (let table of tables) await run(`CREATE TABLE IF NOT EXISTS ${table}`);
  await run(eventTable);
  for (let { name, type, since, before } of clickhouseColumns)
    if (version !== undefined && since > version)
      await run(`ALTER TABLE events ADD COLUMN IF NOT EXISTS ${name} ${type}${before && ` DEFAULT ${before}`}`);
  await run('CREATE TABLE IF NOT EXISTS store (version UInt32) ENGINE = MergeTree ORDER BY version');
  await insert('store', [{ version: storeVersion }]);
}

/** Undefined if tables are missing. */
async function versionIn(ask: Clickhouse['ask']): Promise<number | undefined> {
  let [table] = await ask(
    `SELECT count() AS size FROM system.tables WHERE database = currentDatabase() AND name = 'store'`,
  );
  if (Number(table?.size) === 0) return undefined;
  let [row] = await ask('SELECT count() AS size, max(version) AS version FROM store');
  return Number(row?.size) === 0 ? undefined : Number(row!.version);
}

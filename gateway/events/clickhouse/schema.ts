/**
 * The tables of events on ClickHouse and their version. Steps are repeatable, so an interrupted
 * upgrade resumes at the next start.
 */
import { storeVersion } from '../write/store-version';
import type { Clickhouse } from './client';
import { clickhouseColumns } from './columns';
import { create, everywhere, fromAllServers, onCluster, ownTable, type Table } from './definitions';
import { identifier, literal } from './literals';

/** The position of each journal, and without an epoch the number of the last event. */
const progress: Table = {
  name: 'progress',
  columns: 'node String, epoch String, next UInt64',
  replaced: 'next',
  order: '(node, epoch)',
};

const arrivals: Table = {
  name: 'arrivals',
  columns:
    'node String, epoch String, place UInt64, after UInt64, next UInt64, time Int64, header String, record String',
  replaced: true,
  order: '(node, epoch, place)',
};

/**
 * Without partitions an insert is one part, and so atomic. The index by `seq` skips blocks for
 * snapshots and for the shipper.
 */
const events: Table = {
  name: 'events',
  columns: clickhouseColumns.map(({ name, type }) => `${name} ${type}`).join(', '),
  order: '(artifact, time, seq)',
  indexes: 'INDEX by_seq seq TYPE minmax GRANULARITY 1, INDEX by_id id TYPE bloom_filter GRANULARITY 4',
  codec: 'ZSTD',
  hasTokens: true,
};

/** The others are as in the embedded store. Duplicate rows have no effect. */
const tables: readonly Table[] = [
  { name: 'artifacts', columns: 'key Int32, type String, id String, owner String', replaced: true, order: 'key' },
  progress,
  {
    name: 'changed_decisions',
    columns: 'seq UInt64, last_event UInt64',
    replaced: true,
    order: '(seq, last_event)',
  },
  { name: 'erased', columns: 'id String', replaced: true, order: 'id' },
  {
    name: 'first_seen',
    columns: 'artifact Int32, match String, company String, low UInt8, first Int64',
    order: '(artifact, match, company, low)',
  },
  events,
];

/** The shard with the events of each partition, counted from 0: the one of the last place. */
export const shardsTable = 'partition_shards';
const partitionShards: Table = {
  name: shardsTable,
  columns: 'partition UInt32, shard UInt32, place UInt64',
  replaced: 'place',
  order: 'partition',
};

/** Last, as it says that the others exist. */
const store: Table = { name: 'store', columns: 'version UInt32', order: 'version' };

/** Creates what edge nodes write to; any node may be the first. */
export async function createArrivalsTable(server: Clickhouse): Promise<void> {
  // A statement for all servers needs all of them.
  if (server.cluster !== undefined && (await engineOf(server, arrivals.name)) !== undefined) return;
  await create(server, [progress, arrivals]);
}

export function createMovesTable(server: Clickhouse): Promise<void> {
  return create(server, [{ name: 'moves', columns: 'id String', replaced: true, order: 'id' }]);
}

/** Throws for tables of a newer version or for those of another kind, without changing them. */
export async function migrateTables(server: Clickhouse): Promise<void> {
  let { run, insert, database, cluster } = server;
  let version = await versionIn(server);
  if (version !== undefined && version > storeVersion)
    throw new Error(
      `The events on ClickHouse were written by a newer version of Landfall: version ${version}, supported up to ` +
        `${storeVersion}. Nothing was changed. Start the newer version.`,
    );
  await checkCluster(server);
  if (version === storeVersion && (await isOnAllServers(server, store.name))) return;
  if (cluster !== undefined) await run(`CREATE DATABASE IF NOT EXISTS ${identifier(database)}${onCluster(server)}`);
  await create(server, cluster === undefined ? tables : [...tables, arrivals, partitionShards]);
  for (let { name, type, since, before } of clickhouseColumns)
    if (version !== undefined && since > version)
      for (let table of everywhere(server, events.name))
        await run(`ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${name} ${type}${before && ` DEFAULT ${before}`}`);
  await create(server, [store]);
  if (version !== storeVersion) await insert('store', [{ version: storeVersion }]);
}

/** Throws if the tables or the cluster are not what is expected. */
async function checkCluster(server: Clickhouse): Promise<void> {
  let { ask, cluster, servers } = server;
  let engine = await engineOf(server, events.name);
  if (engine !== undefined && (engine === 'Distributed') !== (cluster !== undefined))
    throw wrong(
      cluster === undefined
        ? 'the database belongs to a cluster. Set EVENTS_CLUSTER_NAME.'
        : 'the database has events of a single server. Use a new one, and copy them with "landfall move".',
    );
  if ((await engineOf(server, 'shard')) !== undefined)
    throw wrong(
      'the database has some of the events of an installation with several. Copy them to a new database with ' +
        '"landfall move".',
    );
  if (cluster === undefined) return;
  if ((await engineOf(server, 'owner_shards')) !== undefined)
    throw wrong('an earlier version chose a shard for each owner. Use a new database, and import the exported events.');
  if (servers === 0) throw wrong(`the server knows no cluster ${cluster}. Correct EVENTS_CLUSTER_NAME.`);
  let [found] = await ask(
    `SELECT max(shard_weight) AS weight FROM system.clusters WHERE cluster = ${literal(cluster)}`,
  );
  // Numbers of shards would mean other ones.
  if (Number(found?.weight) !== 1) throw wrong(`a shard of the cluster ${cluster} has a weight. Remove it.`);
}

/** Whether no server of the cluster lacks this table, of those that are on every server whole. */
export async function isOnAllServers({ ask, cluster, servers }: Clickhouse, table: string): Promise<boolean> {
  if (cluster === undefined) return true;
  let [row] = await ask(
    `SELECT max(total_replicas) AS size FROM system.replicas WHERE database = currentDatabase() AND table = $1`,
    [table],
  );
  return Number(row?.size) >= servers;
}

async function sizeEverywhere(server: Clickhouse, table: string, where = ''): Promise<number> {
  let { from, settings } = fromAllServers(server, table);
  let [row] = await server.ask(`SELECT count() AS size FROM ${from}${where}${settings}`);
  return Number(row?.size);
}

/** Whether a deletion of events is not completed, of this process or of an earlier one. */
export async function isDeletingEvents(server: Clickhouse): Promise<boolean> {
  let table = `database = ${literal(server.database)} AND table = ${literal(ownTable(server, 'events'))}`;
  return (await sizeEverywhere(server, 'mutations', ` WHERE ${table} AND NOT is_done`)) > 0;
}

/** Whether all servers have all records that edges have sent. */
export async function haveAllArrivals(server: Clickhouse): Promise<boolean> {
  if (server.cluster === undefined) return true;
  if (!(await allServersRespond(server))) return false;
  let table = `database = ${literal(server.database)} AND table = ${literal(arrivals.name)}`;
  return (await sizeEverywhere(server, 'replicas', ` WHERE ${table} AND absolute_delay > 0`)) === 0;
}

/** A statement for all servers would wait for those that are away. */
export async function allServersRespond(server: Clickhouse): Promise<boolean> {
  return (await sizeEverywhere(server, 'one')) >= server.servers;
}

function wrong(sentence: string): Error {
  return new Error(`The events on ClickHouse: ${sentence}`);
}

async function engineOf({ ask }: Clickhouse, table: string): Promise<string | undefined> {
  let [row] = await ask(
    `SELECT engine FROM system.tables WHERE database = currentDatabase() AND name = ${literal(table)}`,
  );
  return row && String(row.engine);
}

/** Undefined if tables are missing. */
async function versionIn(server: Clickhouse): Promise<number | undefined> {
  if ((await engineOf(server, store.name)) === undefined) return undefined;
  let [row] = await server.ask('SELECT count() AS size, max(version) AS version FROM store');
  return Number(row?.size) === 0 ? undefined : Number(row!.version);
}

export async function shardCount({ ask, cluster = '' }: Pick<Clickhouse, 'ask' | 'cluster'>): Promise<number> {
  let [row] = await ask(`SELECT max(shard_num) AS size FROM system.clusters WHERE cluster = ${literal(cluster)}`);
  return Number(row?.size);
}

/** ClickHouse over HTTP, each request with a time limit. Errors say what to do. */
import { setTimeout as pause } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { greatest } from 'contract/floor/extremes';
import { ClickHouseLogLevel, createClient, type ClickHouseClient, type ClickHouseSettings } from '@clickhouse/client';
import { parseAddress, type ClickhouseAddress } from './address';
import { isSharded, onCluster } from './definitions';
import { explain, isPassing } from './explain';
import { identifier, literal, withValues } from './literals';
import { keysOf } from 'contract/floor/keys-of';
import type { EngineRow } from '../query/dialect';

/** `https://user:password@host:8443/database`, and the name under which ClickHouse knows its servers. */
export interface ServerAddress {
  url: string;
  cluster?: string | undefined;
}

export interface Clickhouse {
  database: string;
  /** Undefined for one server. */
  cluster: string | undefined;
  /** How many the cluster has. */
  servers: number;
  ask(text: string, parameters?: readonly string[]): Promise<EngineRow[]>;
  /** Inserts rows atomically, in one block. */
  insert(table: string, rows: readonly object[], token?: string): Promise<void>;
  /** Resolves when the statement has taken effect, which can happen after `signal` as well. */
  run(text: string, parameters?: readonly string[], signal?: AbortSignal): Promise<void>;
  /** Begins a deletion. Each server completes it when it can. */
  begin(text: string): Promise<void>;
  /** Health check: rejects quickly if queries cannot be answered. */
  look(): Promise<void>;
  close(): Promise<void>;
}

const askLimitMs = 60_000;
const lookLimitMs = 3_000;
const changeLimitMs = 3_600_000;
const connectionsMax = 10;
/** Below the time limit of a request. */
const quorumLimitMs = 30_000;
/** For what is over in a moment: a replica that is behind, or another insert into the table. */
const againAfterMs = 100;
const triesMax = 50;

/** Oldest supported version. */
const versionMin = [25, 3] as const;

export async function connect({ url, cluster }: ServerAddress): Promise<Clickhouse> {
  let address = parseAddress(url);
  let ofCluster = cluster === undefined ? {} : clusterSettings;
  let client = clientOf(address);
  let changes = clientOf(address, changeLimitMs);
  let looks = clientOf(address, lookLimitMs);
  let shards: number[] = [];
  async function close(): Promise<void> {
    for (let one of [client, changes, looks]) await one.close();
  }
  try {
    await makeDatabase(address, cluster);
    let [row] = await rowsOf(client, 'SELECT version() AS version');
    refuseOld(String(row?.version));
    if (cluster !== undefined) shards = await shardSizes(client, cluster);
  } catch (error) {
    await close();
    throw explain(url, error);
  }

  async function explained<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await work();
      } catch (error) {
        if (tries === triesMax || !isPassing(error)) throw explain(url, error);
        await pause(againAfterMs);
      }
    }
  }

  let servers = shards.reduce((sum, size) => sum + size, 0);
  // For tables that all servers have: most servers; of two shards half, so that one goes on alone.
  let [most, left] = [Math.floor(servers / 2) + 1, servers - greatest(shards)];
  let quorum = left > 1 ? Math.min(most, left) : most;
  let ofInsert = (table: string | undefined, token = uuidv7()) =>
    cluster !== undefined && {
      ...clusterSettings,
      insert_deduplication_token: token,
      ...(table !== undefined && !isSharded(table) && { insert_quorum: String(quorum) }),
    };

  return {
    database: address.database,
    cluster,
    servers,
    ask: (text, parameters = []) =>
      explained(() => rowsOf(client, withValues(text, parameters), { ...askSettings, ...ofCluster })),
    async insert(table, rows, token) {
      if (rows.length === 0) return;
      let columns = keysOf(rows[0]!);
      let clickhouse_settings = { ...ofInsert(table), ...oneBlock(rows.length, token) };
      let named = token === undefined ? {} : { query_id: token };
      await explained(() =>
        client.insert({ table, values: [...rows], columns, format: 'JSONEachRow', ...named, clickhouse_settings }),
      );
    },
    async run(text, parameters = [], signal = new AbortController().signal) {
      signal.throwIfAborted();
      let [, inserted] = /^INSERT INTO (\w+)/.exec(text) ?? [];
      let settings = { ...usualSettings, ...ofInsert(inserted), mutations_sync: '2', wait_end_of_query: 1 } as const;
      await explained(() =>
        changes.command({ query: withValues(text, parameters), clickhouse_settings: settings, abort_signal: signal }),
      );
    },
    async begin(text) {
      let clickhouse_settings = {
        ...usualSettings,
        ...ofCluster,
        mutations_sync: '0',
        distributed_ddl_task_timeout: '0',
      } as const;
      await explained(() => changes.command({ query: text, clickhouse_settings }));
    },
    look: async () => void (await explained(() => rowsOf(looks, 'SELECT 1'))),
    close,
  };
}

/** Column names take precedence over aliases, as in DuckDB. */
const usualSettings = {
  prefer_column_name_to_alias: 1,
  count_distinct_implementation: 'uniqExact',
  output_format_json_named_tuples_as_objects: 1,
  join_use_nulls: 0,
  max_query_size: '100000000',
} as const;

/** Cancels the query when the client disconnects. */
const askSettings = {
  ...usualSettings,
  max_execution_time: askLimitMs / 1_000,
  cancel_http_readonly_queries_on_client_close: 1,
} as const;

/**
 * An insert is on several replicas when it resolves, and questions see the inserts before them
 * (docs/decisions/0004-scale.md): all that concerns a shard goes to its first replica that is there and not
 * behind. A statement that copies rows sends them to the shard they name.
 */
const clusterSettings = {
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  insert_quorum_timeout: quorumLimitMs,
  insert_deduplicate: 0,
  select_sequential_consistency: '1',
  load_balancing: 'in_order',
  max_replica_delay_for_distributed_queries: '1',
  fallback_to_stale_replicas_for_distributed_queries: 0,
  prefer_localhost_replica: 0,
  distributed_foreground_insert: 1,
  parallel_distributed_insert_select: '0',
  distributed_product_mode: 'local',
  distributed_ddl_task_timeout: String(changeLimitMs / 1_000),
  optimize_skip_unused_shards: 1,
} as const;

function oneBlock(rows: number, token: string | undefined): ClickHouseSettings {
  let size = String(Math.max(rows, 1_048_576));
  return {
    async_insert: 0,
    input_format_parallel_parsing: 0,
    max_insert_block_size: size,
    min_insert_block_size_rows: size,
    min_insert_block_size_bytes: '0',
    wait_end_of_query: 1,
    ...(token !== undefined && { insert_deduplicate: 1, insert_deduplication_token: token }),
  };
}

function clientOf({ origin, username, password, database }: ClickhouseAddress, limitMs = askLimitMs): ClickHouseClient {
  return createClient({
    url: origin,
    username,
    password,
    database,
    request_timeout: limitMs,
    max_open_connections: connectionsMax,
    application: 'landfall',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
    log: { level: ClickHouseLogLevel.OFF },
  });
}

/** A user without the right to create databases uses an existing one. */
async function makeDatabase(address: ClickhouseAddress, cluster: string | undefined): Promise<void> {
  let client = clientOf({ ...address, database: 'default' });
  try {
    let name = address.database;
    let [found] = await rowsOf(
      client,
      withValues('SELECT count() AS size FROM system.databases WHERE name = $1', [name]),
    );
    if (Number(found?.size) === 0)
      await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${identifier(name)}${onCluster({ cluster })}` });
  } finally {
    await client.close();
  }
}

/** The replicas of each shard. */
async function shardSizes(client: ClickHouseClient, cluster: string): Promise<number[]> {
  let where = `WHERE cluster = ${literal(cluster)} GROUP BY shard_num`;
  let rows = await rowsOf(client, `SELECT count() AS size FROM system.clusters ${where}`);
  return rows.map(({ size }) => Number(size));
}

async function rowsOf(
  client: ClickHouseClient,
  query: string,
  clickhouse_settings: ClickHouseSettings = {},
): Promise<EngineRow[]> {
  let answer = await client.query({ query, format: 'JSONCompact', clickhouse_settings });
  let { meta = [], data } = await answer.json<unknown[]>();
  let readers = meta.map(({ name, type }) => [name, isLong(type) ? longOf : (value: unknown) => value] as const);
  return data.map((values) => Object.fromEntries(readers.map(([name, read], i) => [name, read(values[i])])));
}

function isLong(type: string): boolean {
  return /^(Nullable\()?U?Int64\)?$/.test(type);
}

function longOf(value: unknown): bigint | null {
  return value === null ? null : BigInt(String(value));
}

function refuseOld(version: string): void {
  let [major, minor] = versionMin;
  let [first = 0, second = 0] = version.split('.').map(Number);
  if (first < major || (first === major && second < minor))
    throw new Error(`version ${version} is too old. Use ${versionMin.join('.')} or newer`);
}

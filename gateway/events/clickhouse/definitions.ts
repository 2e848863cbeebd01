/**
 * Prints the definitions of tables: plain ones on one server; in a cluster replicated ones, with one
 * that is distributed over the shards for rows that belong to owners.
 */
import { countTables, visitorTables } from '../summaries/summary-tables';
import { identifier, literal } from './literals';

export interface Table {
  name: string;
  columns: string;
  /** Of rows with the same key, the last one stays, or the one with the highest value of a column. */
  replaced?: true | string;
  order: string;
  indexes?: string;
  /** How columns are compressed. */
  codec?: string;
  /** Remembers the tokens of inserts. */
  hasTokens?: true;
}

interface Place {
  database: string;
  /** Undefined for one server. */
  cluster: string | undefined;
}

type ClusterName = Pick<Place, 'cluster'>;

/** Tokens a table remembers, in a cluster for as many seconds. */
const tokensKept = 10_000;
const tokenSeconds = 604_800;

/** Tables with rows of owners, each owner's on one shard. The others are on every server whole. */
const sharded: ReadonlySet<string> = new Set(['events', ...[...visitorTables, ...countTables].map(({ name }) => name)]);

export function isSharded(table: string): boolean {
  return sharded.has(table);
}

/** For a statement that is run on every server. */
export function onCluster({ cluster }: ClusterName): string {
  return cluster === undefined ? '' : ` ON CLUSTER ${identifier(cluster)}`;
}

/** The name of the table with a server's own rows. */
export function ownTable({ cluster }: ClusterName, table: string): string {
  return cluster !== undefined && isSharded(table) ? `${table}_local` : table;
}

/** The same on all servers: `ALTER` takes no other. */
export function rowsOn(place: ClusterName, table: string): string {
  return `${ownTable(place, table)}${onCluster(place)}`;
}

/** All tables of that name, on all servers. */
export function everywhere(place: ClusterName, table: string): string[] {
  return [...new Set([rowsOn(place, table), `${table}${onCluster(place)}`])];
}

/** A table of `system` as all servers have it that respond. */
export function fromAllServers({ cluster }: ClusterName, table: string): { from: string; settings: string } {
  if (cluster === undefined) return { from: `system.${table}`, settings: '' };
  let from = `clusterAllReplicas(${literal(cluster)}, system.${table})`;
  return { from, settings: ' SETTINGS skip_unavailable_shards = 1' };
}

function definitionsOf(table: Table, { database, cluster }: Place): string[] {
  let { name, columns, replaced, order, indexes, codec, hasTokens } = table;
  let engine = `${replaced ? 'Replacing' : ''}MergeTree`;
  let version = typeof replaced === 'string' ? [replaced] : [];
  let stored = codec ? columns.replaceAll(/(?=, |$)/g, ` CODEC(${codec})`) : columns;
  let rows = indexes ? `${stored}, ${indexes}` : stored;
  if (cluster === undefined) {
    let tokens = hasTokens ? ` SETTINGS non_replicated_deduplication_window = ${tokensKept}` : '';
    return [`${createSql(name)} (${rows}) ENGINE = ${engine}(${version.join('')}) ORDER BY ${order}${tokens}`];
  }
  let on = onCluster({ cluster });
  let replicated = (called: string, shard: string, replica: string) => {
    let place = [literal(`/clickhouse/tables/${shard}/${database}/${called}`), literal(replica)];
    return `Replicated${engine}(${[...place, ...version].join(', ')}) ORDER BY ${order}`;
  };
  if (!isSharded(name))
    return [`${createSql(name)}${on} (${rows}) ENGINE = ${replicated(name, 'all', '{shard}-{replica}')}`];
  let tokens = hasTokens
    ? ` SETTINGS replicated_deduplication_window = ${tokensKept}, ` +
      `replicated_deduplication_window_seconds = ${tokenSeconds}`
    : '';
  let place = [cluster, database, `${name}_local`].map(literal).join(', ');
  return [
    `${createSql(`${name}_local`)}${on} (shard UInt32, ${rows}) ENGINE = ${replicated(name, '{shard}', '{replica}')}${tokens}`,
    `${createSql(name)}${on} (shard UInt32, ${columns}) ENGINE = Distributed(${place}, shard)`,
  ];
}

function createSql(name: string): string {
  return `CREATE TABLE IF NOT EXISTS ${name}`;
}

interface Server extends Place {
  run(text: string): Promise<void>;
}

/** Leaves tables of the same name as they are. */
export async function create(server: Server, tables: readonly Table[]): Promise<void> {
  for (let table of tables) for (let statement of definitionsOf(table, server)) await server.run(statement);
}

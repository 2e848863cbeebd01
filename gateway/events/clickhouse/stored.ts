/** What the database has: progress, artifacts, and whether a sent range was stored. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  artifactFrom,
  createArtifactKeys,
  inPartitions,
  type Artifact,
  type ArtifactKeys,
} from '../shape/artifact-keys';
import type { RequestQuery, StoredRequest } from '../write/count-decisions';
import { hashOf, type Dialect } from '../query/dialect';
import { firstOf, partitionIn } from '../shape/ends';
import type { Clickhouse } from './client';
import { fromAllServers } from './definitions';
import { clickhouseDialect, countedAmong } from './dialect';
import { literal } from './literals';
import { onShard, type ShardRows } from './shards';
import { epochIn, inSpans, withoutPartition, type Span } from './spans';

/** How long a server may keep writing rows after the sender has disconnected. */
const goesOnMs = 10_000;
const lookMs = 100;

/** How far partitions are stored, and the position of each journal in each of them. */
export interface PartitionProgress {
  ends: number[];
  /** By epoch, then by partition. */
  places: Map<string, { node: string; of(partition: number): number }>;
}

export async function partitionProgress({ ask }: Pick<Clickhouse, 'ask'>): Promise<PartitionProgress> {
  let rows = await ask('SELECT node, epoch, max(next) AS next FROM progress GROUP BY node, epoch');
  let ends: number[] = [];
  let reached = new Map<string, number>();
  let nodes = new Map<string, string>();
  for (let { node, epoch, next } of rows) {
    let name = String(epoch);
    if (name === '') ends[Number(node)] = Number(next);
    else {
      reached.set(name, Number(next));
      nodes.set(withoutPartition(name), String(node));
    }
  }
  let places: PartitionProgress['places'] = new Map();
  for (let [epoch, node] of nodes) {
    // What came before partitions, and what all of them have.
    let common = reached.get(epoch) ?? 0;
    places.set(epoch, { node, of: (partition) => Math.max(common, reached.get(epochIn(epoch, partition)) ?? 0) });
  }
  return { ends, places };
}

/**
 * Whether the table, or a shard, has these rows of a range. Other events may have been stored in their
 * place.
 */
export async function isStored(
  { ask }: Clickhouse,
  spans: readonly Span[],
  { shard, events }: ShardRows,
): Promise<boolean> {
  let borders = [...new Set([events[0], events.at(-1)])].filter((row) => row !== undefined).map(({ id }) => String(id));
  let own = borders.length === 0 ? '0' : clickhouseDialect.hasId(borders);
  let [row] = await ask(
    `SELECT count() AS size, countIf(${own}) AS own, max(seq) AS last FROM events WHERE ${onShard(shard)}(${inSpans(spans)})`,
  );
  let [size, found, last] = [row?.size, row?.own, row?.last].map(Number);
  if (size === 0) return false;
  if (size !== events.length || found !== borders.length || last !== Number(events.at(-1)?.seq)) throw isForeign();
  return true;
}

export async function readServerArtifacts({ ask }: Clickhouse): Promise<ArtifactKeys> {
  let rows = await ask('SELECT DISTINCT key, type, id, owner FROM artifacts ORDER BY key');
  return createArtifactKeys(
    rows.map(({ key, type, id, owner }): [number, Artifact] => [Number(key), artifactFrom(type, id, owner)]),
    inPartitions,
  );
}

/** A server may keep writing rows after the sender has lost the connection. */
export async function waitForInsert(server: Clickhouse, token: string): Promise<void> {
  let started = performance.now();
  // A server that does not answer is not waited for: its table knows the token.
  let { from, settings } = fromAllServers(server, 'processes');
  for (;;) {
    let where = 'WHERE initial_query_id = $1';
    let [row] = await server.ask(`SELECT count() AS size FROM ${from} ${where}${settings}`, [token]);
    if (Number(row?.size) === 0) return;
    if (performance.now() - started > goesOnMs) throw new Error('ClickHouse is still processing earlier events.');
    await pause(lookMs);
  }
}

/** Stored requests of some origins, with the current decisions. */
export async function findServerRequests(
  { ask }: Clickhouse,
  { isAmong }: Pick<Dialect, 'isAmong'>,
  { artifacts, origins, paths, before, first, until }: RequestQuery,
  end: number,
): Promise<StoredRequest[]> {
  let path = paths.length === 0 ? '0' : `request_path IN (${paths.map(literal).join(', ')})`;
  let found =
    `events WHERE ${isAmong(artifacts)} AND time >= ${before} AND time <= ${until} AND ` +
    `${clickhouseDialect.isOneOf('origin_id', origins)} AND (type = 'manifest-fetch' OR ${path}) ` +
    `AND request_path <> '' AND NOT do_not_track`;
  let counted = countedAmong(`SELECT seq FROM ${found}`, end);
  let rows = await ask(
    'SELECT seq, id, time, version, request_path, type, is_counted, artifact, origin_id FROM ' +
      `(SELECT *, ${counted} AS is_counted FROM ${found}) AS found WHERE is_counted OR time >= ${first}`,
  );
  return rows.map((row) => ({
    seq: Number(row.seq),
    id: String(row.id),
    time: Number(row.time),
    version: String(row.version),
    requestPath: String(row.request_path),
    isManifest: row.type === 'manifest-fetch',
    isCounted: Boolean(row.is_counted),
    artifact: Number(row.artifact),
    originId: hashOf(row.origin_id),
  }));
}

function isForeign(): Error {
  return new Error(
    'The database of EVENTS_URL has events that this server has not sent: another one ' +
      'writes to it. Use separate databases for each installation.',
  );
}

/** The error of a database that lacks events; the numbers are of one partition. */
export function isOlder(end: number, shipped: number): Error {
  let before = firstOf(partitionIn(shipped));
  return new Error(
    `The database of EVENTS_URL has ${Math.max(0, end - before)} events, and ${shipped - before} were sent by this ` +
      'installation. Correct EVENTS_URL, or restore the database. To continue with its events, delete the notes that ' +
      'begin with "events shipped" and "events on their way" from PostgreSQL.',
  );
}

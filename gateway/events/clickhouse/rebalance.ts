/**
 * Moves partitions of owners between the shards of a cluster, until the shards are balanced. No
 * process may store events meanwhile. What an interrupted run has left is deleted by the next one.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { greatest, least } from 'contract/floor/extremes';
import { partitionOf } from '../shape/ends';
import { connect, type Clickhouse, type ServerAddress } from './client';
import { clickhouseColumns } from './columns';
import { rowsOn } from './definitions';
import { noteDeletion } from './follower';
import { migrateTables, shardCount, shardsTable } from './schema';
import { openShards } from './shards';
import { createSummaryTables } from './summary-parts';
import { columnsOf, rowTables } from './summary-rows';
import { scopeOf } from './summary-scopes';

interface PartitionSize {
  partition: number;
  shard: number;
  events: number;
}

export interface PartitionMove extends PartitionSize {
  /** `shard` is where it was. */
  to: number;
}

/** Shards are balanced if they differ by less, as a share of their mean. */
const tolerance = 0.1;
/** Until every dashboard knows that a partition has moved, which each looks for every second. */
const readersMs = 10_000;

/** Moves a partition from the fullest to the emptiest shard as long as that balances them. */
export function planMoves(sizes: readonly PartitionSize[], shards: number): PartitionMove[] {
  let places = sizes.map((size) => ({ ...size, to: size.shard }));
  let mean = sizes.reduce((sum, { events }) => sum + events, 0) / shards;
  for (;;) {
    let totals = Array.from({ length: shards }, (_, shard) =>
      places.reduce((sum, { to, events }) => sum + (to === shard ? events : 0), 0),
    );
    let [fullest, emptiest] = [totals.indexOf(greatest(totals)), totals.indexOf(least(totals))];
    let gap = totals[fullest]! - totals[emptiest]!;
    let distance = ({ events }: PartitionSize) => Math.abs(gap / 2 - events);
    let [best] = places
      .filter(({ to, events }) => to === fullest && events > 0 && events < gap)
      .sort((a, b) => distance(a) - distance(b) || a.events - b.events);
    if (!best || gap <= tolerance * mean) return places.filter(({ shard, to }) => shard !== to);
    best.to = emptiest;
  }
}

interface RebalanceOptions {
  /** Only returns the moves. */
  isCheck: boolean;
  tell: (move: PartitionMove) => void;
}

/**
 * Resolves with the moves. Throws if a shard is away or a copy differs; reports are right even then.
 */
export async function rebalance(address: ServerAddress, { isCheck, tell }: RebalanceOptions): Promise<PartitionMove[]> {
  let server = await connect(address);
  try {
    await migrateTables(server);
    await createSummaryTables(server);
    let shards = await openShards(server);
    let artifacts = await artifactsByPartition(server);
    let stored = await storedSizes(server, artifacts);
    let isInPlace = ({ partition, shard }: PartitionSize) => shard === shards.shardIn(partition);
    let moves = planMoves(stored.filter(isInPlace), await shardCount(server));
    if (isCheck) return moves;
    await remove(
      server,
      artifacts,
      stored.filter((size) => !isInPlace(size)),
    );
    for (let move of moves) {
      await copy(server, artifacts, move);
      await place(server, move);
      tell(move);
    }
    await remove(server, artifacts, moves);
    return moves;
  } finally {
    await server.close();
  }
}

/** Keys of artifacts. */
type ByPartition = ReadonlyMap<number, readonly number[]>;

async function artifactsByPartition({ ask }: Clickhouse): Promise<ByPartition> {
  let found = new Map<number, number[]>();
  for (let { key, owner } of await ask('SELECT DISTINCT key, owner FROM artifacts')) {
    let partition = partitionOf(String(owner));
    let keys = found.get(partition);
    if (keys) keys.push(Number(key));
    else found.set(partition, [Number(key)]);
  }
  return found;
}

async function storedSizes({ ask }: Clickhouse, artifacts: ByPartition): Promise<PartitionSize[]> {
  let rows = await ask('SELECT artifact, shard, count() AS events FROM events GROUP BY artifact, shard');
  let partitions = new Map([...artifacts].flatMap(([partition, keys]) => keys.map((key) => [key, partition])));
  let sizes = new Map<string, PartitionSize>();
  for (let row of rows) {
    let [partition, shard] = [partitions.get(Number(row.artifact))!, Number(row.shard)];
    let size = sizes.get(`${partition} ${shard}`) ?? { partition, shard, events: 0 };
    sizes.set(`${partition} ${shard}`, { ...size, events: size.events + Number(row.events) });
  }
  return [...sizes.values()];
}

/** What moves. Events are first: they tell what an interrupted run has left. */
const movedTables: readonly { name: string; columns: readonly string[]; number: string }[] = [
  { name: 'events', columns: clickhouseColumns.map(({ name }) => name), number: 'seq' },
  ...rowTables.map((table) => ({ name: table.name, columns: columnsOf(table), number: 'part' })),
];

/** Of packages and pixels, and of the summaries of their owners. */
function rowsOf(artifacts: ByPartition, { partition, shard }: Pick<PartitionSize, 'partition' | 'shard'>): string {
  let keys = artifacts.get(partition)!;
  return `shard = ${shard} AND artifact IN (${[...keys, ...keys.map(scopeOf)].join(', ')})`;
}

async function copy(server: Clickhouse, artifacts: ByPartition, move: PartitionMove): Promise<void> {
  let [from, to] = [rowsOf(artifacts, move), rowsOf(artifacts, { ...move, shard: move.to })];
  for (let { name, columns, number } of movedTables) {
    let names = columns.join(', ');
    await server.run(`INSERT INTO ${name} (shard, ${names}) SELECT ${move.to}, ${names} FROM ${name} WHERE ${from}`);
    let sumOf = (where: string) =>
      server.ask(`SELECT count() AS size, sum(${number}) AS numbers FROM ${name} WHERE ${where}`);
    if (!isDeepStrictEqual(await sumOf(from), await sumOf(to)))
      throw new Error(
        `The copy of partition ${move.partition} on shard ${move.to} differs. Nothing was deleted; run it again.`,
      );
  }
}

async function place({ ask, insert }: Clickhouse, { partition, to }: PartitionMove): Promise<void> {
  let [row] = await ask(`SELECT max(place) AS last FROM ${shardsTable}`);
  await insert(shardsTable, [{ partition, shard: to, place: Number(row?.last) + 1 }]);
}

/** What dashboards no longer ask for. */
async function remove(server: Clickhouse, artifacts: ByPartition, left: readonly PartitionSize[]): Promise<void> {
  if (left.length === 0) return;
  // Dashboards of an earlier version look for moves only then.
  await noteDeletion(server);
  await pause(readersMs);
  for (let size of left)
    for (let { name } of movedTables.toReversed())
      await server.run(`ALTER TABLE ${rowsOn(server, name)} DELETE WHERE ${rowsOf(artifacts, size)}`);
}

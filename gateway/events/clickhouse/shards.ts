/**
 * The shard of a cluster with the events of a partition of owners, in a table: partitions can move, and
 * with them their owners.
 */
import { partitionMax, partitionOf } from '../shape/ends';
import type { EngineRow } from '../query/dialect';
import type { Clickhouse } from './client';
import { shardCount, shardsTable } from './schema';

export interface Shards {
  /** Undefined on one server. */
  shardOf(ownerId: string): number | undefined;
  shardIn(partition: number): number | undefined;
  /** The partitions of each shard; on one server all of them together. */
  grouped(partitions: readonly number[]): number[][];
  /** Reads where partitions are now. */
  read(): Promise<void>;
  /** Rows to insert at once. The shard with the last row is last. */
  split(rows: readonly EngineRow[], ownerOf: (row: EngineRow) => string): ShardRows[];
}

export interface ShardRows {
  shard: number | undefined;
  events: readonly EngineRow[];
}

const oneServer: Shards = {
  shardOf: () => undefined,
  shardIn: () => undefined,
  grouped: (partitions) => (partitions.length > 0 ? [[...partitions]] : []),
  read: async () => undefined,
  split: (events) => [{ shard: undefined, events }],
};

export async function openShards(server: Clickhouse): Promise<Shards> {
  if (server.cluster === undefined) return oneServer;
  let { ask } = server;
  let shards = new Map<number, number>();
  await spread(server);
  await read();

  async function read(): Promise<void> {
    let rows = await ask(`SELECT partition, argMax(shard, place) AS shard FROM ${shardsTable} GROUP BY partition`);
    for (let { partition, shard } of rows) shards.set(Number(partition), Number(shard));
  }

  let shardIn = (partition: number) => shards.get(partition)!;
  let shardOf = (ownerId: string) => shardIn(partitionOf(ownerId));

  return {
    shardOf,
    shardIn,
    read,
    grouped(partitions) {
      let groups = new Map<number, number[]>();
      for (let partition of partitions)
        groups.set(shardIn(partition), [...(groups.get(shardIn(partition)) ?? []), partition]);
      return [...groups.values()];
    },
    split(rows, ownerOf) {
      let parts = new Map<number, EngineRow[]>();
      for (let row of rows) {
        let shard = shardOf(ownerOf(row));
        let part = parts.get(shard) ?? [];
        // Moves the shard to the end of the list.
        parts.delete(shard);
        parts.set(shard, part);
        part.push({ shard, ...row });
      }
      return [...parts].map(([shard, events]) => ({ shard, events }));
    },
  };
}

/** The beginning of a condition for rows of a shard; nothing on one server. */
export function onShard(shard: number | undefined): string {
  return shard === undefined ? '' : `shard = ${shard} AND `;
}

/** Neighbors at first share a shard, so that a storer has few shards and a shard few storers. */
async function spread(server: Clickhouse): Promise<void> {
  let [row] = await server.ask(`SELECT count() AS size FROM ${shardsTable}`);
  if (Number(row?.size) > 0) return;
  let count = await shardCount(server);
  let all = Array.from({ length: partitionMax }, (_, i) => ({
    partition: i + 1,
    shard: Math.floor((i * count) / partitionMax),
    place: 0,
  }));
  await server.insert(shardsTable, all);
}

/**
 * The shard of a cluster with the events of an owner, in a table. A new owner gets the shard with
 * the fewest, so shards can be added.
 */
import { least } from 'contract/shared/extremes';
import type { EngineRow } from '../query/dialect';
import type { Clickhouse } from './client';
import { literal } from './literals';

export interface OwnerShards {
  /** Undefined for an owner without events, and on one server. */
  shardOf(ownerId: string): number | undefined;
  /** Reads what another process has assigned. */
  read(): Promise<void>;
  /**
   * Rows to insert at once. Assigns a shard to owners without one, durably and under the token's
   * name. The shard with the last row is last.
   */
  split(rows: readonly EngineRow[], ownerOf: (row: EngineRow) => string, token: string): Promise<ShardRows[]>;
}

export interface ShardRows {
  shard: number | undefined;
  events: readonly EngineRow[];
}

const oneServer: OwnerShards = {
  shardOf: () => undefined,
  read: async () => undefined,
  split: async (events) => [{ shard: undefined, events }],
};

export async function openOwnerShards({ ask, insert, cluster }: Clickhouse): Promise<OwnerShards> {
  if (cluster === undefined) return oneServer;
  let shards = new Map<string, number>();
  await read();

  async function read(): Promise<void> {
    let rows = await ask('SELECT owner, min(shard) AS shard FROM owner_shards GROUP BY owner');
    for (let { owner, shard } of rows) shards.set(String(owner), Number(shard));
  }

  /** Owners of each shard. */
  async function sizes(): Promise<number[]> {
    let [row] = await ask(`SELECT max(shard_num) AS size FROM system.clusters WHERE cluster = ${literal(cluster!)}`);
    let found = Array.from({ length: Number(row?.size) }, () => 0);
    for (let shard of shards.values()) if (shard in found) found[shard]! += 1;
    return found;
  }

  async function assign(owners: readonly string[], token: string): Promise<void> {
    if (owners.every((owner) => shards.has(owner))) return;
    // A row may have been added by hand, or by an insert whose answer was lost.
    await read();
    let counts = await sizes();
    let fresh = owners
      .filter((owner) => !shards.has(owner))
      .map((owner) => {
        let shard = counts.indexOf(least(counts));
        counts[shard]! += 1;
        return { owner, shard };
      });
    await insert('owner_shards', fresh, token);
    for (let { owner, shard } of fresh) shards.set(owner, shard);
  }

  return {
    shardOf: (ownerId) => shards.get(ownerId),
    read,
    async split(rows, ownerOf, token) {
      await assign([...new Set(rows.map(ownerOf))], token);
      let parts = new Map<number, EngineRow[]>();
      for (let row of rows) {
        let shard = shards.get(ownerOf(row))!;
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

/** How far events are summarized, noted in a table. */
import type { ArtifactKeys } from '../shape/artifact-keys';
import { numbersBetween, partitionMax, sizeOf, type Ends } from '../shape/ends';
import type { Clickhouse } from './client';
import { clickhouseDialect } from './dialect';
import { isUnavailable } from './explain';
import { onShard, type Shards } from './shards';
import { entriesOf, placeOf, replaceEntries, summarizedEnds, type Entry } from './summary-parts';
import { scopesOf } from './summary-scopes';

export const allPartitions = Array.from({ length: partitionMax + 1 }, (_, partition) => partition);

const unready = { rank: 0, part: 0, until: 0, asOf: 0, isReady: false, isBehind: true };

export function createProgress(server: Clickhouse, shards: Shards, artifacts: () => ArtifactKeys) {
  let upto: Ends | undefined;
  let isNoted = true;

  async function ends(): Promise<Ends> {
    return (upto ??= await summarizedEnds(server.ask));
  }

  /** Of one shard. */
  async function advanceTo(next: Ends, shard: number | undefined): Promise<void> {
    let fresh = numbersBetween(await ends(), next).map(({ from, end }) => `seq >= ${from} AND seq < ${end}`);
    let touched = await server.ask(
      `SELECT DISTINCT artifact, ${clickhouseDialect.month} AS month FROM events ` +
        `WHERE ${onShard(shard)}(${fresh.join(' OR ')})`,
    );
    let scopes = scopesOf(artifacts());
    let keys = new Set(touched.map(({ artifact }) => Number(artifact)));
    let among = clickhouseDialect.isAmong([...keys, ...new Set([...keys].map(scopes.ofKey))]);
    let entries = new Map((await entriesOf(server.ask, among)).map((entry) => [placeOf(entry), entry]));
    let behind = new Map<string, Entry>();
    for (let row of touched) {
      let [key, month] = [Number(row.artifact), Date.parse(String(row.month))];
      let owner = scopes.ofKey(key);
      for (let artifact of [key, owner]) {
        let place = { artifact, owner, month };
        let now = entries.get(placeOf(place)) ?? { ...place, ...unready };
        behind.set(placeOf(place), { ...now, isBehind: true });
      }
    }
    await replaceEntries(server, [...behind.values()]);
    // Before the note: if its result is not known, it can be in the table.
    upto = next;
    isNoted = false;
    await note(next);
  }

  async function note(reached: Ends): Promise<void> {
    let rows = [...reached.entries()].map(([partition, end]) => ({ partition, upto: end ?? 0 }));
    await server.insert(
      'summary_state',
      rows.filter((row) => row.upto > 0),
    );
    isNoted = true;
  }

  return {
    ends,
    /** The events up to `next` are summarized: the parts of their places are to be made again. */
    async advance(next: Ends): Promise<void> {
      if (!isNoted) await note(await ends());
      if (sizeOf(next) <= sizeOf(await ends())) return;
      // On one server all partitions go on together; in a cluster those from before them are first.
      for (let partitions of shards.grouped(allPartitions)) {
        let isNow = new Set(partitions);
        let from = await ends();
        let to = Array.from(next, (end, partition) => (isNow.has(partition) ? end : from[partition]));
        try {
          if (sizeOf(to) > sizeOf(from)) await advanceTo(to, shards.shardIn(partitions[0]!));
        } catch (error) {
          if (server.cluster === undefined || !isUnavailable(error)) throw error;
          if (isNow.has(0)) return;
        }
      }
    },
  };
}

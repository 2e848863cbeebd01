/** Makes the parts of several places in one statement. */
import { randomInt } from 'node:crypto';
import { endFor, inEnds, type Ends } from '../shape/ends';
import { nextMonth } from '../summaries/summary-source';
import type { ArtifactKeys } from '../shape/artifact-keys';
import type { Clickhouse } from './client';
import { clickhouseDialect, countedAtEnds } from './dialect';
import { onShard } from './shards';
import { replaceEntries, type Entry } from './summary-parts';
import { makeParts, type MadeBatch } from './summary-rows';

export interface BatchParts {
  server: Clickhouse;
  artifacts(): ArtifactKeys;
  /** How far events are stored, after all that was being stored of the shard at the call. */
  settled(): Promise<Ends>;
}

export interface UnmadePlace extends Entry {
  /** Of its packages or pixels. */
  keys: readonly number[];
}

interface BatchOptions {
  shard: number | undefined;
  /** Up to where events are summarized. */
  done: Ends;
  /** Events per statement, to limit its memory. */
  size: number;
  signal: AbortSignal;
}

/**
 * Makes the first place, and further ones with few events, of which all are of one kind, month and shard.
 * Returns those that were made.
 */
export async function makeBatch(
  { server, artifacts, settled }: BatchParts,
  places: readonly [UnmadePlace, ...UnmadePlace[]],
  { shard, done, size, signal }: BatchOptions,
): Promise<readonly Entry[]> {
  let from = places[0].month;
  let range = { from, until: nextMonth(from), shard };
  let keys = places.flatMap((place) => place.keys);
  let sizes = await eventsOf(server, keys, range);
  let chosen: UnmadePlace[] = [];
  let total = 0;
  for (let place of places) {
    let events = place.keys.reduce((sum, key) => sum + (sizes.get(key) ?? 0), 0);
    if (chosen.length > 0 && total + events > size) continue;
    chosen.push(place);
    total += events;
  }
  // Decisions that change later give these places a higher rank than the entries have.
  let asOf = await settled();
  let ownerOf = ({ keys: [first] }: UnmadePlace) => artifacts().artifactOf(first!).ownerId;
  let parts = chosen.map((place) => ({ ...place, part: randomInt(1, 2 ** 48 - 1) }));
  let counted = await countedAtEnds(server.ask, asOf);
  let slices = Math.max(1, Math.ceil(total / size));
  await makeParts(server, { parts, ...range, included: inEnds(done), counted, slices }, signal);
  await replaceEntries(
    server,
    parts.map((part) => ({
      ...part,
      until: endFor(done, ownerOf(part)),
      asOf: endFor(asOf, ownerOf(part)),
      isReady: true,
      isBehind: false,
    })),
  );
  return chosen;
}

async function eventsOf(
  { ask }: Clickhouse,
  keys: readonly number[],
  { from, until, shard }: Pick<MadeBatch, 'from' | 'until' | 'shard'>,
): Promise<Map<number, number>> {
  let rows = await ask(
    `SELECT artifact, count() AS size FROM events WHERE ${onShard(shard)}${clickhouseDialect.isAmong(keys)} AND ` +
      `time >= ${from} AND time < ${until} GROUP BY artifact`,
  );
  return new Map(rows.map(({ artifact, size }) => [Number(artifact), Number(size)]));
}

/**
 * The summaries on ClickHouse: those of months with many new events are made again, and those whose
 * events have changed. The server makes them by itself, from its own tables. In a cluster, those of
 * a shard that is away wait for it.
 */
import { secondMs } from 'contract/floor/time';
import { sizeOf, type Ends } from '../shape/ends';
import type { SqlCondition } from '../query/erased-sql';
import { startSchedule, type Pace, type SummarySchedule } from '../summaries/schedule';
import { isUnavailable } from './explain';
import { isDeletingEvents } from './schema';
import type { Shards } from './shards';
import { makeBatch, type BatchParts } from './summary-batch';
import { invalidateParts, placeOf, unmadeEntries } from './summary-parts';
import { allPartitions, createProgress } from './summary-progress';
import { scopesOf } from './summary-scopes';
import { createSweep } from './summary-sweep';

export interface ClickhouseSummarizer extends Pick<SummarySchedule, 'bringUpToDate' | 'stop'> {
  /** Runs `work`, which deletes events that meet the condition. Nothing of them is left afterwards. */
  whileDeleting<T>(condition: SqlCondition, work: () => Promise<T>): Promise<T>;
}

interface SummarizerParts extends Omit<BatchParts, 'settled'> {
  /** How far events are stored, after all that was being stored of these partitions at the call. */
  settled(partitions: readonly number[], signal: AbortSignal): Promise<Ends>;
  shards: Shards;
  ends(): Ends;
  warn(sentence: string): void;
  sizes?: Sizes;
}

interface Sizes {
  /** Fewer new events are counted from the table. */
  newMin: number;
  /** The same as a part of all events. */
  newShare: number;
  /** Events per statement, to limit its memory. */
  made: number;
  /** How long ranges that are being stored are waited for. */
  settleMs: number;
  lookEveryMs?: number;
}

const usualSizes: Sizes = {
  newMin: 100_000,
  newShare: 0.02,
  made: 2_000_000,
  settleMs: 30 * secondMs,
};

interface Round {
  made: Set<string>;
  /** Shards. */
  away: Set<number | undefined>;
  /** Negative keys of owners with a part that could not be made. */
  failed: Set<number>;
  failure?: unknown;
  /** A statement about several owners has failed, so each owner has its own. */
  isApart: boolean;
}

interface FailedBatch {
  shard: number | undefined;
  /** Its shard, or the only server, did not answer. */
  isAway: boolean;
  owners: readonly number[];
}

/** Notes what failed in this round; returns false if the rest would fail as well. */
function noteFailure(
  round: Round,
  failure: unknown,
  { shard, isAway, owners: [first = 0, ...more] }: FailedBatch,
): boolean {
  if (shard !== undefined && isAway) round.away.add(shard);
  else if (!isAway && more.some((owner) => owner !== first)) round.isApart = true;
  else {
    round.failure ??= failure;
    round.failed.add(first);
    return !isAway;
  }
  return true;
}

export function startSummarizer({
  server,
  shards,
  artifacts,
  settled,
  ends,
  warn,
  sizes = usualSizes,
}: SummarizerParts): ClickhouseSummarizer {
  let begunAt = 0;
  let restUntil = 0;
  let progress = createProgress(server, shards, artifacts);
  let sweep = createSweep(server);
  let shardFor = (keys: readonly number[]) => shards.shardOf(artifacts().artifactOf(keys[0]!).ownerId);

  /** Each place once in a round, so that no owner delays another. Returns whether there were any. */
  async function makeSome(round: Round, signal: AbortSignal): Promise<boolean> {
    let scopes = scopesOf(artifacts());
    let away = round.away.size === 0 ? [] : scopes.ofOwners((ownerId) => round.away.has(shards.shardOf(ownerId)));
    let [first, ...others] = (await unmadeEntries(server.ask, [...away, ...round.failed]))
      .filter((entry) => !round.made.has(placeOf(entry)))
      .map((entry) => ({ ...entry, keys: scopes.keysOf(entry.artifact) }))
      .filter(({ keys }) => keys.length > 0);
    if (!first) return false;
    let shard = shardFor(first.keys);
    let alike = others.filter(
      ({ artifact, month, keys }) =>
        month === first.month && artifact < 0 === first.artifact < 0 && shardFor(keys) === shard,
    );
    let together = round.isApart ? alike.filter(({ owner }) => owner === first.owner) : alike;
    let partitions = allPartitions.filter((partition) => shards.shardIn(partition) === shard);
    let options = { shard, done: await progress.ends(), size: sizes.made, signal };
    // A shard that cannot store is not waited for.
    let limit: AbortSignal | undefined;
    let settledSoon = () => {
      limit = AbortSignal.timeout(sizes.settleMs);
      return settled(partitions, AbortSignal.any([signal, limit]));
    };
    try {
      let made = await makeBatch({ server, artifacts, settled: settledSoon }, [first, ...together], options);
      for (let entry of made) round.made.add(placeOf(entry));
      sweep.replaced();
    } catch (error) {
      if (signal.aborted) throw error;
      let isAway = isUnavailable(error) || limit?.aborted === true;
      return noteFailure(round, error, { shard, isAway, owners: [first, ...together].map(({ owner }) => owner) });
    }
    return true;
  }

  /** The events up to `end` first, then all that became stale. */
  function begin(end: () => Ends, { signal }: Pace): () => Promise<boolean> {
    begunAt = performance.now();
    let round: Round = { made: new Set(), away: new Set(), failed: new Set(), isApart: false };
    let hasAdvanced = false;
    return async () => {
      if (!hasAdvanced) {
        await progress.advance(end());
        return (hasAdvanced = true);
      }
      let hasMore = !(await isDeletingEvents(server)) && (await makeSome(round, signal));
      if (!hasMore && round.failure) throw round.failure;
      return hasMore;
    };
  }

  let schedule = startSchedule<Ends>(
    {
      ends,
      async next(settledEnd = []) {
        if (performance.now() < restUntil) return undefined;
        let done = await progress.ends();
        let size = sizeOf(settledEnd);
        return size - sizeOf(done) >= Math.max(sizes.newMin, size * sizes.newShare) ? settledEnd : done;
      },
      begin,
      async sweep() {
        // Questions have the server for as long.
        restUntil = 2 * performance.now() - begunAt;
        await sweep.some().catch((error: unknown) => {
          // The next look tries again.
          if (!isUnavailable(error)) throw error;
        });
      },
    },
    { warn, lookEveryMs: sizes.lookEveryMs },
  );

  return {
    bringUpToDate: schedule.bringUpToDate,
    whileDeleting: (condition, work) =>
      schedule.without(async () => {
        await invalidateParts(server, condition);
        let result = await work();
        await sweep.all();
        return result;
      }),
    stop: schedule.stop,
  };
}

/**
 * The summaries on ClickHouse: those of months with many new events are made again, and those whose
 * events have changed. The server makes them by itself, from its own tables. In a cluster, those of
 * a shard that is away wait for it.
 */
import { secondMs } from 'contract/floor/time';
import { numbersBetween, partitionMax, sizeOf, type Ends } from '../shape/ends';
import type { SqlCondition } from '../query/erased-sql';
import { startSchedule, type SummarySchedule } from '../summaries/schedule';
import { clickhouseDialect } from './dialect';
import { isUnavailable } from './explain';
import { isDeletingEvents } from './schema';
import { onShard, type Shards } from './shards';
import { makeBatch, type BatchParts } from './summary-batch';
import { entriesOf, invalidateParts, replaceEntries, summarizedEnds, unmadeEntries, type Entry } from './summary-parts';
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

const allPartitions = Array.from({ length: partitionMax + 1 }, (_, partition) => partition);

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
  let upto: Ends | undefined;
  let isNoted = true;
  let sweep = createSweep(server);

  async function known(): Promise<Ends> {
    return (upto ??= await summarizedEnds(server.ask));
  }

  let shardFor = (keys: readonly number[]) => shards.shardOf(artifacts().artifactOf(keys[0]!).ownerId);

  /** On one server all partitions go on together; in a cluster those from before them are first. */
  async function advance(next: Ends): Promise<void> {
    if (!isNoted) await note(await known());
    for (let partitions of shards.grouped(allPartitions)) {
      let isNow = new Set(partitions);
      let from = await known();
      let to = Array.from(next, (end, partition) => (isNow.has(partition) ? end : from[partition]));
      try {
        if (sizeOf(to) > sizeOf(from)) await advanceTo(to, shards.shardIn(partitions[0]!));
      } catch (error) {
        if (server.cluster === undefined || !isUnavailable(error)) throw error;
        if (isNow.has(0)) return;
      }
    }
  }

  /** The events up to `next` are summarized by making the parts of their places again. */
  async function advanceTo(next: Ends, shard: number | undefined): Promise<void> {
    let fresh = numbersBetween(await known(), next).map(({ from, end }) => `seq >= ${from} AND seq < ${end}`);
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
    let options = { shard, partitions, done: await known(), size: sizes.made, signal };
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
      let isAway = isUnavailable(error) || limit?.aborted;
      if (shard !== undefined && isAway) round.away.add(shard);
      else if (!isAway && together.some(({ owner }) => owner !== first.owner)) round.isApart = true;
      else {
        round.failure ??= error;
        round.failed.add(first.owner);
        // Others would fail as well.
        if (isAway) return false;
      }
    }
    return true;
  }

  /** The events up to `end` first, then all that became stale. */
  function begin(end: () => Ends, signal: AbortSignal): () => Promise<boolean> {
    begunAt = performance.now();
    let round: Round = { made: new Set(), away: new Set(), failed: new Set(), isApart: false };
    let hasAdvanced = false;
    return async () => {
      if (!hasAdvanced) {
        if (!isNoted || sizeOf(end()) > sizeOf(await known())) await advance(end());
        hasAdvanced = true;
        return true;
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
        let done = await known();
        let size = sizeOf(settledEnd);
        return size - sizeOf(done) >= Math.max(sizes.newMin, size * sizes.newShare) ? settledEnd : done;
      },
      begin: (end, { signal }) => begin(end, signal),
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

const unready = { rank: 0, part: 0, until: 0, asOf: 0, isReady: false, isBehind: true };

function placeOf({ artifact, month }: Pick<Entry, 'artifact' | 'month'>): string {
  return `${artifact} ${month}`;
}

/**
 * Keeps the summaries on ClickHouse up to date: makes those of months with many new events, and
 * those whose events have changed. The server makes them by itself, from its own tables; an
 * interrupted one is made again. In a cluster, those of a shard that is away wait for it.
 */
import { minuteMs } from 'contract/shared/time';
import { SerialQueue } from '../../floor/serial-queue';
import { numbersBetween, partitionIn, partitionMax, sizeOf, type Ends } from '../query/ends';
import type { SqlCondition } from '../query/erased-sql';
import { createSettledEnd, lookEveryMs, lookRegularly } from '../summaries/schedule';
import { fromAllServers, ownTable } from './definitions';
import { clickhouseDialect } from './dialect';
import { isUnavailable } from './explain';
import { allServersAnswer } from './schema';
import { onShard, type Shards } from './shards';
import { makeBatch, type BatchParts } from './summary-batch';
import {
  entriesOf,
  invalidateDecided,
  invalidateParts,
  replaceEntries,
  summarizedEnds,
  sweepParts,
  unmadeEntries,
  type ChangedEvents,
  type Entry,
} from './summary-parts';
import { scopesOf } from './summary-scopes';

export interface ClickhouseSummarizer {
  /** Brings the summaries up to the events that are stored now. */
  bringUpToDate(): Promise<void>;
  /** Before the decisions about these events change. */
  invalidate(changed: ChangedEvents): Promise<void>;
  /** Runs `work`, which deletes events that meet the condition. Nothing of them is left afterwards. */
  whileDeleting<T>(condition: SqlCondition, work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

interface SummarizerParts extends BatchParts {
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
  lookEveryMs: number;
}

const usualSizes: Sizes = { newMin: 100_000, newShare: 0.02, made: 2_000_000, lookEveryMs };

/** Longer than a question takes that reads replaced parts. */
const sweepAfterMs = 2 * minuteMs;

const allPartitions = Array.from({ length: partitionMax + 1 }, (_, partition) => partition);

/** Entries that were made, and shards that are away. */
interface Round {
  made: Set<string>;
  away: Set<number | undefined>;
}

export function startSummarizer({
  server,
  shards,
  artifacts,
  between,
  ends,
  warn,
  sizes = usualSizes,
}: SummarizerParts): ClickhouseSummarizer {
  let turns = new SerialQueue();
  let stopping = new AbortController();
  let restUntil = 0;
  let upto: Ends | undefined;
  let settledEnds = createSettledEnd(ends);
  /** Replaced parts have rows since then. */
  let garbageSince: number | undefined = performance.now();

  async function known(): Promise<Ends> {
    return (upto ??= await summarizedEnds(server.ask));
  }

  let shardFor = (keys: readonly number[]) => shards.shardOf(artifacts().artifactOf(keys[0]!).ownerId);

  /** On one server all partitions go on together; in a cluster the sequence from before partitions is first. */
  async function advance(next: Ends): Promise<void> {
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
    let reached = [...next.entries()].map(([partition, end]) => ({ partition, upto: end ?? 0 }));
    await server.insert(
      'summary_state',
      reached.filter((one) => one.upto > 0),
    );
    upto = next;
  }

  /** Each once in a round, so that constant changes of one owner delay no other. Returns whether there were any. */
  async function makeSome({ made, away }: Round): Promise<boolean> {
    let scopes = scopesOf(artifacts());
    let left = away.size === 0 ? [] : scopes.ofOwners((ownerId) => away.has(shards.shardOf(ownerId)));
    let unmade = (await unmadeEntries(server.ask, left))
      .filter((entry) => !made.has(placeOf(entry)))
      .map((entry) => ({ ...entry, keys: scopes.keysOf(entry.artifact) }))
      .filter(({ keys }) => keys.length > 0);
    let [first, ...others] = unmade;
    if (!first) return false;
    let shard = shardFor(first.keys);
    try {
      let alike = others.filter(
        ({ artifact, month, keys }) =>
          month === first.month && artifact < 0 === first.artifact < 0 && shardFor(keys) === shard,
      );
      let { signal } = stopping;
      let chosen = await makeBatch({ server, artifacts, between }, [first, ...alike], {
        shard,
        done: await known(),
        size: sizes.made,
        signal,
      });
      for (let entry of chosen) made.add(placeOf(entry));
      garbageSince ??= performance.now();
    } catch (error) {
      if (shard === undefined || !isUnavailable(error)) throw error;
      away.add(shard);
    }
    return true;
  }

  /** An earlier process may be deleting events. */
  async function isDeleting(): Promise<boolean> {
    let { from, settings } = fromAllServers(server, 'mutations');
    let [row] = await server.ask(
      `SELECT count() AS size FROM ${from} WHERE database = $1 AND table = $2 AND NOT is_done${settings}`,
      [server.database, ownTable(server, 'events')],
    );
    return Number(row?.size) > 0;
  }

  /** Events up to `next`, and all that became stale. Turns end between parts. */
  async function bringUpTo(next: Ends): Promise<void> {
    await turns.run(async () => {
      if (sizeOf(next) > sizeOf(await known())) await advance(next);
    });
    let round: Round = { made: new Set(), away: new Set() };
    for (;;) {
      let hasMore = await turns.run(async () => !stopping.signal.aborted && !(await isDeleting()) && makeSome(round));
      if (!hasMore) return;
    }
  }

  async function look(): Promise<void> {
    let settled = settledEnds() ?? [];
    if (performance.now() < restUntil) return;
    let done = await known();
    let size = sizeOf(settled);
    let isDue = size - sizeOf(done) >= Math.max(sizes.newMin, size * sizes.newShare);
    let started = performance.now();
    await bringUpTo(isDue ? settled : done);
    // Questions have the server for as long.
    restUntil = 2 * performance.now() - started;
    if (garbageSince === undefined || performance.now() - garbageSince < sweepAfterMs) return;
    if (!(await allServersAnswer(server))) return;
    await turns.run(() => sweepParts(server));
    garbageSince = undefined;
  }

  let ended = lookRegularly(look, { everyMs: sizes.lookEveryMs, warn, stopping: stopping.signal });

  return {
    bringUpToDate: () => bringUpTo(ends()),
    async invalidate({ seqs, shards: on }) {
      let done = await known();
      let summarized = seqs.filter((seq) => seq < (done[partitionIn(seq)] ?? 0));
      await invalidateDecided(server, { seqs: summarized, shards: on });
    },
    whileDeleting: (condition, work) =>
      turns.run(async () => {
        await invalidateParts(server, condition);
        let result = await work();
        await sweepParts(server);
        return result;
      }),
    async stop() {
      stopping.abort();
      await ended();
      await turns.close(new Error('The event store is closed'));
    },
  };
}

const unready = { rank: 0, part: 0, until: 0, asOf: 0, isReady: false, isBehind: true };

function placeOf({ artifact, month }: Pick<Entry, 'artifact' | 'month'>): string {
  return `${artifact} ${month}`;
}

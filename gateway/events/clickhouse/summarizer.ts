/**
 * Keeps the summaries on ClickHouse up to date: makes those of months with many new events, and
 * those whose events have changed. The server makes them by itself, from its own tables; an
 * interrupted one is made again.
 */
import { randomInt } from 'node:crypto';
import { minuteMs } from 'contract/shared/time';
import { SerialQueue } from '../../floor/serial-queue';
import { endFor, inEnds, partitionIn, sizeOf, type Ends } from '../query/ends';
import type { SqlCondition } from '../query/erased-sql';
import { createSettledEnd, lookEveryMs, lookRegularly } from '../summaries/schedule';
import { nextMonth } from '../summaries/summary-source';
import type { ArtifactKeys } from '../write/artifact-keys';
import type { Clickhouse } from './client';
import { clickhouseDialect, countedAtEnds } from './dialect';
import {
  entriesOf,
  invalidateDecided,
  invalidateParts,
  replaceEntries,
  summarizedEnds,
  sweepParts,
  unmadeEntries,
  type Entry,
} from './summary-parts';
import { makeParts } from './summary-rows';

export interface ClickhouseSummarizer {
  /** Brings the summaries up to the events that are stored now. */
  bringUpToDate(): Promise<void>;
  /** Before the decisions about these events change. */
  invalidate(seqs: readonly number[]): Promise<void>;
  /** Runs `work`, which deletes events that meet the condition. Nothing of them is left afterwards. */
  whileDeleting<T>(condition: SqlCondition, work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

interface SummarizerParts {
  server: Clickhouse;
  artifacts(): ArtifactKeys;
  /** Runs `work` after all that was being stored at the call, with how far events are stored. */
  between<T>(work: (ends: Ends) => Promise<T>): Promise<T>;
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

export function startSummarizer({
  server,
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

  /** The events up to `next` are summarized by making the parts of their places again. */
  async function advance(next: Ends): Promise<void> {
    let from = await known();
    let touched = await server.ask(
      `SELECT DISTINCT artifact, ${clickhouseDialect.month} AS month FROM events WHERE NOT (${inEnds(from)}) AND ${inEnds(next)}`,
    );
    let scopes = scopesOf(artifacts());
    let keys = new Set(touched.map(({ artifact }) => Number(artifact)));
    let among = clickhouseDialect.isAmong([...keys, ...new Set([...keys].map((key) => scopes.ofKey.get(key)!))]);
    let entries = new Map((await entriesOf(server.ask, among)).map((entry) => [placeOf(entry), entry]));
    let behind = new Map<string, Entry>();
    for (let row of touched) {
      let [key, month] = [Number(row.artifact), Date.parse(String(row.month))];
      let owner = scopes.ofKey.get(key)!;
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

  /**
   * Makes the parts of some places in one month, each once in a round, so that constant changes of one owner
   * delay no other. Returns whether there were any.
   */
  async function makeSome(tried: Set<string>): Promise<boolean> {
    let [first, ...others] = (await unmadeEntries(server.ask)).filter((entry) => !tried.has(placeOf(entry)));
    if (!first) return false;
    let { month } = first;
    let until = nextMonth(month);
    let isOfOwner = first.artifact < 0;
    let { keysOf } = scopesOf(artifacts());
    let candidates = [first, ...others.filter((one) => one.month === month && one.artifact < 0 === isOfOwner)];
    let sizesOf = await eventsOf(
      candidates.flatMap(({ artifact }) => keysOf(artifact)),
      { from: month, until },
    );
    let chosen: Entry[] = [];
    let total = 0;
    for (let entry of candidates) {
      let size = keysOf(entry.artifact).reduce((sum, key) => sum + (sizesOf.get(key) ?? 0), 0);
      if (chosen.length > 0 && total + size > sizes.made) continue;
      chosen.push(entry);
      total += size;
    }
    let made = await known();
    // Decisions that change later give these places a higher rank than the entries above have.
    let asOf = await between(async (now) => now);
    let ownerOf = ({ artifact }: Entry) => artifacts().artifactOf(keysOf(artifact)[0]!).ownerId;
    let parts = chosen.map((entry) => ({ ...entry, part: randomInt(1, 2 ** 48 - 1), keys: keysOf(entry.artifact) }));
    let counted = await countedAtEnds(server.ask, asOf);
    let slices = Math.max(1, Math.ceil(total / sizes.made));
    await makeParts(server, { parts, from: month, until, included: inEnds(made), counted, slices }, stopping.signal);
    await replaceEntries(
      server,
      parts.map((part) => ({
        ...part,
        until: endFor(made, ownerOf(part)),
        asOf: endFor(asOf, ownerOf(part)),
        isReady: true,
        isBehind: false,
      })),
    );
    for (let entry of chosen) tried.add(placeOf(entry));
    garbageSince ??= performance.now();
    return true;
  }

  async function eventsOf(keys: number[], { from, until }: { from: number; until: number }) {
    let rows = await server.ask(
      `SELECT artifact, count() AS size FROM events WHERE ${clickhouseDialect.isAmong(keys)} AND time >= ${from} AND time < ${until} GROUP BY artifact`,
    );
    return new Map(rows.map(({ artifact, size }) => [Number(artifact), Number(size)]));
  }

  /** An earlier process may be deleting events. */
  async function isDeleting(): Promise<boolean> {
    let [row] = await server.ask(
      "SELECT count() AS size FROM system.mutations WHERE database = currentDatabase() AND table = 'events' AND NOT is_done",
    );
    return Number(row?.size) > 0;
  }

  /** Events up to `next`, and all that became stale. Turns end between parts. */
  async function bringUpTo(next: Ends): Promise<void> {
    await turns.run(async () => {
      if (sizeOf(next) > sizeOf(await known())) await advance(next);
    });
    let tried = new Set<string>();
    for (;;) {
      let hasMore = await turns.run(async () => !stopping.signal.aborted && !(await isDeleting()) && makeSome(tried));
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
    await turns.run(() => sweepParts(server));
    garbageSince = undefined;
  }

  let ended = lookRegularly(look, { everyMs: sizes.lookEveryMs, warn, stopping: stopping.signal });

  return {
    bringUpToDate: () => bringUpTo(ends()),
    async invalidate(seqs) {
      let done = await known();
      await invalidateDecided(
        server,
        seqs.filter((seq) => seq < (done[partitionIn(seq)] ?? 0)),
      );
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

/** The keys of each kind and owner, and the negative key of all of them. */
function scopesOf(artifacts: ArtifactKeys) {
  let byOwner = new Map<string, number[]>();
  for (let [key, { artifactType, ownerId }] of artifacts.entries()) {
    let name = `${artifactType} ${ownerId}`;
    byOwner.set(name, [...(byOwner.get(name) ?? []), key]);
  }
  let ofKey = new Map<number, number>();
  let ofScope = new Map<number, number[]>();
  for (let keys of byOwner.values()) {
    let scope = -1 - keys[0]!;
    ofScope.set(scope, keys);
    for (let key of keys) ofKey.set(key, scope);
  }
  return { ofKey, keysOf: (artifact: number) => ofScope.get(artifact) ?? [artifact] };
}

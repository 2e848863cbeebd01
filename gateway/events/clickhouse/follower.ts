/**
 * Follows the events that another process stores: how far it is, and which cached aggregates are
 * outdated. Polls the server; stores nothing and reads no journal.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Damage } from 'journal/damage-log';
import { dayMs } from 'contract/floor/time';
import { areEqual, endFor, numbersBetween, partitionIn, sizeOf, type Ends } from '../query/ends';
import type { ArtifactKeys } from '../write/artifact-keys';
import type { DecisionChange } from '../write/count-decisions';
import type { EngineRow } from '../query/dialect';
import type { EventWriter } from '../write/writer';
import { createErasedEvents } from '../write/erased-events';
import type { Tombstone } from '../../floor/tombstone';
import { waitingArrivals } from './arrivals';
import { createArrivalsWriter } from './arrivals-writer';
import type { Clickhouse } from './client';
import { isUnavailable } from './explain';
import { onShard, type Shards } from './shards';
import { readServerArtifacts } from './stored';
import type { Storer } from './storer';

/** The row of `progress` that counts deletions. */
const deletions = 'deletions';

/** Poll interval; queries poll at most this often. */
const askEveryMs = 1_000;
const freshMs = 250;
/** With more new events the cache is cleared instead. */
const eventsMax = 100_000;
const changesMax = 1_000;
/** A shard that takes longer is not waited for. */
const changesLimitMs = 3_000;

/** Notifies all processes of a deletion. */
export function noteDeletion({ run }: Pick<Clickhouse, 'run'>): Promise<void> {
  return run(
    `INSERT INTO progress SELECT '${deletions}', '${deletions}', max(next) + 1 FROM progress WHERE epoch = '${deletions}'`,
  );
}

export interface FollowerParts {
  /** In the process that imports and deletes events: the erased ones, and what the storer here says. */
  writes?: { tombstones: readonly Tombstone[]; storer: Pick<Storer, 'failure' | 'damage'> } | undefined;
  /** Events of these artifacts and times were stored, or count differently. */
  changed(changes: readonly DecisionChange[]): void;
  /** Everything cached is outdated. */
  deleted(): void;
}

interface Known {
  /** The table has every event with a lower `seq`, in each partition. */
  ends: Ends;
  deletions: number;
}

export async function createFollower(
  server: Clickhouse,
  shards: Shards,
  { writes, changed, deleted }: FollowerParts,
): Promise<EventWriter> {
  let known = await progress();
  let arrivals = createArrivalsWriter(server);
  let erased = createErasedEvents();
  erased.add(writes?.tombstones ?? []);
  let artifacts: ArtifactKeys = await readServerArtifacts(server);
  let failure: unknown;
  let askedAt = performance.now();
  let asking: Promise<void> | undefined;
  let closed = false;

  async function progress(): Promise<Known> {
    let rows = await server.ask(
      `SELECT node, epoch, max(next) AS next FROM progress WHERE epoch IN ('', '${deletions}') GROUP BY node, epoch`,
    );
    let ends: number[] = [];
    for (let { node, epoch, next } of rows) if (epoch === '') ends[Number(node)] = Number(next);
    return { ends, deletions: Number(rows.find(({ epoch }) => epoch === deletions)?.next ?? 0) };
  }

  async function ask(): Promise<void> {
    await shards.read();
    let now = await progress();
    let isFurther = !areEqual(now.ends, known.ends);
    let fresh = isFurther ? await readServerArtifacts(server) : artifacts;
    let changes = isFurther ? await changesBetween({ server, shards, artifacts: fresh }, known.ends, now.ends) : [];
    let isCleared = changes === undefined || now.deletions !== known.deletions;
    // All at once: a question between these lines would keep its answer for the wrong state.
    known = now;
    artifacts = fresh;
    if (isCleared) deleted();
    else if (isFurther) changed(changes ?? []);
    failure = undefined;
  }

  /** Concurrent callers share one request. */
  function follow(): Promise<void> {
    asking ??= ask()
      .catch((error: unknown) => {
        failure = error;
        throw error;
      })
      .finally(() => {
        asking = undefined;
        askedAt = performance.now();
      });
    return asking;
  }

  /** A request that is on its way can be from before. */
  async function followNow(): Promise<void> {
    await asking?.catch(() => undefined);
    await follow();
  }

  async function settle(): Promise<number> {
    if (performance.now() - askedAt >= freshMs || asking || failure) await follow();
    return sizeOf(known.ends);
  }

  async function close(): Promise<void> {
    if (closed) return;
    closed = true;
    clearInterval(timer);
    await asking?.catch(() => undefined);
  }

  let timer = setInterval(() => void follow().catch(() => undefined), askEveryMs).unref();

  return {
    load: storedElsewhere,
    async addImported(choose) {
      if (!writes) return storedElsewhere();
      let events = choose(erased.has);
      if (events.length === 0) return [];
      let refused = await arrivals.store(events);
      await followNow();
      return refused;
    },
    async settle(ownerId) {
      if (!writes) return storedElsewhere();
      await arrivals.settle(ownerId);
      await followNow();
    },
    catchUp: async () => void (await settle()),
    flush: settle,
    // Processes that store events read the same tombstones.
    addTombstones: erased.add,
    artifacts: () => artifacts,
    table: {},
    keepJournal: async () => () => undefined,
    ends: () => known.ends,
    end: () => sizeOf(known.ends),
    waiting: () => 0,
    failure: () => (failure === undefined ? (writes?.storer.failure() ?? {}) : { reading: failure }),
    damage: () => writes?.storer.damage() ?? undamaged,
    lag: () => waitingArrivals(server),
    eventsBetween: () => undefined,
    halt: close,
    close,
  };
}

/** Edge nodes report their own damage. */
const undamaged: Damage = { id: '00000000-0000-4000-8000-000000000000', lines: 0, missing: 0, refused: 0, last: null };

async function storedElsewhere(): Promise<never> {
  throw new Error('Events are stored by the process with ROLE=jobs.');
}

interface ChangesParts {
  server: Clickhouse;
  shards: Shards;
  artifacts: ArtifactKeys;
}

/** Undefined if there are too many changes, or a shard with some does not answer soon: others go on. */
async function changesBetween(
  { server: { ask }, shards, artifacts: { artifactOf } }: ChangesParts,
  before: Ends,
  now: Ends,
): Promise<DecisionChange[] | undefined> {
  let parts = numbersBetween(before, now);
  let hasFewer = before.some((end, i) => end !== undefined && (now[i] ?? 0) < end);
  if (hasFewer || sizeOf(now) - sizeOf(before) > eventsMax) return undefined;
  if (parts.length === 0) return [];
  let isAmong = (of: (from: number, end: number) => string) => parts.map(({ from, end }) => of(from, end)).join(' OR ');
  let isDecided = isAmong((from, end) => `(last_event > ${from} AND last_event <= ${end})`);
  let decided = await ask(`SELECT DISTINCT seq FROM changed_decisions WHERE ${isDecided} LIMIT ${changesMax + 1}`);
  if (decided.length > changesMax) return undefined;
  let day = `intDiv(time, ${dayMs})`;
  let seqs = decided.map(({ seq }) => Number(seq));
  let isWritten = isAmong((from, end) => `(seq >= ${from} AND seq < ${end})`);
  let changesOn = async (partitions: readonly number[]) => {
    let onThese = onShard(shards.shardIn(partitions[0]!));
    let written = await ask(
      `SELECT artifact, ${day} AS day, max(seq) AS last FROM events WHERE ${onThese}(${isWritten}) GROUP BY artifact, day`,
    );
    let touched =
      seqs.length === 0
        ? []
        : await ask(`SELECT DISTINCT artifact, ${day} AS day FROM events WHERE ${onThese}seq IN (${seqs.join(', ')})`);
    return [
      ...written.map((row) => changeOf(row, Number(row.last) + 1)),
      ...touched.map((row) => changeOf(row, endFor(now, artifactOf(Number(row.artifact)).ownerId))),
    ];
  };
  let all = Promise.all(shards.grouped(parts.map(({ from }) => partitionIn(from))).map(changesOn));
  let ended = new AbortController();
  try {
    let found = await Promise.race([all, pause(changesLimitMs, undefined, { signal: ended.signal })]);
    return found?.flat();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return undefined;
  } finally {
    ended.abort();
    all.catch(() => undefined);
  }
}

function changeOf({ artifact, day }: EngineRow, lastEvent: number): DecisionChange {
  return { seq: lastEvent - 1, time: Number(day) * dayMs, artifact: Number(artifact), lastEvent };
}

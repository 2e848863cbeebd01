/**
 * Follows the events that another process stores: how far it is, and which cached aggregates are
 * outdated. Polls the server; stores nothing and reads no journal.
 */
import type { Lag } from 'journal/backlog';
import type { Damage } from 'journal/damage-log';
import type { Event } from 'contract/event-fields';
import { least } from 'contract/floor/extremes';
import { createSharedRun } from '../../floor/calls/shared-run';
import { areEqual, sizeOf, type Ends } from '../shape/ends';
import type { ArtifactKeys } from '../shape/artifact-keys';
import type { DecisionChange } from '../write/count-decisions';
import type { EventWriter } from '../write/writer';
import { createErasedEvents } from '../write/erased-events';
import type { Tombstone } from '../../floor/db/tombstone';
import { waitingArrivals } from './arrivals';
import { createArrivalsWriter } from './arrivals-writer';
import { changesBetween } from './changes-between';
import type { Clickhouse } from './client';
import type { Shards } from './shards';
import { readServerArtifacts } from './stored';
import type { Shipping } from './ship-journal';
import type { Storer } from './storer';

/** The row of `progress` that counts deletions. */
export const deletions = 'deletions';

/** Poll interval; queries poll at most this often. */
const askEveryMs = 1_000;
const freshMs = 250;

/** Notifies all processes of a deletion. */
export function noteDeletion({ run }: Pick<Clickhouse, 'run'>): Promise<void> {
  return run(
    `INSERT INTO progress SELECT '${deletions}', '${deletions}', max(next) + 1 FROM progress WHERE epoch = '${deletions}'`,
  );
}

export interface FollowerParts {
  /** In the process that imports and deletes events. */
  writes?:
    | {
        /** The erased ones. */
        tombstones: readonly Tombstone[];
        /** What stores events in this process. */
        storer: Pick<Storer, 'failure' | 'damage' | 'addRefused' | 'flush'>;
        /** What sends those of this machine's own edge, which are part of each answer. */
        journal?: Pick<Shipping, 'flush' | 'failure' | 'keep' | 'state'> | undefined;
      }
    | undefined;
  /** Events of these artifacts and times were stored, or count differently. */
  changed(changes: readonly DecisionChange[]): void;
  /** Everything cached is outdated. */
  deleted(): void;
}

export async function createFollower(server: Clickhouse, shards: Shards, parts: FollowerParts): Promise<EventWriter> {
  let { writes } = parts;
  let { journal, storer } = writes ?? {};
  let state = await followState(server, shards, parts);
  let arrivals = createArrivalsWriter(server, {
    hurry: async () => storer?.flush(),
    refused: async (event, why) => storer?.addRefused(event, why),
  });
  /** Events of the own journal that are stored, of this start. */
  let storedOwn: number | undefined;
  let arrived: Lag = { bytes: 0, oldest: null };
  let erased = createErasedEvents();
  erased.add(writes?.tombstones ?? []);

  /** Of the own journal, everything that is durable at the call. */
  async function storeOwn(): Promise<void> {
    if (!journal) return;
    let sent = await journal.flush();
    if (sent === storedOwn) return;
    await storer?.flush();
    await state.follow();
    storedOwn = sent;
  }

  async function settle(): Promise<number> {
    await storeOwn();
    await state.freshen();
    return sizeOf(state.ends());
  }

  /** While the server is away: what had arrived before, and what waits in the own journal. */
  async function lag(): ReturnType<EventWriter['lag']> {
    arrived = await waitingArrivals(server).catch((error: unknown) => {
      if (!journal) throw error;
      return arrived;
    });
    let own = await journal?.state();
    let times = [arrived.oldest, own?.oldest ?? null].filter((time) => time !== null);
    return { bytes: arrived.bytes + (own?.bytes ?? 0), oldest: times.length > 0 ? least(times) : null };
  }

  function failureNow(): ReturnType<EventWriter['failure']> {
    let sending = journal?.failure();
    if (sending !== undefined) return { storing: sending };
    let reading = state.failure();
    return reading === undefined ? (storer?.failure() ?? {}) : { reading };
  }

  /** In no journal. */
  async function add(events: readonly Event[]): Promise<readonly Event[]> {
    if (!writes) return storedElsewhere();
    if (events.length === 0) return [];
    let refused = await arrivals.store(events);
    await state.follow();
    return refused;
  }

  return {
    load: async (events) => void (await add(events.filter((event) => !erased.has(event)))),
    addImported: async (choose) => add(choose(erased.has)),
    async settle(ownerId) {
      if (!writes) return storedElsewhere();
      await storeOwn();
      await arrivals.settle(ownerId);
      await state.follow();
    },
    catchUp: async () => void (await settle()),
    flush: settle,
    // Processes that store events read the same tombstones.
    addTombstones: erased.add,
    artifacts: state.artifacts,
    table: {},
    keepJournal: async () => (await journal?.keep()) ?? (() => undefined),
    ends: state.ends,
    end: () => sizeOf(state.ends()),
    waiting: () => 0,
    failure: failureNow,
    damage: () => storer?.damage() ?? undamaged,
    lag,
    eventsBetween: () => undefined,
    halt: state.close,
    close: state.close,
  };
}

/** What is known of the stored events: looked up at an interval, for the cached aggregates. */
async function followState(server: Clickhouse, shards: Shards, { changed, deleted }: FollowerParts) {
  let known = await progressOf(server);
  let artifacts: ArtifactKeys = await readServerArtifacts(server);
  let askedAt = performance.now();
  let asking = createSharedRun(() => ask().finally(() => (askedAt = performance.now())));
  let timer = setInterval(() => void asking.join().catch(() => undefined), askEveryMs).unref();

  async function ask(): Promise<void> {
    await shards.read();
    let now = await progressOf(server);
    let isFurther = !areEqual(now.ends, known.ends);
    let fresh = isFurther ? await readServerArtifacts(server) : artifacts;
    let changes = isFurther ? await changesBetween({ server, shards, artifacts: fresh }, known.ends, now.ends) : [];
    let isCleared = changes === undefined || now.deletions !== known.deletions;
    // All at once: a question between these lines would keep its answer for the wrong state.
    known = now;
    artifacts = fresh;
    if (isCleared) deleted();
    else if (isFurther) changed(changes ?? []);
  }

  return {
    /** The table has every event with a lower `seq`, in each partition. */
    ends: () => known.ends,
    artifacts: () => artifacts,
    failure: asking.failure,
    follow: asking.follow,
    /** Asks unless it was just asked. */
    async freshen(): Promise<void> {
      if (performance.now() - askedAt >= freshMs || asking.isRunning() || asking.failure()) await asking.join();
    },
    async close(): Promise<void> {
      clearInterval(timer);
      await asking.ended();
    },
  };
}

async function progressOf({ ask }: Clickhouse): Promise<{ ends: Ends; deletions: number }> {
  let rows = await ask(
    `SELECT node, epoch, max(next) AS next FROM progress WHERE epoch IN ('', '${deletions}') GROUP BY node, epoch`,
  );
  let ends: number[] = [];
  for (let { node, epoch, next } of rows) if (epoch === '') ends[Number(node)] = Number(next);
  return { ends, deletions: Number(rows.find(({ epoch }) => epoch === deletions)?.next ?? 0) };
}

/** Edge nodes report their own damage. */
const undamaged: Damage = { id: '00000000-0000-4000-8000-000000000000', lines: 0, missing: 0, refused: 0, last: null };

async function storedElsewhere(): Promise<never> {
  throw new Error('Events are stored by the process with ROLE=jobs.');
}

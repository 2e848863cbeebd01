/**
 * Stores what edge nodes have sent, for some partitions of owners at a time: those whose leases this process
 * has. Other processes store the others' at the same time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Event } from 'contract/event-fields';
import { greatest } from 'contract/floor/extremes';
import type { Damage, DamageLog } from 'journal/damage-log';
import type { Mark } from 'journal/reader';
import { inTurn, joinLeases } from '../../floor/db/leases';
import type { PgSession } from '../../floor/db/session';
import type { Tombstone } from '../../floor/db/tombstone';
import { partitionMax, partitionOf } from '../shape/ends';
import { createEventWriter, type EventWriter, type EventWriterParts } from '../write/writer';
import { createArrivalsReader } from './arrivals-reader';
import { importsNode } from './arrivals-writer';
import { sweepArrivals, sweepingPartition } from './arrivals-sweep';
import { claimDatabase } from './claim';
import { connect, type Clickhouse, type ServerAddress } from './client';
import { openShards, type Shards } from './shards';
import { createRangeNotes } from './range-notes';
import { createArrivalsTable, migrateTables } from './schema';
import { partitionProgress, type PartitionProgress } from './stored';
import { createSummaryTables, invalidateDecided } from './summary-parts';
import { clickhouseTable } from './table';

export interface StorerParts extends ServerAddress, Pick<EventWriterParts, 'folder' | 'warn' | 'resolve' | 'clock'> {
  /** The time to store for one of an edge's journal; the same by default. */
  dated?: ((time: number) => number) | undefined;
  /** Ends with the process's right to store. */
  session: PgSession;
  tombstones(): Promise<readonly Tombstone[]>;
  /** That of the folder, closed by the caller. */
  damage: DamageLog;
}

export interface Storer {
  /** Resolves when it stores events for the first time. Rejects if it cannot; it tries again. */
  begun: Promise<void>;
  /**
   * Resolves when everything is stored that has arrived before the call, of the partitions of this
   * process.
   */
  flush(): Promise<void>;
  /** Why events cannot be stored. */
  failure(): ReturnType<EventWriter['failure']>;
  damage(): Damage | undefined;
  /** Sets aside an event that no store can hold. */
  addRefused: DamageLog['addRefused'];
  /** The partitions whose events this process stores now. */
  partitions(): number[];
  close(): Promise<void>;
}

const lookEveryMs = 500;

export async function openStorer(parts: StorerParts): Promise<Storer> {
  let server = await connect(parts);
  try {
    await migrateTables(server);
    await createArrivalsTable(server);
    await inTurn(parts.session, async () => {
      await claimDatabase(server, parts.session);
      await createSummaryTables(server);
    });
    return await startStorer(server, parts);
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** The tables must exist. */
async function startStorer(server: Clickhouse, parts: StorerParts): Promise<Storer> {
  let { session, warn } = parts;
  let shards = await openShards(server);
  let leases = await joinLeases(session, partitionMax);
  let closing = new AbortController();
  /** By first partition. One for each shard, so that none waits for another shard. */
  let writers = new Map<number, EventWriter>();
  let stopSweep: (() => Promise<void>) | undefined;
  let failure: unknown;

  /** Events that are not stored yet are read again by the next holder. */
  async function halt(): Promise<void> {
    for (let writer of writers.values()) await writer.halt();
    writers.clear();
    await stopSweep?.();
    stopSweep = undefined;
  }

  /** Rejects with the first failure, when all others have started. */
  async function begin(): Promise<void> {
    let held = leases.held();
    if (held.includes(sweepingPartition)) stopSweep ??= sweepArrivals(server, warn);
    let failures: unknown[] = [];
    for (let partitions of shards.grouped(held)) {
      let [first = 0] = partitions;
      if (writers.has(first)) continue;
      // Two processes could complete the range of a third one in different ways.
      await inTurn(session, () => openWriter(server, { ...parts, shards, partitions })).then(
        (writer) => writers.set(first, writer),
        (error: unknown) => failures.push(error),
      );
    }
    if (failures.length > 0) throw failures[0];
  }

  async function look(): Promise<void> {
    let surplus = await leases.surplus();
    if (surplus.length > 0) {
      await halt();
      await leases.giveBack(surplus);
    } else if (await leases.takeMore()) await halt();
    await begin();
    failure = undefined;
  }

  async function run(): Promise<void> {
    for (;;) {
      await pause(lookEveryMs, undefined, { signal: closing.signal }).catch(() => undefined);
      if (closing.signal.aborted) return;
      await look().catch((error: unknown) => {
        failure = error;
      });
    }
  }

  let begun = look();
  // Said by failure() too, until it succeeds.
  begun.catch((error: unknown) => (failure = error));
  let running = begun.then(run, run);

  return {
    begun,
    async flush() {
      await begun;
      if (failure !== undefined) throw failure;
      await Promise.all([...writers.values()].map((writer) => writer.flush()));
    },
    failure: () => (failure === undefined ? firstFailure([...writers.values()]) : { storing: failure }),
    damage: parts.damage.counts,
    addRefused: parts.damage.addRefused,
    partitions: () =>
      shards
        .grouped(leases.held())
        .filter(([first = 0]) => writers.has(first))
        .flat(),
    async close() {
      closing.abort();
      await running;
      await halt();
      await server.close();
    },
  };
}

interface WriterParts extends StorerParts {
  shards: Shards;
  partitions: readonly number[];
}

async function openWriter(server: Clickhouse, parts: WriterParts): Promise<EventWriter> {
  let { session, folder, warn, resolve, clock, dated = (time) => time, tombstones, shards, partitions } = parts;
  let openTable = clickhouseTable({
    server,
    shards,
    ranges: createRangeNotes(session, partitions),
    changing: (changed) => invalidateDecided(server, changed),
    partitions,
  });
  let starts: PartitionProgress['places'] = new Map();
  let known: number | undefined;

  /** What was erased before these records were read is known when they are stored. */
  async function readTombstones(): Promise<void> {
    let [row] = await session.query('select count(*) as size from tombstones');
    if (Number(row?.size) === known) return;
    let all = await tombstones();
    writer.addTombstones(all);
    known = all.length;
  }

  let writer: EventWriter = await createEventWriter(
    async (...given) => {
      let table = await openTable(...given);
      starts = (await partitionProgress(server)).places;
      return table;
    },
    {
      folder,
      warn,
      resolve,
      clock,
      dated: (time, { node }) => (node === importsNode ? time : dated(time)),
      taken: () => undefined,
      isOurs: ownEvents(new Set(partitions), () => starts),
      damage: parts.damage,
      journal: (marks, damage) => createArrivalsReader(server, marks, { damage, warn, looked: readTombstones }),
    },
  );
  return writer;
}

function firstFailure(writers: readonly EventWriter[]): ReturnType<EventWriter['failure']> {
  let all = writers.map((writer) => writer.failure());
  return all.find(({ reading, storing }) => reading ?? storing) ?? {};
}

/** Events of these partitions that are not stored: some can be further than others, from another process. */
function ownEvents(
  partitions: ReadonlySet<number>,
  starts: () => PartitionProgress['places'],
): (event: Event, place: Mark) => boolean {
  let ofOwners = new Map<string, number>();
  let furthest = new Map<string, number>();
  return ({ ownerId }, { epoch, next }) => {
    let partition = ofOwners.get(ownerId);
    if (partition === undefined) ofOwners.set(ownerId, (partition = partitionOf(ownerId)));
    if (!partitions.has(partition)) return false;
    let start = starts().get(epoch);
    if (!start) return true;
    let last = furthest.get(epoch);
    if (last === undefined) furthest.set(epoch, (last = greatest([...partitions].map(start.of))));
    return next >= last || next >= start.of(partition);
  };
}

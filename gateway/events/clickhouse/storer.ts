/**
 * Stores what edge nodes have sent, for some partitions of owners at a time: those whose leases this process
 * has. Other processes store the others' at the same time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Event } from 'contract/event-fields';
import { greatest } from 'contract/shared/extremes';
import type { Damage } from 'journal/damage-log';
import type { Mark } from 'journal/reader';
import { inTurn, joinLeases } from '../../floor/db/leases';
import type { PgSession } from '../../floor/db/session';
import type { Tombstone } from '../../floor/tombstone';
import { partitionMax, partitionOf } from '../query/ends';
import { createEventWriter, type EventWriter, type EventWriterParts } from '../write/writer';
import { createArrivalsReader } from './arrivals-reader';
import { sweepArrivals, sweepingPartition } from './arrivals-sweep';
import { connect, type Clickhouse, type ServerAddress } from './client';
import { openOwnerShards, type OwnerShards } from './owner-shards';
import { createPgRangeStore } from './range-notes';
import { createArrivalsTable, migrateTables } from './schema';
import { partitionProgress, type PartitionProgress } from './stored';
import { createSummaryTables, invalidateDecided } from './summary-parts';
import { clickhouseTable } from './table';

export interface StorerParts extends ServerAddress, Pick<EventWriterParts, 'folder' | 'warn' | 'resolve' | 'clock'> {
  /** Ends with the process's right to store. */
  session: PgSession;
  tombstones(): Promise<readonly Tombstone[]>;
}

export interface Storer {
  /** Why events cannot be stored. */
  failure(): ReturnType<EventWriter['failure']>;
  damage(): Damage | undefined;
  /** The partitions whose events this process stores now. */
  partitions(): number[];
  close(): Promise<void>;
}

const lookEveryMs = 500;

export async function openStorer(parts: StorerParts): Promise<Storer> {
  let { session, warn } = parts;
  let server = await connect(parts);
  let leases = await joinLeases(session, partitionMax);
  let closing = new AbortController();
  let writer: EventWriter | undefined;
  let stopSweep: (() => Promise<void>) | undefined;
  let failure: unknown;

  /** Events that are not stored yet are read again by the next holder. */
  async function halt(): Promise<void> {
    await writer?.halt();
    writer = undefined;
    await stopSweep?.();
    stopSweep = undefined;
  }

  async function begin(): Promise<void> {
    let partitions = leases.held();
    if (partitions.length === 0) return;
    // Two processes could complete the range of a third one in different ways.
    writer = await inTurn(session, () => openWriter(server, partitions, parts));
    if (partitions.includes(sweepingPartition)) stopSweep = sweepArrivals(server, warn);
  }

  async function look(): Promise<void> {
    let surplus = await leases.surplus();
    if (surplus.length > 0) {
      await halt();
      await leases.giveBack(surplus);
    } else if (await leases.takeMore()) await halt();
    if (!writer) await begin();
    failure = undefined;
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await look().catch((error: unknown) => {
        failure = error;
      });
      await pause(lookEveryMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  await migrateTables(server);
  await createArrivalsTable(server);
  if (server.cluster === undefined) await inTurn(session, () => createSummaryTables(server));
  let running = run();

  return {
    failure: () => (failure === undefined ? (writer?.failure() ?? {}) : { storing: failure }),
    damage: () => writer?.damage(),
    partitions: () => (writer ? leases.held() : []),
    async close() {
      closing.abort();
      await running;
      await halt();
      await server.close();
    },
  };
}

async function openWriter(server: Clickhouse, partitions: readonly number[], parts: StorerParts): Promise<EventWriter> {
  let { session, folder, warn, resolve, clock, tombstones } = parts;
  let owners: OwnerShards = await openOwnerShards(server);
  let ranges = createPgRangeStore(session, partitions);
  let changing = (seqs: readonly number[]) =>
    server.cluster === undefined ? invalidateDecided(server, seqs) : noChange;
  let openTable = clickhouseTable(server, owners, ranges, { changing, partitions });
  let starts: PartitionProgress['places'] = new Map();
  let known = 0;

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
      taken: () => undefined,
      isOurs: ownEvents(new Set(partitions), () => starts),
      journal: (marks, damage) => createArrivalsReader(server, marks, { damage, warn, looked: readTombstones }),
    },
  );
  return writer;
}

const noChange = Promise.resolve();

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

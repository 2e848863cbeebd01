/** Reads the journal in order into memory, each event once. */
import type { Event } from 'contract/event-fields';
import type { DamageLog } from 'journal/damage-log';
import type { Batch, JournalReader, Mark } from 'journal/reader';
import { createSharedRun } from '../../floor/calls/shared-run';
import type { ErasedEvents } from './erased-events';
import type { EventTable } from './event-table';
import { createTries, type EventFlusher } from './flusher';
import type { RecentEvents } from './recent-events';

export interface IntakeRules {
  /**
   * Assigns an artifact to events without one. Rejects if nothing can be resolved; returns an Error
   * in place of a single event that cannot be.
   */
  resolve(events: readonly Event[]): Promise<readonly (Event | Error)[]>;
  /** These events are part of every answer from now on, starting at `seq`. */
  taken(events: readonly Event[], seq: number): void;
  /** Upper bound for event times in milliseconds; unlimited by default. */
  clock?: (() => number) | undefined;
  /** The time to store for one of the journal, which is from this node; the same by default. */
  dated?: ((time: number, from: Pick<Mark, 'node'>) => number) | undefined;
  /** Whether this writer stores an event at this place of its journal; every event by default. */
  isOurs?: ((event: Event, place: Mark) => boolean) | undefined;
}

interface IntakeParts {
  reader: JournalReader;
  tail: RecentEvents;
  table: Pick<EventTable, 'marks'>;
  mover: Pick<EventFlusher, 'flushSome' | 'wake'>;
  erased: Pick<ErasedEvents, 'has'>;
  damage: Pick<DamageLog, 'addRefused'>;
}

/** Above this number of waiting events, reading pauses to limit memory. */
const crowded = 15_000;
const lookEveryMs = 200;

/** Null if the event is not to be stored. */
type Admitted = Event | Error | null;

export function startJournalIntake(
  { reader, tail, table, mover, erased, damage }: IntakeParts,
  { resolve, taken, clock = () => Infinity, dated = (time) => time, isOurs = () => true }: IntakeRules,
) {
  let unresolved: Batch | undefined;
  let tries = createTries();
  let isStopped = false;

  async function takeAll(): Promise<void> {
    while (!isStopped) {
      if (tail.waiting() > crowded) await mover.flushSome();
      unresolved ??= await reader.read();
      // Segments that were fully stored before a restart still exist.
      if (!unresolved) return tail.waiting() > 0 ? undefined : reader.release(table.marks());
      await push(unresolved, await admitted(unresolved));
      unresolved = undefined;
      mover.wake();
    }
  }

  /**
   * The only way into the store. Erased events are recognized by what they name before and after
   * resolving.
   */
  async function admitted({ events, from }: Batch): Promise<Admitted[]> {
    let isHere = (event: Event, i: number) => isOurs(event, { ...from, next: from.next + i });
    let wanted = events
      .map((event) => datedHere(event, from))
      .map((event, i) => (isHere(event, i) && !erased.has(event) ? event : null));
    let resolved = await resolve(wanted.filter((event) => event !== null));
    let next = 0;
    return wanted.map((one) => {
      let event = one && resolved[next++]!;
      return event === null || event instanceof Error || !erased.has(event) ? event : null;
    });
  }

  /** An edge's clock may be ahead. A later time would hide the event from reports until then. */
  function datedHere(event: Event, from: Mark): Event {
    let time = Math.min(dated(event.time, from), clock());
    return time === event.time ? event : { ...event, time };
  }

  /** Events that cannot be resolved are retried a few times, then set aside. */
  async function push({ events, from }: Batch, resolved: readonly Admitted[]): Promise<void> {
    let refused = resolved.find((event) => event instanceof Error);
    if (refused && !tries.isLast(events[0]!.id)) throw refused;
    for (let [i, event] of resolved.entries()) if (event instanceof Error) await damage.addRefused(events[i]!, event);
    for (let { first, stored, skipped } of runsOf(resolved)) {
      let seq = tail.end();
      tail.push(stored, { ...from, next: from.next + first }, skipped);
      taken(stored, seq);
    }
  }

  let run = createSharedRun(takeAll);
  let look = setInterval(() => void run.join().catch(() => {}), lookEveryMs).unref();

  return {
    /** Resolves when everything durable at the call is in memory. */
    take: run.follow,
    failure: run.failure,
    /** Events that are read and not in memory yet. */
    unresolved: () => unresolved?.events ?? [],
    isStopped: () => isStopped,
    /** Begins no further batch; resolves when none is being taken. */
    async stop(): Promise<void> {
      clearInterval(look);
      isStopped = true;
      await run.ended();
    },
  };
}

interface Run {
  /** Index in the batch. */
  first: number;
  stored: Event[];
  /** Events after them that are not stored. */
  skipped: number;
}

/** Splits a batch into runs of stored events, each with the skipped ones after it. */
function runsOf(resolved: readonly Admitted[]): Run[] {
  let runs: Run[] = [];
  for (let [i, event] of resolved.entries()) {
    let last = runs.at(-1);
    let isStored = event !== null && !(event instanceof Error);
    if (!last || (last.skipped > 0 && isStored)) runs.push((last = { first: i, stored: [], skipped: 0 }));
    if (event === null || event instanceof Error) last.skipped += 1;
    else last.stored.push(event);
  }
  return runs;
}

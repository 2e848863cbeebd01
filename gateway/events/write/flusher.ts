/**
 * Writes events from memory to the table in small batches: shortly after they arrive, at once
 * before a query, and with a delay after a failure.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Event } from 'contract/event-fields';
import type { DamageLog } from 'journal/damage-log';
import type { JournalReader } from 'journal/reader';
import { ApiError } from '../../floor/calls/api-error';
import { createSharedRun } from '../../floor/calls/shared-run';
import type { EventTable } from './event-table';
import type { RecentEvents } from './recent-events';

export interface EventFlusher {
  /** Schedules a write. */
  wake(): void;
  /** Resolves when all events present at the call are in the table. */
  flush(): Promise<void>;
  /** Resolves after the next batch. */
  flushSome(): Promise<void>;
  /** Whether the table has refused this event since the start. */
  isRefused(event: Event): boolean;
  /** Error of the last write; undefined if it succeeded. */
  failure(): unknown;
  /** Resolves when no write is running. */
  stop(): Promise<void>;
}

/** Each write ends with an fsync on the disk the edge's journal shares, so few large ones. */
const firstAfterMs = 200;
const nextAfterMs = 1;
const againAfterMs = 1_000;

/** Queries may use up the engine's memory for a moment: a flush waits this often. */
const roomAfterMs = 250;
const roomWaitsMax = 16;

/** Rows are filled on the event loop, so few at a time. */
const rowsMax = 2_000;

/** An event is set aside after this many attempts on its own, a second apart. */
const triesMax = 5;

interface FlusherParts {
  tail: RecentEvents;
  table: EventTable;
  journal: Pick<JournalReader, 'release'>;
  damage: Pick<DamageLog, 'addRefused'>;
}

/** Writes the events of `tail`, and releases the journal up to those in the table. */
export function createEventFlusher({ tail, table, journal, damage }: FlusherParts): EventFlusher {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  /** The batch size; reduced while searching for an event that the table refuses. */
  let size = rowsMax;
  let tries = createTries();
  let refused = new WeakSet<Event>();
  let moving = createSharedRun(moveSome);

  function later(ms: number): void {
    if (stopped) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      moving.join().then(
        () => tail.waiting() > 0 && later(tail.waiting() >= size ? nextAfterMs : firstAfterMs),
        () => later(againAfterMs),
      );
    }, ms);
  }

  /** A failed commit may have been applied, so the end is always read from the table. */
  async function moveSome(): Promise<void> {
    for (;;) {
      tail.moved(await table.end(), table.marks());
      let batch = tail.first(size);
      let marks = tail.marksOf(batch.length);
      if (batch.length === 0 && marks.length === 0) return;
      try {
        await table.add(batch, marks);
      } catch (error) {
        // Out of memory, or a server is away: no event is at fault.
        if (error instanceof ApiError) throw error;
        if (await isNarrowed(batch, error)) continue;
        throw error;
      }
      size = Math.min(rowsMax, size * 2);
      tail.moved(await table.end(), table.marks());
      return journal.release(table.marks());
    }
  }

  /**
   * Tells an event that the table refuses from a table that accepts nothing; in the latter case
   * nothing is set aside. Imported events are not retried, because their sender gets an error and
   * still has the file. Returns whether to try again at once.
   */
  async function isNarrowed(batch: readonly Event[], error: unknown): Promise<boolean> {
    tail.moved(await table.end(), table.marks());
    let [first] = tail.first(1);
    // The commit was applied after all.
    if (!first || first !== batch[0]) return true;
    await table.add([], tail.marksOf(0)).catch(() => {
      tries.clear();
      throw error;
    });
    if (batch.length > 1) {
      size = Math.ceil(batch.length / 2);
      return true;
    }
    if (tail.isInJournal() && !tries.isLast(first.id)) return false;
    await damage.addRefused(first, error);
    refused.add(first);
    tail.drop();
    return true;
  }

  return {
    wake: () => later(firstAfterMs),
    async flush() {
      let waits = roomWaitsMax;
      // The end moves back when an event is set aside.
      for (let target = tail.end(); tail.tableEnd() < Math.min(target, tail.end());)
        await moving.join().catch(async (error: unknown) => {
          if (!(error instanceof ApiError) || error.code === 'events-are-unavailable' || waits-- === 0) throw error;
          await pause(roomAfterMs);
        });
    },
    flushSome: moving.join,
    isRefused: (event) => refused.has(event),
    failure: moving.failure,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await moving.ended();
    },
  };
}

/** After one event was set aside, others get no more attempts, or many would block the rest. */
const noFurtherTriesMs = 60_000;

/** Counts attempts at one thing that are at least a second apart. */
export function createTries() {
  let of: string | undefined;
  let count = 0;
  let lastAt = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  return {
    /** Records an attempt; returns whether it was the last. */
    isLast(what: string): boolean {
      let now = performance.now();
      if (what !== of) {
        of = what;
        count = 0;
      } else if (now - lastAt < againAfterMs) return false;
      lastAt = now;
      count += 1;
      let isLast = count >= triesMax || now - endedAt < noFurtherTriesMs;
      if (isLast) endedAt = now;
      return isLast;
    },
    clear() {
      of = undefined;
    },
  };
}

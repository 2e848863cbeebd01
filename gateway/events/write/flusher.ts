/**
 * Writes events from memory to the table, a few at a time: soon after they arrive, at once before a
 * query, later after a failure.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Event } from 'contract/event-fields';
import type { DamageLog } from 'journal/damage-log';
import type { JournalReader } from 'journal/reader';
import { ApiError } from '../../floor/api-error';
import type { EventTable } from './event-table';
import type { RecentEvents } from './recent-events';

export interface EventFlusher {
  /** There are events to write. */
  wake(): void;
  /** Resolves when all events that were there at the call are in the table. */
  flush(): Promise<void>;
  /** Resolves after the next few events are in the table; rejects where it takes none. */
  flushSome(): Promise<void>;
  /** Whether the table has refused an event since the start. */
  isRefused(event: Event): boolean;
  /** Error of the last write; undefined where it succeeded. */
  failure(): unknown;
  /** Resolves when no write is running. */
  stop(): Promise<void>;
}

/** Each move ends with a sync of the disk, which the edge's journal shares: few that are full. */
const firstAfterMs = 200;
const nextAfterMs = 1;
const againAfterMs = 1_000;

/**
 * Questions of others leave too little memory for moments: whoever waits for a write waits so
 * often.
 */
const roomAfterMs = 250;
const roomWaitsMax = 16;

/** Rows are filled in on the event loop's thread, so few at a time. */
const rowsMax = 2_000;

/** An event that the table refuses so often, a second apart and by itself, is set aside. */
const triesMax = 5;

interface FlusherParts {
  tail: RecentEvents;
  table: EventTable;
  journal: Pick<JournalReader, 'release'>;
  damage: Pick<DamageLog, 'addRefused'>;
}

/** Writes the events of `tail`, and releases them from the journal once they are in the table. */
export function createEventFlusher({ tail, table, journal, damage }: FlusherParts): EventFlusher {
  let moving: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let failure: unknown;
  /** How many events are moved at once: fewer while one is looked for that the table refuses. */
  let size = rowsMax;
  let tries = createTries();
  let refused = new WeakSet<Event>();

  function later(ms: number): void {
    if (stopped) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      move().then(
        () => tail.waiting() > 0 && later(tail.waiting() >= size ? nextAfterMs : firstAfterMs),
        () => later(againAfterMs),
      );
    }, ms);
  }

  function move(): Promise<void> {
    moving ??= moveSome()
      .then(
        () => void (failure = undefined),
        (error: unknown) => {
          failure = error;
          throw error;
        },
      )
      .finally(() => (moving = undefined));
    return moving;
  }

  /** A failed commit may still have been applied, so the table always says where it ends. */
  async function moveSome(): Promise<void> {
    for (;;) {
      tail.moved(await table.end(), table.marks());
      let batch = tail.first(size);
      let marks = tail.marksOf(batch.length);
      if (batch.length === 0 && marks.length === 0) return;
      try {
        await table.add(batch, marks);
      } catch (error) {
        // No fault of an event.
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
   * Tells one event that the table refuses from a table that takes nothing: then nothing is set
   * aside, however often it is tried. One of a file is not tried again: whoever sent the file hears
   * of it and still has it. Gives whether it is worth trying again at once.
   */
  async function isNarrowed(batch: readonly Event[], error: unknown): Promise<boolean> {
    tail.moved(await table.end(), table.marks());
    let [first] = tail.first(1);
    // The commit has come through after all.
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
      // The end moves back where an event is set aside.
      for (let target = tail.end(); tail.tableEnd() < Math.min(target, tail.end());)
        await move().catch(async (error: unknown) => {
          if (!(error instanceof ApiError) || waits-- === 0) throw error;
          await pause(roomAfterMs);
        });
    },
    flushSome: move,
    isRefused: (event) => refused.has(event),
    failure: () => failure,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await moving?.catch(() => {});
    },
  };
}

/** After one was set aside, others are not tried as long: many would hold everything up. */
const noFurtherTriesMs = 60_000;

/** Counts tries of one thing that lie at least a second apart. */
export function createTries() {
  let of: string | undefined;
  let count = 0;
  let lastAt = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  return {
    /** Notes a try; gives whether there were enough. */
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

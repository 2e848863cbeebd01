/**
 * Reads the journal in order: into memory, and into the table a moment later or before a query;
 * every event once.
 */
import type { Event } from 'contract/event-fields';
import { openDamageLog, type Damage } from 'journal/damage';
import { epochsOf } from 'journal/headers';
import { createJournalReader, type Batch } from 'journal/reader';
import type { Artifacts } from './artifacts';
import type { Engine } from './engine';
import { createJournalFlusher, createTries } from './journal-flusher';
import { createRecentEvents } from './recent-events';
import { openTable } from './table';

export interface WriterParts {
  folder: string;
  /** Called with a message about damage. */
  warn(sentence: string): void;
  /**
   * Gives events that name no artifact yet the one they count for. Rejects where nothing can be
   * resolved; an Error stands in the place of an event that cannot be though others can.
   */
  resolve(events: readonly Event[]): Promise<readonly (Event | Error)[]>;
  /** These events are part of every answer from now on. */
  taken(events: readonly Event[]): void;
}

export interface Writer {
  /** Writes many events directly to the table; nothing else may write meanwhile. */
  load(events: readonly Event[]): Promise<void>;
  /** Resolves when everything that was durable in the journal at the call is read. */
  catchUp(): Promise<void>;
  /** Resolves when everything that was durable in the journal at the call is in the table. */
  settle(): Promise<void>;
  artifacts(): Artifacts;
  /** The end of what can be counted: the table has every event with a lower `seq`. */
  end(): number;
  /** How many events are in memory and not yet in the table. */
  waiting(): number;
  /** Why the journal cannot be read, or not be brought into the table; undefined while it can. */
  failure(): { reading?: unknown; storing?: unknown };
  damage(): Damage;
  /** How much of the journal is not stored: bytes, and the time of the first event. */
  lag(): Promise<{ bytes: number; oldest: number | null }>;
  /**
   * The events from a `seq` on to the end, as far as they are still in memory; undefined when they
   * are not.
   */
  since(seq: number): readonly Event[] | undefined;
  /** Finishes the current write; other events stay in the journal. */
  close(): Promise<void>;
}

/** With more waiting events, reading pauses until the table catches up, to limit memory. */
const crowded = 15_000;
const lookEveryMs = 200;

/** Opens the table of an engine and starts reading the journal of its folder. */
export async function createWriter(engine: Engine, { folder, warn, resolve, taken }: WriterParts): Promise<Writer> {
  let table = await openTable(engine, await epochsOf(folder));
  let damage = await openDamageLog(folder, warn);
  let reader = createJournalReader(folder, table.marks(), damage);
  let tail = createRecentEvents(await table.end());
  let mover = createJournalFlusher({ tail, table, journal: reader, damage });
  let unresolved: Batch | undefined;
  let tries = createTries();
  let failure: unknown;
  let closed = false;
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;

  async function takeAll(): Promise<void> {
    while (!closed) {
      if (tail.waiting() > crowded) await mover.relieve();
      unresolved ??= await reader.read();
      // Segments that were stored when the process ended are still there at the next start.
      if (!unresolved) return tail.waiting() > 0 ? undefined : reader.release(table.marks());
      await push(unresolved, await resolve(unresolved.events));
      unresolved = undefined;
      mover.wake();
    }
  }

  /** Events that cannot be resolved are tried again a few times, and then set aside. */
  async function push({ events, from }: Batch, resolved: readonly (Event | Error)[]): Promise<void> {
    let refused = resolved.filter((event) => event instanceof Error);
    if (refused[0] && !tries.isLast(events[0]!.id)) throw refused[0];
    for (let [i, event] of resolved.entries()) if (event instanceof Error) await damage.addRefused(events[i]!, event);
    for (let { first, stored, skipped } of runsOf(resolved)) {
      tail.push(stored, { ...from, next: from.next + first }, skipped);
      taken(stored);
    }
  }

  function run(): Promise<void> {
    following = undefined;
    running = takeAll()
      .then(
        () => void (failure = undefined),
        (error: unknown) => {
          failure = error;
          throw error;
        },
      )
      .finally(() => (running = undefined));
    return running;
  }

  /** A running read may have passed newer events, so one more follows it. */
  function take(): Promise<void> {
    if (!running) return run();
    return (following ??= running.then(run, run));
  }

  let look = setInterval(() => void (running ?? run().catch(() => {})), lookEveryMs).unref();

  return {
    async load(events) {
      await take();
      await mover.settle();
      await table.add(events, []);
      tail.push(events);
      tail.moved(await table.end(), table.marks());
    },
    catchUp: take,
    async settle() {
      await take();
      await mover.settle();
    },
    artifacts: table.artifacts,
    end: tail.tableEnd,
    waiting: tail.waiting,
    failure: () => ({ reading: failure, storing: mover.failure() }),
    damage: damage.counts,
    async lag() {
      let [oldest] = [...tail.first(1), ...(unresolved?.events ?? [])];
      return { bytes: await reader.lag(), oldest: oldest?.time ?? null };
    },
    since: tail.since,
    async close() {
      clearInterval(look);
      await take().catch(() => {});
      closed = true;
      await following?.catch(() => {});
      await mover.settle().catch(() => {});
      await mover.stop();
      await damage.close();
    },
  };
}

interface Run {
  /** Its place in the batch. */
  first: number;
  stored: Event[];
  /** Events behind them that are not stored. */
  skipped: number;
}

/** A batch in runs of events to store, each with the refused ones behind it. */
function runsOf(resolved: readonly (Event | Error)[]): Run[] {
  let runs: Run[] = [];
  for (let [i, event] of resolved.entries()) {
    let last = runs.at(-1);
    if (!last || (last.skipped > 0 && !(event instanceof Error)))
      runs.push((last = { first: i, stored: [], skipped: 0 }));
    if (event instanceof Error) last.skipped += 1;
    else last.stored.push(event);
  }
  return runs;
}

/**
 * Takes over what the journal holds, in its order: into memory, and into the table a moment later
 * or as soon as anybody asks; every event once.
 */
import type { Event } from 'contract/event-fields';
import { createJournalReader, epochsOf, type Damage } from 'journal/reader';
import type { Artifacts } from './artifacts';
import type { Engine } from './engine';
import { createJournalFlusher } from './journal-flusher';
import { createRecentEvents } from './recent-events';
import { openTable } from './table';

export interface WriterParts {
  folder: string;
  /** Told what was found damaged. */
  warn(sentence: string): void;
  /** Gives events that name no artifact yet the one they count for. */
  resolve(events: readonly Event[]): Promise<readonly Event[]>;
  /** These events are part of every answer from now on. */
  taken(events: readonly Event[]): void;
}

export interface Writer {
  /** Many events, straight into the table; nobody else writes meanwhile. */
  load(events: readonly Event[]): Promise<void>;
  /** Resolves when everything that was durable in the journal at the call is read. */
  catchUp(): Promise<void>;
  /** Resolves when everything that was durable in the journal at the call is in the table. */
  settle(): Promise<void>;
  artifacts(): Artifacts;
  /**
   * The end of what can be counted: the table has every event with a lower `seq`. Later events may
   * follow at any time.
   */
  end(): number;
  /** How many events are in memory and not yet in the table. */
  waiting(): number;
  /** Why the journal cannot be taken over; undefined while it can. */
  failure(): unknown;
  damage(): Damage;
  /**
   * The events from a `seq` on to the end, as far as they are still in memory; undefined when they
   * are not.
   */
  since(seq: number): readonly Event[] | undefined;
  /** Lets what is being written end; what is not in the table stays in the journal. */
  close(): Promise<void>;
}

/** From here on reading waits for the table, so that a flood does not fill the memory. */
const crowded = 15_000;
const lookEveryMs = 200;

/** Opens the table of an engine and begins to take over the journal of its folder. */
export async function createWriter(engine: Engine, { folder, warn, resolve, taken }: WriterParts): Promise<Writer> {
  let table = await openTable(engine, await epochsOf(folder));
  let reader = createJournalReader(folder, table.marks(), warn);
  let tail = createRecentEvents(await table.end());
  let mover = createJournalFlusher(tail, table, reader);
  let unresolved: Awaited<ReturnType<typeof reader.read>>;
  let failure: unknown;
  let closed = false;
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;

  async function takeAll(): Promise<void> {
    while (!closed) {
      unresolved ??= await reader.read();
      if (!unresolved) return;
      let events = await resolve(unresolved.events);
      tail.push(events, unresolved.from);
      taken(events);
      unresolved = undefined;
      mover.wake();
      if (tail.waiting() > crowded) await mover.relieve();
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

  /** A reading that has begun may be past what came since, so one more follows it. */
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
      tail.moved(await table.end());
    },
    catchUp: take,
    async settle() {
      await take();
      await mover.settle();
    },
    artifacts: table.artifacts,
    end: tail.tableEnd,
    waiting: tail.waiting,
    failure: () => failure,
    damage: reader.damage,
    since: tail.since,
    async close() {
      clearInterval(look);
      await take().catch(() => {});
      closed = true;
      await following?.catch(() => {});
      await mover.settle().catch(() => {});
      await mover.stop();
    },
  };
}

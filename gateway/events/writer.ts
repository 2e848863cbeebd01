/**
 * Takes events in: durable in the journal at once, in the table a moment later or as soon as
 * anybody asks; every event once.
 */
import type { Artifacts } from './artifacts';
import { checkWritable } from './columns';
import type { Engine } from './engine';
import type { Event } from 'contract/event-fields';
import { openJournal } from 'journal/journal';
import { clearLeftovers, readLeftovers } from 'journal/leftovers';
import { createJournalFlusher } from './journal-flusher';
import { openTable, type Table } from './table';
import { createRecentEvents } from './recent-events';

export interface Writer {
  /** All events are durable when it resolves, none is written when it rejects. */
  append(events: readonly Event[]): Promise<void>;
  /** Many events, straight into the table; nobody else writes meanwhile. */
  load(events: readonly Event[]): Promise<void>;
  /** Resolves when everything appended so far is in the table. */
  settle(): Promise<void>;
  artifacts(): Artifacts;
  /**
   * The end of what can be counted: the table has every event with a lower `seq`. Later events may
   * follow at any time.
   */
  end(): number;
  /** How many events are in the journal and not yet in the table. */
  waiting(): number;
  /**
   * The events from a `seq` on to the end, as far as they are still in memory; undefined when they
   * are not.
   */
  since(seq: number): readonly Event[] | undefined;
  /**
   * Lets what is being written end; what the table could not take stays in the journal for the next
   * start.
   */
  close(): Promise<void>;
}

/**
 * From here on writing waits for the table, so that a flood slows down instead of filling the
 * memory.
 */
const crowded = 15_000;
/** More than this can only wait where the table takes nothing. */
const waitingMax = 50_000;
const leftoversBatch = 5_000;

/**
 * Opens the table and the journal of a folder; what a sudden end left in the journal is moved
 * first. `warn` is told of
 * what could not be read there.
 */
export async function createWriter(engine: Engine, folder: string, warn: (sentence: string) => void): Promise<Writer> {
  let table = await openTable(engine);
  await moveLeftovers(folder, table, warn);
  let journal = await openJournal(folder);
  let tail = createRecentEvents(await table.end());
  let mover = createJournalFlusher(tail, table, journal);
  let last: Promise<void> = Promise.resolve();
  let closed = false;

  function inTurn(work: () => Promise<void>): Promise<void> {
    let mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  }

  return {
    append: (events) =>
      inTurn(async () => {
        if (closed) throw new Error('The event store is not open');
        if (events.length === 0) return;
        for (let event of events) checkWritable(event);
        if (tail.waiting() > crowded) await mover.relieve();
        if (tail.waiting() + events.length > waitingMax) throw new Error('Too many events wait for the event table');
        await journal.append(tail.end(), events);
        tail.push(events);
        mover.wake();
      }),
    load: (events) =>
      inTurn(async () => {
        await mover.settle();
        await table.add(events);
        tail.push(events);
        tail.moved(await table.end());
      }),
    settle: () => mover.settle(),
    artifacts: table.artifacts,
    end: tail.tableEnd,
    waiting: tail.waiting,
    since: tail.since,
    async close() {
      closed = true;
      await last;
      let isMoved = await mover.settle().then(
        () => true,
        () => false,
      );
      await mover.stop();
      await journal.close();
      if (isMoved) await clearLeftovers(folder);
    },
  };
}

/**
 * Events keep the places the journal gave them, also where some before them are lost: so they are
 * moved only once.
 */
async function moveLeftovers(folder: string, table: Table, warn: (sentence: string) => void): Promise<void> {
  let batch: Event[] = [];
  let next = await table.end();
  let save = async () => {
    if (batch.length > 0) await table.add(batch, next - batch.length);
    batch = [];
  };
  for await (let { seq, events } of readLeftovers(folder, warn)) {
    if (seq > next) {
      await save();
      next = seq;
    }
    let fresh = events.slice(Math.max(0, next - seq));
    next += fresh.length;
    batch.push(...fresh);
    if (batch.length >= leftoversBatch) await save();
  }
  await save();
  await clearLeftovers(folder);
}

/**
 * Moves events from memory into the table, a few at a time: soon after they came, at once when
 * somebody asks, later after a failure.
 */
import type { JournalReader } from 'journal/reader';
import type { Table } from './table';
import type { RecentEvents } from './recent-events';

export interface JournalFlusher {
  /** There are events to move. */
  wake(): void;
  /** Resolves when all events that were there at the call are in the table. */
  settle(): Promise<void>;
  /** Resolves after the next few events are in the table, or could not be brought there. */
  relieve(): Promise<void>;
  /** Why the table took nothing the last time; undefined where it did. */
  failure(): unknown;
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
}

const firstAfterMs = 200;
const nextAfterMs = 1;
const againAfterMs = 1_000;

/** Rows are filled in on the event loop's thread, so few at a time. */
const rowsMax = 2_000;

/** Moves what is in `tail`, and releases it from the journal once it is in the table. */
export function createJournalFlusher(
  tail: RecentEvents,
  table: Table,
  journal: Pick<JournalReader, 'release'>,
): JournalFlusher {
  let moving: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let failure: unknown;

  function later(ms: number): void {
    if (stopped) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      move().then(
        () => tail.waiting() > 0 && later(nextAfterMs),
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

  /**
   * A commit that failed may have come through all the same, so it is always the table that says
   * where it ends.
   */
  async function moveSome(): Promise<void> {
    tail.moved(await table.end());
    let batch = tail.first(rowsMax);
    if (batch.length === 0) return;
    await table.add(batch, tail.marksOf(batch.length));
    tail.moved(await table.end());
    await journal.release(table.marks());
  }

  return {
    wake: () => later(firstAfterMs),
    async settle() {
      for (let target = tail.end(); tail.tableEnd() < target;) await move();
    },
    relieve: () => move().catch(() => {}),
    failure: () => failure,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await moving?.catch(() => {});
    },
  };
}

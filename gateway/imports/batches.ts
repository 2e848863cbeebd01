/** Rows of a file on their way into the store, a batch at a time, in their order. */
import type { ImportError } from 'contract/imports';
import type { EventStore, ImportedEvent, ImportOutcome } from '../events/store';
import type { InTurn } from '../turns';
import { importBatch } from '../work-limits';
import { RowError } from './read-event';
import type { Row } from './rows';

/** What a row is: an event, an error, or none that counts. */
export type ReadRow = ImportedEvent | RowError | LeftOut;

/** A row that is no event by the rules of counting, with the reason. */
export class LeftOut {
  constructor(readonly reason: string) {}
}

/** What became of the rows up to `lastLine`. */
export interface Counts {
  stored: number;
  known: number;
  refused: number;
  leftOut: number;
  lastLine: number;
}

export interface Batches {
  counts: Readonly<Counts>;
  /** Resolves when there is room for more. */
  add(row: Row, one: ReadRow): Promise<void>;
  /** Stores what waits. */
  finish(): Promise<void>;
}

interface BatchesParts {
  events: Pick<EventStore, 'import'>;
  /** Runs each batch when its turn comes. */
  inTurn: InTurn;
  refused(error: ImportError): void;
  /** Called after each batch. */
  done?(): Promise<void>;
  /** Where an earlier process has stopped. */
  counts?: Counts;
}

export const nothingCounted: Counts = { stored: 0, known: 0, refused: 0, leftOut: 0, lastLine: 0 };

/** Rows without events take little to count, so many of them are one batch. */
const rowsPerBatch = 20 * importBatch;

const refusals: Partial<Record<ImportOutcome, string>> = {
  erased: 'This was erased, and is not stored any more.',
  'id-is-taken': 'Another event has this ID.',
};

export function createBatches({ events, inTurn, refused, done, counts = nothingCounted }: BatchesParts): Batches {
  let now = { ...counts };
  let waiting: { row: Row; one: ReadRow }[] = [];
  let eventsWaiting = 0;

  function refuse(error: ImportError): void {
    now.refused += 1;
    refused(error);
  }

  function count({ row, one }: (typeof waiting)[number], outcome: ImportOutcome | undefined): void {
    if (one instanceof LeftOut) now.leftOut += 1;
    else if (one instanceof RowError) refuse({ line: row.line, field: one.field, message: one.message });
    else {
      let message = refusals[outcome!];
      if (message !== undefined) refuse({ line: row.line, field: 'id', message });
      else now[outcome === 'stored' ? 'stored' : 'known'] += 1;
    }
    now.lastLine = row.lastLine;
  }

  async function store(): Promise<void> {
    let batch = waiting.splice(0);
    eventsWaiting = 0;
    let read = batch.flatMap(({ one }) => (one instanceof RowError || one instanceof LeftOut ? [] : [one]));
    let outcomes = read.length > 0 ? await inTurn(() => events.import(read)) : [];
    let next = 0;
    for (let entry of batch)
      count(entry, entry.one instanceof RowError || entry.one instanceof LeftOut ? undefined : outcomes[next++]);
    await done?.();
  }

  return {
    counts: now,
    async add(row, one) {
      waiting.push({ row, one });
      if (!(one instanceof RowError || one instanceof LeftOut)) eventsWaiting += 1;
      if (eventsWaiting >= importBatch || waiting.length >= rowsPerBatch) await store();
    },
    async finish() {
      if (waiting.length > 0) await store();
    },
  };
}

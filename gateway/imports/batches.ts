/** Stores the rows of a file in batches, in order. */
import { eventField, eventFieldNames, type Event } from 'contract/event-fields';
import type { ImportError } from 'contract/exports/imports';
import type { EventImporter, ImportedEvent, ImportOutcome } from '../events/shape/store';
import type { RunInQueue } from '../floor/calls/fair-queue';
import { importBatchSize } from '../floor/calls/work-limits';
import { RowError } from './read-event';
import type { ImportedRow } from './rows';

export type ReadRow = ImportedEvent | RowError | SkippedRow;

/** A row that does not count as an event. */
export class SkippedRow {
  constructor(readonly reason: string) {}
}

/** Outcomes of the rows up to `lastLine`. */
export interface ImportCounts {
  stored: number;
  known: number;
  refused: number;
  leftOut: number;
  lastLine: number;
}

export interface Batches {
  counts: Readonly<ImportCounts>;
  /** Returns a promise only if the batch is full: it resolves when the batch is stored. */
  add(row: Pick<ImportedRow, 'line' | 'lastLine'>, one: ReadRow): Promise<void> | undefined;
  /** Stores the rest. */
  finish(): Promise<void>;
}

interface BatchesParts {
  events: Pick<EventImporter, 'import'>;
  /** Runs each batch when the queue admits it. */
  inTurn: RunInQueue;
  refused(error: ImportError): void;
  /** Called after each batch. */
  done?(): Promise<void>;
  /** Counts of an earlier process. */
  counts?: ImportCounts;
}

export const noImportCounts: ImportCounts = { stored: 0, known: 0, refused: 0, leftOut: 0, lastLine: 0 };

/** Rows without events are cheap, so that a batch can have many. */
const rowsPerBatch = 5 * importBatchSize;
/** Bounds memory: most events are far shorter than allowed. */
const charactersPerBatch = 16_000_000;

const refusals: Partial<Record<ImportOutcome, Omit<ImportError, 'line'>>> = {
  erased: { field: 'id', message: 'This event was erased and cannot be imported.' },
  'id-is-taken': { field: 'id', message: 'Duplicate event ID.' },
  'cannot-be-stored': {
    field: '',
    message: 'This row could not be stored. Contact your administrator.',
  },
};

export function createBatches({ events, inTurn, refused, done, counts = noImportCounts }: BatchesParts): Batches {
  let now = { ...counts };
  let waiting: { line: number; lastLine: number; one: ReadRow }[] = [];
  let eventsWaiting = 0;
  let lettersWaiting = 0;
  /** Rows without events that were counted since the last batch. */
  let counted = 0;

  function refuse(error: ImportError): void {
    now.refused += 1;
    refused(error);
  }

  function count({ line, lastLine, one }: (typeof waiting)[number], outcome: ImportOutcome | undefined): void {
    if (one instanceof SkippedRow) now.leftOut += 1;
    else if (one instanceof RowError) refuse({ line, field: one.field, message: one.message });
    else {
      let refusal = refusals[outcome!];
      if (refusal) refuse({ line, ...refusal });
      else now[outcome === 'stored' ? 'stored' : 'known'] += 1;
    }
    now.lastLine = lastLine;
  }

  async function store(): Promise<void> {
    let batch = waiting.splice(0);
    counted = 0;
    eventsWaiting = 0;
    lettersWaiting = 0;
    let read = batch.flatMap(({ one }) => (isEvent(one) ? [one] : []));
    let outcomes = read.length > 0 ? await inTurn(() => events.import(read)) : [];
    let next = 0;
    for (let entry of batch) count(entry, isEvent(entry.one) ? outcomes[next++] : undefined);
    await done?.();
  }

  return {
    counts: now,
    add({ line, lastLine }, one) {
      // Rows are counted in order. Those that wait for none are not kept: a file can have millions.
      if (waiting.length === 0 && !isEvent(one)) {
        count({ line, lastLine, one }, undefined);
        counted += 1;
        return counted >= rowsPerBatch ? store() : undefined;
      }
      waiting.push({ line, lastLine, one });
      if (isEvent(one)) {
        eventsWaiting += 1;
        lettersWaiting += textLength(one.event);
      }
      let isFull = eventsWaiting >= importBatchSize || lettersWaiting >= charactersPerBatch;
      return isFull || waiting.length >= rowsPerBatch ? store() : undefined;
    },
    async finish() {
      if (waiting.length > 0 || counted > 0) await store();
    },
  };
}

function isEvent(one: ReadRow): one is ImportedEvent {
  return !(one instanceof RowError || one instanceof SkippedRow);
}

const texts = eventFieldNames.filter((name) => eventField(name).type === 'text');

function textLength(event: Event): number {
  let letters = 0;
  for (let name of texts) letters += (event[name] as string).length;
  for (let name in event.variables) letters += name.length + event.variables[name]!.length;
  return letters;
}

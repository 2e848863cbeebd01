/** One file of events on its way into the store, a batch at a time. */
import type { ImportResult } from 'contract/exports/imports';
import * as limits from 'contract/limits';
import type { EventStore } from '../events/store';
import type { RunInQueue } from '../floor/fair-queue';
import { idleSenderMs, importMs } from '../floor/work-limits';
import { createBatches } from './batches';
import { formats } from './formats';
import { readLines } from './lines';
import type { ImportContext } from './read-event';
import type { ImportedRow } from './rows';

export interface ImportParts {
  events: EventStore;
  context: ImportContext;
  /** Runs each batch when its turn comes. */
  inTurn: RunInQueue;
}

/**
 * Stores the events of a file and tells what became of them. A file that breaks off, or takes too
 * long, counts up to its last whole row. Refuses with the errors of the first line of CSV.
 */
export async function importFile(
  file: AsyncIterable<Uint8Array>,
  isCsv: boolean,
  { events, context, inTurn }: ImportParts,
): Promise<ImportResult> {
  let errors: ImportResult['errors'] = [];
  let batches = createBatches({
    events,
    inTurn,
    refused: (error) => errors.length < limits.importErrorsMax && errors.push(error),
  });
  let format = formats[isCsv ? 'events-csv' : 'events-ndjson'];
  let reader = format.rows();
  let read = format.reader(context);
  let endAt = performance.now() + importMs;

  /** Whether it is whole. */
  async function take(rows: readonly ImportedRow[]): Promise<boolean> {
    for (let row of rows) {
      if (typeof row.values === 'string' && !row.isComplete) return false;
      let one = read(row);
      let stored = batches.add(row, one instanceof Promise ? await one : one);
      if (stored) await stored;
    }
    return true;
  }

  async function takeAll(): Promise<boolean> {
    for await (let lines of readLines(untilIdle(file))) {
      for (let line of lines) if (!(await take(reader.rowsOf(line)))) return false;
      if (performance.now() > endAt) return false;
    }
    return take(reader.end());
  }

  let isComplete = await takeAll().catch((error: unknown) => {
    if (error instanceof UploadInterrupted) return false;
    throw error;
  });
  await batches.finish();
  let { stored, known, refused, lastLine } = batches.counts;
  return { stored, known, refused, last_line: lastLine, is_complete: isComplete, errors };
}

/** The file has ended before its end. */
class UploadInterrupted extends Error {}

/** Its parts, as long as they come. */
async function* untilIdle(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts = file[Symbol.asyncIterator]();
  try {
    yield* withIdleTimeout(parts);
  } finally {
    // What nobody reads any more is let go: to close the request would take its answer with it.
    void drain(parts);
  }
}

async function drain(parts: AsyncIterator<Uint8Array>): Promise<void> {
  while (!(await parts.next().catch(() => ({ done: true }))).done);
}

async function* withIdleTimeout(parts: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (;;) {
    let timer: NodeJS.Timeout | undefined;
    let idle = new Promise<never>(
      (_, reject) => (timer = setTimeout(() => reject(new UploadInterrupted()), idleSenderMs)),
    );
    let { done, value } = await Promise.race([parts.next(), idle])
      .catch((error: unknown) => {
        throw new UploadInterrupted(undefined, { cause: error });
      })
      .finally(() => clearTimeout(timer));
    if (done) return;
    yield value as Uint8Array;
  }
}

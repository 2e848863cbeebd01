/** Imports a file of events while it is uploaded. */
import type { ImportResult } from 'contract/exports/imports';
import type { EventImporter } from '../events/shape/store';
import type { RunInQueue } from '../floor/calls/fair-queue';
import { idleSenderMs, importMs } from '../floor/calls/work-limits';
import { createBatches } from './batches';
import { formatOf } from './formats';
import { readLines } from './lines';
import type { ImportContext } from './read-event';
import type { ImportedRow } from './rows';

/** Errors that the answer to an import lists. */
const importErrorsMax = 100;

export interface ImportParts {
  events: EventImporter;
  context: ImportContext;
  /** Runs each batch when the queue admits it. */
  inTurn: RunInQueue;
}

/**
 * Stores the events of a file. If the upload breaks off or takes too long, its complete rows are
 * stored. Throws the errors of the CSV header.
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
    refused: (error) => errors.length < importErrorsMax && errors.push(error),
  });
  let format = formatOf(isCsv ? 'events-csv' : 'events-ndjson');
  let reader = format.rows();
  let read = format.reader(context);
  let endAt = performance.now() + importMs;

  /** False if the last row is incomplete. */
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
      if (!(await take(lines.flatMap((line) => reader.rowsOf(line))))) return false;
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

/** The upload broke off or was idle. */
class UploadInterrupted extends Error {}

async function* untilIdle(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts = file[Symbol.asyncIterator]();
  try {
    yield* withIdleTimeout(parts);
  } finally {
    // The rest is drained: closing the request would close the response too.
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
    yield value;
  }
}

/** Files of rows as responses, a few at once per owner. */
import { queuedParts, type RunInQueue, type FairQueue } from '../../floor/calls/fair-queue';
import { Streamed } from './handler';
import { dayIn, utc } from 'contract/floor/time-zone';
import { eventFileTypes, type EventFileFormat } from 'contract/analytics/events';
import type { FilePart } from '../../floor/csv';

export interface FileQueues {
  questions: FairQueue;
  files: FairQueue;
  /** How long a client may stop reading; the product's own limit if left out. */
  idleMs?: number | undefined;
}

/** Refuses with too-much-at-once and server-is-busy. */
export async function queueFile(
  file: Streamed,
  who: string,
  { questions, files }: Pick<FileQueues, 'questions' | 'files'>,
): Promise<Streamed> {
  let end = await files.hold(who);
  let inTurn: RunInQueue = (work) => questions.goOn(who, work);
  return new Streamed(withEnd(queuedParts(file.chunks, inTurn), end), file.headers);
}

/** Passes the parts on; calls `end` after the last one, or when the reader stops. */
export async function* withEnd<Part>(parts: AsyncIterable<Part>, end: () => void): AsyncGenerator<Part> {
  try {
    yield* parts;
  } finally {
    end();
  }
}

/**
 * A file that a browser keeps as `title-2026-03-01-2026-03-31.csv`, with the zone of other days
 * than UTC.
 */
export function fileResponse(
  parts: AsyncIterable<FilePart>,
  title: string,
  range: { from: number; until: number },
  { format = 'csv', zone = utc }: { format?: EventFileFormat; zone?: string } = {},
): Streamed {
  let safe = (text: string) => text.replace(/[^A-Za-z0-9._+-]+/g, '-');
  let days = [range.from, range.until - 1].map((time) => dayIn(zone, time));
  let fileName = [safe(title), ...days, ...(zone === utc ? [] : [safe(zone)])].join('-') + `.${format}`;
  return new Streamed(contents(parts), {
    'content-type': eventFileTypes[format],
    'content-disposition': `attachment; filename="${fileName}"`,
  });
}

async function* contents(parts: AsyncIterable<FilePart>): AsyncGenerator<FilePart['content']> {
  for await (let { content } of parts) yield content;
}

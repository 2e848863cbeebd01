/** CSV files as answers. */
import { dayOf } from 'contract/time';
import type { CsvPart } from '../exports/csv';
import { Streamed } from './handler';

/** A file that a browser keeps as `title-2026-03-01-2026-03-31.csv`. */
export function csvAnswer(
  parts: AsyncIterable<CsvPart>,
  title: string,
  range: { from: number; until: number },
): Streamed {
  let safe = title.replace(/[^A-Za-z0-9._-]+/g, '-');
  let fileName = `${safe}-${dayOf(range.from)}-${dayOf(range.until - 1)}.csv`;
  return new Streamed(texts(parts), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
  });
}

async function* texts(parts: AsyncIterable<CsvPart>): AsyncGenerator<string> {
  for await (let { text } of parts) yield text;
}

/** CSV and NDJSON files as answers. */
import { dayOf } from 'contract/time';
import type { CsvPart } from '../exports/csv';
import { Streamed } from './handler';

const mediaTypes = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' };

/** A file that a browser keeps as `title-2026-03-01-2026-03-31.csv`. */
export function fileAnswer(
  parts: AsyncIterable<CsvPart>,
  title: string,
  range: { from: number; until: number },
  format: keyof typeof mediaTypes = 'csv',
): Streamed {
  let safe = title.replace(/[^A-Za-z0-9._-]+/g, '-');
  let fileName = `${safe}-${dayOf(range.from)}-${dayOf(range.until - 1)}.${format}`;
  return new Streamed(texts(parts), {
    'content-type': mediaTypes[format],
    'content-disposition': `attachment; filename="${fileName}"`,
  });
}

async function* texts(parts: AsyncIterable<CsvPart>): AsyncGenerator<string> {
  for await (let { text } of parts) yield text;
}

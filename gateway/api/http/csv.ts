/** CSV and NDJSON files as answers. */
import { dayIn, utc } from 'contract/shared/time-zone';
import type { CsvPart } from '../../floor/csv';
import { Streamed } from './handler';

const mediaTypes = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' };

/**
 * A file that a browser keeps as `title-2026-03-01-2026-03-31.csv`, with the zone of other days
 * than UTC.
 */
export function fileAnswer(
  parts: AsyncIterable<CsvPart>,
  title: string,
  range: { from: number; until: number },
  { format = 'csv', zone = utc }: { format?: keyof typeof mediaTypes; zone?: string } = {},
): Streamed {
  let safe = (text: string) => text.replace(/[^A-Za-z0-9._+-]+/g, '-');
  let days = [range.from, range.until - 1].map((time) => dayIn(zone, time));
  let fileName = [safe(title), ...days, ...(zone === utc ? [] : [safe(zone)])].join('-') + `.${format}`;
  return new Streamed(texts(parts), {
    'content-type': mediaTypes[format],
    'content-disposition': `attachment; filename="${fileName}"`,
  });
}

async function* texts(parts: AsyncIterable<CsvPart>): AsyncGenerator<string> {
  for await (let { text } of parts) yield text;
}

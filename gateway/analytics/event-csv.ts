/**
 * Exports as answers: the range that is asked for, the file's name, and its parts while they are
 * made.
 */
import { dayOf } from 'contract/time';
import type { ExportQuery } from 'contract/events';
import * as limits from 'contract/limits';
import type { CsvPart } from '../exports/csv';
import { eventParts, type EventSource } from '../exports/event-file';
import { eventFilters } from '../funnel/filters';
import type { OwnerTable } from '../db/schema';
import { Streamed, type ApiParts } from '../http/handler';
import { dayAfter, rangeOf, type Range } from './range';

export interface EventExport {
  sources: EventSource[];
  /** Beginning of the file's name. */
  title: string;
  /** The events of one company alone. */
  company?: string;
}

/**
 * The file of a range, source after source. Refuses with range-invalid, range-too-long and
 * filter-not-found.
 */
export async function eventCsv(
  parts: ApiParts,
  owner: OwnerTable,
  { sources, title, company }: EventExport,
  query: ExportQuery,
): Promise<Streamed> {
  let range = exportRange(query, parts.clock());
  let filters = query.filter_id === undefined ? undefined : await eventFilters(parts, owner.id, query.filter_id);
  let companies = company === undefined ? undefined : [company];
  return csvAnswer(eventParts(parts.events, { sources, ...range, companies, filters }), title, range);
}

/** The days of an export; both ends count. */
export function exportRange({ start_date, end_date }: ExportQuery, now: number): Range {
  let end = end_date === undefined ? undefined : dayAfter(end_date);
  return rangeOf(start_date, end, now, limits.aggregationDaysDefault, limits.exportDaysMax);
}

/** A file that a browser keeps as `title-2026-03-01-2026-03-31.csv`. */
export function csvAnswer(parts: AsyncIterable<CsvPart>, title: string, range: Range): Streamed {
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

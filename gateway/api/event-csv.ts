/** Raw events as a CSV file, sent while it is read from the store. */
import { stringify } from 'csv-stringify/sync';
import { rawEventColumns, type ExportQuery } from 'contract/events';
import { limits } from 'contract/limits';
import type { Event } from '../events/event';
import { Streamed, type ApiParts } from './handler';
import { dayAfter, dayOf, rangeOf, type Range } from './range';

export interface EventSource {
  artifactType: Event['artifactType'];
  /** Names by id of what is exported. */
  names: Map<string, string>;
}

export interface EventFile {
  sources: EventSource[];
  /** Beginning of the file's name. */
  title: string;
  /** The events of one company alone. */
  company?: string;
}

/** The file of a range, source after source. Refuses with range-invalid and range-too-long. */
export function eventCsv(parts: ApiParts, file: EventFile, query: ExportQuery): Streamed {
  let range = exportRange(query, parts.clock());
  return new Streamed(lines(parts, file, range), csvHeaders(file.title, range));
}

/** The days of an export; both ends count. */
export function exportRange({ start_date, end_date }: ExportQuery, now: number): Range {
  let end = end_date === undefined ? undefined : dayAfter(end_date);
  return rangeOf(start_date, end, now, limits.aggregationDaysDefault, limits.exportDaysMax);
}

/** What makes a browser keep the answer as a file, `title-2026-03-01-2026-03-31.csv`. */
export function csvHeaders(title: string, range: Range): Record<string, string> {
  let safe = title.replace(/[^A-Za-z0-9._-]+/g, '-');
  let fileName = `${safe}-${dayOf(range.from)}-${dayOf(range.until - 1)}.csv`;
  return {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
  };
}

async function* lines({ events }: ApiParts, { sources, company }: EventFile, range: Range): AsyncGenerator<string> {
  let header = stringify([rawEventColumns as unknown as string[]]);
  for (let { artifactType, names } of sources) {
    let artifactIds = [...names.keys()];
    if (artifactIds.length === 0) continue;
    for await (let batch of events.export({ artifactType, artifactIds, ...range, company })) {
      yield header + stringify(batch.map((event) => rowOf(event, names.get(event.artifactId) ?? '')));
      header = '';
    }
  }
  if (header) yield header;
}

/** In the order of `rawEventColumns`. */
function rowOf(event: Event, name: string): unknown[] {
  let isPackage = event.artifactType === 'package';
  return [
    event.id,
    event.type,
    isPackage ? name : '',
    isPackage ? '' : name,
    csvText(event.version),
    new Date(event.time).toISOString(),
    csvText(event.referer),
    csvText(event.userAgent),
    csvText(event.platform),
    JSON.stringify(event.variables),
    String(event.originId),
    event.latitude,
    event.longitude,
    event.country,
    event.city,
    event.postal,
    event.connectionType,
    event.companyName,
    event.companyDomain,
    String(event.doNotTrack),
    event.confidence,
    String(event.endpointId),
    event.state,
    'false',
  ];
}

/** Text that strangers chose: a leading formula sign gets an apostrophe, so that a spreadsheet shows it and does not run it. */
export function csvText(value: string): string {
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

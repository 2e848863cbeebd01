/** File formats: how each is detected, split into rows, and read. */
import { hostedColumns, rawEventColumns } from 'contract/analytics/events';
import type { ImportFormat } from 'contract/exports/event-imports';
import { isRecord } from 'contract/floor/keys-of';
import { isLogFormat, jsonLogFormat, logFormats, type LogFormat } from './access-logs';
import { createDuplicateCounter } from './event-ids';
import { readHostedEvent } from './hosted-event';
import { readLoggedEvent } from './logged-event';
import { type ReadRow } from './batches';
import { readEvent, RowError, type ImportContext } from './read-event';
import { createCsvRows, createJsonRows, csvHeader, type ImportedRow, type RowReader } from './rows';
import { textFormatOf } from './text-logs';

export interface FileFormat {
  /** Splits one file into rows. */
  rows(): RowReader;
  /** Reads the rows of one file, in order. */
  reader(context: ImportContext): Read;
}

const eventFormats: Record<Exclude<ImportFormat, LogFormat>, FileFormat> = {
  'events-csv': {
    rows: () => createCsvRows(),
    reader: (context) => readingRows((values) => readEvent(values, true, context)),
  },
  'hosted-csv': { rows: () => createCsvRows(), reader: readingHosted },
  'events-ndjson': {
    rows: createJsonRows,
    reader: (context) => readingRows((values) => readEvent(values, false, context)),
  },
};

export function formatOf(format: ImportFormat): FileFormat {
  return isLogFormat(format) ? { rows: logFormats[format].rows, reader: readingLog(format) } : eventFormats[format];
}

type Values = Exclude<ImportedRow['values'], string>;

/** Only access logs return promises: awaiting costs as much as reading a row. */
type Read = (row: ImportedRow) => ReadRow | Promise<ReadRow>;

/** `read` may throw RowError. */
function readingRows(read: (values: Values) => ReadRow | Promise<ReadRow>): Read {
  return ({ values }) => {
    if (typeof values === 'string') return new RowError('', values || 'This row is incomplete.');
    try {
      let found = read(values);
      return found instanceof Promise ? found.catch(rowError) : found;
    } catch (error) {
      return rowError(error);
    }
  };
}

/** Unexpected errors fail only their row. */
function rowError(error: unknown): RowError {
  return error instanceof RowError ? error : new RowError('', 'This row could not be parsed.', error);
}

function readingLog(format: LogFormat): (context: ImportContext) => Read {
  return (context) => {
    let numbers = createDuplicateCounter();
    return readingRows((values) => readLoggedEvent(format, values, context, numbers));
  };
}

function readingHosted(context: ImportContext): Read {
  let numbers = createDuplicateCounter();
  return readingRows((values) => readHostedEvent(values as Record<string, string>, context, numbers));
}

/** Detects the format by the first lines of a file; undefined if unknown. */
export function detectFormat(lines: readonly string[]): ImportFormat | undefined {
  let first = lines.map((line) => line.trim()).find((line) => line !== '');
  if (first === undefined) return undefined;
  // A log may begin with lines that are not requests.
  if (first.startsWith('{')) return lines.map(jsonFormatOf).find((format) => format !== undefined);
  let columns = lines.find((line) => /^#Fields:.* cs-uri-stem( |$)/.test(line));
  if (columns !== undefined) return columns.includes(' x-edge-') ? 'log-cloudfront' : 'log-iis';
  let text = lines.map(textFormatOf).find((format) => format !== undefined);
  if (text) return text;
  let names = csvHeader(lines);
  if (['time_micros', 'cs_object', 'sc_status'].every((name) => names.includes(name))) return 'log-gcs';
  let known = names.filter((name) => rawEventColumns.includes(name));
  if (known.length < 3 || !names.includes('type')) return undefined;
  let isHosted = names.includes('origin_id') && names.every((name) => hostedColumns.includes(name));
  return isHosted ? 'hosted-csv' : 'events-csv';
}

function jsonFormatOf(line: string): ImportFormat | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  let names = new Set(Object.keys(value));
  return ['id', 'type', 'time'].every((name) => names.has(name)) ? 'events-ndjson' : jsonLogFormat(value);
}

/** Raw events as a Parquet file, written by DuckDB, whichever engine stores the events. */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { FieldType } from 'contract/event-fields';
import { columnType, type EventFileFormat } from 'contract/analytics/events';
import type { EventReader } from '../events/store';
import type { FilePart } from '../floor/csv';
import { columnsOf, eventCsv, eventNdjson, exportedRows, type EventFile } from '../reports/event-file';

/** Variables are JSON, hashes are hexadecimal text as in the other formats: every reader knows text. */
const parquetTypes: Record<FieldType, string> = {
  uuid: 'VARCHAR',
  time: 'TIMESTAMPTZ',
  text: 'VARCHAR',
  texts: 'VARCHAR',
  hash: 'VARCHAR',
  fraction: 'DOUBLE',
  flag: 'BOOLEAN',
};

/** Rows are collected in a file, so this is enough for any number of them. */
const memoryMb = 128;
/** Rows that DuckDB takes at once. */
const rowsPerChunk = 2_048;

/**
 * The same rows and columns as the CSV file. A Parquet file ends with its index, so it is complete
 * before its first byte is sent; the parts before that are empty and only count rows.
 */
async function* eventParquet(events: EventReader, file: EventFile): AsyncGenerator<FilePart> {
  let folder = await mkdtemp(path.join(tmpdir(), 'export-'));
  try {
    let made = path.join(folder, 'events.parquet');
    yield* collected(events, file, { folder, made });
    for await (let content of createReadStream(made) as AsyncIterable<Buffer>) yield { content, rows: 0 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* collected(
  events: EventReader,
  file: EventFile,
  { folder, made }: { folder: string; made: string },
): AsyncGenerator<FilePart> {
  // Installations with ClickHouse load it only for this.
  let { DuckDBInstance } = await import('@duckdb/node-api');
  let instance = await DuckDBInstance.create(path.join(folder, 'rows.duckdb'), {
    memory_limit: `${memoryMb}MB`,
    threads: '1',
    temp_directory: path.join(folder, 'spilled'),
  });
  let connection = await instance.connect();
  try {
    let columns = columnsOf(file).map((name) => ({ name, type: columnType(name) }));
    let add = await openRows(connection, columns);
    for await (let rows of exportedRows(events, file)) {
      for (let at = 0; at < rows.length; at += rowsPerChunk) add(rows.slice(at, at + rowsPerChunk));
      yield { content: '', rows: rows.length };
    }
    add.close();
    await connection.run(`COPY rows TO '${made.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION zstd)`);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

interface AddRows {
  (rows: readonly Record<string, unknown>[]): void;
  close(): void;
}

/** A table `rows`, and a function that adds rows to it. */
async function openRows(
  connection: DuckDBConnection,
  columns: readonly { name: string; type: FieldType }[],
): Promise<AddRows> {
  let { DuckDBDataChunk, DuckDBTimestampTZValue } = await import('@duckdb/node-api');
  let definitions = columns.map(({ name, type }) => `"${name}" ${parquetTypes[type]}`);
  await connection.run(`CREATE TABLE rows (${definitions.join(', ')})`);
  let appender = await connection.createAppender('rows');
  let chunk = DuckDBDataChunk.create(columns.map((_, i) => appender.columnType(i)));
  let cell = (type: FieldType, value: unknown): DuckDBValue => {
    if (type === 'time') return new DuckDBTimestampTZValue(BigInt(Date.parse(String(value))) * 1_000n);
    return type === 'texts' ? JSON.stringify(value) : (value as DuckDBValue);
  };
  let add = (rows: readonly Record<string, unknown>[]): void => {
    chunk.reset();
    chunk.setColumns(columns.map(({ name, type }) => rows.map((row) => cell(type, row[name]))));
    appender.appendDataChunk(chunk);
  };
  return Object.assign(add, { close: () => appender.closeSync() });
}

/** The parts of a file of raw events, by format. */
export const eventFileParts: Record<EventFileFormat, typeof eventCsv> = {
  csv: eventCsv,
  ndjson: eventNdjson,
  parquet: eventParquet,
};

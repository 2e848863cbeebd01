/** Raw events as a Parquet file, written by DuckDB, whichever engine stores the events. */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FieldType } from 'contract/event-fields';
import { columnType, type EventFileFormat } from 'contract/analytics/events';
import type { EventReader } from '../events/shape/store';
import type { FilePart } from '../floor/csv';
import { requireRoom } from '../floor/disk';
import { columnsOf, eventCsv, eventNdjson, type EventFile } from '../reports/event-file';

/** Below this much free disk, no Parquet file is made. */
const parquetFreeBytesMin = 512 * 2 ** 20;

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
/** Characters of JSON lines that DuckDB takes at once. */
const linesMax = 4 * 1024 * 1024;
/** More than an event has; the buffers are as large. */
const lineMax = 1024 * 1024;

/**
 * The same rows and columns as the CSV file. A Parquet file ends with its index, so it is complete
 * before its first byte is sent; the parts before that are empty and only count rows. Throws
 * too-little-room, since the journal may be on the same disk.
 */
async function* eventParquet(events: EventReader, file: EventFile): AsyncGenerator<FilePart> {
  let folder = await mkdtemp(path.join(tmpdir(), 'export-'));
  try {
    await requireRoom(folder, parquetFreeBytesMin);
    yield* collected(events, file, folder);
    for await (let content of createReadStream(path.join(folder, made))) yield { content, rows: 0 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const made = 'events.parquet';

/** DuckDB reads JSON lines in a thread: appending rows to it would stop this one for up to a second. */
async function* collected(events: EventReader, file: EventFile, folder: string): AsyncGenerator<FilePart> {
  // Installations with ClickHouse load it only for this.
  let { DuckDBInstance } = await import('@duckdb/node-api');
  let place = (name: string) => `'${path.join(folder, name).replaceAll("'", "''")}'`;
  let instance = await DuckDBInstance.create(path.join(folder, 'rows.duckdb'), {
    memory_limit: `${memoryMb}MB`,
    threads: '1',
    temp_directory: path.join(folder, 'spilled'),
  });
  let connection = await instance.connect();
  let lines = '';
  let store = async (): Promise<void> => {
    await requireRoom(folder, parquetFreeBytesMin);
    await writeFile(path.join(folder, 'lines'), lines);
    lines = '';
    await connection.run(
      `INSERT INTO rows FROM read_json(${place('lines')}, format = 'newline_delimited', maximum_object_size = ${lineMax}, columns = {${types.join(', ')}})`,
    );
  };
  let types = columnsOf(file).map((name) => `${name}: '${parquetTypes[columnType(name)]}'`);
  try {
    // Closing would write rows that are not needed, and stop this thread.
    await connection.run('PRAGMA disable_checkpoint_on_shutdown');
    await connection.run(`CREATE TABLE rows (${types.map((type) => type.replace(/: '(.*)'/, ' $1')).join(', ')})`);
    for await (let { content, rows } of eventNdjson(events, file)) {
      lines += String(content);
      if (lines.length > linesMax) await store();
      yield { content: '', rows };
    }
    if (lines !== '') await store();
    await connection.run(`COPY rows TO ${place(made)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 32768)`);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** The parts of a file of raw events, by format. */
export const eventFileParts: Record<EventFileFormat, typeof eventCsv> = {
  csv: eventCsv,
  ndjson: eventNdjson,
  parquet: eventParquet,
};

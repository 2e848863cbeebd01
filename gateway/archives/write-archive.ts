/** Writes an archive as tar.gz: records as JSON, events as CSV by month. */
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { createGzip, type Gzip } from 'node:zlib';
import type { OwnerRow } from '../floor/db/account-schema';
import type { ArchiveRow, Records } from '../floor/db/schema';
import { correctionsOf } from '../reports/conditions/company-corrections';
import type { FilePart } from '../floor/csv';
import { withTemporaryFile } from '../exports/temporary-file';
import { eventCsv, type EventSource } from '../reports/event-file';
import type { EventStore } from '../events/shape/store';
import { snapshotAt } from '../events/scoped-store';
import { packageNames } from '../packages/packages';
import { pixelNames } from '../packages/pixels';
import { archivedTables, relatedNames, archivedRows } from './archive-contents';
import { tarEnd, tarHeader, tarPadding } from './tar';

export interface ArchiveWriterServices {
  records: Records;
  events: EventStore;
  clock: () => number;
}

export type WrittenArchive = Pick<ArchiveRow, 'files_done' | 'files_total' | 'event_count'>;

interface Source {
  name: string;
  /** Files without rows are left out. */
  parts: () => AsyncIterable<FilePart>;
  isEvents?: boolean;
}

/** `onProgress` is called before each file; an error that it throws stops the archive. */
export async function writeArchive(
  parts: ArchiveWriterServices,
  owner: OwnerRow,
  place: string,
  onProgress: (written: WrittenArchive) => Promise<void>,
): Promise<WrittenArchive & Pick<ArchiveRow, 'byte_count'>> {
  let now = parts.clock();
  let sources = await sourcesOf(parts, owner, now);
  let written = { files_done: 0, files_total: sources.length, event_count: 0 };
  let folder = `landfall-${owner.name}-${new Date(now).toISOString().slice(0, 10)}`;
  let handle = await open(place, 'wx', 0o600);
  try {
    let packed = packInto(handle);
    for (let { name, parts: made, isEvents } of sources) {
      await onProgress(written);
      await withTemporaryFile(made(), async ({ file, bytes, rows }) => {
        if (rows > 0) await packed.add({ folder, name, bytes, time: now }, file);
        if (isEvents) written.event_count += rows;
      });
      written.files_done += 1;
    }
    let byte_count = await packed.end();
    await handle.sync();
    return { ...written, byte_count };
  } finally {
    await handle.close();
  }
}

function packInto(handle: FileHandle) {
  let gzip = createGzip();
  let bytes = 0;
  let writing = (async () => {
    for await (let part of gzip) {
      await handle.appendFile(part);
      bytes += part.byteLength;
    }
  })();
  // Awaited at the end; until then a failure rejects the next write.
  let failed = writing.then(
    () => new Promise<never>(() => undefined),
    (error: unknown) => {
      gzip.destroy();
      throw error;
    },
  );
  failed.catch(() => undefined);
  let write = (part: Buffer) => Promise.race([written(gzip, part), failed]);
  return {
    async add(entry: Parameters<typeof tarHeader>[0], file: string): Promise<void> {
      await write(tarHeader(entry));
      for await (let part of createReadStream(file)) await write(part);
      await write(tarPadding(entry.bytes));
    },
    async end(): Promise<number> {
      await write(tarEnd);
      gzip.end();
      await writing;
      return bytes;
    },
  };
}

function written(gzip: Gzip, part: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    gzip.write(part, (error) => (error ? reject(error) : resolve()));
  });
}

async function sourcesOf(parts: ArchiveWriterServices, owner: OwnerRow, now: number): Promise<Source[]> {
  let { records } = parts;
  let tables = archivedTables.map((table) => jsonSource(`${table}.json`, () => archivedRows(records, table, owner.id)));
  return [
    { name: 'README.txt', parts: () => textOf(aboutOf(owner, now)) },
    ...tables,
    jsonSource('names.json', () => relatedNames(records, owner.id)),
    ...(await eventSources(parts, owner.id)),
  ];
}

function jsonSource(name: string, read: () => Promise<unknown[]>): Source {
  async function* parts(): AsyncGenerator<FilePart> {
    let rows = await read();
    if (rows.length > 0) yield { content: `${JSON.stringify(rows, null, 2)}\n`, rows: rows.length };
  }
  return { name, parts };
}

/** One file per month, from one snapshot. */
async function eventSources({ records, events }: ArchiveWriterServices, ownerId: string): Promise<Source[]> {
  let known = snapshotAt(events, await events.lastEvent(ownerId));
  let { oldest, newest } = await events.state();
  if (oldest === null || newest === null) return [];
  let [packages, pixels, corrections] = await Promise.all([
    packageNames(records, ownerId),
    pixelNames(records, ownerId),
    correctionsOf(records, ownerId),
  ]);
  let sources: EventSource[] = [
    { artifactType: 'package', names: packages },
    { artifactType: 'tracking-pixel', names: pixels },
  ];
  if (packages.size + pixels.size === 0) return [];
  return monthsOf(oldest, newest).map(({ name, from, until }) => ({
    name: `events/${name}.csv`,
    parts: () => eventCsv(known, { sources, from, until, corrections, raw: true }),
    isEvents: true,
  }));
}

function monthsOf(first: number, last: number): { name: string; from: number; until: number }[] {
  let at = new Date(first);
  let months = [];
  for (let month = at.getUTCMonth(); ; month += 1) {
    let from = Date.UTC(at.getUTCFullYear(), month);
    if (from > last) return months;
    let until = Date.UTC(at.getUTCFullYear(), month + 1);
    months.push({ name: new Date(from).toISOString().slice(0, 7), from, until });
  }
}

async function* textOf(text: string): AsyncGenerator<FilePart> {
  yield { content: text, rows: 1 };
}

function aboutOf({ name, kind }: OwnerRow, now: number): string {
  let whose = kind === 'user' ? `the account ${name}` : `the organization ${name}`;
  let others =
    kind === 'user'
      ? 'Organizations have separate backups; memberships.json names those that the account is in.\n'
      : '';
  return (
    `Everything of ${whose}, as it was at ${new Date(now).toISOString()}.\n\n` +
    'Files of names such as packages.json hold the stored records, one file for each kind. Times are in UTC. Passwords,\n' +
    'the secrets of tokens, of destinations, of buckets and of data providers are not in them. names.json has the names\n' +
    `behind ids of people and organizations. ${others}\n` +
    'events/2026-11.csv has the events of that month, in the columns of the export of events, with repeats: the column\n' +
    '"counted" says whether an event counts, "counting_rule" by which rule. These files can be imported again.\n\n' +
    'A kind without a record, and a month without an event, have no file.\n'
  );
}

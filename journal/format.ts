/**
 * The format of journal files. A file is lines of `checksum JSON`: a header, then records in write
 * order. Format 2: the header has node, epoch and field names, a record is `[seq, [[value, …], …]]`
 * with the values of each event in the order of those names. Format 1, until November 2026, had no
 * header and records `{"seq": …, "events": [{…}]}`.
 */
import { createHash } from 'node:crypto';
import { eventField, eventFieldNames, unknownEvent, type Event, type EventFieldName } from 'contract/event-fields';

const journalFormat = 2;

/** A node has one id, and a new epoch each time its journal is opened. */
export interface Origin {
  node: string;
  epoch: string;
}

export interface JournalRecord {
  /** Place of the first event in the order of arrival of its node and epoch. */
  seq: number;
  events: Event[];
}

export type RecordReader = (json: string) => JournalRecord;

const names = ['artifactType', 'artifactId', 'ownerId', ...eventFieldNames] as const;
type Name = (typeof names)[number];

const uuidText = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** No store can hold the event; retrying does not help. */
export class UnwritableEvent extends TypeError {
  constructor(
    readonly event: Event,
    why: string,
  ) {
    super(`The ${why}`);
  }
}

/** Throws UnwritableEvent before anything is written. */
export function assertWritable(event: Event): void {
  let { id, time } = event;
  if (!uuidText.test(id)) throw new UnwritableEvent(event, `id of an event is not a UUID: ${id}`);
  if (!Number.isFinite(time)) throw new UnwritableEvent(event, `time of an event is not a number: ${time}`);
  for (let name of hashes)
    if (typeof event[name] !== 'bigint') throw new UnwritableEvent(event, `${name} of an event is not a 64-bit number`);
}

export function headerLine(origin: Origin): string {
  return lineOf(JSON.stringify({ format: journalFormat, ...origin, fields: names }));
}

export function recordLine(seq: number, events: readonly Event[]): string {
  let rows = events.map((event) => names.map((name) => plain(event[name])));
  return lineOf(JSON.stringify([seq, rows]));
}

/** The JSON of a line; undefined when it is truncated or damaged. */
export function jsonOf(line: string): string | undefined {
  let json = line.slice(checksumLength + 1);
  return line.slice(0, checksumLength) === checksumOf(json) ? json : undefined;
}

/**
 * How the records of a file are read, from its first line. Undefined when the header is lost.
 * Throws NewerJournal for a file of a newer version.
 */
export function readerFor(firstJson: string): { origin: Origin; read: RecordReader; hasHeader: boolean } | undefined {
  let first = JSON.parse(firstJson) as { format?: number; fields?: string[] } & Origin;
  if (Array.isArray(first)) return undefined;
  if (first.format === undefined) return { origin: firstFormatOrigin, read: readFirstFormat, hasHeader: false };
  let { format, node, epoch, fields = [] } = first;
  let unknown = fields.filter((field) => !(names as readonly string[]).includes(field));
  if (format > journalFormat || unknown.length > 0) throw new NewerJournal(format, unknown);
  return { origin: { node, epoch }, read: (json) => readRecord(json, fields as Name[]), hasHeader: true };
}

/** Files of format 1 do not name their origin. */
const firstFormatOrigin: Origin = { node: '', epoch: 'format 1' };

export class NewerJournal extends Error {
  constructor(format: number, unknown: string[]) {
    let fields = unknown.length > 0 ? ` with the fields ${unknown.join(', ')}` : '';
    super(`it has format ${format}${fields}, and this version reads format ${journalFormat}`);
  }
}

function readRecord(json: string, fields: Name[]): JournalRecord {
  let [seq, rows] = JSON.parse(json) as [number, unknown[][]];
  return {
    seq,
    events: rows.map((row) => {
      let values = blank();
      for (let i = 0; i < fields.length; i++) if (row[i] !== undefined) values[fields[i]!] = row[i];
      return withHashes(values);
    }),
  };
}

function readFirstFormat(json: string): JournalRecord {
  let { seq, events } = JSON.parse(json) as { seq: number; events: Record<string, unknown>[] };
  return { seq, events: events.map((event) => withHashes(Object.assign(blank(), event))) };
}

type Values = Record<string, unknown>;

/** Values of fields that a record does not have. */
function blank(): Values {
  return unknownEvent(nothing) as unknown as Values;
}

const nothing = {} as Event;

/** JSON has no 64-bit integers. */
const hashes: EventFieldName[] = eventFieldNames.filter((name) => eventField(name).type === 'hash');

function withHashes(event: Values): Event {
  for (let name of hashes) event[name] = BigInt(event[name] as string);
  return event as unknown as Event;
}

function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

const checksumLength = 16;

export function lineOf(json: string): string {
  return `${checksumOf(json)} ${json}\n`;
}

function checksumOf(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, checksumLength);
}

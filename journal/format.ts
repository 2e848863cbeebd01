/**
 * The format of journal files. A file is lines of `checksum JSON`: a header, then records in write
 * order. Format 2: the header has node, epoch and field names, a record is `[seq, [[value, …], …]]`
 * with the values of each event in the order of those names. Format 1, until November 2026, had no
 * header and records `{"seq": …, "events": [{…}]}`.
 */
import { createHash } from 'node:crypto';
import { eventField, eventFieldNames, unknownEvent, type Event } from 'contract/event-fields';

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

interface SegmentReader {
  origin: Origin;
  /** Those that the edge of that epoch knew. */
  fields: Name[];
  read: RecordReader;
  hasHeader: boolean;
}

const names = ['artifactType', 'artifactId', 'ownerId', ...eventFieldNames] as const;
type Name = (typeof names)[number];
const knownNames: ReadonlySet<string> = new Set(names);
const isName = (field: string): field is Name => knownNames.has(field);

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
export function readerFor(firstJson: string): SegmentReader | undefined {
  let first: { format?: number; fields?: string[] } & Origin = JSON.parse(firstJson);
  if (Array.isArray(first)) return undefined;
  let { format, node, epoch, fields: named = [] } = first;
  if (format === undefined) return { origin: firstFormatOrigin, fields: [], read: readFirstFormat, hasHeader: false };
  let unknown = named.filter((field) => !isName(field));
  if (format > journalFormat || unknown.length > 0) throw new NewerJournal(format, unknown);
  let fields = named.filter(isName);
  return { origin: { node, epoch }, fields, read: (json) => readRecord(json, fields), hasHeader: true };
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
  let [seq, rows]: [number, unknown[][]] = JSON.parse(json);
  return {
    seq,
    events: rows.map((row) => {
      let event = blank();
      let values: Record<string, unknown> = event;
      for (let i = 0; i < fields.length; i++) if (row[i] !== undefined) values[fields[i]!] = row[i];
      return withHashes(event);
    }),
  };
}

function readFirstFormat(json: string): JournalRecord {
  let { seq, events }: JournalRecord = JSON.parse(json);
  return { seq, events: events.map((event) => withHashes(Object.assign(blank(), event))) };
}

/** Has the values of fields that a record does not have. */
function blank(): Event {
  return unknownEvent({ artifactType: 'package', artifactId: '', ownerId: '', type: 'event' });
}

type HashName = 'originId' | 'endpointId';
const hashes = eventFieldNames.filter((name): name is HashName => eventField(name).type === 'hash');

/** JSON has no 64-bit integers: a record has them as texts. */
function withHashes(event: Event): Event {
  for (let name of hashes) event[name] = BigInt(event[name]);
  return event;
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

/** The event table of the embedded store: its columns, how an event fills them and how a row becomes an event again. */
import { DuckDBTimestampValue, DuckDBUUIDValue, type DuckDBAppender, type DuckDBValue } from '@duckdb/node-api';
import type { Artifact } from './artifacts';
import type { Event } from './event';

/** What a row needs beside its event: its place in the order of arrival and the short number of its artifact. */
export interface Placed {
  seq: number;
  artifact: number;
  event: Event;
}

interface Column {
  name: string;
  type: 'BIGINT' | 'UUID' | 'INTEGER' | 'TIMESTAMP' | 'VARCHAR' | 'UBIGINT' | 'DOUBLE' | 'BOOLEAN';
  write(to: DuckDBAppender, row: Placed): void;
}

/** In the table's order. Rows lie in the order of arrival, so `seq` and `time` let the engine skip what a question does not touch. */
export const columns: readonly Column[] = [
  { name: 'seq', type: 'BIGINT', write: (to, { seq }) => to.appendBigInt(BigInt(seq)) },
  { name: 'id', type: 'UUID', write: (to, { event }) => to.appendUUID(uuid(event.id)) },
  { name: 'artifact', type: 'INTEGER', write: (to, { artifact }) => to.appendInteger(artifact) },
  { name: 'time', type: 'TIMESTAMP', write: (to, { event }) => to.appendTimestamp(timestamp(event.time)) },
  text('type', (event) => event.type),
  text('version', (event) => event.version),
  text('referer', (event) => event.referer),
  text('user_agent', (event) => event.userAgent),
  text('client', (event) => event.client),
  text('platform', (event) => event.platform),
  text('variables', (event) => packed(event.variables)),
  hash('origin_id', (event) => event.originId),
  hash('endpoint_id', (event) => event.endpointId),
  text('country', (event) => event.country),
  text('state', (event) => event.state),
  text('city', (event) => event.city),
  text('postal', (event) => event.postal),
  fraction('latitude', (event) => event.latitude),
  fraction('longitude', (event) => event.longitude),
  text('connection_type', (event) => event.connectionType),
  text('company_name', (event) => event.companyName),
  text('company_domain', (event) => event.companyDomain),
  fraction('confidence', (event) => event.confidence),
  text('request_domain', (event) => event.requestDomain),
  flag('is_bot', (event) => event.isBot),
  flag('do_not_track', (event) => event.doNotTrack),
];

function text(name: string, of: (event: Event) => string): Column {
  return { name, type: 'VARCHAR', write: (to, { event }) => to.appendVarchar(of(event)) };
}

function hash(name: string, of: (event: Event) => bigint): Column {
  return { name, type: 'UBIGINT', write: (to, { event }) => to.appendUBigInt(BigInt.asUintN(64, of(event))) };
}

function flag(name: string, of: (event: Event) => boolean): Column {
  return { name, type: 'BOOLEAN', write: (to, { event }) => to.appendBoolean(of(event)) };
}

function fraction(name: string, of: (event: Event) => number | null): Column {
  return {
    name,
    type: 'DOUBLE',
    write(to, { event }) {
      let value = of(event);
      if (value === null) to.appendNull();
      else to.appendDouble(value);
    },
  };
}

const uuidText = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Throws on an event that no row can hold, so that it is refused before anything is written. */
export function checkWritable({ id, time }: Event): void {
  if (!uuidText.test(id)) throw new TypeError(`The id of an event is not a UUID: ${id}`);
  if (!Number.isFinite(time)) throw new TypeError(`The time of an event is not a number: ${time}`);
}

function uuid(id: string): DuckDBUUIDValue {
  return DuckDBUUIDValue.fromUint128(BigInt(`0x${id.replaceAll('-', '')}`));
}

function timestamp(ms: number): DuckDBTimestampValue {
  return new DuckDBTimestampValue(BigInt(Math.trunc(ms)) * 1000n);
}

/** Milliseconds since 1970 of an engine timestamp. */
export function msOf(value: DuckDBValue | undefined): number {
  return Number((value as DuckDBTimestampValue).micros / 1000n);
}

/** Most events have no variables, and the empty text costs nothing. */
function packed(variables: Event['variables']): string {
  for (let _ in variables) return JSON.stringify(variables);
  return '';
}

/** The event of a row of all columns. The engine's types are those the table was made with. */
export function eventOf(row: Record<string, DuckDBValue>, artifactOf: (key: number) => Artifact): Event {
  let { variables } = row;
  return {
    ...artifactOf(row.artifact as number),
    id: String(row.id),
    type: row.type as Event['type'],
    time: msOf(row.time),
    version: row.version as string,
    referer: row.referer as string,
    userAgent: row.user_agent as string,
    client: row.client as string,
    platform: row.platform as string,
    variables: variables === '' ? {} : (JSON.parse(variables as string) as Event['variables']),
    originId: row.origin_id as bigint,
    endpointId: row.endpoint_id as bigint,
    country: row.country as string,
    state: row.state as string,
    city: row.city as string,
    postal: row.postal as string,
    latitude: row.latitude as number | null,
    longitude: row.longitude as number | null,
    connectionType: row.connection_type as Event['connectionType'],
    companyName: row.company_name as string,
    companyDomain: row.company_domain as string,
    confidence: row.confidence as number | null,
    requestDomain: row.request_domain as string,
    isBot: row.is_bot as boolean,
    doNotTrack: row.do_not_track as boolean,
  };
}

/** Reads rows of the hosted product's export. Missing and unknown values stay unknown. */
import { createHash } from 'node:crypto';
import { eventFields, unknownEvent, type Event } from 'contract/event-fields';
import * as limits from 'contract/floor/limits';
import { printable } from 'contract/floor/printable';
import type { ImportedEvent } from '../events/shape/store';
import { derivedEventId, type DuplicateCounter } from './event-ids';
import { readArtifact, checkEventTime, RowError, type ImportContext } from './read-event';

type Values = Record<string, string>;

/** Throws RowError. */
export function readHostedEvent(values: Values, context: ImportContext, numbers: DuplicateCounter): ImportedEvent {
  // Views of a package's pixel name both.
  let named = values.pixel ? { ...values, package: '' } : values;
  let about = readArtifact(named, false, context);
  let event = unknownEvent({ ...about, type: typeOf(values, about.artifactType) });
  event.time = timeIn(values.time ?? '');
  checkEventTime(event.time, context);
  event.id = derivedEventId(event.time, `hosted\n${context.ownerId}\n${rowOf(values, numbers)}`);
  event.version = text(values.version, limits.versionMax);
  event.doNotTrack = flag(values.dnt);
  if (event.doNotTrack) return { event: { ...event, version: '' }, formerArtifactId: '' };
  let visitor = visitorIn(values);
  Object.assign(event, visitor, placeIn(values), companyIn(values), idsIn(values, context));
  return { event, formerArtifactId: '' };
}

/** Rows with equal ids are the same event; rows without an id are all different. */
function rowOf(values: Values, numbers: DuplicateCounter): string {
  if (values.id) return `id ${values.id}`;
  let row = JSON.stringify(values);
  return `${numbers.next(row)} ${row}`;
}

/** The hosted product counts other types as downloads. */
function typeOf({ type }: Values, artifact: Event['artifactType']): Event['type'] {
  if (artifact === 'tracking-pixel') return 'pixel-fetch';
  return type === 'manifest-fetch' ? 'manifest-fetch' : 'binary-download';
}

const timePattern = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,3})?\d*\s*(?:Z|UTC|\+00(?::?00)?)?$/;

function timeIn(value: string): number {
  let [, day, clock, fraction = ''] = timePattern.exec(value) ?? [];
  let time = Date.parse(`${day}T${clock}${fraction}Z`);
  if (Number.isNaN(time)) throw new RowError('time', 'Invalid time. Example: 2026-03-01 12:00:00.');
  return time;
}

function visitorIn(values: Values): Partial<Event> {
  return {
    referer: text(values.referer, limits.refererMax),
    userAgent: text(values.user_agent, limits.userAgentMax),
    platform: text(values.platform, limits.variableValueMax).toLowerCase(),
    variables: variablesIn(values.variables ?? ''),
  };
}

function placeIn(values: Values): Partial<Event> {
  let country = (values.origin_country ?? '').toUpperCase();
  return {
    country: /^[A-Z]{2}$/.test(country) ? country : '',
    state: text(values.origin_state, limits.variableValueMax),
    city: text(values.origin_city, limits.variableValueMax),
    postal: text(values.origin_postal, limits.variableValueMax),
    latitude: number(values.origin_latitude, -90, 90),
    longitude: number(values.origin_longitude, -180, 180),
  };
}

function companyIn(values: Values): Partial<Event> {
  let type = (values.origin_connection_type ?? '').toLowerCase();
  return {
    connectionType: eventFields.connectionType.oneOf.find((one) => one === type) ?? '',
    companyName: text(values.origin_company, limits.companyNameMax),
    companyDomain: text(values.origin_domain, limits.hostMax).toLowerCase(),
    confidence: number(values.confidence, 0, 1),
  };
}

/** Ids of the hosted product have their own period. */
function idsIn(values: Values, { ownerId, source = 'hosted' }: ImportContext): Partial<Event> {
  let hash = (value: string | undefined) =>
    value ? createHash('sha256').update(`${ownerId}\n${value}`).digest().readBigUInt64BE(0) : 0n;
  let ids = { originId: hash(values.origin_id), endpointId: hash(values.endpoint_id) };
  return ids.originId === 0n && ids.endpointId === 0n ? ids : { ...ids, idPeriod: `/${source}` };
}

/** A JSON object, or pairs such as `a=b&c=d`. */
function variablesIn(value: string): Record<string, string> {
  let pairs: [string, unknown][] = [];
  try {
    let parsed: unknown = value === '' ? {} : JSON.parse(value);
    if (typeof parsed === 'object' && parsed !== null) pairs = Object.entries(parsed);
  } catch {
    pairs = [...value.matchAll(/([^=&;,]+)=([^&;,]*)/g)].map(([, name = '', one = '']) => [name.trim(), one.trim()]);
  }
  let known = pairs
    .filter(([, one]) => ['string', 'number', 'boolean'].includes(typeof one))
    .map(([name, one]) => [text(name, limits.variableNameMax), text(String(one), limits.variableValueMax)] as const);
  return Object.fromEntries(known.slice(0, limits.eventVariablesMax));
}

function text(value: string | undefined, max: number): string {
  return printable(value ?? '', max);
}

function number(value: string | undefined, min: number, max: number): number | null {
  let given = value ? Number(value) : Number.NaN;
  return given >= min && given <= max ? given : null;
}

function flag(value: string | undefined): boolean {
  return /^(t|true|1)$/i.test(value ?? '');
}

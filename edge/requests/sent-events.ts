/**
 * Events in the body of a request: up to ten JSON objects, as one object, a list, concatenated or
 * one per line. Nested names are joined with dots. Anyone can send them, so size, number and depth
 * are limited before parsing.
 */
import type { IncomingMessage } from 'node:http';
import { queryPairs } from './address';
import type { EventRefusal, SentEvent } from './decision';

/** Bytes of the body of a request that sends events, and events in it. */
export const sentBytesMax = 16 * 1024;
export const sentEventsMax = 10;
/** Objects and lists inside one another in such a body. */
const sentDepthMax = 8;

const jsonTypes = new Set(['', 'application/json', 'application/x-ndjson', 'application/ndjson', 'text/plain']);
/** The default type of curl and `URLSearchParams`. */
const formType = 'application/x-www-form-urlencoded';

/** Returns why a body is refused if it is too large or has no events. */
export async function readSentEvents(req: IncomingMessage): Promise<SentEvent[] | EventRefusal> {
  let type = typeOf(req);
  let isKnown = jsonTypes.has(type) || type === formType || !hasBody(req);
  if (!isKnown || (req.headers['content-encoding'] ?? 'identity') !== 'identity') return 'events-type-not-known';
  let text = await readText(req);
  if (typeof text !== 'object') return text;
  let { body } = text;
  if (body.trim() === '') return [{ version: undefined, page: undefined, variables: [] }];
  if (type === formType && !/^\s*[[{]/.test(body)) return [eventOf(queryPairs(body.trim()))];
  let objects = readObjects(body);
  return typeof objects === 'string' ? objects : objects.map((object) => eventOf(leaves(object, '')));
}

function typeOf({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').replace(/;.*$/s, '').trim().toLowerCase();
}

/** The text of a body. Its declared length is checked first. */
export async function readText(req: IncomingMessage): Promise<{ body: string } | EventRefusal> {
  if (Number(req.headers['content-length'] ?? 0) > sentBytesMax) return 'body-too-large';
  let chunks: Buffer[] = [];
  let length = 0;
  for await (let chunk of req) {
    length += chunk.length;
    if (length > sentBytesMax) return 'body-too-large';
    chunks.push(chunk);
  }
  try {
    return { body: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return 'events-not-valid';
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The objects of a text; other values are refused. */
export function readObjects(text: string): object[] | EventRefusal {
  let pieces = splitValues(text);
  if (!pieces) return 'events-not-valid';
  if (pieces.length > sentEventsMax) return 'too-many-events';
  let values: unknown[] = [];
  try {
    for (let piece of pieces) for (let one of [JSON.parse(piece)].flat()) values.push(one);
  } catch {
    return 'events-not-valid';
  }
  if (values.length > sentEventsMax) return 'too-many-events';
  return values.length > 0 && values.every(isObject) ? values : 'events-not-valid';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects and lists of a text; null if they nest too deeply. */
function splitValues(text: string): string[] | null {
  let pieces: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    let c = text[i]!;
    if (c === '"') {
      if (depth === 0) return null;
      for (i += 1; i < text.length && text[i] !== '"'; i++) if (text[i] === '\\') i += 1;
    } else if (c === '{' || c === '[') {
      if (depth === 0) start = i;
      depth += 1;
      if (depth > sentDepthMax) return null;
    } else if (c === '}' || c === ']') {
      depth -= 1;
      if (depth < 0) return null;
      if (depth === 0) pieces.push(text.slice(start, i + 1));
    } else if (depth === 0 && c > ' ') return null;
  }
  return depth === 0 ? pieces : null;
}

const ofPrototypes = new Set(['__proto__', 'constructor', 'prototype']);

/** The strings, numbers and booleans of a value, with their names joined by dots. */
function* leaves(value: unknown, name: string): Generator<[string, string]> {
  if (value === null || value === undefined) return;
  if (typeof value !== 'object') return yield [name, String(value)];
  for (let [key, part] of Object.entries(value))
    if (!ofPrototypes.has(key)) yield* leaves(part, name === '' ? key : `${name}.${key}`);
}

/**
 * Names that begin with `$` are not variables. Two of them are known; others, such as a time or an
 * address, are not accepted from senders.
 */
function eventOf(pairs: Iterable<[string, string]>): SentEvent {
  let special = new Map<string, string>();
  let variables: [string, string][] = [];
  for (let pair of pairs)
    if (pair[0].startsWith('$')) special.set(...pair);
    else variables.push(pair);
  return { version: special.get('$version'), page: special.get('$referrer'), variables };
}

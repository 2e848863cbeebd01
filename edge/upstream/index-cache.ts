/**
 * Package indexes of registries: rewritten while they are fetched, and cached in memory,
 * compressed, for a minute. Package types use them to answer clients and to find artifacts.
 */
import { createHash, type Hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { FallbackReason } from 'contract/packages/fallback-targets';
import { timeLimit } from 'net/time-limit';
import { createTurns, type WorkLimit } from 'net/turns';
import type { BackendHealth } from './backend-health';
import { withTimeout } from 'net/with-timeout';
import type { Proxy } from './proxy';
import { BackendFailure, getDocument, type DocumentRequest, type UpstreamDocument } from './upstream-document';

export interface IndexReader<Facts> {
  /** The rewritten chunk. Throws if it is not an index. */
  write(part: Buffer): Buffer;
  /** What is buffered after the last chunk. */
  rest?(): Buffer;
  /** What the package type needs from the index. Throws if it is incomplete. */
  end(): Facts;
}

export interface IndexRequest<Facts> extends Omit<DocumentRequest, 'etag'> {
  /** Requests of one owner with the same key have the same response. */
  key: string;
  /** An owner's indexes of one package are fetched one after the other. */
  packageKey: string;
  ownerId: string;
  /**
   * Clients revalidate by date alone. Only if the registry's document alone determines the
   * response: unlike an ETag, a date does not distinguish two forms of a document.
   */
  hasDate?: true;
  read(found: Pick<UpstreamDocument, 'type' | 'address'>): IndexReader<Facts>;
}

export interface Document {
  packed: Buffer;
  /** Uncompressed length. */
  bytes: number;
  type: string;
  /** The registry's, empty if it has not said one. */
  charset: string;
  /** Weak, because it is sent compressed and uncompressed. */
  etag: string;
  /** The registry's Last-Modified, for clients that send no ETag. */
  modified?: string | undefined;
}

export function documentOf(text: string, type: string): Document {
  let packed = gzipSync(text);
  return { packed, bytes: Buffer.byteLength(text), type, charset: '', etag: etagOf(createHash('sha256').update(text)) };
}

function etagOf(hash: Hash): string {
  return `W/"${hash.digest('base64url').slice(0, 24)}"`;
}

interface Index<Facts> {
  document: Document;
  facts: Facts;
}

/**
 * `missing`: the registry does not have it. `failed`: it is not cached, and cannot be fetched now.
 */
export type IndexAnswer<Facts> = Index<Facts> | 'missing' | 'failed';

type OwnKey = Pick<IndexRequest<unknown>, 'key' | 'ownerId'>;

/** Owners share nothing: nobody waits for what another one cannot get. */
function ownKey({ key, ownerId }: OwnKey): string {
  return `${ownerId} ${key}`;
}

export interface IndexCache {
  /**
   * The index, at most a minute old, or older if the registry does not respond in time. Never
   * rejects.
   */
  ask<Facts>(question: IndexRequest<Facts>): Promise<IndexAnswer<Facts>>;
  /** Whether it has an index of any age. */
  knows(question: OwnKey): boolean;
  /** Why the registry could not be asked; undefined if its answer was refused. */
  failureOf(question: OwnKey): Exclude<FallbackReason, ''> | undefined;
  close(): void;
}

interface Entry {
  answer: IndexAnswer<unknown>;
  failure?: Exclude<FallbackReason, ''> | undefined;
  /** The registry's own ETag. */
  etag?: string | undefined;
  freshUntil: number;
  /** Estimated bytes in memory. */
  weight: number;
}

const freshMs = 60_000;
/** Pause before a failed or missing index is requested again. */
const againMs = 10_000;
/** Timeout of a fetch, and of a client that waits for it. */
const fetchMs = 10_000;
/** Timeout of a client that can get an older index. */
const staleWaitMs = 2_000;
/** One owner's unresponsive registries leave slots to others. */
const fetches: WorkLimit = {
  atOnce: 12,
  atOnceOfOne: 2,
  waiting: Infinity,
  waitingOfOne: 100,
  waitMs: Infinity,
};
const oneByOne: WorkLimit = { ...fetches, atOnce: Infinity, atOnceOfOne: 1 };
const indexBytesMax = 64 * 1024 * 1024;
const packedBytesMax = 16 * 1024 * 1024;
const cacheBytesMax = 64 * 1024 * 1024;
/** A chunk of this size takes a few milliseconds at most. */
const partBytesMax = 16 * 1024;

interface CacheParts {
  proxy: Proxy;
  backends: Pick<BackendHealth, 'failed'>;
  clock(): number;
  log: Logger;
}

/** Owners choose what is fetched, so size, time and number of fetches are limited. */
export function createIndexCache({ proxy, backends, clock, log }: CacheParts): IndexCache {
  let entries = new LRUCache<string, Entry>({ maxSize: cacheBytesMax, sizeCalculation: sizeOf });
  let running = new Map<string, Promise<IndexAnswer<unknown>>>();
  let ofPackages = createTurns(oneByOne);
  let ofOwners = createTurns(fetches);
  let closing = new AbortController();
  let reading: Promise<unknown> = Promise.resolve();

  /** Reads one chunk of all indexes before the edge handles its next requests. */
  async function* paced(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      for await (let part of parts)
        for (let from = 0; from < part.length; from += partBytesMax) {
          await (reading = reading.then(() => nextTurn()));
          yield part.subarray(from, from + partBytesMax);
        }
    } catch (error) {
      throw new BackendFailure('the answer broke off', 'away', error);
    }
  }

  async function fetchIndex(question: IndexRequest<unknown>, before: Entry | undefined): Promise<Entry> {
    let signal = timeLimit(fetchMs, closing.signal);
    let known = isIndex(before?.answer) ? before : undefined;
    let got = await getDocument(proxy, { ...question, etag: known?.etag }, signal);
    if (got === 'missing') return { answer: 'missing', freshUntil: clock() + againMs, weight: 0 };
    let freshUntil = clock() + freshMs;
    if (got === 'unchanged') return { ...known!, freshUntil };
    let modified = question.hasDate && got.modified;
    let index = await readIndex({ ...got, modified, body: paced(got.body) }, question.read(got), signal).catch(
      (error: unknown) => {
        throw signal.aborted ? new BackendFailure('the answer did not end in time', 'away', error) : error;
      },
    );
    return { answer: index, etag: got.etag, freshUntil, weight: weightOf(index.facts) };
  }

  async function refresh(question: IndexRequest<unknown>, before: Entry | undefined): Promise<IndexAnswer<unknown>> {
    // Owners may name the same package, but must not wait for each other's slots.
    let { ownerId, packageKey } = question;
    let fetchInTurn = () => ofOwners.take(ownerId, () => fetchIndex(question, before));
    let fetched = ofPackages.goOn(`${ownerId} ${packageKey}`, fetchInTurn);
    let entry = await fetched.catch((error: unknown): Entry => {
      log.warn({ err: error, address: question.address }, 'an index could not be fetched');
      let failure = error instanceof BackendFailure ? error.reason : undefined;
      if (failure) backends.failed(ownerId, question.address);
      let stale = isIndex(before?.answer) ? before : undefined;
      return { answer: 'failed', weight: 0, ...stale, failure, freshUntil: clock() + againMs };
    });
    let key = ownKey(question);
    entries.set(key, entry);
    running.delete(key);
    return entry.answer;
  }

  return {
    async ask<Facts>(question: IndexRequest<Facts>) {
      let key = ownKey(question);
      let before = entries.get(key);
      if (before && before.freshUntil > clock()) return before.answer as IndexAnswer<Facts>;
      let fetched = running.get(key) ?? refresh(question, before);
      running.set(key, fetched);
      let stale = isIndex(before?.answer) ? before.answer : undefined;
      let answer = await withTimeout(fetched, stale ? staleWaitMs : fetchMs);
      return (answer ?? stale ?? 'failed') as IndexAnswer<Facts>;
    },
    knows: (question) => isIndex(entries.peek(ownKey(question))?.answer),
    failureOf: (question) => (running.has(ownKey(question)) ? 'away' : entries.peek(ownKey(question))?.failure),
    close: () => closing.abort(),
  };
}

async function readIndex(
  {
    body,
    type,
    charset,
    modified,
  }: Pick<UpstreamDocument, 'type' | 'charset' | 'modified'> & { body: AsyncIterable<Buffer> },
  reader: IndexReader<unknown>,
  signal: AbortSignal,
): Promise<Index<unknown>> {
  let hash = createHash('sha256');
  let bytes = 0;
  let packed: Buffer[] = [];
  let packedBytes = 0;
  await pipeline(
    body,
    async function* (parts: AsyncIterable<Buffer>) {
      for await (let rewritten of rewrittenBy(reader, parts)) {
        bytes += rewritten.length;
        if (bytes > indexBytesMax) throw new Error('the index is too large');
        hash.update(rewritten);
        yield rewritten;
      }
    },
    createGzip({ level: 4 }),
    async (parts: AsyncIterable<Buffer>) => {
      for await (let part of parts) {
        packedBytes += part.length;
        if (packedBytes > packedBytesMax) throw new Error('the index is too large');
        packed.push(part);
      }
    },
    { signal },
  );
  let facts = reader.end();
  return { document: { packed: Buffer.concat(packed), bytes, type, charset, etag: etagOf(hash), modified }, facts };
}

async function* rewrittenBy(reader: IndexReader<unknown>, parts: AsyncIterable<Buffer>) {
  for await (let part of parts) yield reader.write(part);
  if (reader.rest) yield reader.rest();
}

function isIndex(answer: IndexAnswer<unknown> | undefined): answer is Index<unknown> {
  return typeof answer === 'object';
}

function sizeOf({ answer, weight }: Entry, key: string): number {
  let packed = isIndex(answer) ? answer.document.packed.length : 0;
  return 1_000 + 2 * key.length + packed + weight;
}

const placeBytes = 48;
/** Items of a collection that are measured; larger ones are extrapolated. */
const weighedMax = 1_000;

/**
 * Estimates the memory of facts: strings, maps and objects. Many small versions take several times
 * the bytes of their text.
 */
export function weightOf(facts: unknown): number {
  if (typeof facts === 'string') return placeBytes + facts.length;
  if (typeof facts !== 'object' || facts === null) return 8;
  let collection = facts instanceof Map || facts instanceof Set ? facts : undefined;
  let parts: Iterable<[unknown, unknown]> = collection?.entries() ?? Object.entries(facts);
  let step = Math.ceil((collection?.size ?? 1) / weighedMax);
  let weight = 0;
  let at = 0;
  for (let [key, value] of parts)
    if (at++ % step === 0) weight += placeBytes + weightOf(key) + (key === value ? 0 : weightOf(value));
  return placeBytes + weight * step;
}

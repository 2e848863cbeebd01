/**
 * Indexes of packages as registries give them, read and rewritten while they come in, and kept in
 * memory, packed, for a minute. Package types ask for them to answer clients and to find artifacts.
 */
import { createHash, type Hash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { inTime } from './in-time';
import type { Proxy } from './proxy';
import { getDocument, type DocumentQuestion, type UpstreamDocument } from './upstream-document';

/** Reads an index part by part. */
export interface IndexReader<Facts> {
  /** The next part as clients get it. Throws where it is no index. */
  write(part: Buffer): Buffer;
  /** What is still held when the last part has come; left out where that is nothing. */
  rest?(): Buffer;
  /** What the type has to know of it. Throws when the index is not complete. */
  end(): Facts;
}

export interface IndexQuestion<Facts> extends Omit<DocumentQuestion, 'etag'> {
  /** Two questions with the same key have the same answer. */
  key: string;
  /** Indexes of one package are fetched one after the other. */
  packageKey: string;
  read(found: Pick<UpstreamDocument, 'type' | 'address'>): IndexReader<Facts>;
}

/** An answer that is ready to be sent. */
export interface Document {
  packed: Buffer;
  /** Length of what is packed. */
  bytes: number;
  type: string;
  /** Weak, because it is sent packed and unpacked. */
  etag: string;
  /** Last-Modified as the registry gives it, for clients that send no ETag. */
  modified?: string | undefined;
}

/** Packs a small text. */
export function documentOf(text: string, type: string): Document {
  let packed = gzipSync(text);
  return { packed, bytes: Buffer.byteLength(text), type, etag: etagOf(createHash('sha256').update(text)) };
}

function etagOf(hash: Hash): string {
  return `W/"${hash.digest('base64url').slice(0, 24)}"`;
}

export interface Index<Facts> {
  document: Document;
  facts: Facts;
}

/** `missing`: the registry does not have it. `failed`: it cannot be had now, and is not known. */
export type IndexAnswer<Facts> = Index<Facts> | 'missing' | 'failed';

export interface IndexCache {
  /**
   * The index, at most a minute old, or older where the registry does not answer in time. Never
   * rejects.
   */
  ask<Facts>(question: IndexQuestion<Facts>): Promise<IndexAnswer<Facts>>;
  /** Whether it has an index, of whatever age. */
  knows(question: Pick<IndexQuestion<unknown>, 'key'>): boolean;
  /** Ends running fetches. */
  close(): void;
}

interface Entry {
  answer: IndexAnswer<unknown>;
  /** The registry's own ETag. */
  etag?: string | undefined;
  /** Milliseconds since 1970. */
  freshUntil: number;
}

const freshMs = 60_000;
/** How long a registry that failed, or has no such package, is left alone. */
const againMs = 10_000;
/** How long a fetch may take, and a client wait for it. */
const fetchMs = 10_000;
/** How long a client waits where an older index can be sent. */
const staleWaitMs = 2_000;
const fetchesMax = 8;
const indexBytesMax = 64 * 1024 * 1024;
const packedBytesMax = 16 * 1024 * 1024;
export const cacheBytesMax = 64 * 1024 * 1024;
/** What an index takes beside its text, for each kilobyte of it: its facts. */
const factsShare = 1 / 16;

interface CacheParts {
  proxy: Proxy;
  /** Milliseconds since 1970. */
  clock(): number;
  log: Logger;
}

/** An empty cache. Owners choose what is fetched, so size, time and number of fetches have limits. */
export function createIndexCache({ proxy, clock, log }: CacheParts): IndexCache {
  let entries = new LRUCache<string, Entry>({ maxSize: cacheBytesMax, sizeCalculation: sizeOf });
  let running = new Map<string, Promise<IndexAnswer<unknown>>>();
  let turns = createTurns();
  let closing = new AbortController();

  async function fetchIndex(question: IndexQuestion<unknown>, before: Entry | undefined): Promise<Entry> {
    let signal = AbortSignal.any([closing.signal, AbortSignal.timeout(fetchMs)]);
    let known = isIndex(before?.answer) ? before : undefined;
    let got = await getDocument(proxy, { ...question, etag: known?.etag }, signal);
    if (got === 'missing') return { answer: 'missing', freshUntil: clock() + againMs };
    let freshUntil = clock() + freshMs;
    if (got === 'unchanged') return { ...known!, freshUntil };
    return { answer: await readIndex(got, question.read(got), signal), etag: got.etag, freshUntil };
  }

  async function refresh(question: IndexQuestion<unknown>, before: Entry | undefined): Promise<IndexAnswer<unknown>> {
    let entry = await turns(question.packageKey, () => fetchIndex(question, before)).catch((error: unknown): Entry => {
      log.warn({ err: error, address: question.address }, 'an index could not be fetched');
      return { answer: 'failed', ...(isIndex(before?.answer) && before), freshUntil: clock() + againMs };
    });
    entries.set(question.key, entry);
    running.delete(question.key);
    return entry.answer;
  }

  return {
    async ask<Facts>(question: IndexQuestion<Facts>) {
      let before = entries.get(question.key);
      if (before && before.freshUntil > clock()) return before.answer as IndexAnswer<Facts>;
      let fetched = running.get(question.key) ?? refresh(question, before);
      running.set(question.key, fetched);
      let stale = isIndex(before?.answer) ? before.answer : undefined;
      let answer = await inTime(fetched, stale ? staleWaitMs : fetchMs);
      return (answer ?? stale ?? 'failed') as IndexAnswer<Facts>;
    },
    knows: ({ key }) => isIndex(entries.peek(key)?.answer),
    close: () => closing.abort(),
  };
}

async function readIndex(
  { body, type, modified }: UpstreamDocument,
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
  return { document: { packed: Buffer.concat(packed), bytes, type, etag: etagOf(hash), modified }, facts };
}

async function* rewrittenBy(reader: IndexReader<unknown>, parts: AsyncIterable<Buffer>) {
  for await (let part of parts) yield reader.write(part);
  if (reader.rest) yield reader.rest();
}

function isIndex(answer: IndexAnswer<unknown> | undefined): answer is Index<unknown> {
  return typeof answer === 'object';
}

function sizeOf({ answer }: Entry): number {
  if (!isIndex(answer)) return 500;
  return 1_000 + answer.document.packed.length + Math.ceil(answer.document.bytes * factsShare);
}

/** Runs one task for each key at a time, and a few in all. */
function createTurns() {
  let last = new Map<string, Promise<unknown>>();
  let free = fetchesMax;
  let waiting: (() => void)[] = [];

  async function inSlot<Value>(task: () => Promise<Value>): Promise<Value> {
    if (free === 0) await new Promise<void>((go) => waiting.push(go));
    else free -= 1;
    try {
      return await task();
    } finally {
      let next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  }

  return async <Value>(key: string, task: () => Promise<Value>): Promise<Value> => {
    let before = last.get(key) ?? Promise.resolve();
    let mine = before.then(() => inSlot(task));
    let ended = mine.catch(() => {});
    last.set(key, ended);
    void ended.then(() => last.get(key) === ended && last.delete(key));
    return mine;
  };
}

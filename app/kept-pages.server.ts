/**
 * Rendered pages, kept by all that they were rendered from: to render one takes more time than all
 * the rest of its answer. Components read nothing else, so the kept page is the one that would be
 * rendered again.
 */
import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import { LRUCache } from 'lru-cache';

const keptBytesMax = 8_000_000;
const pageBytesMax = 1_000_000;
const seenMax = 2_000;

/** The parts of a page around its nonce, which is another one in each answer. */
let pages = new LRUCache<string, Buffer[]>({
  maxSize: keptBytesMax,
  maxEntrySize: pageBytesMax,
  sizeCalculation: (parts) => parts.reduce((sum, { length }) => sum + length, 1),
});

/** Pages that were rendered once: most are not asked for again, and none of them is kept. */
let seen = new LRUCache<string, true>({ max: seenMax });

/** What a page is rendered from: its address, and the data of its loaders by route. */
export interface PageSource {
  url: string;
  data: Readonly<Record<string, unknown>>;
}

/** Equal only for equal pages; undefined where some of the data have not come yet. */
export function pageKey({ url, data }: PageSource): string | undefined {
  let bytes: Buffer;
  try {
    bytes = serialize(data);
  } catch {
    // Promises and functions.
    return undefined;
  }
  return createHash('sha256').update(`${url}\n`).update(bytes).digest('base64');
}

/** The page with this nonce, if it is kept. */
export function keptPage(key: string, nonce: string): Buffer<ArrayBuffer> | undefined {
  let parts = pages.get(key);
  let place = Buffer.from(nonce);
  return parts && Buffer.concat(parts.flatMap((part, i) => (i === 0 ? [part] : [place, part])));
}

/** Keeps a page that was rendered with a nonce, the second time that it is. */
export function keepPage(key: string, nonce: string, page: Buffer): void {
  if (!seen.has(key)) return void seen.set(key, true);
  let parts: Buffer[] = [];
  let from = 0;
  for (let at = page.indexOf(nonce); at !== -1; at = page.indexOf(nonce, from)) {
    parts.push(page.subarray(from, at));
    from = at + nonce.length;
  }
  pages.set(key, [...parts, page.subarray(from)]);
}

/**
 * Rendered pages, kept by all that they were rendered from: to render and to compress one takes
 * more time than all the rest of its answer. Components read nothing else, so the kept page is the
 * one that would be rendered again.
 */
import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { LRUCache } from 'lru-cache';

const keptBytesMax = 8_000_000;
const pageBytesMax = 1_000_000;
const seenMax = 2_000;
const brotliQuality = 5;

export interface CachedPage {
  /** The page without its nonce. */
  html: Buffer<ArrayBuffer>;
  /** The same in brotli. */
  compressed: Buffer<ArrayBuffer>;
  /** The scripts that had the nonce, for a policy that admits these and no others. */
  scriptHashes: readonly string[];
}

let pages = new LRUCache<string, CachedPage>({
  maxSize: keptBytesMax,
  maxEntrySize: pageBytesMax,
  sizeCalculation: ({ html, compressed }) => html.length + compressed.length + 1,
});

/** Pages that were rendered once: most are not asked for again, and none of them is kept. */
let seen = new LRUCache<string, true>({ max: seenMax });

let compress = promisify(brotliCompress);

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

export function cachedPage(key: string): CachedPage | undefined {
  return pages.get(key);
}

/**
 * Keeps a page that was rendered with a nonce: the second time that it is, or at once where more of
 * its kind are expected. Gives what was kept.
 */
export async function cachePage(
  key: string,
  nonce: string,
  page: Buffer,
  { atOnce = false } = {},
): Promise<CachedPage | undefined> {
  if (!atOnce && !seen.has(key)) return void seen.set(key, true);
  let found = page.length < pageBytesMax ? withoutNonce(page.toString(), nonce) : undefined;
  if (!found) return undefined;
  let html = Buffer.from(found.html);
  let params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: html.length };
  let kept = { html, compressed: await compress(html, { params }), scriptHashes: found.scriptHashes };
  pages.set(key, kept);
  return kept;
}

/**
 * A page whose scripts are known by their hashes: only of those with the nonce, which nothing that
 * came into the page from outside can have. Undefined if the nonce occurs elsewhere too.
 */
function withoutNonce(page: string, nonce: string): (Pick<CachedPage, 'scriptHashes'> & { html: string }) | undefined {
  let attribute = ` nonce="${nonce}"`;
  let scriptHashes = new Set<string>();
  for (let [, attributes = '', text = ''] of page.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)) {
    if (!attributes.includes(attribute) || text === '') continue;
    scriptHashes.add(`sha256-${createHash('sha256').update(text).digest('base64')}`);
  }
  let html = page.replaceAll(attribute, '');
  // Browsers read a carriage return as another character.
  return html.includes(nonce) || html.includes('\r') ? undefined : { html, scriptHashes: [...scriptHashes] };
}

/** Whether a browser takes brotli, by its `Accept-Encoding`. */
export function acceptsBrotli(accepted: string | null): boolean {
  return /(^|,)\s*br\s*($|,|;\s*q=(1|0?\.\d*[1-9]))/i.test(accepted ?? '');
}

/** Rendered pages are kept by what they were rendered from. */
import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { cachePage, cachedPage, pageKey, acceptsBrotli } from 'app/http/page-cache.server';

const url = 'http://dashboard.test/login';

function htmlOf(nonce: string): Buffer {
  return Buffer.from(
    `<p>Zoë</p><script nonce="${nonce}">1</script><script nonce="${nonce}" src="/a.js"></script>` +
      `<script type="module" nonce="${nonce}">import "/b.js";\n</script><script>injected()</script>`,
  );
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

async function keepTwice(key: string, pageWith: (nonce: string) => Buffer): Promise<void> {
  for (let nonce of ['first+/A==', 'second/B==']) {
    expect(cachedPage(key)).toBeUndefined();
    await cachePage(key, nonce, pageWith(nonce));
  }
}

test('a page that is rendered twice is kept without its nonce, plain and compressed', async () => {
  let key = pageKey({ url, data: { root: 'twice' } })!;
  await keepTwice(key, htmlOf);
  let { html, compressed } = cachedPage(key)!;
  expect(html.toString()).toBe(htmlOf('').toString().replaceAll(' nonce=""', ''));
  expect(brotliDecompressSync(compressed).equals(html)).toBe(true);
});

test('a page that is expected again is kept at once', async () => {
  let key = pageKey({ url, data: { root: 'at once' } })!;
  let made = await cachePage(key, 'first+/A==', htmlOf('first+/A=='), { atOnce: true });
  expect(made?.scriptHashes).toHaveLength(2);
  expect(cachedPage(key)).toBe(made);
});

test('the hashes of a kept page are those of the scripts with its nonce, and of no other script', async () => {
  let key = pageKey({ url, data: { root: 'hashes' } })!;
  await keepTwice(key, htmlOf);
  expect(cachedPage(key)?.scriptHashes).toEqual([hashOf('1'), hashOf('import "/b.js";\n')]);
});

test('a page without a nonce is kept as it is', async () => {
  let key = pageKey({ url, data: { root: 'plain' } })!;
  await keepTwice(key, () => Buffer.from('<p>plain</p>'));
  expect(cachedPage(key)).toMatchObject({ html: Buffer.from('<p>plain</p>'), scriptHashes: [] });
});

test.each([
  ['over a megabyte', () => Buffer.alloc(1_000_001, 'a')],
  [
    'with its nonce outside of an attribute',
    (nonce: string) => Buffer.from(`<script nonce="${nonce}">"${nonce}"</script>`),
  ],
  ['with a carriage return', (nonce: string) => Buffer.from(`<script nonce="${nonce}">1\r\n2</script>`)],
])('a page %s is not kept', async (what, pageWith) => {
  let key = pageKey({ url, data: { root: what } })!;
  await keepTwice(key, pageWith);
  expect(cachedPage(key)).toBeUndefined();
});

test('whatever differs in address or data makes another key', () => {
  let sources = () => [
    { url, data: { root: { theme: 'dark' } } },
    { url: `${url}?backTo=/home`, data: { root: { theme: 'dark' } } },
    { url, data: { root: { theme: 'light' } } },
    { url, data: { root: { theme: 'dark', toast: null } } },
    { url, data: { root: { theme: 'dark', toast: undefined } } },
    { url, data: { other: { theme: 'dark' } } },
    { url, data: { root: new Date(0) } },
    { url, data: { root: new Date(0).toISOString() } },
    { url, data: { root: new Map([['a', 1]]) } },
    { url, data: { root: new Map([['a', 2]]) } },
    { url, data: { root: { a: 1 } } },
    { url, data: { root: { a: '1' } } },
    { url, data: { root: [1, 2] } },
    { url, data: { root: [2, 1] } },
  ];
  expect(new Set(sources().map(pageKey)).size).toBe(sources().length);
  expect(sources().map(pageKey)).toEqual(sources().map(pageKey));
});

test('a page whose data come later has no key', () => {
  expect(pageKey({ url, data: { root: { later: Promise.resolve(1) } } })).toBeUndefined();
});

test.each([
  ['br', true],
  ['gzip, deflate, br, zstd', true],
  ['gzip;q=1, BR; q=0.5', true],
  ['br;q=1.0', true],
  ['br;q=0', false],
  ['br;q=0.000, gzip', false],
  ['gzip, brown', false],
  ['', false],
  [null, false],
])('%s takes brotli: %s', (accepted, takes) => {
  expect(acceptsBrotli(accepted)).toBe(takes);
});

/** Rendered pages are kept by what they were rendered from. */
import { expect, test } from 'vitest';
import { keepPage, keptPage, pageKey } from 'app/kept-pages.server';

const url = 'http://dashboard.test/login';

function htmlOf(nonce: string): Buffer {
  return Buffer.from(`<p>Zoë</p><script nonce="${nonce}">1</script><script nonce="${nonce}">2</script>`);
}

test('a page that is rendered twice is kept, and sent with the nonce of each answer', () => {
  let key = pageKey({ url, data: { root: 'twice' } })!;
  keepPage(key, 'first+/A==', htmlOf('first+/A=='));
  expect(keptPage(key, 'third+/C==')).toBeUndefined();
  keepPage(key, 'second/B==', htmlOf('second/B=='));
  expect(keptPage(key, 'third+/C==')?.toString()).toBe(htmlOf('third+/C==').toString());
  expect(keptPage(key, 'fourth/D==')?.toString()).toBe(htmlOf('fourth/D==').toString());
});

test('a page without a nonce is kept as it is', () => {
  let key = pageKey({ url, data: { root: 'plain' } })!;
  for (let nonce of ['one', 'two']) keepPage(key, nonce, Buffer.from('<p>plain</p>'));
  expect(keptPage(key, 'three')?.toString()).toBe('<p>plain</p>');
});

test('pages over a megabyte are not kept', () => {
  let key = pageKey({ url, data: { root: 'large' } })!;
  for (let nonce of ['one', 'two']) keepPage(key, nonce, Buffer.alloc(1_000_001, 'a'));
  expect(keptPage(key, 'three')).toBeUndefined();
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

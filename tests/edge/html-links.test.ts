/** Replaces the links of a page while it is streamed in parts of any size. */
import { createHtmlLinks } from 'edge/upstream/html-links';
import { describe, expect, test } from 'vitest';

const page = `<!DOCTYPE html>
<html><head><title>a < b & <a href="no"></title><script>var a = '<a href="no">';</script><base href=/b></head>
<body><!-- <a href="no"> --><A data-x="1" HREF='a&amp;b#h=1' data-yanked="x > y">é</A><a href=plain>x</a>< a <a
 href = "dir/ünï.whl" ></a><a>n</a><a name=x href>y</a><area href="no">
</body></html><!--SERIAL 1-->`;

function pass(text: string, size: number) {
  let bytes = Buffer.from(text);
  let seen: string[] = [];
  let links = createHtmlLinks((tag, address) => {
    seen.push(`${tag} ${address}`);
    return { address: `[${address}]`, attributes: address === 'plain' ? { 'data-x': `a"b` } : undefined };
  });
  let out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) out.push(links.write(bytes.subarray(at, at + size)));
  links.end();
  return { text: Buffer.concat(out).toString(), seen };
}

test.each([1, 2, 3, 7, 64, 10_000])('in parts of %i bytes', (size) => {
  let { text, seen } = pass(page, size);
  expect(seen).toEqual(['base /b', 'a a&b#h=1', 'a plain', 'a dir/ünï.whl']);
  let expected = page
    .replace("'a&amp;b#h=1'", "'[a&amp;b#h=1]'")
    .replace('href=plain', 'href="[plain]" data-x="a&quot;b"')
    .replace('dir/ünï.whl', '[dir/&#252;n&#239;.whl]');
  expect(text).toBe(expected);
});

test('a replacement cannot end its attribute', () => {
  let links = createHtmlLinks(() => ({ address: `"'><script>` }));
  expect(links.write(Buffer.from(`<a href='x'>`)).toString()).toBe(`<a href='&quot;&#39;><script>'>`);
});

describe('refused', () => {
  test.each(['<a href="x', '<a href="x"', '<!-- a comment', '</ht'])('a page that ends with %s', (text) => {
    expect(() => pass(`<p>${text}`, 3)).toThrow('breaks off');
  });

  test('a tag that does not end', () => {
    expect(() => pass(`<a href="${'x'.repeat(100_000)}`, 1_000)).toThrow('too long');
  });
});

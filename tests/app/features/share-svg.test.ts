/** The pictures of share links: their text, their colours, and the absence of active content. */
import { inflateSync } from 'node:zlib';
import { timeBuckets } from 'app/charts/date-buckets.server';
import { embedPage, embedStyle } from 'app/features/share-links/share-embed.server';
import { previewPng } from 'app/features/share-links/share-image.server';
import {
  pictureStyle,
  sentencePicture,
  shareChart,
  sharePreview,
  type SharePicture,
  themeOf,
} from 'app/features/share-links/share-svg.server';
import { expect, test } from 'vitest';
import { wholeDays } from 'contract/analytics/asked-time';

const hostile = '<script>alert("1")</script>&\u0000\u001b]]>';
const inText = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;]]&gt;';

function picture(title = 'ada · downloads'): SharePicture {
  let days = { from: '2026-11-17', to: '2026-11-23' };
  let buckets = timeBuckets(wholeDays(days), 'daily', { today: days.to });
  let values = [1, 5, 0, 12, 7, 900, 309];
  return { title, total: '1,234 downloads', span: 'Nov 17 – 23, 2026', change: '+24%', buckets, values };
}

test('a chart says its title, its total, its days and its change, and has a line and the mark', () => {
  let svg = shareChart(picture(), 'auto');
  expect(svg).toContain('aria-label="ada · downloads: 1,234 downloads · Nov 17 – 23, 2026 · +24%"');
  expect(svg).toContain('>1,234 downloads · Nov 17 – 23, 2026 · +24%</text>');
  expect(svg).toContain('>Nov 17</text>');
  expect(svg).toMatch(/class="c" d="M0,\d/);
  for (let one of [svg, sharePreview(picture(), 'Inter')]) {
    expect(one).toMatch(/<svg viewBox="0 0 32 32".*>Landfall<\/text>/);
    expect(one).toContain('+24%');
  }
  expect(shareChart({ ...picture(), change: '' }, 'auto')).toContain('>1,234 downloads · Nov 17 – 23, 2026</text>');
});

test('the running day is a dashed line to a point and no fall of the line', () => {
  let { values, ...rest } = picture();
  for (let draw of [
    (one: SharePicture) => shareChart(one, 'light'),
    (one: SharePicture) => sharePreview(one, 'Inter'),
  ]) {
    let [svg, other] = [values, [...values.slice(0, -1), 0]].map((given) => draw({ ...rest, values: given }));
    let lineOf = (text = '') => /class="c" d="([^"]+)"/.exec(text)![1];
    expect(lineOf(svg)!.split('L')).toHaveLength(values.length - 1);
    expect(lineOf(svg)).toBe(lineOf(other));
    expect(svg!.match(/<circle/g)).toHaveLength(1);
    let dashed = /class="c" d="([^"]+)"[^>]*stroke-dasharray/.exec(svg!)![1]!;
    expect(dashed.split('L')).toHaveLength(2);
  }
  let over = timeBuckets(wholeDays({ from: '2026-11-17', to: '2026-11-23' }), 'daily', { today: '2026-11-24' });
  let whole = shareChart({ ...rest, values, buckets: over }, 'light');
  expect(/class="c" d="([^"]+)"/.exec(whole)![1]!.split('L')).toHaveLength(values.length);
  expect(whole).not.toMatch(/stroke-dasharray|class="s"/);
  expect(shareChart(picture(), 'light').match(/class="s"/g)).toHaveLength(1);
});

test('titles are escaped', () => {
  for (let svg of [shareChart(picture(hostile), 'light'), sharePreview(picture(hostile), 'Inter')]) {
    expect(svg).toContain(`${inText}</text>`);
    // oxlint-disable-next-line no-control-regex -- XML has none of these.
    expect(svg).not.toMatch(/<script|[\u0000-\u0008]|\u001b/);
  }
  let html = embedPage({ title: hostile, svg: shareChart(picture(hostile), 'dark'), page: '/share/x', theme: 'dark' });
  expect(html).not.toContain('<script');
  expect(html).toContain('<title>&lt;script&gt;');
});

test('long titles are cut, in previews after two lines', () => {
  let title = 'analytical '.repeat(30).trim();
  expect(shareChart(picture(title), 'light')).toMatch(/font-weight="600">(analytical )+\w*…<\/text>/);
  let lines = [...sharePreview(picture(title), 'Inter').matchAll(/font-size="54"[^>]*>([^<]*)</g)].map(
    ([, text]) => text!,
  );
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/…$/);
  for (let text of lines) expect(text.length).toBeLessThanOrEqual(34);
});

test.each([
  ['', 'auto', true],
  ['?theme=light', 'light', false],
  ['?theme=dark', 'dark', false],
  ['?theme=x', 'auto', true],
] as const)('the address %o has the colours %s', (search, theme, follows) => {
  expect(themeOf(new Request(`http://dashboard.test/share/x/chart.svg${search}`))).toBe(theme);
  expect(pictureStyle(theme).includes('prefers-color-scheme')).toBe(follows);
  expect(shareChart(picture(), theme)).toContain(`<style>${pictureStyle(theme)}</style>`);
  expect(sentencePicture('This share link has ended.', theme)).toContain('>This share link has ended.</text>');
});

test('a page for frames has the styles that its policy names, and no other', () => {
  let html = embedPage({ title: 'x', svg: shareChart(picture(), 'auto'), page: '/share/x', theme: 'auto' });
  let styles = [...html.matchAll(/<style>(.*?)<\/style>/g)].map(([, style]) => style);
  expect(styles).toEqual([embedStyle('auto'), pictureStyle('auto')]);
  expect(html).not.toMatch(/ style=|<script|<form| on\w+=/);
});

test('a preview is a PNG of 1200 × 630 with text and a line, and is drawn once', async () => {
  let [png, again] = await Promise.all([previewPng(picture()), previewPng(picture())]);
  expect(again).toBe(png);
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_200, 630]);
  let rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  let pixels = (from: number, to: number) => {
    let found = new Set<number>();
    for (let row = from; row < to; row++)
      for (let x = 0; x < 1_200; x++) found.add(rows.readUInt32BE(row * 4_801 + 1 + x * 4));
    return found;
  };
  let [ink, accent, white] = [0x171b26ff, 0x2f5bd7ff, 0xffffffff];
  expect(pixels(70, 130)).toContain(ink);
  expect(pixels(400, 620)).toContain(accent);
  expect([...pixels(0, 40)]).toEqual([white]);
});

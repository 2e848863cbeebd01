/** Badges as SVG: their text, their width, and the absence of active content. */
import { expect, it } from 'vitest';
import { badgeSvg, textWidth } from 'app/features/badges/badge-svg.server';
import { badgeTexts } from 'app/features/badges/badges.server';

it('numbers are formatted as on the pages', () => {
  expect(badgeTexts({ kind: 'downloads', part: 1_234_567 })).toEqual(['downloads', '1.2M']);
  expect(badgeTexts({ kind: 'downloads', part: 12_345 })).toEqual(['downloads', '12,345']);
  expect(badgeTexts({ kind: 'companies', part: 0 })).toEqual(['companies last month', '0']);
  let newest = { kind: 'newest-version', part: 43, whole: 100, version: '2.5.0' } as const;
  expect(badgeTexts(newest)).toEqual(['on the latest version', '43% (2.5.0)']);
  expect(badgeTexts({ ...newest, part: 0, version: '' })[1]).toBe('none yet');
});

it('the image is as wide as its texts, which are fitted to their widths', () => {
  let svg = badgeSvg('downloads', '1,234');
  let [label, value] = [textWidth('downloads'), textWidth('1,234')];
  expect(svg).toContain(`width="${label + value + 24}" height="20"`);
  expect(svg).toContain(`textLength="${label}"`);
  expect(svg).toContain(`textLength="${value}"`);
  expect(textWidth('iiii')).toBeLessThan(textWidth('WWWW') / 2);
  expect(textWidth('日')).toBe(11);
});

it('texts are escaped, and characters that XML forbids are left out', () => {
  let svg = badgeSvg('a', '<script>alert("1")</script>&\u0000\uD800\u001b');
  expect(svg).not.toContain('<script');
  expect(svg).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;</text>');
  expect(svg).not.toMatch(/[^\P{Cc}\n]|\p{Cs}/u);
  expect(svg).not.toMatch(/href|<style|<image|foreignObject|on[a-z]+=/i);
});

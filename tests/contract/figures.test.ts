/** Figures that people see. */
import { expect, test } from 'vitest';
import { figures, seenFigures } from 'contract/analytics/figures';
import { changeText, percentText } from 'contract/analytics/rounding';

test('no two figures have one label', () => {
  let labels = Object.values(figures).map(({ label }) => label.toLowerCase());
  expect(labels.toSorted()).toEqual([...new Set(labels)].sort());
});

test('what is seen of downloads and views together is named apart', () => {
  let names = [
    [true, true],
    [true, false],
    [false, true],
  ].map(([downloads, views]) => seenFigures(downloads!, views!).first.label);
  expect(names).toEqual(['First seen', 'First download', 'First view']);
});

test.each([
  [1, 3, '33%'],
  [1, 30, '3.3%'],
  [0, 30, '0.0%'],
  [1, 3_000, '<0.1%'],
  [50, 3, '1,667%'],
  [1, 0, ''],
])('%d of %d are %s', (part, whole, text) => expect(percentText(part, whole)).toBe(text));

test.each([
  [105, 100, '+5.0%'],
  [90, 100, '−10%'],
  [100, 100, '0%'],
  [100_001, 100_000, '<0.1%'],
  [5, 0, undefined],
])('%d after %d is %s', (now, before, text) => expect(changeText({ now, before })?.text).toBe(text));

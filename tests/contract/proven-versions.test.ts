/** Which versions are proven, and what is left of texts that anyone could have sent. */
import { describe, expect, it, test } from 'vitest';
import { isProven } from 'contract/packages/proven-versions';
import { printable } from 'contract/floor/printable';

const row = (networks: number, last = '2026-03-02T00:00:01.000Z') => ({
  unique_endpoints: networks,
  first_seen: '2026-03-01T23:00:00.000Z',
  last_seen: last,
});

describe('a version', () => {
  it('is proven by an index that lists it', () => {
    for (let type of ['npm', 'python', 'cargo', 'helm', 'composer', 'nuget'])
      expect(isProven(type, row(1, '2026-03-01T23:30:00.000Z'))).toBe(true);
  });

  it('is else proven by three networks on two days', () => {
    for (let type of ['docker', 'file', 'go', 'maven', 'rubygems', 'hackage', undefined]) {
      expect(isProven(type, row(3))).toBe(true);
      expect(isProven(type, row(2))).toBe(false);
      expect(isProven(type, row(30, '2026-03-01T23:59:59.000Z'))).toBe(false);
      expect(isProven(type, {})).toBe(false);
    }
  });

  it('is not proven by one network in each of many id periods', () => {
    let unique_by_period = ['2026-01', '2026-02', '2026-03', '2026-04'].map((period) => ({
      period,
      unique_origins: 1,
      unique_endpoints: 1,
    }));
    expect(isProven('file', { ...row(4), unique_by_period })).toBe(false);
  });
});

test('printable text has no character of control, format or direction', () => {
  expect(printable('1.0\u202e0.2', 200)).toBe('1.00.2');
  expect(printable('a\u0000\u0085b\u2028c\u200b\u2066d\ufeff\u00ad', 200)).toBe('a b cd');
  expect(printable('Ünïcödé 名前 v1.2 😀', 200)).toBe('Ünïcödé 名前 v1.2 😀');
  expect(printable('abc😀', 4)).toBe('abc');
});

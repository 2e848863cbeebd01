/** Unique users over several periods of visitor ids. */
import { describe, expect, test } from 'vitest';
import { wholeDays } from 'contract/analytics/asked-time';
import { timeBuckets } from 'app/charts/date-buckets.server';
import { breakdownBars, reportDimensions } from 'app/features/analytics/breakdown.server';
import { comparedPeriod } from 'contract/analytics/compared-periods';
import { named } from 'app/features/date-range/comparison.server';
import { reportFigures } from 'app/features/analytics/report-summary.server';
import { periodLabel } from 'app/features/companies/company-details.server';
import type { AggregationRow } from 'contract/analytics/aggregations';

const row = (total: number, users: number, fields: Partial<AggregationRow> = {}): AggregationRow => ({
  artifact_type: 'package',
  total,
  unique_origins: users,
  unique_endpoints: users,
  ...fields,
});

const twoMonths = row(50, 42, {
  unique_by_period: [
    { period: '2026-10-01T00:00:02Z/2026-11-01', unique_origins: 30, unique_endpoints: 30 },
    { period: '2026-11-01T00:00:01Z/2026-12-01', unique_origins: 12, unique_endpoints: 12 },
  ],
});

describe('a report over two months', () => {
  let days = { from: '2026-10-20', to: '2026-11-10' };
  let previous = named(comparedPeriod(days, '', { zone: 'UTC', now: Date.parse('2026-11-22') }), '');
  let period = { time: wholeDays(days), days, previous, step: 'weekly' as const, today: '2026-11-22' };
  let compared = { now: [twoMonths], before: [row(40, 21)] };
  let counted = { current: [twoMonths], compared, series: [row(20, 17, { date: '2026-10-26' })] };
  let { cards, charts, notCompared } = reportFigures(
    counted,
    period,
    { packages: 'all', pixels: 'none' },
    {
      buckets: timeBuckets(wholeDays(days), 'weekly', period),
    },
  );

  test('has one number of users, not compared with that of one month, and says why', () => {
    expect(cards.map(({ label, value, change }) => [label, value, change?.text]).slice(0, 3)).toEqual([
      ['Downloads', 50, '+25%'],
      ['Unique users', 42, undefined],
      ['Unique IPs', 42, undefined],
    ]);
    let why = 'Not compared: a user counts once in each UTC month, and there are 2 here and 1 before.';
    expect([cards[1]!.why, notCompared]).toEqual([why, [why]]);
  });

  test('has a line of users', () => {
    expect(charts[0]!.chart.lines.map(({ name, values }) => [name, values])).toEqual([
      ['Downloads', [0, 20, 0, 0]],
      ['Unique users', [0, 17, 0, 0]],
    ]);
  });

  test('calls those of page views the same in card and chart', () => {
    let views = { ...twoMonths, artifact_type: 'tracking-pixel' as const };
    let seen = reportFigures(
      { current: [views], compared: null, series: [] },
      period,
      { packages: 'none', pixels: 'all' },
      { buckets: timeBuckets(wholeDays(days), 'weekly', period) },
    );
    expect(seen.cards[1]!.label).toBe('Unique visitors');
    expect(seen.charts[0]!.chart.lines[1]!.name).toBe('Unique visitors');
  });

  test('has one number in breakdowns', () => {
    let [bar] = breakdownBars([{ ...twoMonths, country: 'DE' }], reportDimensions.country, 50);
    expect([bar!.innerWidth, bar!.inner]).toEqual([84, '42']);
  });
});

test.each([
  ['2026-11-01T00:00:01Z/2026-12-01', 'Nov 2026'],
  ['2026-11-22T09:30:00Z/2026-12-01', 'Nov 22 – 30, 2026'],
  ['2026-11-22T00:00:01Z/2026-11-23', 'Nov 22, 2026'],
  ['2026-11-22T09:30:00Z/..', 'since Nov 22, 2026'],
  ['', 'before'],
  ['2026-11-01T00:00:01Z imported/2026-12-01', 'Nov 2026 (imported)'],
  ['2026-11-22T09:30:00Z old.example/..', 'since Nov 22, 2026 (old.example)'],
  ['/imported', 'before (imported)'],
])('the period %s has the label %s', (period, label) => {
  expect(periodLabel(period)).toBe(label);
});

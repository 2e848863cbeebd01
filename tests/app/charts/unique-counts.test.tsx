/** How pages show unique counts over several periods of ids. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { timeBuckets } from 'app/charts/date-buckets.server';
import { breakdownBars, reportDimensions } from 'app/features/analytics/breakdown.server';
import { totalCards } from 'app/features/analytics/total-cards.server';
import { reportFigures } from 'app/features/analytics/report-summary.server';
import { TotalCards } from 'app/features/analytics/report-summary';
import { periodFigures, periodLabel, periodUnit, uniqueText } from 'app/charts/unique-counts.server';
import type { AggregationRow } from 'contract/analytics/aggregations';

const october = '2026-10-01T00:00:02Z/2026-11-01';
const november = '2026-11-01T00:00:01Z/2026-12-01';

function overBoth(total: number, [a, b]: [number, number], fields: Partial<AggregationRow> = {}): AggregationRow {
  let unique_by_period = [
    { period: october, unique_origins: a, unique_endpoints: a },
    { period: november, unique_origins: b, unique_endpoints: b },
  ];
  return { artifact_type: 'package', total, unique_origins: null, unique_endpoints: null, unique_by_period, ...fields };
}

test.each([
  [november, 'Nov 2026'],
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

test('periods are days, months, or just periods', () => {
  expect(periodUnit(['2026-11-22T09:30:00Z/2026-11-23', '2026-11-23T00:00:01Z/2026-11-24'])).toBe('day');
  expect(periodUnit([october, november])).toBe('month');
  expect(periodUnit(['', november])).toBe('period');
});

describe('unique counts', () => {
  test('of one period are a number', () => {
    expect(uniqueText(1_234, [])).toBe('1,234');
  });

  test('of a few periods are listed, newest first', () => {
    let counts = [
      { period: october, count: 30 },
      { period: november, count: 1_200 },
    ];
    expect(uniqueText(null, counts)).toBe('1,200\u00A0(Nov\u00A02026), 30\u00A0(Oct\u00A02026)');
    expect(uniqueText(null, counts, 1)).toBe('30–1,200\u00A0(per\u00A0month)');
    expect(uniqueText(null, [counts[0]!, { ...counts[1]!, count: counts[0]!.count }], 1)).toBe(
      '30\u00A0(per\u00A0month)',
    );
  });

  test('of many periods are shown from lowest to highest, and not added up', () => {
    let counts = Array.from({ length: 20 }, (_, i) => ({
      period: `2026-11-${String(i + 1).padStart(2, '0')}T00:00:01Z/2026-11-${String(i + 2).padStart(2, '0')}`,
      count: 5 + i,
    }));
    expect(periodFigures(counts)).toEqual([{ label: 'per day', value: '5–24' }]);
  });
});

const rows = { kind: 'package' as const, current: [overBoth(50, [30, 12])], previous: [], series: [] };

test('a card shows the number of each month with its unit, and no total or change', () => {
  let [total, sources] = totalCards(rows, []);
  expect(total).toMatchObject({ label: 'Total Downloads', value: 50, unique: '' });
  expect(sources).toMatchObject({ label: 'Unique Downloads per month', value: null, change: null });
  let html = renderToStaticMarkup(<TotalCards cards={[total!, sources!]} comparedWith="the 30 days before" />);
  let text = html.replace(/<[^>]*>/g, ' ').replace(/ +/g, ' ');
  expect(text).toContain(
    'Unique Downloads per month 12 Nov 2026 30 Oct 2026 One network with one program, once per month',
  );
  expect(text).not.toContain('42');
});

test('a card of one period keeps its number, and shows what is counted once', () => {
  let current = [{ artifact_type: 'package' as const, total: 50, unique_origins: 30, unique_endpoints: 20 }];
  let cards = totalCards({ ...rows, current, previous: current }, [], true);
  expect(cards.map(({ label, value, unique }) => [label, value, unique])).toEqual([
    ['Total Downloads', 50, ''],
    ['Total Unique Downloads', 30, 'One network with one program, once per range'],
    ['Unique Addresses', 20, 'One network, once per range'],
  ]);
});

test('a report shows when ids end, and draws no line over buckets of several periods', () => {
  let days = { from: '2026-10-20', to: '2026-11-10' };
  let period = { days, previous: days, step: 'weekly' as const, today: '2026-11-22' };
  let series = [overBoth(20, [9, 8], { date: '2026-10-26' })];
  let counted = { current: rows.current, previous: [], series };
  let buckets = timeBuckets(days, 'weekly', period);
  let report = reportFigures(counted, period, { packages: 'all', pixels: 'none' }, { buckets });
  expect(report.uniqueWords).toContain('Its id ends with each month (UTC)');
  expect(report.charts[0]!.chart.lines.map(({ name }) => name)).toEqual(['Downloads']);
  expect(report.charts[0]!.note).toBe('No line for unique sources: a week has several periods of ids here.');
});

test('a bar has the numbers of each month instead of its inner part', () => {
  let [bar] = breakdownBars([overBoth(50, [30, 12], { country: 'DE' })], reportDimensions.country, 50);
  expect([bar!.innerWidth, bar!.inner]).toEqual([0, '12\u00A0(Nov\u00A02026), 30\u00A0(Oct\u00A02026)']);
});

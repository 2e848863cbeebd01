/** Chart geometry: known numbers result in known paths and percentages. */
import { describe, expect, test } from 'vitest';
import { wholeDays } from 'contract/analytics/asked-time';
import { donut } from 'app/charts/donut.server';
import { bars, lineChart, sparkline } from 'app/charts/geometry.server';
import { stackedChart } from 'app/charts/stacked-area.server';
import { addDays, countDays } from 'contract/floor/days';
import { timeBuckets, dayRangeLabel } from 'app/charts/date-buckets.server';
import { formatCompact, formatInteger, formatPercent } from 'app/ui/numbers';

const three = timeBuckets(wholeDays({ from: '2026-03-01', to: '2026-03-03' }), 'daily', { today: '2026-03-03' });

describe('the time axis', () => {
  test('has every day once, including a leap day', () => {
    let days = timeBuckets(wholeDays({ from: '2024-02-28', to: '2024-03-01' }), 'daily', { today: '2024-06-01' });
    expect(days.map((day) => day.key)).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
    expect(days.map((day) => day.label)).toEqual(['Feb 28, 2024', 'Feb 29, 2024', 'Mar 1, 2024']);
    expect(days.every((day) => day.isComplete)).toBe(true);
  });

  test('marks today as incomplete', () => {
    expect(three.map((day) => day.isComplete)).toEqual([true, true, false]);
  });

  test('starts weeks on Monday and names only the days within the range', () => {
    let weeks = timeBuckets(wholeDays({ from: '2026-01-01', to: '2026-01-12' }), 'weekly', { today: '2026-02-01' });
    expect(weeks.map(({ key, label, isComplete }) => [key, label, isComplete])).toEqual([
      ['2025-12-29', 'Jan 1 – 4, 2026', false],
      ['2026-01-05', 'Jan 5 – 11, 2026', true],
      ['2026-01-12', 'Jan 12, 2026', false],
    ]);
  });

  test('names complete months, and incomplete ones by their first and last day', () => {
    let months = timeBuckets(wholeDays({ from: '2025-11-01', to: '2026-01-15' }), 'monthly', { today: '2026-01-15' });
    expect(months.map(({ key, label, isComplete }) => [key, label, isComplete])).toEqual([
      ['2025-11-01', 'Nov 2025', true],
      ['2025-12-01', 'Dec 2025', true],
      ['2026-01-01', 'Jan 1 – 15, 2026', false],
    ]);
  });

  test('counts and adds days across the end of a year', () => {
    expect(countDays({ from: '2025-12-31', to: '2026-01-01' })).toBe(2);
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(dayRangeLabel({ from: '2025-12-30', to: '2026-01-05' })).toBe('Dec 30, 2025 – Jan 5, 2026');
  });
});

describe('a line chart', () => {
  test('goes from the left edge to the right, with zero at the bottom and a point for today', () => {
    let chart = lineChart([{ name: 'Downloads', values: [0, 50, 100] }], three);
    let drawn = { path: 'M0,100L500,50', toRunning: 'M500,50L1000,0', tone: '1', end: { left: 100, top: 0 } };
    expect(chart.lines[0]).toMatchObject(drawn);
    expect(chart.lines[0]?.area).toBe('M0,100L500,50L500,100L0,100Z');
    expect(chart.yTicks.map((tick) => [tick.top, tick.label])).toEqual([
      [100, '0'],
      [80, '20'],
      [60, '40'],
      [40, '60'],
      [20, '80'],
      [0, '100'],
    ]);
    expect(chart.incomplete).toEqual([2]);
  });

  test('with one bucket is a point in the middle, without an area', () => {
    let chart = lineChart([{ name: 'Downloads', values: [7] }], three.slice(2));
    expect(chart.lines[0]?.end.left).toBe(50);
    expect(chart.lines[0]?.area).toBe('');
  });

  test('of zeros is at the bottom', () => {
    let chart = lineChart([{ name: 'Downloads', values: [0, 0, 0] }], three);
    expect(chart.lines[0]?.path).toBe('M0,100L500,100');
    expect(chart.yTicks.map((tick) => tick.label)).toEqual(['0', '1']);
  });

  test('has integers on its scale, with large ones shortened', () => {
    let small = lineChart([{ name: 'Downloads', values: [0, 1, 2] }], three);
    expect(small.yTicks.map((tick) => tick.label)).toEqual(['0', '1', '2']);
    let huge = lineChart([{ name: 'Downloads', values: [0, 9e8, 2e9] }], three);
    expect(huge.yTicks.at(-1)?.label).toBe('2B');
  });

  test('has few labels on the time axis, however long the range is', () => {
    let year = timeBuckets(wholeDays({ from: '2025-01-01', to: '2025-12-31' }), 'daily', { today: '2026-01-05' });
    let chart = lineChart([{ name: 'Downloads', values: year.map(() => 1) }], year);
    expect(chart.xTicks.length).toBeLessThanOrEqual(6);
    expect(chart.xTicks.map((tick) => tick.minor)).toEqual([false, true, false, true, false, true]);
  });
});

test('a sparkline stays inside its box, and is empty with fewer than two points', () => {
  expect(sparkline([0, 10], 'Downloads')?.path).toBe('M0,22L100,2');
  expect(sparkline([5], 'Downloads')).toBeNull();
});

describe('a donut', () => {
  test('gives each part its share, leaves out zeros, and shows the rest in a neutral color', () => {
    let { slices, total } = donut([
      { name: 'Linux', value: 3 },
      { name: 'macOS', value: 0 },
      { name: 'All others', value: 1, isRest: true },
    ]);
    expect(total).toBe(4);
    expect(slices.map(({ name, tone, value, share: part }) => [name, tone, value, part])).toEqual([
      ['Linux', '1', '3', '75%'],
      ['All others', 'rest', '1', '25%'],
    ]);
  });

  test('with one part is a complete ring, and without parts is empty', () => {
    let [ring] = donut([{ name: 'Linux', value: 9 }]).slices;
    expect(ring).toMatchObject({ share: '100%' });
    expect(ring?.path).toMatch(/^M0,-48A48,48,0,1,1,0,48A48,48,0,1,1,0,-48/);
    expect(donut([]).slices).toEqual([]);
  });
});

test('a list is sorted by each of its columns, with what is not known and the rest at the end', () => {
  let rows = [
    { name: '1.10', value: 5, inner: 2 },
    { name: '1.9', value: 9 },
    { name: '1.2', value: 7, inner: 3 },
    { name: 'All others', value: 8, isRest: true },
  ];
  let namesBy = (column: number, isDown: boolean) => bars(rows, 29, { column, isDown }).map(({ name }) => name);
  expect(namesBy(0, false)).toEqual(['1.2', '1.9', '1.10', 'All others']);
  expect(namesBy(1, true)).toEqual(['1.9', '1.2', '1.10', 'All others']);
  expect(namesBy(2, true)).toEqual(['1.2', '1.10', '1.9', 'All others']);
  expect(donut(rows, { column: 1, isDown: false }).listed).toEqual([0, 2, 3, 1]);
  expect(donut(rows).listed).toEqual([0, 1, 2, 3]);
});

test('the longest bar is 100 wide, and inner bars have the same scale', () => {
  let [first, second, rest] = bars(
    [
      { name: 'DE', value: 200, inner: 50 },
      { name: 'US', value: 1, inner: 1 },
      { name: 'All others', value: 400, isRest: true },
    ],
    601,
  );
  expect(first).toMatchObject({ width: 100, innerWidth: 25, value: '200', inner: '50', share: '33%' });
  expect(second).toMatchObject({ width: 0.5, innerWidth: 0.5, share: '0.2%' });
  expect(rest).toMatchObject({ width: 0, innerWidth: 0, value: '400', inner: '' });
  expect(bars([{ name: 'DE', value: 0 }], 0)[0]).toMatchObject({ width: 0, share: '' });
});

test('numbers are exact, and shortened when they are long', () => {
  expect([formatCompact(99_999), formatCompact(100_000), formatCompact(1_234_567)]).toEqual(['99,999', '100K', '1.2M']);
  expect(formatInteger(1_234_567)).toBe('1,234,567');
  expect([formatPercent(1, 3_000), formatPercent(1, 16), formatPercent(1, 2), formatPercent(1, 0)]).toEqual([
    '<0.1%',
    '6.3%',
    '50%',
    '',
  ]);
});

describe('stacked areas', () => {
  let areas = (values: number[], days = three) =>
    stackedChart([{ name: '1.0', values }], days).lines.map(({ area }) => area);

  test('fill the axis of a single day, and the part of a day between days without events', () => {
    let day = timeBuckets(wholeDays({ from: '2026-03-01', to: '2026-03-01' }), 'daily', { today: '2026-03-03' });
    expect(areas([5], day)).toEqual(['M0,0L1000,0L1000,100L0,100Z']);
    expect(areas([0, 5, 0])).toEqual(['M250,0L750,0L750,100L250,100Z']);
    expect(areas([5, 5, 0])).toEqual(['M0,0L500,0L500,100L0,100Z']);
  });
});

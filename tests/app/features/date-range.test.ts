/** Date ranges in the query of an address, on fixed days. */
import { describe, expect, test } from 'vitest';
import { rangeLabel, timeBuckets } from 'app/charts/date-buckets.server';
import { defaultRange, presetDays, rangeQuery, readRange } from 'app/features/date-range/range.server';
import { isDayPreset, presetKeys } from 'app/text/date-presets';
import { addDays, countDays } from 'contract/floor/days';
import * as limits from 'contract/floor/limits';

const noon = Date.parse('2026-03-31T12:00:00Z');

function read(query: string, now = noon) {
  return readRange(new URLSearchParams(query), now);
}

describe('presets', () => {
  test.each([
    ['today', '2026-03-31', '2026-03-31'],
    ['yesterday', '2026-03-30', '2026-03-30'],
    ['last-7-days', '2026-03-25', '2026-03-31'],
    ['last-28-days', '2026-03-04', '2026-03-31'],
    ['last-91-days', '2025-12-31', '2026-03-31'],
    ['this-month', '2026-03-01', '2026-03-31'],
    ['last-month', '2026-02-01', '2026-02-28'],
    ['this-quarter', '2026-01-01', '2026-03-31'],
    ['last-quarter', '2025-10-01', '2025-12-31'],
    ['year-to-date', '2026-01-01', '2026-03-31'],
    ['last-12-months', '2025-04-01', '2026-03-31'],
  ] as const)('%s has its first and last day', (preset, from, to) => {
    expect(presetDays(preset, '2026-03-31')).toEqual({ from, to });
    expect(read(`range=${preset}`).range?.days).toEqual({ from, to });
  });

  test('are right on a leap day', () => {
    expect(presetDays('last-12-months', '2024-02-29')).toEqual({ from: '2023-03-01', to: '2024-02-29' });
    expect(presetDays('last-month', '2024-03-31')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  });

  test('are right in January', () => {
    expect(presetDays('last-month', '2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(presetDays('last-quarter', '2026-01-01')).toEqual({ from: '2025-10-01', to: '2025-12-31' });
    expect(presetDays('year-to-date', '2026-01-01')).toEqual({ from: '2026-01-01', to: '2026-01-01' });
  });

  test('never request more days than the gateway returns', () => {
    for (let today of ['2024-02-29', '2024-12-31', '2025-02-28', '2026-07-01'])
      for (let preset of presetKeys.filter(isDayPreset))
        expect(countDays(presetDays(preset, today))).toBeLessThanOrEqual(limits.yearDays);
  });
});

describe('a range in the address', () => {
  test('is the last 28 days by default', () => {
    expect(read('').range).toEqual(defaultRange(noon));
    expect(read('').range?.previous?.days).toEqual({ from: '2026-02-04', to: '2026-03-03' });
  });

  test('of links from before the default had whole weeks still count as many days', () => {
    for (let days of [30, 90]) {
      let { fields, range } = read(`range=last-${days}-days`);
      expect([fields.range, range?.name, countDays(range!.days)]).toEqual([
        `last-${days}-days`,
        `Last ${days} days`,
        days,
      ]);
    }
    expect(presetKeys.filter((key) => /30|90/.test(key))).toEqual([]);
  });

  test.each(presetKeys.filter((key) => isDayPreset(key) && key !== 'all-time'))(
    '%s touches the period before',
    (preset) => {
      let { days, previous } = read(`range=${preset}`).range!;
      expect(addDays(previous!.days.to, 1)).toBe(days.from);
    },
  );

  test.each([
    ['range=today', '2026-03-30', '2026-03-30', 'Mar 30, 2026'],
    ['range=today&compare=weekdays', '2026-03-24', '2026-03-24', 'Mar 24, 2026'],
    ['range=last-month', '2026-01-01', '2026-01-31', 'Previous month'],
    ['range=last-quarter', '2025-07-01', '2025-09-30', 'Previous 3 months'],
    ['range=this-month', '2026-01-29', '2026-02-28', 'Previous 31 days'],
    ['range=last-7-days', '2026-03-18', '2026-03-24', 'Previous 7 days'],
    ['from=2026-03-01&to=2026-03-10', '2026-02-19', '2026-02-28', 'Previous 10 days'],
    ['from=2026-03-01&to=2026-03-10&compare=weekdays', '2026-02-15', '2026-02-24', 'Same weekdays before'],
    ['from=2026-03-01&to=2026-03-10&compare=last-year', '2025-03-02', '2025-03-11', 'Last year'],
    ['range=last-12-months', '2024-04-01', '2025-03-31', 'Previous 365 days'],
    ['from=2025-04-01&to=2026-02-28', '2024-05-01', '2025-03-31', 'Previous 11 months'],
    ['range=last-12-months&compare=last-year', '2024-04-01', '2025-03-31', 'Last year'],
  ])('%s is compared with the days before, or months', (query, from, to, name) => {
    expect(read(query).range?.previous).toMatchObject({ days: { from, to }, name });
  });

  test.each([
    ['', { range: '', from: '2026-02-04', to: '2026-03-03' }, null],
    ['from=2026-02-04&to=2026-03-03', { range: '', from: '2026-01-07', to: '2026-02-03' }, { range: '' }],
    ['range=today', { range: 'yesterday' }, null],
    ['range=this-month', { range: 'last-month' }, null],
    ['range=last-month', { from: '2026-01-01', to: '2026-01-31' }, { range: 'this-month' }],
    ['range=this-quarter', { range: 'last-quarter' }, null],
    ['range=year-to-date', { from: '2025-01-01', to: '2025-12-31' }, null],
    ['range=all-time', null, null],
  ])('%s has links to the ranges before and after', (query, earlier, later) => {
    let { fields } = read(query);
    expect([fields.earlier, fields.later]).toEqual([
      earlier && expect.objectContaining(earlier),
      later && expect.objectContaining(later),
    ]);
  });

  test('of the last 24 hours is two moments, by hour, whatever days they touch', () => {
    let at = Date.parse('2026-03-31T12:20:30Z');
    let { range, fields } = read('range=last-24-hours&rollup=daily', at);
    expect(range).toMatchObject({
      time: { start_date: '2026-03-30T12:00:00.000Z', until: '2026-03-31T13:00:00.000Z' },
      days: { from: '2026-03-30', to: '2026-03-31' },
      step: 'hourly',
      name: 'Last 24 hours',
      previous: {
        time: { start_date: '2026-03-29T12:00:00.000Z', until: '2026-03-30T12:00:00.000Z' },
        name: 'Previous 24 hours',
      },
    });
    expect([fields.earlier, fields.later, rangeQuery(fields).range]).toEqual([null, null, 'last-24-hours']);
    expect(rangeLabel(range!.time, 'UTC')).toBe('24 whole hours and the current one, since Mar 30, 12:00 (UTC)');
    let week = read('range=last-24-hours&compare=weekdays', at).range?.previous;
    expect(week).toMatchObject({ time: { start_date: '2026-03-23T12:00:00.000Z' }, name: 'Same hours a week before' });
    expect(read('from=2026-03-30&to=2026-03-31', at).range?.time).toEqual({
      start_date: '2026-03-30',
      until: '2026-04-01',
    });
  });

  test('of the last 24 hours has the hours that clocks show when they change', () => {
    let reader = { timeZone: 'America/New_York', weekStart: 'monday', numbers: 'comma-point' } as const;
    let at = Date.parse('2026-11-01T15:30:00Z');
    let { range } = readRange(new URLSearchParams('range=last-24-hours'), at, { reader });
    let hours = timeBuckets(range!.time, 'hourly', range!);
    expect(hours.map(({ label }) => label)).toHaveLength(25);
    expect(hours[0]).toMatchObject({ label: 'Oct 31, 11:00', short: '11:00', isComplete: true });
    expect(hours.filter(({ short }) => short.startsWith('01:')).map(({ short }) => short)).toEqual([
      '01:00',
      '01:00 again',
    ]);
    expect(hours.at(-1)).toMatchObject({ label: 'Nov 1, 10:00', isComplete: false, isFuture: false });
  });

  test('of all time begins with the first event and is compared with nothing', () => {
    let all = (firstDay?: string) => readRange(new URLSearchParams('range=all-time'), noon, { firstDay }).range;
    expect(all('2019-05-06')).toMatchObject({
      days: { from: '2019-05-06', to: '2026-03-31' },
      step: 'monthly',
      previous: null,
    });
    expect(all()?.days).toEqual({ from: '2026-03-31', to: '2026-03-31' });
  });

  test('of more than three years is compared with nothing, as its days are not counted one by one', () => {
    expect(read('from=2023-03-31&to=2026-03-31').range?.previous?.days.to).toBe('2023-03-30');
    expect(read('from=2022-03-31&to=2026-03-31').range).toMatchObject({ step: 'monthly', previous: null });
  });

  test('can be a single day, and ends today when it has no end', () => {
    expect(read('from=2026-03-31&to=2026-03-31').range?.days).toEqual({ from: '2026-03-31', to: '2026-03-31' });
    expect(read('from=2026-03-01').range?.days).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  });

  test('ends today at the latest', () => {
    expect(read('from=2026-03-01&to=2026-12-31').range?.days.to).toBe('2026-03-31');
  });

  test('is that of the pressed button when a form sends two', () => {
    let { range } = read('range=last-7-days&from=2026-03-01&to=2026-03-02&range=custom');
    expect(range?.days).toEqual({ from: '2026-03-01', to: '2026-03-02' });
    expect(read('range=last-7-days&from=2026-03-01&to=2026-03-02').range?.name).toBe('Last 7 days');
  });

  test.each([
    ['from=2026-02-30&to=2026-03-01', 'a day that does not exist'],
    ['from=2026-03-10&to=2026-03-01', 'an end before the start'],
    ['from=2000-01-01&to=2026-03-31', 'more than 20 years'],
    ['from=2026-04-01&to=2026-04-02', 'a start in the future'],
    ['to=2026-03-01', 'no start'],
    ['from=yesterday', 'no day at all'],
    ['range=fortnight', 'an unknown preset'],
    ['range=custom', 'no days'],
  ])('%s is refused: %s', (query) => {
    let { fields, range } = read(query);
    expect(range).toBeNull();
    expect(fields.error).toBe('Selected date range was invalid or too long.');
    let typed = new URLSearchParams(query);
    expect([fields.from, fields.to]).toEqual([typed.get('from') ?? '', typed.get('to') ?? '']);
  });

  test('may have several years, by weeks or months', () => {
    let years = 'from=2020-03-31&to=2026-03-31';
    expect(read(years).range?.days).toEqual({ from: '2020-03-31', to: '2026-03-31' });
    expect(read(`${years}&rollup=weekly`).range?.step).toBe('monthly');
    expect(read('from=2024-03-31&to=2026-03-31&rollup=daily').range?.step).toBe('monthly');
  });

  test('is divided into days, weeks or months by its length, or as selected', () => {
    expect(read('range=last-91-days').range?.step).toBe('daily');
    expect(read('from=2025-12-01&to=2026-03-31').range?.step).toBe('weekly');
    expect(read('range=last-12-months').range?.step).toBe('monthly');
    expect(read('range=last-12-months&rollup=weekly').range?.step).toBe('weekly');
    expect(read('rollup=hourly').range?.step).toBe('daily');
    expect(read('range=today').range).toMatchObject({ step: 'hourly', hour: expect.any(Number) });
    expect(read('range=today&rollup=daily').range?.step).toBe('daily');
  });

  test('is written short in links', () => {
    expect(rangeQuery(read('').fields)).toEqual({ range: '', rollup: '', compare: '' });
    expect(rangeQuery(read('range=last-month&rollup=daily').fields)).toEqual({
      range: 'last-month',
      rollup: 'daily',
      compare: '',
    });
    expect(rangeQuery(read('from=2026-03-01&to=2026-03-02').fields)).toEqual({
      from: '2026-03-01',
      to: '2026-03-02',
      rollup: '',
      compare: '',
    });
  });
});

/** What reports say of the period before, of versions and of their first downloads. */
import { describe, expect, test } from 'vitest';
import { type AskedTime, wholeDays } from 'contract/analytics/asked-time';
import type { DayRange } from 'contract/floor/days';
import type { AggregationRow } from 'contract/analytics/aggregations';
import { timeBuckets } from 'app/charts/date-buckets.server';
import { comparedPeriod, type CompareChoice, lastHours } from 'contract/analytics/compared-periods';
import { named } from 'app/features/date-range/comparison.server';
import { adoptionSentences, presentDays } from 'app/features/analytics/adoption.server';
import type { RunAggregateQuery, ReportPeriod } from 'app/features/analytics/aggregate-query.server';
import {
  askCompared,
  previousPeriodOfKind,
  queryPreviousPeriod,
  previousPeriodLine,
  incompleteReason,
} from 'app/features/analytics/previous-period.server';
import { totalCards, perDayCard } from 'app/features/analytics/total-cards.server';
import { releasesOf } from 'app/features/analytics/release-flags.server';
import { periodTexts } from 'app/features/analytics/report-summary.server';

function row(fields: Partial<AggregationRow> & { total: number }): AggregationRow {
  return { artifact_type: 'package', unique_origins: fields.total, unique_endpoints: fields.total, ...fields };
}

function comparison(days: DayRange, choice: CompareChoice, at: { zone: string; now: number }) {
  return named(comparedPeriod(days, choice, at), choice);
}

const weekDays = { from: '2026-03-08', to: '2026-03-14' };
const week: ReportPeriod = {
  time: wholeDays(weekDays),
  days: weekDays,
  previous: comparison(weekDays, '', { zone: 'UTC', now: Date.parse('2026-03-15') }),
  step: 'daily',
  today: '2026-03-14',
};
const todayDays = { from: '2026-03-14', to: '2026-03-14' };
const today: ReportPeriod = {
  time: wholeDays(todayDays),
  days: todayDays,
  previous: comparison(todayDays, 'weekdays', { zone: 'UTC', now: Date.parse('2026-03-14T10:20:00Z') }),
  step: 'hourly',
  today: '2026-03-14',
  hour: 10,
};

const timeBefore = week.previous!.time;
const compared = (now: number, before: number) => ({
  now: [row({ total: now })],
  before: [row({ total: before })],
  spans: week.previous!.spans,
});

/**
 * Answers of a gateway that knows these rows of the period before, and these of the year before it.
 */
function answering(
  rows: AggregationRow[],
  earlier: AggregationRow[] = [],
): { ask: RunAggregateQuery; asked: string[] } {
  let asked: string[] = [];
  let ask: RunAggregateQuery = async ({ time, rollup }) => {
    asked.push(time.start_date);
    return rollup ? rows : earlier;
  };
  return { ask, asked };
}

describe('the period before', () => {
  let first = row({ date: '2026-03-01', total: 4 });
  let late = row({ date: '2026-03-03', total: 6 });

  let before = async (ask: RunAggregateQuery, askAll?: RunAggregateQuery) =>
    previousPeriodOfKind((await queryPreviousPeriod({ ask, askAll }, week))!, timeBefore, 'package');

  test('is a full one when it begins with events, and nothing earlier is asked for', async () => {
    let { ask, asked } = answering([first, late]);
    expect(incompleteReason(await before(ask), 'download')).toBe('');
    expect(asked).toEqual(['2026-03-01']);
  });

  test('is a full one when there are earlier events', async () => {
    let { ask, asked } = answering([late], [row({ total: 1 })]);
    expect(incompleteReason(await before(ask), 'download')).toBe('');
    expect(asked).toEqual(['2026-03-01', '2025-02-28']);
  });

  test.each([
    ['from its first day on', answering([first, late])],
    ['before it', answering([late], [row({ total: 1 })])],
  ])('is a full one with a filter that matches later, when downloads were counted %s', async (_, all) => {
    let filtered = await before(answering([row({ date: '2026-03-05', total: 6 })]).ask, all.ask);
    let rows = { kind: 'package' as const, current: [row({ total: 12 })], compared: compared(12, 6), series: [] };
    expect(totalCards({ ...rows, before: filtered })[0]).toMatchObject({ change: { text: '+100%' }, why: '' });
  });

  test('names the first download of all, not the first that a filter matches', async () => {
    let filtered = await before(answering([row({ date: '2026-03-05', total: 6 })]).ask, answering([late]).ask);
    expect(incompleteReason(filtered, 'download')).toContain('the first download was on Mar 3, 2026');
  });

  test('that starts with the first event is not compared, and the report explains why', async () => {
    let incomplete = await before(answering([late]).ask);
    expect(incompleteReason(incomplete, 'download')).toBe(
      'Not enough history to compare: the first download was on Mar 3, 2026.',
    );
    let rows = { kind: 'package' as const, current: [row({ total: 60 })], compared: compared(60, 6), series: [] };
    expect(totalCards({ ...rows, before: incomplete })[0]).toMatchObject({
      change: null,
      why: expect.stringMatching(/^Not enough/),
    });
    expect(totalCards(rows)[0]).toMatchObject({ change: { text: '+900%' }, why: '' });
  });

  test('is a line along the same axis, with a gap before the first event', async () => {
    let buckets = timeBuckets(wholeDays(week.days), 'daily', week);
    let full = { rows: [first, late], first: '' };
    expect(previousPeriodLine(full, week, buckets)).toMatchObject({
      name: 'Previous 7 days',
      values: [4, 0, 6, 0, 0, 0, 0],
      isPreviousPeriod: true,
      labels: expect.arrayContaining(['Mar 1, 2026', 'Mar 7, 2026']),
    });
    expect(previousPeriodLine({ rows: [late], first: '2026-03-03' }, week, buckets)?.values).toEqual([
      null,
      null,
      6,
      0,
      0,
      0,
      0,
    ]);
    expect(previousPeriodLine({ rows: [], first: '' }, week, buckets)).toBeNull();
  });

  test('of a longer month is compared by day, and a shorter one ends earlier', () => {
    let march = { from: '2026-03-01', to: '2026-03-31' };
    let at = { zone: 'UTC', now: Date.parse('2026-04-10') };
    let steady = Array.from({ length: 28 }, (_, i) =>
      row({ date: `2026-02-${String(i + 1).padStart(2, '0')}`, total: 2 }),
    );
    let lineBy = (step: 'daily' | 'monthly') => {
      let period = { days: march, previous: comparison(march, '', at), step, today: '2026-04-10' };
      return previousPeriodLine({ rows: steady, first: '' }, period, timeBuckets(wholeDays(march), step, period))!;
    };
    expect(lineBy('monthly')).toMatchObject({ name: 'Previous month', values: [56], shares: [31 / 28] });
    expect(lineBy('daily').values).toEqual([...Array.from({ length: 28 }, () => 2), null, null, null]);
  });

  test('is cut like the weeks of the report', () => {
    let weeks = timeBuckets(wholeDays({ from: '2026-03-08', to: '2026-03-14' }), 'weekly', { today: '2026-04-01' });
    expect(previousPeriodLine({ rows: [first, late], first: '' }, week, weeks)?.values).toEqual([4, 6]);
  });
});

describe('the last 24 hours', () => {
  let at = { zone: 'UTC', now: Date.parse('2026-03-14T10:20:00Z') };
  let { time, days, compared } = lastHours('', at);
  let period = { time, days, previous: named(compared, ''), step: 'hourly' as const, today: '2026-03-14', hour: 10 };
  let hour = (date: string, total: number) => row({ date: `${date}:00:00Z`, total });

  test('are compared with the 24 hours before, without the current one', async () => {
    let asked: AskedTime[] = [];
    await askCompared(async ({ time: one }) => (asked.push(one), []), period, { uniques: 'none' });
    expect(asked).toEqual([
      { start_date: '2026-03-13T10:00:00.000Z', until: '2026-03-14T10:00:00.000Z' },
      { start_date: '2026-03-12T10:00:00.000Z', until: '2026-03-13T10:00:00.000Z' },
    ]);
  });

  test('stand above the hours before them, the current one above nothing', () => {
    let buckets = timeBuckets(time, 'hourly', period);
    let rows = [hour('2026-03-12T10', 4), hour('2026-03-13T09', 6)];
    let drawn = previousPeriodLine({ rows, first: '' }, period, buckets)!;
    expect(drawn.values).toEqual([4, ...Array.from({ length: 22 }, () => 0), 6, null]);
    expect([drawn.name, drawn.labels?.[0]]).toEqual(['Previous 24 hours', 'Mar 12, 10:00']);
  });

  test('have history before if the first hour has events, or the year until it', async () => {
    let first = [hour('2026-03-12T10', 1)];
    let { ask, asked } = answering(first);
    expect(previousPeriodOfKind((await queryPreviousPeriod({ ask }, period))!, compared.time, 'package').first).toBe(
      '',
    );
    expect(asked).toEqual(['2026-03-12T10:00:00.000Z']);
    let late = answering([hour('2026-03-12T23', 1)]);
    let found = previousPeriodOfKind((await queryPreviousPeriod({ ask: late.ask }, period))!, compared.time, 'package');
    expect(incompleteReason(found, 'download')).toContain('the first download was on Mar 12, 2026');
    expect(late.asked).toEqual(['2026-03-12T10:00:00.000Z', '2025-03-11']);
  });
});

describe('today', () => {
  let hours = timeBuckets(wholeDays(today.days), 'hourly', today);
  let at = (day: string, hour: string, total: number) => row({ date: `${day}T${hour}:00:00Z`, total });

  test('has hours: the current one is incomplete, later ones are in the future', () => {
    expect(hours).toHaveLength(24);
    expect(hours[9]).toMatchObject({ key: '2026-03-14T09:00:00Z', label: '09:00', isComplete: true, isFuture: false });
    expect(hours[10]).toMatchObject({ isComplete: false, isFuture: false });
    expect(hours[11]).toMatchObject({ isComplete: false, isFuture: true });
    expect(timeBuckets(wholeDays(today.previous!.days), 'hourly', today).every(({ isComplete }) => isComplete)).toBe(
      true,
    );
  });

  test('is compared with the same hours of that weekday before, users too', async () => {
    let before = {
      rows: [at('2026-03-07', '00', 1), at('2026-03-07', '09', 3), at('2026-03-07', '10', 50)],
      first: '',
    };
    let series = [at('2026-03-14', '08', 6), at('2026-03-14', '10', 7)];
    let tenth = ['2026-03-14T10:00:00.000Z', '2026-03-07T10:00:00.000Z'];
    let ask: RunAggregateQuery = async ({ time }) => [row({ total: [6, 4][tenth.indexOf(time.until)] ?? 13 })];
    let both = await askCompared(ask, today, { uniques: 'all' });
    let rows = {
      kind: 'package' as const,
      current: [row({ total: 13 })],
      compared: { now: both!.now!, before: both!.before, spans: today.previous!.spans },
      series,
      before,
    };
    let [total, sources] = totalCards(rows);
    expect(total).toMatchObject({ value: 13, before: '4', change: { text: '+50%' } });
    expect(sources).toMatchObject({ value: 13, before: '4', change: { text: '+50%' } });
    expect(perDayCard(rows, today)).toMatchObject({ before: '4', change: { text: '+50%' } });
    expect(previousPeriodLine(before, today, hours)).toMatchObject({ name: 'Mar 7, 2026' });
    expect(previousPeriodLine(before, today, hours)?.values.slice(8, 12)).toEqual([0, 3, 50, 0]);
    expect(periodTexts(today).comparedWith).toBe('Mar 7, 2026 until 10:00');
  });
});

test('fewer downloads than days are less than one a day', () => {
  let nothing = { now: [row({ total: 1 })], before: [], spans: week.previous!.spans };
  let rows = { kind: 'package' as const, current: [row({ total: 1 })], compared: nothing, series: [] };
  expect(perDayCard(rows, week)).toMatchObject({ text: '<1', change: null, newText: 'None in the period before' });
  let none = { ...nothing, now: [] };
  expect(perDayCard({ ...rows, current: [], compared: none }, week)).toMatchObject({ text: '', value: 0, newText: '' });
});

describe('sentences about versions', () => {
  let days = timeBuckets(wholeDays({ from: '2026-03-01', to: '2026-03-05' }), 'daily', { today: '2026-03-05' });
  let layer = (version: string, values: number[]) => ({ name: version, version, values });

  test('say which one overtook which, and when', () => {
    let layers = [layer('5.10.0', [0, 3, 8, 9, 0]), layer('5.9.0', [9, 8, 4, 2, 9])];
    expect(adoptionSentences(layers, days, [])).toEqual(['5.10.0 overtook 5.9.0 on Mar 3, 2026.']);
  });

  test('say nothing of a version that leads from the start, falls back, or leads only today', () => {
    let old = layer('1.0', [5, 5, 5, 5, 5]);
    for (let values of [
      [6, 6, 6, 6, 6],
      [1, 9, 9, 1, 9],
      [1, 1, 1, 1, 9],
      [1, 1, 1, 9, 9],
    ])
      expect(adoptionSentences([layer('2.0', values), old], days, [])).toEqual([]);
  });

  test('call a release newer than its prereleases, and say nothing of tags', () => {
    let [rising, falling] = [
      [0, 3, 8, 9, 0],
      [9, 8, 4, 2, 9],
    ];
    let layers = [layer('2.0.0', rising), layer('2.0.0-rc.1', falling)];
    expect(adoptionSentences(layers, days, [], 'npm')).toEqual(['2.0.0 overtook 2.0.0-rc.1 on Mar 3, 2026.']);
    expect(adoptionSentences([layer('1.0', rising), layer('latest', falling)], days, [])).toEqual([]);
  });

  test('say nothing within hours', () => {
    let hours = timeBuckets(wholeDays({ from: '2026-03-01', to: '2026-03-01' }), 'hourly', { today: '2026-03-05' });
    let values = (first: number, then: number) => hours.map((_, i) => (i < 12 ? first : then));
    expect(adoptionSentences([layer('2.0', values(1, 9)), layer('1.0', values(5, 5))], hours, [])).toEqual([]);
  });

  test('say who stays with earlier major versions', () => {
    let majors = Object.entries({ '9.x': 10, '10.x': 88, '8.x': 2, '7.x': 0 }).map(([name, total]) => ({
      name,
      total,
    }));
    expect(adoptionSentences([], days, majors)).toEqual(['Last 7 days: 10% still on 9.x, 2.0% still on 8.x.']);
    expect(presentDays({ days: { from: '2026-01-01', to: '2026-03-05' }, today: '2026-03-05' })).toEqual({
      from: '2026-02-26',
      to: '2026-03-04',
    });
    expect(presentDays({ days: { from: '2026-01-01', to: '2026-03-03' }, today: '2026-03-05' })).toBeNull();
  });
});

describe('flags of releases', () => {
  let buckets = timeBuckets(wholeDays(week.days), 'daily', week);
  let seen = (version: string, first: string, total = 5) =>
    row({ version, total, artifact: 'p1', first_seen: `${first}T08:00:00.000Z` });

  test('are at the first download of each version in the range', async () => {
    let rows = [
      seen('1.0', '2026-01-01'),
      seen('2.0', '2026-03-10'),
      seen('2.1', '2026-03-09'),
      seen('', '2026-03-09'),
    ];
    let ask: RunAggregateQuery = async () => rows;
    expect((await releasesOf(ask, { packages: ['p1'], type: 'npm' }, week, buckets)).flags).toEqual([
      { at: 1, label: '2.1', text: 'Mar 9, 2026: first download of 2.1' },
      { at: 2, label: '2.0', text: 'Mar 10, 2026: first download of 2.0' },
    ]);
    expect((await releasesOf(ask, { packages: 'all' }, week, buckets)).flags).toEqual([]);
  });

  test('leave out the versions that came with the first downloads of all', async () => {
    let ask: RunAggregateQuery = async () => [
      seen('1.0', '2026-03-09'),
      seen('2.0', '2026-03-09'),
      seen('3.0', '2026-03-11'),
    ];
    let { flags } = await releasesOf(ask, { packages: ['p1'], type: 'npm' }, week, buckets);
    expect(flags.map(({ label }) => label)).toEqual(['3.0']);
  });

  test('are of proven versions only, where the gateway cannot see whether a version exists', async () => {
    let proven = { ...seen('2.0', '2026-03-10'), unique_endpoints: 3, last_seen: '2026-03-11T08:00:00.000Z' };
    let ask: RunAggregateQuery = async () => [seen('1.0', '2026-01-01'), seen('99.99.99', '2026-03-10', 900), proven];
    let { flags, proven: names } = await releasesOf(ask, { packages: ['p1'], type: 'file' }, week, buckets);
    expect(flags.map(({ label }) => label)).toEqual(['2.0']);
    expect([...names]).toEqual(['2.0']);
  });
});

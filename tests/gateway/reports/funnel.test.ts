/** The funnel as a table, from days of events to stage, points and dates. */
import { describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { funnelOf, type FunnelDay } from 'gateway/reports/funnel/funnel';
import { funnelEventKinds } from 'gateway/reports/funnel/points';

type Kinds = Partial<Record<`${'view' | 'download'}-${'low' | 'mid' | 'high'}`, number>>;

/** Monday, the first of a month with 30 days: June 1, 2026. */
const monday = Date.UTC(2026, 5, 1) / dayMs;

function on(day: number, kinds: Kinds): FunnelDay {
  return {
    day: monday + day,
    counts: funnelEventKinds.map(({ kind, importance }) => kinds[`${kind}-${importance}`] ?? 0),
  };
}

/** The same on every n-th day. */
function every(days: number, from: number, until: number, kinds: Kinds): FunnelDay[] {
  let list: FunnelDay[] = [];
  for (let day = from; day <= until; day += days) list.push(on(day, kinds));
  return list;
}

function at(days: FunnelDay[], today: number) {
  return funnelOf(days, monday + today);
}

const view = { 'view-low': 1 };
const download = { 'download-low': 1 };
const both = { ...view, ...download };
/** At least forty points in the first days of a month. */
const plenty = every(1, 0, 4, { 'download-mid': 2, 'view-high': 1 });
const read = [...every(1, 0, 9, { 'view-high': 5 }), on(31, { 'view-high': 5, 'download-mid': 2 })];

describe('stages', () => {
  it.each<[what: string, days: FunnelDay[], today: number, stage: string]>([
    ['one view', [on(0, view)], 0, 'interest'],
    ['views worth less than ten points', every(2, 0, 6, { 'view-mid': 3 }), 6, 'interest'],
    ['views with two weeks between', [on(0, view), on(14, view)], 14, 'interest'],
    ['views in two weeks that follow each other', [on(6, view), on(7, view)], 7, 'investigation'],
    ['views worth ten points', [on(0, { 'view-high': 5 }), on(1, { 'view-high': 5 })], 1, 'investigation'],
    ['any download', [on(0, download)], 0, 'investigation'],
    ['downloads alone over a month', [on(0, download), on(15, download), on(30, download)], 30, 'investigation'],
    ['plenty over 29 days', [...plenty, on(29, both)], 29, 'investigation'],
    ['plenty over 30 days', [...plenty, on(30, both)], 30, 'experimentation'],
    [
      'forty points over 30 days without views',
      [...every(1, 0, 3, { 'download-mid': 2 }), on(30, download)],
      30,
      'investigation',
    ],
    [
      'downloads and views over 30 days, but few points',
      [on(0, both), on(15, both), on(30, both)],
      30,
      'investigation',
    ],
    ['one download and many views over 59 days', [...read, on(59, view)], 59, 'investigation'],
    ['one download and many views over 60 days', [...read, on(60, view)], 60, 'experimentation'],
    ['seventy points over 89 days', every(1, 0, 89, { 'view-high': 2 }), 89, 'investigation'],
    ['seventy points over 90 days', every(1, 0, 90, { 'view-high': 2 }), 90, 'ongoing-usage'],
    ['ninety days with few points', every(15, 0, 90, view), 90, 'interest'],
    ['ninety days around a break', [...plenty, on(30, both), ...every(1, 90, 120, both)], 120, 'experimentation'],
    ['nothing for 59 days', [on(0, download)], 59, 'investigation'],
    ['nothing for 60 days', [on(0, download)], 60, 'inactive'],
    ['back after 60 days', [on(0, download), on(60, view)], 60, 'investigation'],
    ['back from far ahead', [...every(1, 0, 90, { 'view-high': 2 }), on(300, view)], 300, 'ongoing-usage'],
    ['gone again', [on(0, download), on(60, view)], 120, 'inactive'],
  ])('%s', (_, days, today, stage) => {
    expect(at(days, today).stage).toBe(stage);
  });
});

describe('points', () => {
  it.each<[kinds: Kinds, once: number, aDay: number, aMonth: number]>([
    [{ 'view-low': 1 }, 0.25, 2, 10],
    [{ 'view-mid': 1 }, 0.5, 3, 20],
    [{ 'view-high': 1 }, 1, 5, 30],
    [{ 'download-low': 1 }, 2, 6, 30],
    [{ 'download-mid': 1 }, 5, 10, 50],
    [{ 'download-high': 1 }, 8, 16, 42],
  ])('%o: %d once, at most %d a day and %d a month', (kinds, once, aDay, aMonth) => {
    let many = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 1_000]));
    expect(at([on(0, kinds)], 0).points).toBe(once);
    expect(at([on(0, many)], 0).points).toBe(aDay);
    expect(at(every(1, 0, 29, many), 29).points).toBe(aMonth);
    expect(at(every(1, 0, 30, many), 30).points).toBe(aMonth + aDay);
  });

  it('adds up different kinds of events', () => {
    expect(at([on(0, { 'view-low': 2, 'view-high': 1, 'download-mid': 1 })], 0).points).toBe(6.5);
  });

  it.each([
    [29, 16],
    [30, 8],
    [59, 8],
    [60, 4],
    [400, 0],
  ])('after %d quiet days %d of 16 are left', (today, points) => {
    expect(at([on(0, { 'download-high': 2 })], today).points).toBe(points);
  });

  it('are lost during a break', () => {
    expect(at([on(0, { 'download-high': 2 }), on(30, view)], 30).points).toBe(8.25);
  });
});

describe('dates and totals', () => {
  it('show when each stage began, and its events', () => {
    let days = [on(0, view), on(3, { ...view, ...download }), on(4, { 'view-low': 2 }), on(40, download)];
    expect(at(days, 100)).toMatchObject({
      stage: 'inactive',
      starts: { interest: monday, investigation: monday + 3, inactive: monday + 100 },
      totals: {
        interest: { downloads: 0, views: 1, activeDays: 1 },
        investigation: { downloads: 2, views: 3, activeDays: 3 },
      },
    });
  });

  it('skip a stage that was never reached', () => {
    expect(at([on(0, download)], 0).starts).toEqual({ investigation: monday });
  });

  it('keep the first day of a stage, and the last day before inactivity', () => {
    let days = [on(0, download), on(100, download), on(200, download)];
    expect(at(days, 200).starts).toEqual({ investigation: monday, inactive: monday + 160 });
  });
});

/** A hundred people who download once every day: no page may say that they became more or fewer. */
import { describe, expect, test } from 'vitest';
import type { AggregationRow } from 'contract/analytics/aggregations';
import { periodName } from 'contract/analytics/id-periods';
import { addDays } from 'contract/floor/days';
import { dayMs, dayOf, hourMs } from 'contract/floor/time';
import { beginningOf } from 'contract/floor/time-zone';
import type { RunAggregateQuery } from 'app/features/analytics/aggregate-query.server';
import { previousPeriodOfKind, queryPreviousPeriod } from 'app/features/analytics/previous-period.server';
import { queryPeriod } from 'app/features/analytics/report-summary.server';
import { perDayCard, totalCards } from 'app/features/analytics/total-cards.server';
import { readRange } from 'app/features/date-range/range.server';
import { currentReader } from 'app/session/reader.server';
import { isDayPreset, presetKeys } from 'app/text/date-presets';
import { isTime } from 'contract/analytics/asked-time';

const people = 100;
/**
 * Between one person's download and the next in each UTC day, the first of which is a moment after
 * midnight.
 */
const apart = dayMs / people;

/** Downloads before a time, of all days since 1970. */
function downloadsBefore(time: number): number {
  return Math.ceil((time - 1) / apart);
}

/** All come within a day. */
function usersIn(from: number, until: number): number {
  return Math.min(people, downloadsBefore(until) - downloadsBefore(from));
}

const monthOf = (time: number, later = 0) => {
  let month = new Date(time);
  return Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + later);
};

function counted(from: number, until: number): AggregationRow[] {
  let parts: { period: string; unique_origins: number; unique_endpoints: number }[] = [];
  for (let at = from; at < until; at = monthOf(at, 1)) {
    let users = usersIn(at, Math.min(until, monthOf(at, 1)));
    let period = periodName('monthly', monthOf(at));
    if (users > 0) parts.push({ period, unique_origins: users, unique_endpoints: users });
  }
  let users = parts.reduce((sum, { unique_origins }) => sum + unique_origins, 0);
  let unique = { unique_origins: users, unique_endpoints: users, ...(parts.length > 1 && { unique_by_period: parts }) };
  let total = until > from ? downloadsBefore(until) - downloadsBefore(from) : 0;
  return total > 0 ? [{ artifact_type: 'package', total, ...unique }] : [];
}

const begins = new Map<string, number>();
const nexts = new Map<string, string>();

function nextOf(day: string): string {
  let known = nexts.get(day) ?? addDays(day, 1);
  nexts.set(day, known);
  return known;
}

/** What the gateway counts from `begin` until `now`: totals, and users once in each UTC month. */
function gatewayOf(zone: string, begin: number, now: number): RunAggregateQuery {
  let beginOf = (day: string) => {
    let known = begins.get(zone + day) ?? beginningOf(zone, day);
    begins.set(zone + day, known);
    return known;
  };
  let momentOf = (end: string) => (isTime(end) ? Date.parse(end) : beginOf(end));
  return async ({ time: { start_date, until }, rollup = 'total' }) => {
    if (rollup === 'total') return counted(Math.max(begin, momentOf(start_date)), Math.min(now, momentOf(until)));
    let rows: AggregationRow[] = [];
    for (let day = start_date; day < until; day = nextOf(day)) {
      let [from, end] = [Math.max(begin, beginOf(day)), Math.min(now, beginOf(nextOf(day)))];
      let total = end > from ? downloadsBefore(end) - downloadsBefore(from) : 0;
      let unknown = { unique_origins: null, unique_endpoints: null };
      if (total > 0) rows.push({ artifact_type: 'package', date: day, total, ...unknown });
    }
    return rows;
  };
}

async function cardsAt(query: string, { zone, begin, now }: { zone: string; begin: number; now: number }) {
  let { range } = readRange(new URLSearchParams(query), now, { reader: { ...currentReader(), timeZone: zone } });
  let ask = gatewayOf(zone, begin, now);
  // By day, so that the cards alone are looked at.
  let period = { ...range!, step: 'daily' as const };
  let { current, compared, series } = await queryPeriod(ask, period, { packages: 'all', pixels: 'none' });
  let before = await queryPreviousPeriod({ ask }, period);
  let rows = {
    kind: 'package' as const,
    current,
    series: series!,
    compared: compared && { ...compared, spans: period.previous!.spans },
    ...(before && { before: previousPeriodOfKind(before, period.previous!.time, 'package') }),
  };
  return [...totalCards(rows, { withNetworks: true }), perDayCard(rows, period)];
}

/** Nothing but 0 % or a reason; what is neither, by card. */
async function falseChanges(query: string, at: Parameters<typeof cardsAt>[1]): Promise<string[]> {
  let cards = await cardsAt(query, at);
  return cards
    .filter(({ change, why, newText }) => (change ? change.text !== '0%' || why : newText))
    .map(
      ({ label, change, newText }) => `${new Date(at.now).toISOString()} ${query} ${label}: ${change?.text ?? newText}`,
    );
}

const year = Array.from({ length: 366 }, (_, i) => Date.parse('2027-03-01') + i * dayMs);
const shown = presetKeys.filter((preset) => isDayPreset(preset) && preset !== 'all-time');
/** Another minute of each day. */
const minuteOf = (i: number) => ((i * 397) % 1_440) * (hourMs / 60);

describe('people who come every day are no more and no fewer', () => {
  async function walk(compare: string, each: number): Promise<string[]> {
    let wrong: string[] = [];
    for (let [i, day] of year.entries())
      for (let preset of i % each === 0 ? shown : []) {
        let at = { zone: 'UTC', begin: Date.parse('2024-01-01'), now: day + minuteOf(i) };
        wrong.push(...(await falseChanges(`range=${preset}&compare=${compare}`, at)));
      }
    return wrong;
  }

  test.each(['', 'weekdays', 'last-year'])('in every preset along a year, compared with %j', async (compare) => {
    expect(await walk(compare, 11)).toEqual([]);
  });

  test('in every preset on every day of a year', { tags: 'slow', timeout: 300_000 }, async () => {
    expect(await walk('', 1)).toEqual([]);
  });

  test.each(['Asia/Tokyo', 'America/Bogota', 'Asia/Kolkata'])('also in %s', async (zone) => {
    let wrong: string[] = [];
    for (let [i, day] of year.entries())
      for (let preset of ['yesterday', 'last-7-days', 'last-30-days', 'this-month', 'last-month']) {
        let at = { zone, begin: Date.parse('2024-01-01'), now: day + minuteOf(i) };
        wrong.push(...(await falseChanges(`range=${preset}`, at)));
      }
    expect(wrong).toEqual([]);
  });

  test('also with a history of four months, where reasons stand for what is longer', async () => {
    let wrong: string[] = [];
    for (let [i, day] of year.entries())
      for (let preset of i % 11 === 0 ? shown : []) {
        let at = { zone: 'UTC', begin: day - 120 * dayMs, now: day + minuteOf(i) };
        for (let one of await cardsAt(`range=${preset}`, at))
          if (one.change && one.change.text !== '0%')
            wrong.push(`${dayOf(day)} ${preset} ${one.label} ${one.change.text}`);
      }
    expect(wrong).toEqual([]);
  });

  test('and the number is there, not a reason, for months, and for totals of all presets', async () => {
    let at = (day: string) => ({ zone: 'UTC', begin: Date.parse('2024-01-01'), now: Date.parse(`${day}T10:35:00Z`) });
    for (let day of ['2027-03-31', '2027-07-01', '2028-02-29', '2027-12-15']) {
      for (let preset of shown)
        expect((await cardsAt(`range=${preset}`, at(day)))[0]!.change, `${day} ${preset}`).toMatchObject({
          text: '0%',
        });
      for (let preset of ['today', 'yesterday', 'last-month', 'last-quarter'])
        expect((await cardsAt(`range=${preset}`, at(day)))[1]!.change, `${day} ${preset}`).toMatchObject({
          text: '0%',
        });
    }
  });

  test('and a week that touches two months says why it is not compared', async () => {
    let at = { zone: 'UTC', begin: Date.parse('2024-01-01'), now: Date.parse('2027-11-04T10:35:00Z') };
    let [total, users] = await cardsAt('range=last-7-days', at);
    expect([total!.value, total!.change?.text]).toEqual([645, '0%']);
    expect(users).toMatchObject({ value: 200, change: null, before: '100' });
    expect(users!.why).toBe('Not compared: a user counts once in each UTC month, and there are 2 here and 1 before.');
  });

  test('and the running day is no low day in what a day has', async () => {
    let at = { zone: 'UTC', begin: Date.parse('2024-01-01'), now: Date.parse('2027-11-20T02:00:00Z') };
    expect((await cardsAt('range=last-7-days', at)).at(-1)).toMatchObject({ value: 100, change: { text: '0%' } });
  });
});

import { describe, expect, it } from 'vitest';
import { addDays } from 'contract/floor/days';
import { beginningOf, dayIn, hourIn, hoursIn, isTimeZone, offsetsIn, TimeZone, weekOf } from 'contract/floor/time-zone';

function at(iso: string): number {
  return Date.parse(iso);
}

function hoursOf(zone: string, day: string): string[] {
  return hoursIn(zone, beginningOf(zone, day), beginningOf(zone, addDays(day, 1)));
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

describe('a day of a time zone', () => {
  it.each([
    ['UTC', '2026-03-08', '2026-03-08T00:00:00.000Z'],
    ['Asia/Kolkata', '2026-03-08', '2026-03-07T18:30:00.000Z'],
    ['Asia/Kathmandu', '2026-03-08', '2026-03-07T18:15:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-01-01', '2026-01-01T11:00:00.000Z'],
  ])('in %s, %s begins at %s', (zone, day, begin) => {
    expect(iso(beginningOf(zone, day))).toBe(begin);
    expect(dayIn(zone, at(begin))).toBe(day);
    expect(dayIn(zone, at(begin) - 1) < day).toBe(true);
  });

  it.each([
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ])('without a midnight begins at one o’clock: %s, %s', (zone, day, begin) => {
    expect(iso(beginningOf(zone, day))).toBe(begin);
    expect(hoursOf(zone, day)).toHaveLength(23);
    expect(dayIn(zone, at(begin) - 1) < day).toBe(true);
  });

  it('that begins after its midnight came twice begins at the second one', () => {
    // At midnight after October 29, 2026, clocks in Cairo go back to 23:00.
    expect(iso(beginningOf('Africa/Cairo', '2026-10-30'))).toBe('2026-10-29T22:00:00.000Z');
    expect(hoursOf('Africa/Cairo', '2026-10-29')).toHaveLength(25);
  });

  it('that was left out begins with the day after it, and has no hours', () => {
    expect(iso(beginningOf('Pacific/Apia', '2011-12-29'))).toBe('2011-12-29T10:00:00.000Z');
    expect(iso(beginningOf('Pacific/Apia', '2011-12-30'))).toBe('2011-12-30T10:00:00.000Z');
    expect(iso(beginningOf('Pacific/Apia', '2011-12-31'))).toBe('2011-12-30T10:00:00.000Z');
    expect(hoursOf('Pacific/Apia', '2011-12-30')).toEqual([]);
    expect(dayIn('Pacific/Apia', at('2011-12-30T10:00:00Z'))).toBe('2011-12-31');
  });
});

describe('the hours of a day', () => {
  it('are 23 where clocks go forward, and 25 where they go back', () => {
    expect(hoursOf('America/New_York', '2026-03-08')).toHaveLength(23);
    expect(hoursOf('America/New_York', '2026-11-01').slice(0, 3)).toEqual([
      '2026-11-01T04:00:00Z',
      '2026-11-01T05:00:00Z',
      '2026-11-01T06:00:00Z',
    ]);
    expect(hoursOf('America/New_York', '2026-11-01')).toHaveLength(25);
    expect(hoursOf('America/New_York', '2026-11-02')).toHaveLength(24);
  });

  it('begin at half past where a zone is half an hour off', () => {
    expect(hoursOf('Asia/Kolkata', '2026-03-08')[0]).toBe('2026-03-07T18:30:00Z');
    expect(hourIn('Asia/Kolkata', at('2026-03-08T06:29:59Z'))).toBe('2026-03-08T05:30:00Z');
  });

  it('are distinct and in order where clocks go back by half an hour', () => {
    let hours = hoursOf('Australia/Lord_Howe', '2026-04-05');
    expect(hours).toHaveLength(25);
    expect([...hours].sort()).toEqual(hours);
  });
});

describe('the offsets of a range', () => {
  it('are those that hold in it, from its first moment on', () => {
    let [from, until] = [at('2026-01-01T00:00:00Z'), at('2026-12-31T00:00:00Z')];
    let ahead = offsetsIn('America/New_York', from, until).map((one) => [iso(one.since), one.ahead / 3_600_000]);
    expect(ahead.slice(1)).toEqual([
      ['2026-03-08T07:00:00.000Z', -4],
      ['2026-11-01T06:00:00.000Z', -5],
    ]);
    expect(ahead[0]![1]).toBe(-5);
    expect(offsetsIn('America/New_York', at('2026-04-01T00:00:00Z'), at('2026-10-01T00:00:00Z'))).toHaveLength(1);
    // A past year: its rules no longer change.
    let past = offsetsIn('Africa/Casablanca', at('2024-01-01T00:00:00Z'), at('2024-12-31T00:00:00Z'));
    expect(past).toHaveLength(3);
  });
});

describe('a week', () => {
  it.each([
    ['monday', '2026-11-23'],
    ['sunday', '2026-11-22'],
    ['saturday', '2026-11-21'],
  ] as const)('from %s on: that of November 24, 2026 begins on %s', (start, first) => {
    expect(weekOf('2026-11-24', start)).toBe(first);
    expect(weekOf(first, start)).toBe(first);
  });
});

describe('the name of a time zone', () => {
  it.each(['Asia/Kolkata', 'Asia/Calcutta', 'UTC', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires'])(
    '%s is known',
    (zone) => expect(isTimeZone(zone)).toBe(true),
  );

  it.each(['', '+05:30', 'Asia/Nowhere', "UTC'; DROP", 'Europe/Berlin '])('%j is refused', (zone) => {
    expect(isTimeZone(zone)).toBe(false);
    expect(TimeZone.safeParse(zone).error?.issues[0]?.message).toBe('time-zone-not-known');
  });
});

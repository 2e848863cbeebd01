/** Pages for readers of other time zones, weeks and numbers. */
import type { AppLoadContext } from '@remix-run/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wholeDays } from 'contract/analytics/asked-time';
import { accountApi } from 'contract/accounts/account';
import { packagesApi } from 'contract/packages/packages';
import { usersApi } from 'contract/accounts/users';
import { loader as shell } from 'app/routes/_app';
import { action as save, loader as display } from 'app/routes/_app.account.display';
import { loader as analytics } from 'app/routes/_app.analytics.$owner._index';
import { loader as overTime } from 'app/routes/_app.analytics.$owner.over-time[.]csv';
import { readRange } from 'app/features/date-range/range.server';
import { timeBuckets } from 'app/charts/date-buckets.server';
import { readReader, runWithReader, type Reader } from 'app/session/reader.server';
import { formatCompact, formatInteger, formatPercent } from 'app/ui/numbers';
import { browserOf, redirectOf } from '../../support/dashboard';
import { madeEvent } from '../../support/made-event';
import { createWorld, type World } from '../../support/world';

const org = { owner: 'hopper-labs' };

let world: World;
beforeAll(async () => {
  world = await createWorld();
  let maker = await world.as('grace');
  let body = { type: 'docker' as const, name: 'engine', backend_registry: 'ghcr.io' };
  let { id } = await maker.ask(packagesApi.createPackage, { params: org, body });
  // In New York half past midnight, half past one twice, and half past two; then 1,300 more.
  let times = ['04:30', '05:30', '06:30', '07:30'].map((time) => `2026-11-01T${time}:00Z`);
  let more = Array.from({ length: 1_300 }, () => '2026-11-01T18:45:00Z');
  await world.events.append(
    [...times, ...more].map((time, i) => madeEvent({ artifactId: id, time: Date.parse(time), originId: BigInt(i) })),
  );
});
afterAll(() => world.close());

const newYork = 'zone=America/New_York';
const kolkata = 'zone=Asia/Kolkata';

function requestWith(cookie: string, path = '/home/hopper-labs'): Request {
  return new Request(`http://dashboard.test${path}`, { headers: { cookie } });
}

describe('the reader of a request', () => {
  test('is in the zone of the browser, in that of the account once one is chosen, and in UTC without both', () => {
    let chosen = `__display=${encodeURIComponent('Asia/Tokyo|sunday|point-comma')}`;
    expect(readReader(requestWith(''))).toEqual({ timeZone: 'UTC', weekStart: 'monday', numbers: 'comma-point' });
    expect(readReader(requestWith(kolkata)).timeZone).toBe('Asia/Kolkata');
    expect(readReader(requestWith('zone=Asia/Calcutta')).timeZone).toBe('Asia/Kolkata');
    expect(readReader(requestWith(`${kolkata}; ${chosen}`))).toEqual({
      timeZone: 'Asia/Tokyo',
      weekStart: 'sunday',
      numbers: 'point-comma',
    });
    let asBrowser = `__display=${encodeURIComponent('|saturday|comma-point')}`;
    expect(readReader(requestWith(`${kolkata}; ${asBrowser}`))).toMatchObject({
      timeZone: 'Asia/Kolkata',
      weekStart: 'saturday',
    });
  });

  test.each(['/share/abc', '/badges/abc/downloads.svg'])('is the same for all visitors at %s', (path) => {
    expect(readReader(requestWith(kolkata, path)).timeZone).toBe('UTC');
  });

  test.each(['zone=Asia/Nowhere', 'zone=%00', '__display=x%7Cy%7Cz', '__display='])(
    'is that of UTC with %s',
    (cookie) => {
      expect(readReader(requestWith(cookie))).toMatchObject({ timeZone: 'UTC', weekStart: 'monday' });
    },
  );
});

const utcReader: Reader = { timeZone: 'UTC', weekStart: 'monday', numbers: 'comma-point' };

test.each([
  ['comma-point', '1,234,567', '1.2M', '3.4%'],
  ['point-comma', '1.234.567', '1,2M', '3,4%'],
  ['space-comma', '1\u00A0234\u00A0567', '1,2M', '3,4%'],
  ['apostrophe-point', '1’234’567', '1.2M', '3.4%'],
] as const)('numbers are written %s', (numbers, whole, short, part) => {
  runWithReader({ ...utcReader, numbers }, () => {
    expect([formatInteger(1_234_567), formatCompact(1_234_567), formatPercent(34, 1_000)]).toEqual([
      whole,
      short,
      part,
    ]);
  });
});

describe('a range', () => {
  test('ends with the day that it is for the reader', () => {
    let now = Date.parse('2026-03-08T20:00:00Z');
    let todayIn = (timeZone: string) =>
      readRange(new URLSearchParams('range=today'), now, { reader: { ...utcReader, timeZone } }).range;
    expect(todayIn('UTC')).toMatchObject({ today: '2026-03-08', hour: 20 });
    expect(todayIn('Asia/Kolkata')).toMatchObject({ days: { from: '2026-03-09', to: '2026-03-09' }, hour: 1 });
    expect(todayIn('America/New_York')).toMatchObject({ today: '2026-03-08', hour: 16 });
  });

  test('has weeks that begin on the chosen day', () => {
    let clock = { today: '2026-06-01', weekStart: 'sunday' as const };
    let weeks = timeBuckets(wholeDays({ from: '2026-03-08', to: '2026-03-20' }), 'weekly', clock);
    expect(weeks.map(({ key, isComplete }) => [key, isComplete])).toEqual([
      ['2026-03-08', true],
      ['2026-03-15', false],
    ]);
  });
});

describe('a report', () => {
  test('of the day on which clocks go back has 25 hours, each with its own number', async () => {
    let grace = await browserOf(world, 'grace', { cookies: newYork });
    let file = await grace.open(overTime, org, '/analytics/hopper-labs/over-time.csv?from=2026-11-01&to=2026-11-01');
    let [header, ...hours] = (await file.text()).trim().split('\r\n');
    expect(header).toMatch(/^Hour \(America\/New_York\),Complete,Downloads/);
    expect(hours).toHaveLength(25);
    expect(hours.slice(0, 4).map((line) => line.split(',').slice(0, 3))).toEqual([
      ['2026-11-01 00:00', 'yes', '1'],
      ['2026-11-01 01:00', 'yes', '1'],
      ['2026-11-01 01:00 again', 'yes', '1'],
      ['2026-11-01 02:00', 'yes', '1'],
    ]);
  });

  test('is of the days of the reader, and names their zone', async () => {
    let page = '/analytics/hopper-labs?from=2026-11-01&to=2026-11-02&rollup=daily';
    let totalsFor = async (cookies: string) => {
      let grace = await browserOf(world, 'grace', { cookies });
      let file = await grace.open(overTime, org, page.replace('?', '/over-time.csv?'));
      return (await file.text())
        .split('\r\n')
        .slice(1, 3)
        .map((line) => line.split(',')[2]);
    };
    expect(await totalsFor('')).toEqual(['1304', '0']);
    expect(await totalsFor(kolkata)).toEqual(['4', '1300']);
    let grace = await browserOf(world, 'grace', { cookies: kolkata });
    let { data } = await grace.open(analytics, org, page);
    let { report, fields } = data;
    expect(report?.rangeLabel).toBe('Nov 1 – 2, 2026 (Asia/Kolkata)');
    expect(report?.charts[0]!.html).toContain('>Asia/Kolkata');
    expect(fields.zone).toEqual({ name: 'Asia/Kolkata', change: '/account/display' });
  });
});

describe('the choice of a person', () => {
  test('is kept with the account and in a cookie, and refuses what does not exist', async () => {
    let grace = await browserOf(world, 'grace', { cookies: kolkata });
    let before = await grace.open(display, {}, '/account/display');
    expect(await before.json()).toMatchObject({ display: { time_zone: '' }, browser: 'Asia/Kolkata' });
    let wanted = { time_zone: 'Asia/Tokyo', week_start: 'sunday', number_format: 'point-comma' };
    let answer = await grace.post(save, {}, wanted, '/account/display');
    expect(redirectOf(answer)).toMatchObject({ to: '/account/display', toast: 'profile_saved' });
    expect(answer.headers.getSetCookie().join()).toContain(encodeURIComponent('Asia/Tokyo|sunday|point-comma'));
    let self = { params: { username: 'grace' } };
    expect((await (await world.as('grace')).ask(usersApi.getUser, self)).display).toEqual(wanted);
    let refused = await grace.post(save, {}, { ...wanted, time_zone: 'Asia/Nowhere' }, '/account/display');
    expect(refused.status).toBe(422);
  });

  test('reaches the other devices of the person with their next page', async () => {
    let told = async (cookies: string) => {
      let context: AppLoadContext = { gateway: world.gateway.api };
      let grace = await browserOf(world, 'grace', { cookies });
      await grace.open((args) => shell({ ...args, context }), {}, '/account');
      return context.display;
    };
    let cookie = `__display=${encodeURIComponent('Asia/Tokyo|sunday|point-comma')}`;
    expect(await told('')).toContain(cookie);
    expect(await told(cookie)).toBeUndefined();
  });

  test('holds for the page that a browser opens next', async () => {
    let tokyo = { time_zone: 'Asia/Tokyo', week_start: 'sunday', number_format: 'point-comma' } as const;
    await (await world.as('grace')).ask(accountApi.updateDisplay, { params: { username: 'grace' }, body: tokyo });
    let cookie = `__display=${encodeURIComponent('Asia/Tokyo|sunday|point-comma')}`;
    let open = async (cookies: string) => {
      let grace = await browserOf(world, 'grace', { cookies });
      return grace.open(
        (args) => {
          args.request.headers.set('sec-fetch-dest', 'document');
          return shell(args);
        },
        {},
        '/account?shown=1',
      );
    };
    let again = (await open(kolkata).catch((thrown: unknown) => thrown)) as Response;
    expect(again.headers.get('location')).toBe('/account?shown=1');
    expect(again.headers.get('set-cookie')).toContain(cookie);
    expect(await open(cookie)).toMatchObject({ username: 'grace' });
  });
});

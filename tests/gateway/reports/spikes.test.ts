/** Days with unusually many downloads, the network that explains them, and visitor-days. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filtersApi } from 'contract/analytics/filters';
import { spikesApi } from 'contract/analytics/spikes';
import { packagesApi } from 'contract/packages/packages';
import { dayMs, dayOf } from 'contract/floor/time';
import type { Event } from 'contract/event-fields';
import { whoMay } from 'tests/support/authorization';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { getSpikes } = spikesApi;
const mine = { owner: 'ada' };

let world: World;
let ada: Caller;
let engine: string;
let today: number;

/** Downloads of a day, each of another user unless `fields` says which. */
async function add(count: number, daysAgo: number, fields: Partial<Event> = {}): Promise<void> {
  let time = today - daysAgo * dayMs;
  let one = (i: number) => madeEvent({ artifactId: engine, time: time + i, originId: BigInt(i + 1), ...fields });
  await world.events.append(Array.from({ length: count }, (_, i) => one(i)));
}

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  world.later(dayMs - (world.now() % dayMs) + dayMs / 2);
  today = Math.floor(world.now() / dayMs) * dayMs;
  let body = { type: 'docker' as const, name: 'engine', backend_registry: 'ghcr.io' };
  engine = (await ada.ask(packagesApi.createPackage, { params: mine, body })).id;
  let home = { network: 'AS1 Home' };
  let cloud = { network: 'AS2 Cloud' };
  for (let day = 1; day <= 15; day++) await add(10, day, home);
  // One machine; many networks; a busy network that is as busy on other days.
  await add(200, 3, { ...cloud, originId: 99n });
  for (let i = 0; i < 150; i++) await add(1, 5, { network: `AS${i + 10} Small`, originId: BigInt(i + 200) });
  await add(60, 7, { ...cloud, originId: 98n });
});
afterAll(() => world.close());

const ago = (days: number) => dayOf(today - days * dayMs);

describe('spikes', () => {
  it('are explained by a network that has most of what is above the usual', async () => {
    expect(await ada.ask(getSpikes, { params: mine })).toEqual({
      downloads: 150 + 200 + 150 + 60,
      visitor_days: 150 + 1 + 150 + 1,
      usual_downloads: 10,
      days: [
        { day: ago(5), downloads: 160, network: null, user: null },
        { day: ago(3), downloads: 210, network: { name: 'AS2 Cloud', downloads: 200, users: 1 }, user: null },
      ],
    });
  });

  it('go with a condition that leaves the network out', async () => {
    let query = { where: ['request_origin_network:not-equals:AS2 Cloud'] };
    let found = await ada.ask(getSpikes, { params: mine, query });
    expect(found.days.map(({ day }) => day)).toEqual([ago(5)]);
    expect(found.downloads).toBe(300);
  });

  it('follow ranges, saved filters and audiences, and are none without downloads', async () => {
    let days = async (query: object) => (await ada.ask(getSpikes, { params: mine, query })).days.map(({ day }) => day);
    expect(await days({ start_date: ago(4), end_date: ago(-1) })).toEqual([ago(3)]);
    expect(await days({ start_date: ago(40), end_date: ago(20) })).toEqual([]);
    let body = { name: 'No cloud', request_origin_network: { op: 'does-not-contain' as const, values: ['Cloud'] } };
    let { id } = await ada.ask(filtersApi.createFilter, { params: mine, body });
    expect(await days({ filter_id: id })).toEqual([ago(5)]);
    expect(await days({ exclude_audience: ['unknown'] })).toEqual([]);
    expect(await days({ package_id: ['none'] })).toEqual([]);
  });

  it('are explained by one user without a known network, who can be left out', async () => {
    let recent = { start_date: ago(45), end_date: ago(20) };
    for (let day = 25; day <= 40; day++) await add(10, day, { network: '' });
    await add(200, 30, { network: '', originId: 96n });
    // As busy on other days.
    for (let day = 25; day <= 40; day++) if (day !== 30) await add(20, day, { network: '', originId: 95n });
    await add(80, 35, { network: '', originId: 95n });
    for (let i = 0; i < 250; i++) await add(1, 35, { network: '', originId: BigInt(i + 200) });
    let { days } = await ada.ask(getSpikes, { params: mine, query: recent });
    expect(days).toEqual([
      { day: ago(35), downloads: 360, network: null, user: null },
      {
        day: ago(30),
        downloads: 210,
        network: null,
        user: { id: expect.stringMatching(/^h[0-9a-f]{16}$/), downloads: 200 },
      },
    ]);
    let where = [`request_origin_id:not-equals:${days[1]!.user!.id}`];
    let left = await ada.ask(getSpikes, { params: mine, query: { ...recent, where } });
    expect(left.days.map(({ day }) => day)).toEqual([ago(35)]);
  });

  it('are not explained by the largest network if it is as busy on other days', async () => {
    for (let day = 1; day <= 15; day++) await add(90, day, { network: 'AS3 Mirror', originId: 97n });
    await add(300, 9, { network: 'AS3 Mirror', originId: 97n });
    for (let i = 0; i < 250; i++) await add(1, 11, { network: `AS${i + 10} Small`, originId: BigInt(i + 200) });
    let { days, usual_downloads } = await ada.ask(getSpikes, { params: mine, query: { start_date: ago(15) } });
    expect(usual_downloads).toBe(100);
    expect(days).toEqual([
      { day: ago(11), downloads: 350, network: null, user: null },
      { day: ago(9), downloads: 400, network: { name: 'AS3 Mirror', downloads: 390, users: 1 }, user: null },
    ]);
  });

  it.each([
    ['twenty-five', '2025-10-21'],
    ['twenty-three', '2025-03-25'],
  ])('compare with the days there were, also if one had %s hours', async (_, start_date) => {
    let begin = Date.parse(start_date);
    let downloads = [10, 10, 10, 10, 10, 30, 30, 30, 30, 30, 30];
    for (let [day, count] of downloads.entries()) await add(count, (today - begin) / dayMs - day - 0.5);
    let query = { start_date, end_date: dayOf(begin + downloads.length * dayMs), time_zone: 'Europe/Berlin' };
    expect(await ada.ask(getSpikes, { params: mine, query })).toMatchObject({ downloads: 230, usual_downloads: 30 });
  });
});

whoMay(Object.values(spikesApi));

/** Spikes on the analytics page, and the report without the network that explains one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { dayMs } from 'contract/shared/time';
import { type Browser, browserOf } from '../../support/dashboard';
import { madeEvent } from '../../support/made-event';
import { createWorld, type World } from '../../support/world';

const at = { owner: 'ada' };

let world: World;
let ada: Browser;
let pixel: string;

beforeAll(async () => {
  world = await createWorld();
  ada = await browserOf(world, 'ada');
  let maker = await world.as('ada');
  let body = { type: 'docker' as const, name: 'engine', backend_registry: 'ghcr.io' };
  let { id: artifactId } = await maker.ask(packagesApi.createPackage, { params: at, body });
  pixel = (await maker.ask(pixelsApi.createTrackingPixel, { params: at, body: { name: 'Docs' } })).id;
  let now = world.now();
  let usual = Array.from({ length: 20 }, (_, i) =>
    madeEvent({ artifactId, time: now - (1 + (i % 10)) * dayMs, originId: BigInt(i + 1), network: 'AS1 Home' }),
  );
  let burst = Array.from({ length: 150 }, (_, i) =>
    madeEvent({ artifactId, time: now - 4 * dayMs + i, originId: 99n, network: 'AS64500 Cloud, Inc.' }),
  );
  await world.events.append([...usual, ...burst]);
});
afterAll(() => world.close());

const reportAt = async (path: string) => (await ada.open(analyticsPage, at, path)).data;

test('a spike is listed with its reason, flagged, and can be left out', async () => {
  let { report } = await reportAt('/analytics/ada?range=last-30-days');
  let [line, ...others] = report!.spikes!.lines;
  expect(others).toEqual([]);
  expect(line!.sentence).toBe('152 downloads. 150 came from one network, AS64500 Cloud, Inc. (1 user).');
  expect(report!.cards[0]).toMatchObject({ value: 170, beside: '21 once per user and day' });
  expect(report!.charts[0]!.html).toContain('Spike');
  let without = await reportAt(line!.without);
  expect(without.report!.spikes!.lines).toEqual([]);
  expect(without.report!.totals.downloads).toBe(20);
  expect(without.filters.conditions.chips.map(({ label }) => label).join()).toContain('AS64500 Cloud, Inc.');
});

test('spikes are not looked for by hour, over few days, and without packages', async () => {
  for (let query of ['range=today', 'range=last-3-days', `package=none&pixel=${pixel}&range=last-30-days`])
    expect((await reportAt(`/analytics/ada?${query}`)).report?.spikes ?? null).toBeNull();
});

/** A shared page says the same changes and rates as the report that it was made from. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { periodName } from 'contract/analytics/id-periods';
import { shareLinksApi } from 'contract/analytics/share-links';
import { packagesApi } from 'contract/packages/packages';
import { dayMs, hourMs } from 'contract/floor/time';
import type { Call } from 'app/gateway/gateway-client.server';
import { createAggregateQuery } from 'app/features/analytics/aggregate-query.server';
import { firstDayOf, previousPeriodOfKind, queryPreviousPeriod } from 'app/features/analytics/previous-period.server';
import { queryPeriod } from 'app/features/analytics/report-summary.server';
import { type KindRows, perDayCard, totalCards } from 'app/features/analytics/total-cards.server';
import { readRange } from 'app/features/date-range/range.server';
import { sharePage } from 'app/features/share-links/public-share.server';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';

const owner = 'ada';
let world: World;
let ada: Caller;
let engine: string;

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as(owner);
  // Half past ten.
  world.later(dayMs - (world.now() % dayMs) + 10.5 * hourMs);
  let body = { type: 'docker' as const, name: 'engine', backend_registry: 'docker.io' };
  engine = (await ada.ask(packagesApi.createPackage, { params: { owner }, body })).id;
  let today = Math.floor(world.now() / dayMs) * dayMs;
  // One more event on every third day, at all hours of a day.
  let events = Array.from({ length: 2_000 }, (_, i) => {
    let day = Math.floor((Math.sqrt(i) * 95) / Math.sqrt(2_000));
    let time = today - (94 - day) * dayMs + ((i * 7_919) % 1_440) * (hourMs / 60);
    let idPeriod = periodName('monthly', Date.parse(`${new Date(time).toISOString().slice(0, 7)}-01`));
    return madeEvent({ artifactId: engine, ownerId: world.ids.get(owner)!, time, originId: BigInt(i % 61), idPeriod });
  });
  await world.events.append(events.filter(({ time }) => time < world.now()));
});
afterAll(() => world.close());

async function reportCards(preset: string) {
  let { range } = readRange(new URLSearchParams({ range: preset }), world.now());
  let selection = { packages: [engine], pixels: 'none' as const };
  let call: Call = (route, given) => ada.ask(route, given as never);
  let ask = createAggregateQuery(call, owner, selection);
  let { current, compared, series, firstEvents = [] } = await queryPeriod(ask, range!, selection, ask);
  let before = previousPeriodOfKind((await queryPreviousPeriod({ ask }, range!))!, range!.previous!.time, 'package');
  let { spans } = range!.previous!;
  let rows: KindRows = {
    kind: 'package',
    current,
    series: series!,
    firstDay: firstDayOf(firstEvents, range!.days),
    before,
    compared: compared && { ...compared, spans },
  };
  return [...totalCards(rows), perDayCard(rows, range!)];
}

test.each([
  ['last-7-days', 7],
  ['last-28-days', 28],
  ['last-30-days', 30],
  ['last-90-days', 90],
  ['last-91-days', 91],
  ['last-12-months', 365],
])('%s: the same totals, changes and reasons', async (preset, days) => {
  let body = { title: 'Engine', package_id: engine };
  let { token } = await ada.ask(shareLinksApi.createShareLink, { params: { owner }, body });
  let visitor = world.with(undefined, '203.0.113.7');
  let share = await visitor.ask(shareLinksApi.getPublicShare, { params: { token: token! }, query: { days } });
  let [total, unique, perDay] = sharePage(token!, share).cards;
  let cards = await reportCards(preset);
  expect([total!, unique!].map(({ value, change, why }) => [value, change?.text, why])).toEqual(
    cards.slice(0, 2).map(({ value, change, why }) => [value.toLocaleString('en'), change?.text, why]),
  );
  expect(perDay!.value).toBe(cards[2]!.value.toLocaleString('en'));
  expect(cards[0]!.value).toBeGreaterThan(100);
});

test('a rate divides by the days since the first event', async () => {
  let [total, , perDay] = await reportCards('last-12-months');
  expect([perDay!.label, perDay!.value]).toEqual(['Downloads per day', Math.round(total!.value / 95)]);
});

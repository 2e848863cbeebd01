/** The last 24 hours: two moments that every question and every file of a report takes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { aiAgentsApi } from 'contract/analytics/ai-agents';
import type { AskedTime } from 'contract/analytics/asked-time';
import { lastHours } from 'contract/analytics/compared-periods';
import { countingApi } from 'contract/analytics/counting';
import { eventsApi } from 'contract/analytics/events';
import { reportVerificationApi } from 'contract/analytics/report-recounts';
import { spikesApi } from 'contract/analytics/spikes';
import { companiesApi } from 'contract/companies/companies';
import { companyRollupsApi } from 'contract/companies/company-rollups';
import { hourMs, minuteMs, time } from 'contract/floor/time';
import { packagesApi } from 'contract/packages/packages';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';

const mine = { params: { owner: 'ada' } };
/** An event every seven minutes of four days: clocks of New York change on the second. */
const begin = Date.parse('2026-03-07T00:00:00Z');
const times = Array.from({ length: 800 }, (_, i) => begin + i * 7 * minuteMs + (i % 60) * 997);

let world: World;
let ada: Caller;

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  let body = { type: 'docker' as const, name: 'engine', backend_registry: 'docker.io' };
  let { id } = await ada.ask(packagesApi.createPackage, { ...mine, body });
  let ownerId = world.ids.get('ada')!;
  await world.events.append(
    times.map((at, i) =>
      madeEvent({ artifactId: id, ownerId, time: at, originId: BigInt(i % 50), ...companyOf(i), companyName: 'Acme' }),
    ),
  );
});
afterAll(() => world.close());

function companyOf(i: number) {
  return { companyDomain: i % 3 === 0 ? 'acme.example' : 'bolt.example', confidence: 1 };
}

function countIn({ start_date, until }: AskedTime): number {
  return times.filter((at) => at >= Date.parse(start_date) && at < Date.parse(until)).length;
}

it.each([
  ['Asia/Kolkata', '2026-03-09T11:17:00Z'],
  ['America/New_York', '2026-03-08T15:40:00Z'],
  ['America/New_York', '2026-03-09T02:05:00Z'],
  ['UTC', '2026-03-09T00:00:00Z'],
])('of %s at %s are counted by every question and file as by a naive count', async (time_zone, now) => {
  let { time: range } = lastHours('', { zone: time_zone, now: Date.parse(now) });
  let expected = countIn(range);
  let query = { ...range, time_zone };
  let hourly = await ada.ask(aggregationsApi.exportEntityAggregations, {
    ...mine,
    query: { ...query, rollup: 'hourly' },
  });
  let naive = new Map<string, number>();
  for (let at of times.filter((one) => countIn({ start_date: range.start_date, until: time(one + 1) }) > 0))
    if (at < Date.parse(range.until)) {
      let offset = Date.parse(range.start_date) % hourMs;
      let hour = new Date(Math.floor((at - offset) / hourMs) * hourMs + offset).toISOString().replace('.000', '');
      naive.set(hour, (naive.get(hour) ?? 0) + 1);
    }
  expect(hourly.map(({ date, total }) => [date, total])).toEqual([...naive]);
  let [total] = await ada.ask(aggregationsApi.exportEntityAggregations, { ...mine, query });
  let counting = await ada.ask(countingApi.getCounting, { ...mine, query: { ...query, package_id: 'all' } });
  let spikes = await ada.ask(spikesApi.getSpikes, { ...mine, query });
  let companies = await ada.ask(companiesApi.getCompanies, { ...mine, query });
  let agents = await ada.ask(aiAgentsApi.getAiAgents, { ...mine, query });
  expect(agents.agents).toEqual([]);
  let recount = await ada.ask(reportVerificationApi.recountReport, { ...mine, query: { ...query, rollup: 'hourly' } });
  expect([recount.events, recount.figures.filter(({ differing }) => differing > 0)]).toEqual([expected, []]);
  let linesOf = async (path: string) => {
    let search = new URLSearchParams(query);
    let headers = { authorization: `Bearer ${ada.token}` };
    let answer = await world.gateway.api(new Request(`http://api.test${path}?${search}`, { headers }));
    return (await answer.text()).trim().split('\n').length - 1;
  };
  expect({
    total: total?.total,
    counting: counting.audiences.reduce((all, one) => all + one.total, 0),
    spikes: spikes.downloads,
    companies: companies.results.reduce((all, one) => all + one.total_downloads, 0),
    events: await linesOf(eventsApi.exportEntityPackageEvents.path.replace('{owner}', 'ada')),
  }).toEqual({ total: expected, counting: expected, spikes: expected, companies: expected, events: expected });
  expect(await linesOf(companyRollupsApi.exportCompanyRollup.path.replace('{owner}', 'ada'))).toBe(2);
});

it('touch the 24 hours that they are compared with, without the running one', () => {
  let { time: range, compared } = lastHours('', { zone: 'Asia/Kolkata', now: Date.parse('2026-03-09T11:17:00Z') });
  expect(range).toEqual({ start_date: '2026-03-08T10:30:00.000Z', until: '2026-03-09T11:30:00.000Z' });
  expect(compared.time).toEqual({ start_date: '2026-03-07T10:30:00.000Z', until: range.start_date });
  let { now, before } = compared.spans;
  expect([now.until - now.from, before.until - before.from]).toEqual([24 * hourMs, 24 * hourMs]);
});

it.each([
  [{ start_date: '2026-03-08T10:00:00Z', until: '2026-03-08T10:00:00Z' }],
  [{ start_date: '2026-03-08T10:00:00Z', until: '2026-03-08' }],
  [{ start_date: '2026-03-09T10:00:00Z', until: '2026-03-08T10:00:00Z' }],
  [{ start_date: '2026-03-08T10:00', until: '2026-03-09' }],
  [{ start_date: '2026-02-30T10:00:00Z', until: '2026-03-09' }],
  [{ start_date: '0050-01-01T00:00:00Z', until: '2026-03-09', time_zone: 'Asia/Kolkata' }],
  [{ start_date: '9999-12-31T23:00:00Z', until: '9999-12-31T23:59:59Z' }],
])('with nonsense %j are refused with range-invalid', async (query) => {
  for (let route of [aggregationsApi.exportEntityAggregations, companiesApi.getCompanies, spikesApi.getSpikes]) {
    let answer = await ada.call(route, { ...mine, query: query as never });
    expect(answer).toMatchObject({ status: 400, body: { code: 'range-invalid' } });
  }
});

/**
 * Event retention: the number of days, who may set it, and what is kept when old events are
 * deleted.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { companiesApi } from 'contract/companies/companies';
import { companyRollupsApi } from 'contract/companies/company-rollups';
import { erasureApi } from 'contract/exports/erasure';
import { eventRetentionApi } from 'contract/exports/event-retention';
import { packagesApi } from 'contract/packages/packages';
import { dayMs, dayOf } from 'contract/floor/time';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';

let world: World;
let ada: Caller;
let grace: Caller;
const of = { ada: { params: { owner: 'ada' } }, labs: { params: { owner: 'hopper-labs' } } };
const artifacts = new Map<string, string>();
beforeAll(async () => {
  world = await createWorld({ eventDays: 100 });
  ada = await world.as('ada');
  grace = await world.as('grace');
  for (let [owner, caller] of [
    ['ada', ada],
    ['hopper-labs', grace],
  ] as const) {
    let body = { type: 'docker' as const, name: 'tools', backend_registry: 'registry.example' };
    artifacts.set(owner, (await caller.ask(packagesApi.createPackage, { params: { owner }, body })).id);
  }
});
afterAll(() => world.close());

/** A download by Acme `days` before today. */
async function downloaded(owner: 'ada' | 'hopper-labs', days: number): Promise<number> {
  let time = world.now() - days * dayMs;
  let acme = {
    companyName: 'Acme',
    companyDomain: 'acme.example',
    connectionType: 'business',
    confidence: 0.9,
  } as const;
  await world.events.append([
    madeEvent({ artifactId: artifacts.get(owner)!, ownerId: world.ids.get(owner)!, time, ...acme }),
  ]);
  return time;
}

describe('the retention days', () => {
  // @spec 7: Event retention: days of an owner, and how many events they would delete
  it('are those of the installation until the owner sets fewer', async () => {
    expect(await ada.ask(eventRetentionApi.getEventRetention, of.ada)).toEqual({
      installation_days: 100,
      owner_days: null,
      days: 100,
      first_day: dayOf(world.now() - 100 * dayMs),
    });
    let set = (days: number | null) => ada.ask(eventRetentionApi.setEventRetention, { ...of.ada, body: { days } });
    expect(await set(30)).toMatchObject({ owner_days: 30, days: 30, first_day: dayOf(world.now() - 30 * dayMs) });
    expect(await set(100)).toMatchObject({ owner_days: 100, days: 100 });
    expect(await set(null)).toMatchObject({ owner_days: null, days: 100 });
  });

  it.each([
    [101, 'event-days-are-too-many'],
    [0, 'event-days-are-invalid'],
    [1.5, 'event-days-are-invalid'],
    [36_501, 'event-days-are-invalid'],
  ])('cannot be %d', async (days, code) => {
    expect(await ada.refusal(eventRetentionApi.setEventRetention, { ...of.ada, body: { days } })).toMatchObject({
      code,
      field: 'days',
    });
  });

  it('can be set by owners only', async () => {
    let linus = await world.as('linus');
    expect(await linus.ask(eventRetentionApi.getEventRetention, of.labs)).toMatchObject({ days: 100 });
    for (let person of [linus, ada])
      expect(
        await person.refusal(eventRetentionApi.setEventRetention, { ...of.labs, body: { days: 5 } }),
      ).toMatchObject({ status: 403 });
    expect(await ada.refusal(eventRetentionApi.getEventRetention, of.labs)).toMatchObject({ status: 403 });
  });
});

describe('events past a shorter retention', () => {
  // @spec 7: Event retention: days of an owner, and how many events they would delete
  it('are counted for owners, by day', async () => {
    for (let days of [40, 41, 60]) await downloaded('hopper-labs', days);
    let older = (days: number) => grace.ask(eventRetentionApi.getOlderEvents, { ...of.labs, query: { days } });
    expect(await older(40)).toEqual({ events: 2, first_day: dayOf(world.now() - 40 * dayMs) });
    expect(await older(60)).toMatchObject({ events: 0 });
    expect(await grace.refusal(eventRetentionApi.getOlderEvents, { ...of.labs, query: { days: 0 } })).toMatchObject({
      code: 'event-days-are-invalid',
    });
    for (let person of [ada, await world.as('linus'), await world.as('mary')])
      expect(await person.refusal(eventRetentionApi.getOlderEvents, { ...of.labs, query: { days: 5 } })).toMatchObject({
        status: 403,
      });
  });
});

describe('old events', () => {
  it('of an owner with fewer days are deleted first, and the first date of a company is kept', async () => {
    let first = await downloaded('ada', 50);
    for (let days of [20, 0]) await downloaded('ada', days);
    for (let days of [50, 20]) await downloaded('hopper-labs', days);
    await ada.ask(eventRetentionApi.setEventRetention, { ...of.ada, body: { days: 30 } });
    world.later(2 * 3_600_000);
    expect(await ada.ask(erasureApi.getStoredEvents, of.ada)).toMatchObject({ events: 3 });
    await world.gateway.deletions.run();
    expect(await ada.ask(erasureApi.getStoredEvents, of.ada)).toMatchObject({ events: 2 });
    expect(await grace.ask(erasureApi.getStoredEvents, of.labs)).toMatchObject({ events: 5 });
    let acme = await ada.ask(companiesApi.getCompany, { params: { owner: 'ada', domain: 'acme.example' } });
    expect(acme).toMatchObject({ total_events: 2, first_seen: new Date(first).toISOString() });
    expect(acme.stages[0]).toMatchObject({ stage: 'interest', start_date: dayOf(first) });
    let ever = new Date(first).toISOString();
    expect((await ada.ask(companiesApi.getCompanies, of.ada)).results).toMatchObject([{ first_seen: ever }]);
    for (let group_by_artifact of ['true', 'false'] as const) {
      let query = { breakdown_set: 'by-company', first_dates: 'true' as const, group_by_artifact };
      expect(await ada.ask(aggregationsApi.exportEntityAggregations, { ...of.ada, query })).toMatchObject([
        { first_ever: ever },
      ]);
    }
    expect((await ada.call(companyRollupsApi.exportCompanyPackageRollup, of.ada)).text).toContain(`,${ever},`);
  });

  it('of everybody are deleted after their days, and a returning company is not a new one', async () => {
    let before = await ada.ask(companiesApi.getCompany, { params: { owner: 'ada', domain: 'acme.example' } });
    await world.runs(400 * dayMs);
    ada = await world.as('ada');
    await world.gateway.deletions.run();
    expect((await world.events.state()).count).toBe(0);
    await downloaded('ada', 0);
    expect(await ada.ask(companiesApi.getCompany, { params: { owner: 'ada', domain: 'acme.example' } })).toMatchObject({
      total_events: 1,
      first_seen: before.first_seen,
    });
  });
});

/**
 * The last event of answers. Each answer names it, a query can name it, and a query cannot name a
 * later one.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { companiesApi } from 'contract/companies/companies';
import { companyCorrectionsApi } from 'contract/companies/company-corrections';
import { companyRollupsApi } from 'contract/companies/company-rollups';
import { countingApi } from 'contract/analytics/counting';
import { erasureApi } from 'contract/exports/erasure';
import { eventRetentionApi } from 'contract/exports/event-retention';
import { eventsApi } from 'contract/analytics/events';
import { lastEventApi, lastEventHeader, takesLastEvent } from 'contract/analytics/last-event';
import { leadsApi } from 'contract/companies/leads';
import { openApiDocument } from 'contract/api/openapi';
import { packagesApi } from 'contract/packages/packages';
import type { Route } from 'contract/rules/route';
import { routes } from 'contract/api/routes';
import { dayMs } from 'contract/floor/time';
import { whoMay } from 'tests/support/authorization';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';

const params = { owner: 'ada', domain: 'acme.example' };

let world: World;
let ada: Caller;
let engine: string;

const acme = {
  companyName: 'Acme',
  companyDomain: 'acme.example',
  connectionType: 'business',
  confidence: 0.9,
} as const;

function downloads(count: number) {
  let time = world.now() - 5 * dayMs;
  return Array.from({ length: count }, () =>
    madeEvent({ artifactId: engine, ownerId: world.ids.get('ada')!, time, network: 'AS64500 Acme', ...acme }),
  );
}

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  let body = { type: 'docker' as const, name: 'engine', backend_registry: 'docker.io' };
  engine = (await ada.ask(packagesApi.createPackage, { params, body })).id;
  await world.events.append(downloads(3));
});
afterAll(() => world.close());

const asking = routes.filter(takesLastEvent);

/** Routes whose answers contain a number of events, with a function that reads it. */
const told: [Route, (text: string) => number][] = [
  [aggregationsApi.exportEntityAggregations, (text) => JSON.parse(text).total],
  [countingApi.getCounting, (text) => JSON.parse(text).audiences[0].total],
  [companiesApi.getCompanies, (text) => JSON.parse(text).results[0].total_events],
  [companiesApi.getCompany, (text) => JSON.parse(text).total_events],
  [companiesApi.getCompanyEvents, (text) => JSON.parse(text).total],
  [companyCorrectionsApi.getCompanyMatches, (text) => JSON.parse(text).results[0].total_events],
  [companyCorrectionsApi.getNetworks, (text) => JSON.parse(text).results[0].total_events],
  [erasureApi.getStoredEvents, (text) => JSON.parse(text).events],
  [eventRetentionApi.getOlderEvents, (text) => JSON.parse(text).events],
  [leadsApi.getLeads, (text) => JSON.parse(text).results[0].total_events],
  [eventsApi.exportEntityPackageEvents, linesIn],
  [companiesApi.exportEntityCompanyEvents, linesIn],
  [companyRollupsApi.exportCompanyRollup, (text) => Number(cellsIn(text)[3])],
  [companyRollupsApi.exportCompanyPackageRollup, (text) => Number(cellsIn(text)[5])],
  [leadsApi.exportLeads, (text) => Number(cellsIn(text)[4])],
];

function linesIn(text: string): number {
  return text.trim().split('\n').length - 1;
}

function cellsIn(text: string): string[] {
  return text.split('\n')[1]!.split(',');
}

/**
 * The query for a route. It selects the network of the downloads, or the days that make all of them
 * old.
 */
function queryFor(route: Route, last_event?: number): object {
  return {
    ...(route.id === companyCorrectionsApi.getNetworks.id && { of: 'AS64500' }),
    ...(route.id === eventRetentionApi.getOlderEvents.id && { days: 1 }),
    last_event,
  };
}

/** On ClickHouse each owner has a mark of its own. */
const mark = process.env.TEST_EVENTS_URL ? { query: { owner: 'ada' } } : {};

describe('the last event', () => {
  it('is named by every answer that counts or lists events', { tags: 'slow' }, async () => {
    let { last_event } = await ada.ask(lastEventApi.getLastEvent, mark);
    let silent = routes.filter(({ method, countsEvents, tag, kind }) => {
      let isFile = kind === 'csv' && ['Events', 'Companies', 'Leads'].includes(tag);
      return (method === 'GET' && countsEvents) || isFile;
    });
    expect(silent.filter((route) => !takesLastEvent(route)).map(({ id }) => id)).toEqual([]);
    for (let [route] of told) {
      let answer = await ada.call(route, { params, query: queryFor(route) as never });
      expect([route.id, answer.status, answer.headers.get(lastEventHeader)]).toEqual([route.id, 200, `${last_event}`]);
    }
  });

  it('can be asked for one owner, and not for one that does not exist', async () => {
    let all = await ada.ask(lastEventApi.getLastEvent, mark);
    let own = await ada.ask(lastEventApi.getLastEvent, { query: { owner: 'ada' } });
    expect(own.last_event).toBe(all.last_event);
    let refusal = await ada.refusal(lastEventApi.getLastEvent, { query: { owner: 'no-such-owner' } });
    expect(refusal).toMatchObject({ status: 404, code: 'owner-not-found' });
  });

  it('can be named by a query, whose answer then includes nothing later', async () => {
    let { last_event } = await ada.ask(lastEventApi.getLastEvent, mark);
    for (let [route, count] of told) {
      let first = await ada.call(route, { params, query: queryFor(route) as never });
      expect([route.id, count(first.text)]).toEqual([route.id, 3]);
    }
    await world.events.append(downloads(4));
    let later = `${(await ada.ask(lastEventApi.getLastEvent, mark)).last_event}`;
    for (let [route, count] of told) {
      let late = await ada.call(route, { params, query: queryFor(route) as never });
      expect([route.id, count(late.text), late.headers.get(lastEventHeader)]).toEqual([route.id, 7, later]);
      let early = await ada.call(route, { params, query: queryFor(route, last_event) as never });
      expect([route.id, count(early.text), early.headers.get(lastEventHeader)]).toEqual([route.id, 3, `${last_event}`]);
    }
  });

  it('includes every event that was durable before the request', async () => {
    for (let i = 0; i < 5; i++) {
      let { last_event } = await ada.ask(lastEventApi.getLastEvent, mark);
      await world.events.append(downloads(1));
      let after = await ada.ask(lastEventApi.getLastEvent, mark);
      expect(after.last_event).not.toBe(last_event);
      expect(Math.abs(Date.parse(after.as_of) - world.now())).toBeLessThan(60_000);
    }
  });

  it.each(['-1', '1.5', 'last', '12abc', '99999999999999999'])('is refused with the value %j', async (last_event) => {
    let query = { last_event: last_event as never };
    expect(await ada.refusal(aggregationsApi.exportEntityAggregations, { params, query })).toMatchObject({
      status: 422,
      code: 'last-event-is-invalid',
      field: 'last_event',
    });
  });

  it('is refused when it is given twice', async () => {
    let url = `http://gateway.invalid/v3/insights/ada/counting?last_event=1&last_event=2`;
    let headers = { authorization: `Bearer ${ada.token}` };
    let answer = await world.gateway.api(new Request(url, { headers }));
    expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'last-event-is-invalid' }]);
  });

  it('says nothing about how many events others have stored', async () => {
    let marks = [];
    for (let i = 0; i < 8; i++) {
      await world.events.append(downloads(1));
      marks.push((await ada.ask(lastEventApi.getLastEvent, mark)).last_event);
    }
    expect(marks.toSorted((a, b) => a - b)).not.toEqual(marks);
    expect(marks.filter((mark) => mark < 1_000_000)).toEqual([]);
    expect(new Set(marks).size).toBe(8);
  });

  it('is refused by every query when no event has this number yet', { tags: 'slow' }, async () => {
    let { last_event } = await ada.ask(lastEventApi.getLastEvent, mark);
    let inPath = { ...params, package_id: engine, id: engine, endpoint_id: 'h0000000000000001' };
    for (let route of asking) {
      let query = queryFor(route, last_event + 1) as never;
      let refusal = await ada.refusal(route, { params: inPath, query });
      expect([route.id, refusal.code, refusal.field]).toEqual([route.id, 'last-event-not-known', 'last_event']);
    }
  });

  it('is described in the OpenAPI page, with its header and its error', () => {
    let { paths } = JSON.parse(JSON.stringify(openApiDocument()));
    for (let route of asking) {
      let { parameters, responses } = paths[route.path][route.method.toLowerCase()];
      let parameter = parameters.find(({ name }: { name: string }) => name === 'last_event');
      expect(parameter).toMatchObject({ in: 'query', required: false });
      expect(responses[String(route.status ?? 200)].headers).toHaveProperty(lastEventHeader);
      expect(responses['422'].description).toContain('`last-event-not-known`');
    }
  });
});

whoMay([lastEventApi.getLastEvent]);

/** What is said of endpoints: corrections of their networks, by the published paths. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { companiesApi } from 'contract/companies/companies';
import { companyCorrectionsApi } from 'contract/companies/company-corrections';
import { endpointFeedbackApi } from 'contract/companies/endpoint-feedback';
import { packagesApi } from 'contract/packages/packages';
import { hashText } from 'gateway/events/query/hash-text';
import { whoMay } from '../../support/authorization';
import { madeEvent } from '../../support/made-event';
import { createWorld, type Caller, type World } from '../../support/world';

const { matchEndpoints, unmatchEndpoints } = endpointFeedbackApi;
const mine = { params: { owner: 'ada' } };

let world: World;
let ada: Caller;

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  let body = { type: 'file' as const, name: 'engine', incoming_path: '/e/{v}' };
  let { id: artifactId } = await ada.ask(packagesApi.createPackage, { ...mine, body });
  let acme = { companyName: 'Acme', companyDomain: 'acme.example', connectionType: 'business' as const };
  let download = { artifactId, time: world.now() - 1_000 };
  await world.events.append([
    madeEvent({ ...download, ...acme, confidence: 0.8, network: 'AS1 Acme Inc', endpointId: 1n }),
    madeEvent({ ...download, ...acme, confidence: 0.8, network: 'AS1 Acme Inc', endpointId: 2n }),
    madeEvent({ ...download, network: 'AS4 Quux Ventures', endpointId: -5n }),
    madeEvent({ ...download, network: 'AS5 Free SAS', connectionType: 'isp', endpointId: 6n }),
  ]);
});
afterAll(() => world.close());
afterEach(async () => {
  let { results } = await ada.ask(companyCorrectionsApi.getCompanyCorrections, mine);
  for (let { id } of results)
    await ada.ask(companyCorrectionsApi.deleteCompanyCorrection, { params: { owner: 'ada', correction_id: id } });
});

async function companies(): Promise<Record<string, number>> {
  let { results } = await ada.ask(companiesApi.getCompanies, mine);
  return Object.fromEntries(results.map(({ company, total_events }) => [company, total_events]));
}

const ids = (...endpoints: bigint[]) => ({ endpoint_ids: endpoints.map(hashText) });

describe('what is said of an endpoint', () => {
  it('that it is of no company takes its network out, until it is taken back as any correction', async () => {
    let { results } = await ada.ask(unmatchEndpoints, { ...mine, body: ids(1n) });
    expect(results).toMatchObject([{ of: 'AS1', matched_domain: 'acme.example', company_domain: '', made_by: 'ada' }]);
    expect(await companies()).toEqual({});
    expect((await ada.ask(companyCorrectionsApi.getCompanyCorrections, mine)).results).toEqual(results);
  });

  it('that it is of another company gives its network to that one', async () => {
    let body = { ...ids(1n, 2n, -5n), company: { name: '', domain: 'bolt.example' } };
    let { results } = await ada.ask(matchEndpoints, { ...mine, body });
    expect(results.map(({ of, company_name }) => [of, company_name]).sort()).toEqual([
      ['AS1', 'bolt.example'],
      ['AS4', 'bolt.example'],
    ]);
    expect(await companies()).toEqual({ 'bolt.example': 3 });
  });

  it('that its company is right keeps it', async () => {
    let { results } = await ada.ask(matchEndpoints, { ...mine, body: ids(2n) });
    expect(results).toMatchObject([{ of: 'AS1', company_name: 'Acme', company_domain: 'acme.example' }]);
    expect(await companies()).toEqual({ 'acme.example': 2 });
  });

  it.each([
    ['right, where it has none', matchEndpoints, ids(-5n), 'company-is-required'],
    ['of an endpoint that nobody knows', unmatchEndpoints, ids(9n), 'endpoint-not-found'],
    ['of a text that is no endpoint', unmatchEndpoints, { endpoint_ids: ['acme'] }, 'endpoint-not-found'],
    ['of the network of an access provider', unmatchEndpoints, ids(1n, 6n), 'endpoint-network-is-shared'],
    ['without a company', matchEndpoints, { ...ids(1n), company: { name: '', domain: '' } }, 'company-is-required'],
    ['of no endpoint', unmatchEndpoints, { endpoint_ids: [] }, 'request-not-valid'],
  ])('is refused: %s', async (_, route, body, code) => {
    expect(await ada.refusal(route, { ...mine, body: body as never })).toMatchObject({ code });
    expect((await ada.ask(companyCorrectionsApi.getCompanyCorrections, mine)).total).toBe(0);
  });
});

whoMay(Object.values(endpointFeedbackApi));

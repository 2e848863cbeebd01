/**
 * Corrections of company matches over the API: their effect, their author, and how they are undone.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { auditApi } from 'contract/admin/audit';
import { companiesApi } from 'contract/companies/companies';
import { companyCorrectionsApi } from 'contract/companies/company-corrections';
import { companyRollupsApi } from 'contract/companies/company-rollups';
import type { Event } from 'contract/event-fields';
import { eventsApi } from 'contract/analytics/events';
import { filtersApi } from 'contract/analytics/filters';
import { leadQuestionnaireApi, LeadQuestionnaire } from 'contract/companies/lead-questionnaire';
import { leadsApi } from 'contract/companies/leads';
import { packagesApi } from 'contract/packages/packages';
import { dayMs, dayOf } from 'contract/floor/time';
import { verify } from '../../../verification/verify';
import { whoMay } from '../../support/authorization';
import { madeEvent } from '../../support/made-event';
import { createWorld, type Caller, type World } from '../../support/world';

const { correctCompany, deleteCompanyCorrection, getCompanyCorrections, getCompanyMatches, getNetworks } =
  companyCorrectionsApi;
const mine = { params: { owner: 'ada' } };

const acme = {
  companyName: 'Acme',
  companyDomain: 'acme.example',
  confidence: 0.98,
  connectionType: 'business',
} as const;
const bolt = { companyName: 'Bolt', companyDomain: 'bolt.example', confidence: 0.4 };

let world: World;
let ada: Caller;
let engine: string;
let now: number;

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  let body = { type: 'file' as const, name: 'engine', incoming_path: '/e/{v}' };
  engine = (await ada.ask(packagesApi.createPackage, { ...mine, body })).id;
  now = world.now();
  await world.events.append([
    download({ ...acme, network: 'AS1 Acme Inc', originId: 1n }),
    download({ ...acme, network: 'AS2 Acme Europe', originId: 2n }),
    download({ ...acme, originId: 3n }),
    download({ ...bolt, network: 'AS3 Bolt', originId: 4n }),
    download({ network: 'AS4 Quux Ventures', originId: 5n }),
    download({ network: 'AS5 Free SAS', connectionType: 'isp', originId: 6n }),
    download({ companyName: 'Cloud', connectionType: 'hosting', network: 'AS6 Cloud', originId: 7n }),
  ]);
});
afterAll(() => world.close());

function download(fields: Partial<Event>): Event {
  return madeEvent({ artifactId: engine, time: now - 2 * dayMs, endpointId: fields.originId ?? 1n, ...fields });
}

async function totals(query: Record<string, unknown> = {}): Promise<Record<string, number>> {
  let { results } = await ada.ask(companiesApi.getCompanies, { ...mine, query });
  return Object.fromEntries(results.map(({ company, total_events }) => [company, total_events]));
}

async function correct(of: string[], company: { name: string; domain: string } | null) {
  return (await ada.ask(correctCompany, { ...mine, body: { of, company } })).results;
}

async function undoAll() {
  let { results } = await ada.ask(getCompanyCorrections, { ...mine, query: { per_page: 'max' } });
  for (let { id } of results) await ada.ask(deleteCompanyCorrection, { params: { owner: 'ada', correction_id: id } });
}

describe('a correction', () => {
  // @spec 7: Corrections of companies: listed, made and taken back; a part of every question
  it('removes a network from its company until it is undone', async () => {
    expect(await totals()).toEqual({ 'acme.example': 3 });
    let [made] = await correct(['AS1'], null);
    expect(made).toMatchObject({
      of: 'AS1',
      network: 'AS1 Acme Inc',
      matched_name: 'Acme',
      matched_domain: 'acme.example',
      company_name: '',
      company_domain: '',
      made_by: 'ada',
    });
    expect(await totals()).toEqual({ 'acme.example': 2 });
    await ada.ask(deleteCompanyCorrection, { params: { owner: 'ada', correction_id: made!.id } });
    expect(await totals()).toEqual({ 'acme.example': 3 });
  });

  it('of all networks and of events without a network removes the company from every page', async () => {
    await correct(['AS1', 'AS2', '=acme.example'], null);
    expect(await totals()).toEqual({});
    let refused = await ada.call(companiesApi.getCompany, { params: { owner: 'ada', domain: 'acme.example' } });
    expect(refused).toMatchObject({ status: 404, body: { code: 'company-not-found' } });
    await world.events.append([download({ ...acme, network: 'AS1 Acme Incorporated', originId: 8n })]);
    expect(await totals()).toEqual({});
    await undoAll();
    expect(await totals()).toEqual({ 'acme.example': 4 });
  });

  it('assigns a network without a company to one, and the reason is shown everywhere', async () => {
    await correct(['AS4'], { name: 'Quux', domain: 'quux.example' });
    let by = `Corrected by ada on ${dayOf(world.now())}: the network belongs to Quux.`;
    let { results } = await ada.ask(companiesApi.getCompanies, { ...mine, query: { search: 'quux' } });
    expect(results).toMatchObject([{ company: 'quux.example', match_reason: by, is_corrected: true }]);
    let params = { owner: 'ada', domain: 'quux.example' };
    expect(await ada.ask(companiesApi.getCompany, { params })).toMatchObject({ total_downloads: 1, match_reason: by });
    let events = await ada.ask(companiesApi.getCompanyEvents, { params });
    expect(events.results).toMatchObject([{ confidence: 1, match_reason: by }]);
    expect((await ada.call(companiesApi.exportEntityCompanyEvents, { params })).text).toContain(
      `AS4 Quux Ventures,${by},`,
    );
    expect((await ada.call(companyRollupsApi.exportCompanyRollup, mine)).text).toContain(`,${by},`);
    let file = await ada.call(eventsApi.exportPackageEvents, { params: { owner: 'ada', package_id: engine } });
    expect(file.text).toContain(`AS4 Quux Ventures,${by},`);
    expect(file.text).toContain('AS1 Acme Inc,IP registered to Acme.,');
  });

  it('makes a company a lead, and the reason is shown', async () => {
    let body = LeadQuestionnaire.parse({ stages: ['investigation'], min_confidence: 'high', min_events: 1 });
    await ada.ask(leadQuestionnaireApi.saveLeadQuestionnaire, { ...mine, body });
    let leads = await ada.ask(leadsApi.getLeads, mine);
    expect(leads.results.map(({ company }) => company).sort()).toEqual(['acme.example', 'quux.example']);
    expect(leads.low_confidence_left_out).toBe(1);
    expect(leads.results.find(({ company }) => company === 'quux.example')!.match_reason).toContain('Corrected by ada');
  });

  it('applies to counts, to filters by company and by stage, and to the recount from exports', async () => {
    let counted = async (query: object) => {
      let rows = await ada.ask(aggregationsApi.exportEntityAggregations, {
        ...mine,
        query: { breakdown_set: 'by-company', include_low_confidence: 'true', ...query },
      });
      return Object.fromEntries(rows.map(({ company_domain, total }) => [company_domain, total]));
    };
    expect(await counted({})).toMatchObject({ 'acme.example': 4, 'quux.example': 1 });
    await correct(['AS2'], { name: '', domain: 'quux.example' });
    expect(await counted({})).toMatchObject({ 'acme.example': 3, 'quux.example': 2 });
    for (let conditions of [
      { company_domain: { op: 'equals' as const, values: ['quux.example'] } },
      {
        company_funnelstage: { op: 'investigation' as const },
        company_name: { op: 'not-equals' as const, values: ['Acme'] },
      },
    ]) {
      let { id: filter_id } = await ada.ask(filtersApi.createFilter, { ...mine, body: { name: '', ...conditions } });
      expect(await counted({ filter_id, include_low_confidence: 'false' })).toEqual({ 'quux.example': 2 });
    }
    let ask = async (path: string) =>
      (
        await world.gateway.api(
          new Request(`http://api.test${path}`, { headers: { authorization: `Bearer ${ada.token}` } }),
        )
      ).text();
    let range = { owner: 'ada', from: dayOf(now - 10 * dayMs), until: dayOf(now) };
    let found = await verify(ask, { ...range, questions: 60, seed: 3 });
    expect(found.wrong).toEqual([]);
    expect(found.events).toBe(8);
    await undoAll();
    expect((await verify(ask, { ...range, questions: 60, seed: 3 })).wrong).toEqual([]);
  });

  it('exists once for each network: a second one replaces it', async () => {
    await correct(['AS4'], { name: 'Quux', domain: 'quux.example' });
    await correct(['AS4'], { name: '', domain: 'Quux.Example' });
    let { results, total } = await ada.ask(getCompanyCorrections, mine);
    expect([total, results]).toMatchObject([1, [{ company_name: 'Quux', company_domain: 'quux.example' }]]);
    await undoAll();
  });

  it('confirms a match of low confidence, which is then shown', async () => {
    expect(await totals()).not.toHaveProperty('bolt.example');
    await correct(['AS3'], { name: 'Bolt', domain: 'bolt.example' });
    expect(await totals()).toHaveProperty(['bolt.example'], 1);
    await undoAll();
  });

  it('is in the audit log, as is undoing it', async () => {
    let { results } = await ada.ask(auditApi.getAuditEvents, { ...mine, query: { per_page: 2 } });
    expect(results).toMatchObject([
      { action: 'company-correction-taken-back', target: 'AS3 Bolt: Bolt, bolt.example', actor: 'ada' },
      { action: 'company-corrected', target: 'AS3 Bolt: Bolt, bolt.example', actor: 'ada' },
    ]);
  });

  it('changes nothing for other owners', async () => {
    let grace = await world.as('grace');
    let params = { owner: 'grace' };
    let other = await grace.ask(packagesApi.createPackage, {
      params,
      body: { type: 'file', name: 'flow', incoming_path: '/f/{v}' },
    });
    await world.events.append([download({ ...acme, artifactId: other.id, network: 'AS1 Acme Inc', originId: 9n })]);
    await correct(['AS1'], null);
    expect((await grace.ask(companiesApi.getCompanies, { params })).results).toMatchObject([
      { company: 'acme.example' },
    ]);
    expect((await grace.ask(getCompanyCorrections, { params })).total).toBe(0);
    await undoAll();
  });

  it.each([
    [{ of: ['AS99'], company: null }, 'match-not-found'],
    [{ of: ['AS1', '=nobody.example'], company: null }, 'match-not-found'],
    [{ of: ['AS1'], company: { name: ' ', domain: '' } }, 'company-is-required'],
    [{ of: ['AS1'], company: { name: 'x'.repeat(201), domain: '' } }, 'field-is-too-long'],
    [{ of: ['AS1'], company: { name: '', domain: 'no domain' } }, 'domain-has-invalid-characters'],
    [{ of: ['Acme'], company: null }, 'request-not-valid'],
    [{ of: [], company: null }, 'request-not-valid'],
  ])('%j is refused with %s', async (body, code) => {
    expect(await ada.call(correctCompany, { ...mine, body })).toMatchObject({ body: { code } });
  });

  it('that is unknown or of another owner cannot be undone', async () => {
    let [made] = await correct(['AS1'], null);
    let grace = await world.as('grace');
    let params = { owner: 'grace', correction_id: made!.id };
    expect(await grace.call(deleteCompanyCorrection, { params })).toMatchObject({
      body: { code: 'correction-not-found' },
    });
    await undoAll();
  });
});

describe('networks', () => {
  it('of a company are listed with their reason, and those of low confidence on request', async () => {
    let { results } = await ada.ask(getCompanyMatches, { params: { owner: 'ada', domain: 'acme.example' } });
    expect(results).toMatchObject([
      { of: 'AS1', network: 'AS1 Acme Incorporated', total_events: 2, is_low: false, correction: null },
      { of: '=acme.example', network: '', total_events: 1 },
      { of: 'AS2', network: 'AS2 Acme Europe', total_events: 1, network_type: 'business' },
    ]);
    let params = { owner: 'ada', domain: 'bolt.example' };
    expect((await ada.ask(getCompanyMatches, { params })).results).toEqual([]);
    let low = await ada.ask(getCompanyMatches, { params, query: { include_low_confidence: 'true' } });
    expect(low.results).toMatchObject([{ of: 'AS3', is_low: true }]);
  });

  it('without a company are listed, and others are found by a search', async () => {
    let found = async (search: string) => {
      let { results } = await ada.ask(getNetworks, { ...mine, query: { search } });
      return results.map(({ network }) => network);
    };
    expect(await found('')).toEqual(['AS4 Quux Ventures']);
    expect(await found('free')).toEqual(['AS5 Free SAS']);
    expect(await found('cloud')).toEqual([]);
    let given = await ada.ask(getNetworks, { ...mine, query: { of: ['AS3', 'AS6'] } });
    expect(given.results.map(({ network }) => network)).toEqual(['AS3 Bolt', 'AS6 Cloud']);
  });
});

whoMay(Object.values(companyCorrectionsApi));

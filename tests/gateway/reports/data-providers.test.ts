/**
 * Data providers over the API: a valid key switches one on, each company is requested once, and
 * answers do not wait for the provider.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dayMs, hourMs } from 'contract/floor/time';
import { auditApi } from 'contract/admin/audit';
import { companiesApi } from 'contract/companies/companies';
import { companyRollupsApi } from 'contract/companies/company-rollups';
import { dataProvidersApi } from 'contract/companies/data-providers';
import { leadsApi } from 'contract/companies/leads';
import { leadQuestionnaireApi } from 'contract/companies/lead-questionnaire';
import { organizationsApi } from 'contract/organizations/organizations';
import { packagesApi } from 'contract/packages/packages';
import type { Event } from 'contract/event-fields';
import {
  closedKey,
  goodKey,
  sentCompany,
  startFakeDataProvider,
  type FakeDataProvider,
} from '../../support/fake-data-provider';
import { madeEvent } from '../../support/made-event';
import { whoMay } from '../../support/authorization';
import { createWorld, type Caller, type World } from '../../support/world';

const one = { params: { owner: 'ada', provider: 'clearbit' as const } };
const mine = { params: { owner: 'ada' } };
const good = { ...one, body: { api_key: goodKey } };
let provider: FakeDataProvider;
let world: World;
let ada: Caller;
let engine: string;

beforeAll(async () => {
  provider = await startFakeDataProvider();
  world = await createWorld({ dataProvider: { url: provider.url, answerLimitMs: 2_000 } });
  ada = await world.as('ada');
  let body = { type: 'docker' as const, name: 'engine', backend_registry: 'ghcr.io' };
  engine = (await ada.ask(packagesApi.createPackage, { ...mine, body: body as never })).id;
  await world.events.append(['acme', 'bolt', 'nobody', 'later'].map((name) => downloadOf(`${name}.example`)));
  provider.companies.set('acme.example', sentCompany('Acme', 'Banking', '51-250'));
  provider.companies.set('bolt.example', sentCompany('Bolt', 'Utilities', '1K-5K'));
  provider.companies.set('later.example', 202);
});
afterAll(async () => {
  await world.close();
  await provider.close();
});
afterEach(async () => {
  provider.answerWith(undefined);
  provider.hold(false);
  await ada.ask(dataProvidersApi.disableDataProvider, one);
  provider.asked.length = 0;
});

function downloadOf(companyDomain: string): Event {
  return madeEvent({
    artifactId: engine,
    time: world.now() - 1_000,
    companyName: companyDomain,
    companyDomain,
    confidence: 0.9,
  });
}

async function profileOf(domain: string) {
  return (await ada.ask(companiesApi.getCompany, { params: { owner: 'ada', domain } })).profile;
}

describe('switching on and off', () => {
  it('accepts a valid key, stores it sealed and never shows it again', async () => {
    expect((await ada.ask(dataProvidersApi.getDataProviders, mine)).results).toEqual([
      { provider: 'clearbit', name: 'Clearbit', is_enabled: false, key_saved_at: null },
    ]);
    let on = await ada.ask(dataProvidersApi.enableDataProvider, good);
    expect(on).toMatchObject({ is_enabled: true, key_saved_at: expect.stringMatching(/^\d{4}-/) as string });
    let listed = await ada.call(dataProvidersApi.getDataProviders, mine);
    expect(listed.text).not.toContain(goodKey);
    let row = await world.records.selectFrom('data_providers').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(goodKey);
    expect(await ada.ask(dataProvidersApi.getDataProviderUsage, one)).toEqual({
      plan: 'growth',
      used: 312,
      limit: 2_500,
    });
    await ada.ask(dataProvidersApi.enableDataProvider, good);
    await ada.ask(dataProvidersApi.disableDataProvider, one);
    expect((await ada.ask(dataProvidersApi.getDataProviders, mine)).results).toMatchObject([{ is_enabled: false }]);
    let { results } = await ada.ask(auditApi.getAuditEvents, mine);
    expect(results.map(({ action }) => action).filter((action) => action.startsWith('data-provider'))).toEqual([
      'data-provider-off',
      'data-provider-key-changed',
      'data-provider-on',
    ]);
  });

  it.each([
    [{ api_key: 'no-such-key' }, 'invalid-api-key', 'api_key'],
    [{ api_key: 'käy' }, 'invalid-api-key', 'api_key'],
    [{ api_key: closedKey }, 'invalid-account', 'api_key'],
    // @spec 5: Custom token cannot be empty (the key of a data provider)
    [{ api_key: ' ' }, 'api-key-is-required', 'api_key'],
  ])('refuses %j', async (body, code, field) => {
    expect(await ada.refusal(dataProvidersApi.enableDataProvider, { ...one, body })).toMatchObject({
      status: 422,
      code,
      field,
    });
    expect((await ada.ask(dataProvidersApi.getDataProviders, mine)).results).toMatchObject([{ is_enabled: false }]);
  });

  // @spec 8: Lead-data provider: unable to create account
  it('refuses when the provider fails, or does not answer in time', { tags: 'slow' }, async () => {
    provider.answerWith(500);
    expect(await ada.refusal(dataProvidersApi.enableDataProvider, good)).toMatchObject({
      status: 422,
      code: 'unable-to-create-account',
    });
    provider.answerWith(200);
    expect((await ada.refusal(dataProvidersApi.enableDataProvider, good)).code).toBe('unable-to-create-account');
    provider.answerWith(undefined);
    provider.hold(true);
    expect((await ada.refusal(dataProvidersApi.enableDataProvider, good)).code).toBe('unable-to-create-account');
  });

  // @spec 8: Lead-data provider: missing billing email
  it('refuses an organization without a billing email until it has one', async () => {
    let grace = await world.as('grace');
    let given = { params: { owner: 'hopper-labs', provider: 'clearbit' as const }, body: { api_key: goodKey } };
    expect(await grace.refusal(dataProvidersApi.enableDataProvider, given)).toMatchObject({
      status: 422,
      code: 'missing-billing-email',
    });
    let about = { name: 'hopper-labs', billing_email: 'bills@example.com' };
    await grace.ask(organizationsApi.updateOrganization, { params: { name: 'hopper-labs' }, body: about });
    expect(await grace.ask(dataProvidersApi.enableDataProvider, given)).toMatchObject({ is_enabled: true });
  });

  it('shows the usage of the provider, or why it is unknown', async () => {
    expect((await ada.refusal(dataProvidersApi.getDataProviderUsage, one)).code).toBe('data-provider-not-found');
    await ada.ask(dataProvidersApi.enableDataProvider, good);
    for (let [status, code] of [
      [401, 'invalid-api-key'],
      [403, 'invalid-account'],
      [500, 'data-provider-did-not-answer'],
    ] as const) {
      provider.answerWith(status);
      expect((await ada.refusal(dataProvidersApi.getDataProviderUsage, one)).code).toBe(code);
    }
  });
});

describe('company profiles', () => {
  it('are requested once in 30 days, also with two views at the same moment', async () => {
    expect(await profileOf('acme.example')).toBeNull();
    expect(provider.asked).toEqual([]);
    await ada.ask(dataProvidersApi.enableDataProvider, good);
    let acme = {
      name: 'Acme',
      industry: 'Banking',
      size: '51-250',
      city: 'Köln',
      country: 'Germany',
      linkedin_url: 'https://www.linkedin.com/company/acme',
      technologies: ['kubernetes'],
    };
    expect(await Promise.all([profileOf('acme.example'), profileOf('acme.example')])).toEqual([acme, acme]);
    expect(await profileOf('nobody.example')).toBeNull();
    expect(await profileOf('nobody.example')).toBeNull();
    expect(await profileOf('later.example')).toBeNull();
    world.later(23 * hourMs);
    expect(await profileOf('later.example')).toBeNull();
    expect(provider.asked).toEqual(['acme.example', 'nobody.example', 'later.example']);
    world.later(2 * hourMs);
    await profileOf('later.example');
    world.later(29 * dayMs);
    for (let domain of ['acme.example', 'nobody.example']) await profileOf(domain);
    expect(provider.asked.slice(3)).toEqual(['later.example', 'acme.example', 'nobody.example']);
  });

  it('are deleted with the key when the provider is switched off', async () => {
    await ada.ask(dataProvidersApi.enableDataProvider, good);
    expect(await profileOf('acme.example')).not.toBeNull();
    await ada.ask(dataProvidersApi.disableDataProvider, one);
    expect(await profileOf('acme.example')).toBeNull();
  });

  it.each([401, 402, 403, 429])('are not requested for an hour after an answer of %d', async (status) => {
    await ada.ask(dataProvidersApi.enableDataProvider, good);
    provider.answerWith(status);
    expect(await profileOf('acme.example')).toBeNull();
    provider.answerWith(undefined);
    expect(await profileOf('acme.example')).toBeNull();
    expect(provider.asked).toHaveLength(1);
    world.later(hourMs + 1);
    expect(await profileOf('acme.example')).toMatchObject({ industry: 'Banking' });
  });

  let isOnlyEmpty = async (_: string, fail: () => void) => {
    await ada.ask(dataProvidersApi.enableDataProvider, good);
    fail();
    expect(await profileOf('acme.example')).toBeNull();
    provider.answerWith(undefined);
    provider.hold(false);
    await profileOf('acme.example');
    expect(provider.asked).toHaveLength(1);
    world.later(hourMs + 1);
    expect(await profileOf('acme.example')).toMatchObject({ size: '51-250' });
  };

  it.each([
    ['a failure', () => provider.answerWith(500)],
    ['an invalid response', () => provider.answerWith(200)],
  ])('never break a page: %s', isOnlyEmpty);
  it.each([['silence', () => provider.hold(true)]])('never break a page: %s', { tags: 'slow' }, isOnlyEmpty);

  it('contain no unsafe links of the provider', async () => {
    await ada.ask(dataProvidersApi.enableDataProvider, good);
    let strange = {
      name: 'Bolt',
      linkedin: { handle: '//evil.example/x' },
      category: null,
      metrics: 'no',
      tech: [1, 'go'],
    };
    provider.companies.set('bolt.example', strange);
    let none = { name: 'Bolt', industry: '', size: '', city: '', country: '', linkedin_url: '' };
    expect(await profileOf('bolt.example')).toEqual({ ...none, technologies: ['go'] });
    provider.companies.set('bolt.example', sentCompany('Bolt', 'Utilities', '1K-5K'));
  });

  it('are requested after the list of leads was answered, and narrow it afterwards', async () => {
    await ada.ask(dataProvidersApi.enableDataProvider, good);
    let domains = async () => (await ada.ask(leadsApi.getLeads, mine)).results.map(({ company }) => company).sort();
    let body = { company_sizes: ['50-500'], industries: ['bank', 'banking', 'IT'] };
    await ada.ask(leadQuestionnaireApi.saveLeadQuestionnaire, { ...mine, body });
    world.later(-world.now() + Date.now());
    expect(await domains()).toEqual(['acme.example', 'bolt.example', 'later.example', 'nobody.example']);
    await expect.poll(() => provider.asked.length).toBe(4);
    await expect.poll(domains).toEqual(['acme.example', 'later.example', 'nobody.example']);
    let { results } = await ada.ask(leadsApi.getLeads, mine);
    expect(results[0]).toMatchObject({
      company: 'acme.example',
      company_size: '51-250',
      company_industry: 'Banking',
      company_city: 'Köln',
      fits: [
        { question: 'size', answer: 'yes' },
        { question: 'industry', answer: 'yes' },
      ],
    });
    expect(provider.asked).toHaveLength(4);
    expect((await ada.call(leadsApi.exportLeads, mine)).text).toContain(
      '51-250,Banking,https://www.linkedin.com/company/acme',
    );
    let rollup = await ada.call(companyRollupsApi.exportCompanyRollup, mine);
    expect(rollup.text).toContain('https://www.linkedin.com/company/acme,Banking,51-250');
  });
});

describe('without a provider', () => {
  it('no provider is listed and none can be switched on', async () => {
    let other = await createWorld();
    let caller = await other.as('ada');
    expect(await caller.ask(dataProvidersApi.getDataProviders, mine)).toEqual({ results: [] });
    expect((await caller.refusal(dataProvidersApi.enableDataProvider, good)).code).toBe('data-provider-not-found');
    for (let route of [dataProvidersApi.disableDataProvider, dataProvidersApi.getDataProviderUsage])
      expect((await caller.refusal(route, one)).code).toBe('data-provider-not-found');
    await other.close();
  });
});

whoMay(Object.values(dataProvidersApi));

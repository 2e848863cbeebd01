/**
 * Data providers on the pages of accounts and organizations: the card, the key, errors, and the
 * details of a company.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { packagesApi } from 'contract/packages/packages';
import { organizationsApi } from 'contract/organizations/organizations';
import { env } from 'app/config/env.server';
import { loader as accountPage } from 'app/routes/_app.account._index';
import { loader as companyPage } from 'app/routes/_app.companies.$owner.$companyDomain';
import { action as enable, loader as keyPage } from 'app/routes/_app.data-providers.$owner.$provider._index';
import { action as disable, loader as removalPage } from 'app/routes/_app.data-providers.$owner.$provider.removal';
import { loader as organizationPage } from 'app/routes/_app.organizations.$owner._index';
import { browserOf, redirectOf, refusalOf, refusedForm, type Browser } from '../../support/dashboard';
import {
  closedKey,
  goodKey,
  sentCompany,
  startFakeDataProvider,
  type FakeDataProvider,
} from '../../support/fake-data-provider';
import { madeEvent } from '../../support/made-event';
import { createWorld, type World } from '../../support/world';

const org = { owner: 'hopper-labs' };
const its = { ...org, provider: 'clearbit' };
const mine = { owner: 'grace', provider: 'clearbit' };

let provider: FakeDataProvider;
let world: World;
let grace: Browser;
let linus: Browser;

beforeAll(async () => {
  provider = await startFakeDataProvider();
  provider.companies.set('acme.example', sentCompany('Acme', 'Banking', '51-250'));
  world = await createWorld({ dataProvider: { url: provider.url } });
  [grace, linus] = await Promise.all([browserOf(world, 'grace'), browserOf(world, 'linus')]);
});
afterAll(async () => {
  await world.close();
  await provider.close();
});
afterEach(() => {
  provider.answerWith(undefined);
  env.flags.showUpdateClearbitToken = false;
  env.flags.showClearbitUsageLimit = false;
});

// @spec 8: Lead-data provider: invalid account
// @spec 8: Lead-data provider: invalid API key
test.each([
  ['no-such-key', 'api_key', 'Invalid API key'],
  [closedKey, 'api_key', 'Invalid account'],
  ['', 'api_key', 'Enter an API key.'],
])('the key %j is refused on its field and never sent back', async (api_key, field, words) => {
  let answer = await grace.post(enable, mine, { api_key });
  let refused = await refusedForm(answer.clone());
  expect(refused).toMatchObject({ status: 422, error: { [field]: [expect.stringContaining(words)] } });
  if (api_key) expect(await answer.text()).not.toContain(api_key);
});

test('a provider that does not answer, and an organization without a billing email, cause an error in the form', async () => {
  provider.answerWith(500);
  let failed = await refusedForm(await grace.post(enable, mine, { api_key: goodKey }));
  expect(failed.error?.['']).toEqual([expect.stringContaining('Unable to create account')]);
  provider.answerWith(undefined);
  let unpaid = await refusedForm(await grace.post(enable, its, { api_key: goodKey }));
  expect(unpaid.error?.['']).toEqual([expect.stringContaining('Missing billing email')]);
});

// @spec 3: Company details of the provider (size, industry, place, LinkedIn) on the company page
test('owners and admins switch a provider on and off; members see whether it is on', async () => {
  let maker = await world.as('grace');
  let about = { name: 'hopper-labs', billing_email: 'bills@example.com' };
  await maker.ask(organizationsApi.updateOrganization, { params: { name: 'hopper-labs' }, body: about });
  let page = await grace.open(organizationPage, org);
  expect(page.providers).toMatchObject([{ name: 'Clearbit', is_enabled: false }]);
  expect(await grace.open(keyPage, its)).toEqual({ name: 'Clearbit', isEnabled: false });
  let on = await grace.post(enable, its, { api_key: goodKey });
  expect(redirectOf(on)).toEqual({ status: 303, to: '/organizations/hopper-labs', toast: 'data_provider_on' });
  expect((await linus.open(organizationPage, org)).providers).toMatchObject([{ is_enabled: true, usage: '' }]);
  expect((await refusalOf(linus.open(keyPage, its))).status).toBe(403);
  for (let action of [enable, disable]) expect((await linus.post(action, its, { api_key: goodKey })).status).toBe(403);

  let body = { type: 'docker', name: 'tool', backend_registry: 'ghcr.io' };
  let { id } = await maker.ask(packagesApi.createPackage, { params: org, body: body as never });
  let acme = { companyName: 'Acme', companyDomain: 'acme.example' };
  await world.events.append([madeEvent({ artifactId: id, time: world.now() - 1_000, ...acme })]);
  let { company } = await linus.open(companyPage, { ...org, companyDomain: 'acme.example' });
  expect(company.facts).toEqual(
    expect.arrayContaining([
      { label: 'Industry', value: 'Banking' },
      { label: 'Size', value: '51-250 people' },
      { label: 'Based in', value: 'Köln, Germany' },
      { label: 'LinkedIn', value: 'linkedin.com/company/acme', href: 'https://www.linkedin.com/company/acme' },
    ]),
  );

  let off = await grace.post(disable, its);
  expect(redirectOf(off)).toEqual({ status: 303, to: '/organizations/hopper-labs', toast: 'data_provider_off' });
  let after = await linus.open(companyPage, { ...org, companyDomain: 'acme.example' });
  expect(after.company.facts.map(({ label }) => label)).not.toContain('Industry');
  expect(redirectOf((await grace.open(removalPage, mine)) as Response).to).toBe('/account');
});

// @spec 6: Flag showUpdateClearbitToken
test('showUpdateClearbitToken: the key can be changed; without the flag it is switched off and on again', async () => {
  await grace.post(enable, mine, { api_key: goodKey });
  expect((await grace.open(accountPage, {})).providers).toMatchObject([{ is_enabled: true, mayChangeKey: false }]);
  expect(redirectOf((await grace.open(keyPage, mine)) as never).to).toBe('/account');
  expect(redirectOf(await grace.post(enable, mine, { api_key: goodKey }))).toMatchObject({
    to: '/account',
    toast: undefined,
  });
  env.flags.showUpdateClearbitToken = true;
  expect((await grace.open(accountPage, {})).providers).toMatchObject([{ mayChangeKey: true }]);
  expect(await grace.open(keyPage, mine)).toEqual({ name: 'Clearbit', isEnabled: true });
  let changed = await grace.post(enable, mine, { api_key: goodKey });
  expect(redirectOf(changed)).toEqual({ status: 303, to: '/account', toast: 'data_provider_on' });
});

// @spec 6: Flag showClearbitUsageLimit
test('showClearbitUsageLimit: the card shows the usage, or that it is unknown', async () => {
  await grace.post(enable, mine, { api_key: goodKey });
  expect((await grace.open(accountPage, {})).providers).toMatchObject([{ usage: '' }]);
  env.flags.showClearbitUsageLimit = true;
  let usage = async () => (await grace.open(accountPage, {})).providers[0]?.usage;
  expect(await usage()).toBe('312 of 2,500 lookups used in this period (plan growth)');
  provider.answerWith(500);
  expect(await usage()).toBe('The provider does not report usage.');
});

test('an installation without a provider has neither card nor page', async () => {
  let other = await createWorld();
  let browser = await browserOf(other, 'grace');
  expect((await browser.open(accountPage, {})).providers).toEqual([]);
  expect(await refusalOf(browser.open(keyPage, mine))).toEqual({ status: 404, code: 'data-provider-not-found' });
  await other.close();
});

/**
 * Forms that are sent twice at once, or again before the response. One item is created, and both
 * responses lead to it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditApi } from 'contract/admin/audit';
import { paymentsApi } from 'contract/billing/payments';
import { collectionsApi } from 'contract/packages/collections';
import { filtersApi } from 'contract/analytics/filters';
import { usersApi } from 'contract/accounts/users';
import { packageRoutesApi } from 'contract/packages/package-routes';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { tokensApi } from 'contract/accounts/tokens';
import { action as newAddress } from 'app/routes/_app.account.email';
import { action as newToken } from 'app/routes/_app.account.tokens._index';
import { action as choosePlan } from 'app/routes/_app.billing.$owner.plan';
import { action as newCollection } from 'app/routes/_app.collections.$owner';
import { action as newFilter } from 'app/routes/_app.filters.$owner.new';
import { action as convert } from 'app/routes/_app.new-organization.convert';
import { action as newOrganization } from 'app/routes/_app.new-organization.create';
import { action as newPackage } from 'app/routes/_app.new-package.$owner';
import { action as newPixel } from 'app/routes/_app.new-pixel.$owner';
import { action as invite } from 'app/routes/_app.organizations.$owner.members._index';
import { action as newRoute } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.routes';
import { action as register } from 'app/routes/_guest.register';
import { sessionCookie } from 'app/session/session-cookie.server';
import { cards, offer, saveCard } from '../../gateway/billing/billing-offers';
import { browserOf, redirectOf, refusedForm, type Browser } from '../../support/dashboard';
import { visitorOf } from '../../support/visitor';
import { createWorld, type Caller, type World } from '../../support/world';

let world: World;
let ada: Browser;
let calls: Caller;
let mine = { owner: 'ada' };
let ofAda = { params: mine };

beforeAll(async () => {
  world = await createWorld();
  [ada, calls] = await Promise.all([browserOf(world, 'ada'), world.as('ada')]);
});
afterAll(() => world.close());

type Action = Parameters<Browser['post']>[0];

/** Sends three posts at once, and a fourth after all responses. */
async function postRepeatedly(
  action: Action,
  params: Record<string, string>,
  form: Record<string, string>,
  path: string,
) {
  let post = () => ada.post(action, params, form, path);
  return [...(await Promise.all([post(), post(), post()])), await post()];
}

/** The one address that all responses lead to. Throws when there are several. */
function commonLocation(answers: Response[]): string {
  let ways = new Set(answers.map((answer) => `${answer.status} ${answer.headers.get('location')}`));
  expect(ways.size).toBe(1);
  return [...ways][0] ?? '';
}

describe('a form sent twice creates only one', () => {
  // @spec 5: Package name exists; a form sent twice leads to the one package
  test('package, and one route of it', async () => {
    let form = { type: 'file', name: 'engine', incoming_path: '/engine/{v}', importance: 'mid' };
    let way = commonLocation(await postRepeatedly(newPackage, mine, form, '/new-package/ada'));
    let { results } = await calls.ask(packagesApi.getPackages, { params: mine });
    expect(results.map(({ name }) => name)).toEqual(['engine']);
    expect(way).toBe(`303 /new-package/ada/${results[0]?.id}/created`);
    let engine = { owner: 'ada', packageType: 'file', packageName: 'engine' };
    let route = { incoming_path: '/more/{v}', outgoing_url: 'https://files.example/{v}' };
    commonLocation(await postRepeatedly(newRoute, engine, route, '/packages/ada/file/engine/routes'));
    let params = { owner: 'ada', package_id: results[0]?.id ?? '' };
    expect(await calls.ask(packageRoutesApi.getPackageRoutes, { params })).toHaveLength(2);
  });

  test('pixel with its domain', async () => {
    let form = { name: 'Docs', importance: 'high', domain: 'px.ada.example' };
    let way = commonLocation(await postRepeatedly(newPixel, mine, form, '/new-pixel/ada'));
    let { results } = await calls.ask(pixelsApi.getTrackingPixels, { params: mine });
    expect(way).toBe(`303 /new-pixel/ada/${results[0]?.id}/created`);
    expect(results).toHaveLength(1);
  });

  test('organization, and one invite to it', async () => {
    let form = { name: 'engines', billing_email: 'bills@example.com', description: '', website: '' };
    expect(commonLocation(await postRepeatedly(newOrganization, {}, form, '/new-organization/create'))).toBe(
      '303 /home/engines',
    );
    let { results } = await calls.ask(usersApi.getUserOrganizations, { params: { username: 'ada' } });
    expect(results).toMatchObject([{ organization_name: 'engines', role: 'owner' }]);
    let person = { person: 'linus', role: 'member' };
    commonLocation(await postRepeatedly(invite, { owner: 'engines' }, person, '/organizations/engines/members'));
    expect(await world.lettersTo('linus@example.com')).toHaveLength(1);
  });

  test('token, which every response shows', async () => {
    let answers = await postRepeatedly(newToken, {}, { name: 'nightly', scope_read: 'on' }, '/account/tokens');
    let bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect([new Set(bodies).size, bodies[0]]).toEqual([1, expect.stringContaining('nightly')]);
    expect(await calls.ask(tokensApi.getApiTokens, { params: { username: 'ada' } })).toHaveLength(1);
  });

  test('collection and one filter', async () => {
    let collection = { pattern: 'team/*', backend_domain: 'docker.io' };
    expect(commonLocation(await postRepeatedly(newCollection, mine, collection, '/collections/ada'))).toBe(
      '303 /collections/ada',
    );
    expect((await calls.ask(collectionsApi.getCollections, ofAda)).total).toBe(1);
    let filter = { name: 'Only Germany', key_1: 'request_origin_country', op_1: 'equals', value_1: 'DE' };
    expect(commonLocation(await postRepeatedly(newFilter, mine, filter, '/filters/ada/new'))).toBe(
      '303 /account/filters',
    );
    expect((await calls.ask(filtersApi.getFilters, ofAda)).total).toBe(1);
  });

  test('mail to a new address', async () => {
    let email = 'ada-too@example.com';
    let form = { email, confirm_email: email, current_password: 'analytical-engine-1' };
    let post = () => ada.post(newAddress, {}, form, '/account/email');
    expect(commonLocation(await Promise.all([post(), post(), post()]))).toBe('303 /account/email');
    expect(await world.lettersTo(email)).toHaveLength(1);
  });

  test('subscription, which is paid once', async () => {
    let root = await world.as('root');
    let { priceId } = await offer(root, { amount: 1_900, currency: 'usd', interval: 'monthly' });
    await saveCard(calls, 'ada', cards.pays);
    commonLocation(await postRepeatedly(choosePlan, mine, { price_id: priceId }, '/billing/ada/plan'));
    expect(await calls.ask(paymentsApi.getInvoices, ofAda)).toHaveLength(1);
  });

  test('account; both responses sign the person in', async () => {
    let password = 'analytical-engine-1';
    let form = { username: 'hurry', email: 'hurry@example.com', password, confirm_password: password };
    let post = () => visitorOf(world).post(register, '/register', form);
    let answers = [...(await Promise.all([post(), post(), post()])), await post()];
    expect(commonLocation(answers)).toBe('303 /home/hurry');
    expect(answers.every((answer) => answer.headers.getSetCookie().some((text) => text.startsWith('__session=')))).toBe(
      true,
    );
    expect(await world.lettersTo('hurry@example.com')).toHaveLength(1);
    let other = { ...form, password: 'another-password', confirm_password: 'another-password' };
    let refused = await refusedForm(await visitorOf(world).post(register, '/register', other));
    expect(refused.error).toHaveProperty('username');
    await world.with(undefined).ask(usersApi.login, { body: { email: 'hurry', password } });
  });
});

describe('a submission is not merged with', () => {
  test('a different form, or another person’s: the second response has the conflict', async () => {
    let form = { type: 'file', name: 'shared', incoming_path: '/shared/{v}', importance: 'mid' };
    let [first, second] = await Promise.all(
      ['low', 'high'].map((importance) => ada.post(newPackage, mine, { ...form, importance }, '/new-package/ada')),
    );
    let refused = [first, second].find((answer) => answer?.status === 422) as Response;
    expect((await refusedForm(refused)).error).toHaveProperty('name');
    let mary = await browserOf(world, 'mary');
    let byMary = await mary.post(newPackage, { owner: 'mary' }, form, '/new-package/mary');
    expect(redirectOf(byMary).status).toBe(303);
    expect((await calls.ask(packagesApi.getPackages, { params: mine })).results.map(({ name }) => name)).toContain(
      'shared',
    );
  });

  test('another person’s in an older session: each gets a token', async () => {
    let older = async (person: 'ada' | 'grace') => {
      let browser = visitorOf(world);
      let { token } = await world.as(person);
      let [cookie = ''] = sessionCookie({ token, username: person } as never).split(';');
      browser.jar.set('__session', cookie.slice(cookie.indexOf('=') + 1));
      await browser.confirm();
      return browser;
    };
    let browsers = [await older('ada'), await older('grace')];
    let form = { name: 'of-an-older-session', scope_read: 'on' };
    let answers = await Promise.all(browsers.map((browser) => browser.post(newToken, '/account/tokens', form)));
    let bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(bodies).toEqual([expect.stringContaining(form.name), expect.stringContaining(form.name)]);
    expect(bodies[0]).not.toBe(bodies[1]);
    let ofGrace = await (await world.as('grace')).ask(tokensApi.getApiTokens, { params: { username: 'grace' } });
    expect(ofGrace.map(({ name }) => name)).toContain(form.name);
  });

  test('a refused one: each is refused, and the next attempt counts', async () => {
    let form = { name: 'x', billing_email: 'bills', description: '', website: '' };
    for (let answer of await postRepeatedly(newOrganization, {}, form, '/new-organization/create'))
      expect((await refusedForm(answer)).status).toBe(422);
    let taken = { name: 'later', billing_email: 'bills@example.com', description: '', website: '' };
    expect(redirectOf(await ada.post(newOrganization, {}, taken, '/new-organization/create')).status).toBe(303);
  });
});

test('an account that is converted twice becomes one organization', async () => {
  let mary = await browserOf(world, 'mary');
  let form = { username: 'mary-self', billing_email: 'bills@example.com', description: '', website: '' };
  let post = () => mary.post(convert, {}, form, '/new-organization/convert');
  let answers = await Promise.all([post(), post()]);
  expect(commonLocation(answers)).toBe('303 /login');
  let body = { email: 'mary-self', password: 'analytical-engine-1' };
  let { token } = await world.with(undefined).ask(usersApi.login, { body });
  let { results } = await world.with(token).ask(auditApi.getAuditEvents, { params: { owner: 'mary' } });
  expect(results.filter(({ action }) => action === 'organization-converted')).toHaveLength(1);
});

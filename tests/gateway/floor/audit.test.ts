import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { auditApi, AuditEvent, actingAsHeader } from 'contract/admin/audit';
import { billingApi } from 'contract/billing/billing';
import { invitesApi } from 'contract/organizations/invites';
import { organizationsApi } from 'contract/organizations/organizations';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { accountApi } from 'contract/accounts/account';
import { tokensApi } from 'contract/accounts/tokens';
import { usersApi } from 'contract/accounts/users';
import pino from 'pino';
import { startAuditRetention } from 'gateway/floor/audit';
import { demoPassword } from 'gateway/demo/people';
import { cards, offer, saveCard } from '../billing/billing-offers';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { getAllAuditEvents, getAuditEvents } = auditApi;

let world: World;
let grace: Caller;
let root: Caller;

beforeAll(async () => {
  world = await createWorld({ memberLimitOverride: 50 });
  [grace, root] = [await world.as('grace'), await world.as('root')];
});
afterAll(() => world.close());

async function log(owner: string, reader: Caller = root): Promise<AuditEvent[]> {
  return (await reader.ask(getAuditEvents, { params: { owner }, query: { per_page: 'max' } })).results;
}

/** The audit log of an owner, newest first, as [action, target]. */
async function entriesOf(owner: string): Promise<[string, string][]> {
  return (await log(owner)).map(({ action, target }) => [action, target]);
}

describe('records', () => {
  it('sign-ins, failed sign-ins and sign-outs, with the address', async () => {
    let anyone = world.with(undefined);
    let body = { username: 'hedy', email: 'hedy@example.com', password: demoPassword };
    let first = world.with((await anyone.ask(usersApi.register, { body })).token);
    await anyone.refusal(usersApi.login, { body: { email: 'hedy', password: 'wrong' } });
    let request = new Request('http://gateway.invalid/internal/login', {
      method: 'POST',
      headers: { 'user-agent': 'Test Browser 1' },
      body: JSON.stringify({ email: 'hedy', password: demoPassword }),
    });
    await world.gateway.api(request, { address: '2001:db8::7' });
    await first.ask(usersApi.logout);
    let lines = await log('hedy');
    expect(lines.map(({ action, actor, target, address, agent }) => [action, actor, target, address, agent])).toEqual([
      ['signed-out', 'hedy', '', '192.0.2.1', ''],
      ['signed-in', 'hedy', 'password', '2001:db8::7', 'Test Browser 1'],
      ['sign-in-failed', null, '', '192.0.2.1', ''],
      ['registered', 'hedy', 'password', '192.0.2.1', ''],
    ]);
  });

  it('a sign-in to an unknown account, without the submitted name', async () => {
    await world.with(undefined).refusal(usersApi.login, { body: { email: 'my-secret-password', password: 'x' } });
    let { results } = await root.ask(getAllAuditEvents, { query: { action: 'sign-in-failed' } });
    expect(results[0]).toMatchObject({ owner: null, actor: null, target: '' });
    expect(JSON.stringify(results)).not.toContain('my-secret-password');
  });

  it('changes of a person to their account', async () => {
    let self = { params: { username: 'mary' } };
    let mary = await world.as('mary');
    await world.as('mary');
    await mary.ask(tokensApi.createApiToken, { ...self, body: { name: 'script', scopes: ['read', 'export'] } });
    await mary.ask(tokensApi.deleteOtherSessions, self);
    await mary.ask(accountApi.changePassword, {
      ...self,
      body: { current_password: demoPassword, password: 'another-one' },
    });
    expect(await entriesOf('mary')).toEqual([
      ['password-changed', ''],
      ['session-revoked', 'all others (1)'],
      ['token-created', 'script (read, export)'],
    ]);
  });

  it('changes of an organization, up to its deletion', async () => {
    let body = { name: 'Compilers', billing_email: 'c@example.com' };
    await grace.ask(organizationsApi.createOrganization, { body });
    let params = { name: 'compilers' };
    let ofAda = { params: { ...params, username: 'ada' } };
    await grace.ask(organizationsApi.addOrganizationMember, { params, body: { username: 'ada', role: 'member' } });
    await grace.ask(organizationsApi.updateOrganizationMember, { ...ofAda, body: { role: 'admin' } });
    await grace.ask(organizationsApi.updateOrganizationMember, { ...ofAda, body: { role: 'admin' } });
    await (await world.as('ada')).ask(organizationsApi.deleteOrganizationMember, ofAda);
    await grace.ask(organizationsApi.addOrganizationMember, { params, body: { username: 'ada', role: 'member' } });
    await grace.ask(organizationsApi.deleteOrganizationMember, ofAda);
    await grace.ask(invitesApi.inviteOrganizationMember, {
      params,
      body: { email: 'new@example.com', role: 'member' },
    });
    await grace.ask(organizationsApi.updateOrganization, { params, body: { ...body, name: 'Translators' } });
    expect(await entriesOf('translators')).toEqual([
      ['organization-updated', 'Compilers → Translators'],
      ['member-invited', 'new@example.com (member)'],
      ['member-removed', 'ada (member)'],
      ['member-joined', 'ada (member)'],
      ['member-left', 'ada (admin)'],
      ['member-role-changed', 'ada: member → admin'],
      ['member-joined', 'ada (member)'],
      ['organization-created', ''],
    ]);
    await world.records.deleteFrom('subscriptions').execute();
    await grace.ask(organizationsApi.deleteOrganization, { params: { name: 'translators' } });
    let { results } = await root.ask(getAllAuditEvents, { query: { about: 'TRANSL' } });
    expect(results[0]).toMatchObject({ action: 'organization-deleted', owner: 'Translators', actor: 'grace' });
  });

  it('deleted packages and pixels, and nothing when nothing was deleted', async () => {
    let params = { owner: 'hopper-labs' };
    let made = await grace.ask(packagesApi.createPackage, {
      params,
      body: { type: 'file', name: 'gone', incoming_path: '/gone' },
    });
    let pixel = await grace.ask(pixelsApi.createTrackingPixel, { params, body: { name: 'Gone too' } });
    await grace.ask(packagesApi.deletePackage, { params: { ...params, package_id: made.id } });
    await grace.refusal(packagesApi.deletePackage, { params: { ...params, package_id: made.id } });
    await grace.ask(pixelsApi.deleteTrackingPixel, { params: { ...params, id: pixel.id } });
    expect((await entriesOf('hopper-labs')).slice(0, 2)).toEqual([
      ['pixel-deleted', 'Gone too'],
      ['package-deleted', 'gone (file)'],
    ]);
  });

  it('changes of a subscription', async () => {
    let { priceId } = await offer(root, { amount: 1_900, currency: 'usd', interval: 'monthly' });
    let params = { owner: 'grace' };
    await saveCard(grace, 'grace', cards.pays);
    let { subscription } = await grace.ask(billingApi.createSubscription, { params, body: { price_id: priceId } });
    let one = { params: { ...params, id: subscription?.id ?? '' } };
    await grace.ask(billingApi.cancelSubscription, { ...one, body: { at: 'period-end' } });
    await grace.ask(billingApi.resumeSubscription, one);
    await grace.refusal(billingApi.createSubscription, { params, body: { price_id: priceId } });
    let done = (await entriesOf('grace')).slice(0, 4);
    expect(done.map(([action]) => action)).toEqual([
      'subscription-resumed',
      'subscription-canceled',
      'subscription-started',
      'payment-method-saved',
    ]);
    expect(done[3]?.[1]).toBe('visa ending in 4242');
  });

  it('changes of a subscription over time, as done by the payment provider', async () => {
    let other = await createWorld();
    let admin = await other.as('root');
    let { priceId } = await offer(admin, { amount: 1_900, currency: 'usd', interval: 'monthly' });
    let params = { owner: 'mary' };
    let mary = await other.as('mary');
    await saveCard(mary, 'mary', cards.pays);
    await mary.ask(billingApi.createSubscription, { params, body: { price_id: priceId } });
    await saveCard(mary, 'mary', cards.declinesLater);
    for (let days of [32, 32]) {
      other.later(days * dayMs);
      await (await other.as('mary')).ask(billingApi.getBilling, { params });
    }
    let reader = await other.as('mary');
    let { results } = await reader.ask(getAuditEvents, { params });
    let told = results.filter(({ action }) => action.startsWith('subscription-'));
    expect(told.map(({ actor, action, target }) => [actor, action, target.replace(/^.*\(/, '(')]).reverse()).toEqual([
      ['mary', 'subscription-started', expect.any(String)],
      ['payment provider', 'subscription-changed', '(past due)'],
      ['payment provider', 'subscription-changed', '(unpaid)'],
    ]);
    await other.close();
  });

  it('that a platform admin acted as another owner, which others cannot claim', async () => {
    let send = async (caller: Caller, id: string) => {
      let headers = { authorization: `Bearer ${caller.token}`, [actingAsHeader]: 'hopper-labs' };
      let url = `http://gateway.invalid/v2/packages/hopper-labs/${id}`;
      expect((await world.gateway.api(new Request(url, { method: 'DELETE', headers }))).status).toBe(204);
      return (await log('hopper-labs'))[0];
    };
    let make = async (name: string) => {
      let body = { type: 'file' as const, name, incoming_path: `/${name}` };
      return (await grace.ask(packagesApi.createPackage, { params: { owner: 'hopper-labs' }, body })).id;
    };
    expect(await send(root, await make('one'))).toMatchObject({ actor: 'root', acting_as: 'hopper-labs' });
    expect(await send(grace, await make('two'))).toMatchObject({ actor: 'grace', acting_as: null });
  });
});

describe('a converted account', () => {
  it('keeps the person’s log with the person', async () => {
    let body = { username: 'emmy', email: 'emmy@example.com', password: demoPassword };
    let emmy = world.with((await world.with(undefined).ask(usersApi.register, { body })).token);
    let conversion = { username: 'emmy-noether', billing_email: 'emmy@example.com' };
    await emmy.ask(organizationsApi.convertAccount, { params: { username: 'emmy' }, body: conversion });
    expect(await entriesOf('emmy-noether')).toEqual([['registered', 'password']]);
    expect(await entriesOf('emmy')).toEqual([['organization-converted', 'emmy-noether']]);
  });
});

describe('lists', () => {
  it('events in pages, newest first, by action', async () => {
    let params = { owner: 'root' };
    for (let n = 0; n < 5; n++) {
      let body = { name: `t${n}`, scopes: ['read' as const] };
      await root.ask(tokensApi.createApiToken, { params: { username: 'root' }, body });
    }
    let all = await root.ask(getAuditEvents, { params, query: { action: 'token-created', per_page: 'max' } });
    expect(all.results.map((event) => event.target)).toEqual([4, 3, 2, 1, 0].map((n) => `t${n} (read)`));
    let query = { action: ['token-created' as const], per_page: 2 };
    let second = await root.ask(getAuditEvents, { params, query: { ...query, after: all.results[1]?.id } });
    expect(second.results).toEqual(all.results.slice(2, 4));
    let byNumber = await root.ask(getAuditEvents, { params, query: { ...query, page: 3 } });
    expect(byNumber).toMatchObject({ total: 5, results: all.results.slice(4), _links: { next: null } });
  });

  it('events by part of a name, without wildcards', async () => {
    expect((await root.ask(getAllAuditEvents, { query: { about: '%' } })).total).toBe(0);
    expect((await root.ask(getAllAuditEvents, { query: { about: 'oot' } })).total).toBeGreaterThan(0);
  });

  it('events for owners and admins of an organization, not for members', async () => {
    let params = { owner: 'hopper-labs' };
    for (let person of ['grace', 'mary'] as const) await (await world.as(person)).ask(getAuditEvents, { params });
    let linus = await world.as('linus');
    expect((await linus.refusal(getAuditEvents, { params })).code).toBe('permission-not-granted');
    await linus.ask(getAuditEvents, { params: { owner: 'linus' } });
  });
});

describe('deletes', () => {
  it('events older than the setting', async () => {
    let silent = pino({ level: 'silent' });
    let twoDaysOn = () => world.now() + 2 * dayMs;
    let before = (await root.ask(getAllAuditEvents)).total;
    await startAuditRetention(world.records, 3, { clock: twoDaysOn, log: silent })();
    expect((await root.ask(getAllAuditEvents)).total).toBe(before);
    await startAuditRetention(world.records, 1, { clock: twoDaysOn, log: silent })();
    expect((await root.ask(getAllAuditEvents)).total).toBe(0);
  });
});

whoMay([getAuditEvents, getAllAuditEvents]);

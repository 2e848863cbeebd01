import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invitesApi } from 'contract/organizations/invites';
import { organizationsApi } from 'contract/organizations/organizations';
import { packagesApi } from 'contract/packages/packages';
import { domainsApi } from 'contract/packages/domains';
import { pixelsApi } from 'contract/packages/pixels';
import { usersApi } from 'contract/accounts/users';
import { changeSubscription, newSubscription } from 'gateway/billing/subscriptions';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';
import { offer } from '../billing/billing-offers';

const {
  addOrganizationMember,
  createOrganization,
  deleteOrganization,
  deleteOrganizationMember,
  getOrganization,
  getOrganizationMember,
  getOrganizationMembers,
  updateOrganization,
  updateOrganizationMember,
} = organizationsApi;

let world: World;
let ada: Caller;
let grace: Caller;
let mary: Caller;
let linus: Caller;
let teams = 0;

beforeAll(async () => {
  world = await createWorld({ memberLimitOverride: 20 });
  [ada, grace, mary, linus] = await Promise.all([
    world.as('ada'),
    world.as('grace'),
    world.as('mary'),
    world.as('linus'),
  ]);
});
afterAll(() => world.close());

const about = { billing_email: 'bills@example.com', description: 'Engines', website: 'https://engines.example' };

async function organization(owner: Caller = grace): Promise<string> {
  let { name } = await owner.ask(createOrganization, { body: { name: `Team-${++teams}`, ...about } });
  return name;
}

async function rolesIn(name: string): Promise<Record<string, string>> {
  let root = await world.as('root');
  let { results } = await root.ask(getOrganizationMembers, { params: { name }, query: { per_page: 'max' } });
  return Object.fromEntries(results.map((member) => [member.username, member.role]));
}

describe('answers', () => {
  it('creates an organization whose first owner is the caller', async () => {
    let made = await ada.ask(createOrganization, { body: { name: 'Engine-Works', ...about } });
    expect(made).toMatchObject({ name: 'Engine-Works', ...about });
    expect(await ada.ask(getOrganization, { params: { name: 'engine-works' } })).toEqual(made);
    expect(await rolesIn('Engine-Works')).toEqual({ ada: 'owner' });
    let { results } = await ada.ask(usersApi.getUserOrganizations, { params: { username: 'ada' } });
    expect(results).toMatchObject([{ organization_name: 'Engine-Works', role: 'owner' }]);
  });

  it('changes description and name, and the hosts of its packages follow', async () => {
    let name = await organization();
    let body = { type: 'docker' as const, name: 'image', backend_registry: 'docker.io' };
    let { id } = await grace.ask(packagesApi.createPackage, { params: { owner: name }, body });
    let renamed = await grace.ask(updateOrganization, {
      params: { name },
      body: { name: `${name}-new`, billing_email: 'new@example.com' },
    });
    expect(renamed).toMatchObject({ name: `${name}-new`, billing_email: 'new@example.com', description: '' });
    let params = { owner: `${name}-new`, package_id: id };
    expect((await grace.ask(domainsApi.getPackageDomains, { params }))[0]?.name).toBe(
      `${name}-new.docker.localhost`.toLowerCase(),
    );
    expect((await grace.refusal(getOrganization, { params: { name } })).code).toBe('organization-not-found');
  });

  it('lists members by name, in pages', async () => {
    let params = { name: 'hopper-labs' };
    let all = await linus.ask(getOrganizationMembers, { params });
    expect(all.results.map(({ username, role }) => [username, role])).toEqual([
      ['grace', 'owner'],
      ['linus', 'member'],
      ['mary', 'admin'],
    ]);
    let query = { per_page: 1, after: all.results[0]?.user_id };
    let second = await linus.ask(getOrganizationMembers, { params, query });
    expect(second).toMatchObject({ total: 3, results: [{ username: 'linus' }] });
    expect(second._links.next).toContain(all.results[1]?.user_id);
    let byPage = await linus.ask(getOrganizationMembers, { params, query: { per_page: 2, page: 2 } });
    expect(byPage.results).toMatchObject([{ username: 'mary' }]);
  });

  it('adds, promotes and removes a member', async () => {
    let name = await organization();
    let body = { username: 'ADA', role: 'member' as const };
    let added = await grace.ask(addOrganizationMember, { params: { name }, body });
    expect(added).toMatchObject({ username: 'ada', role: 'member', user_id: world.ids.get('ada') });
    let params = { name, username: 'ada' };
    await grace.ask(updateOrganizationMember, { params, body: { role: 'owner' } });
    expect(await ada.ask(getOrganizationMember, { params })).toEqual({ ...added, role: 'owner' });
    await ada.ask(deleteOrganizationMember, { params: { name, username: 'grace' } });
    expect(await rolesIn(name)).toEqual({ ada: 'owner' });
    expect((await grace.refusal(getOrganization, { params: { name } })).code).toBe('permission-not-granted');
  });

  it('lets members of every role leave', async () => {
    for (let role of ['member', 'admin', 'owner'] as const) {
      let name = await organization();
      await grace.ask(addOrganizationMember, { params: { name }, body: { username: 'ada', role } });
      await ada.ask(deleteOrganizationMember, { params: { name, username: 'ada' } });
      expect(await rolesIn(name)).toEqual({ grace: 'owner' });
    }
  });

  it('deletes an organization with its packages, and reserves its name', async () => {
    let name = await organization();
    await grace.ask(pixelsApi.createTrackingPixel, { params: { owner: name }, body: { name: 'Docs' } });
    await grace.ask(deleteOrganization, { params: { name } });
    expect((await grace.refusal(pixelsApi.getTrackingPixels, { params: { owner: name } })).code).toBe(
      'pixel-owner-not-found',
    );
    let again = await ada.refusal(createOrganization, { body: { name, ...about } });
    expect(again.code).toBe('entity-already-exists');
  });
});

describe('refuses', () => {
  // @spec 5: Organization name: required, two characters, charset, taken
  it.each([
    [{ name: undefined }, 'organization-name-is-required', 'name'],
    [{ name: 'x' }, 'organization-name-is-too-short', 'name'],
    [{ name: 'under_score' }, 'invalid-organization-name', 'name'],
    [{ name: 'x'.repeat(61) }, 'organization-name-is-too-long', 'name'],
    [{ name: 'GRACE' }, 'entity-already-exists', 'name'],
    [{ name: 'Hopper-labs' }, 'entity-already-exists', 'name'],
    [{ name: 'invites' }, 'entity-already-exists', 'name'],
    [{ billing_email: '' }, 'field-is-required', 'billing_email'],
    [{ billing_email: 'nobody' }, 'invalid-billing-email', 'billing_email'],
    [{ website: 'javascript:alert(1)' }, 'invalid-website-url', 'website'],
  ])('%o with %s', async (wrong, code, field) => {
    let body: Record<string, string | undefined> = { name: 'good-name', ...about, ...wrong };
    expect(await ada.refusal(createOrganization, { body: body as never })).toMatchObject({ status: 422, code, field });
    let name = 'hopper-labs';
    if (code === 'entity-already-exists' && field === 'name' && /labs/i.test(body['name'] ?? '')) return;
    expect(await mary.refusal(updateOrganization, { params: { name }, body: body as never })).toMatchObject({
      code,
      field,
    });
  });

  it('a second organization with the same name, created at the same moment', async () => {
    let calls = [1, 2, 3].map(() => ada.call(createOrganization, { body: { name: 'at-once', ...about } }));
    let statuses = (await Promise.all(calls)).map((answer) => answer.status).sort();
    expect(statuses).toEqual([201, 422, 422]);
  });

  it('unknown people and existing members', async () => {
    let params = { name: 'hopper-labs' };
    let refused = (username: string) =>
      grace.refusal(addOrganizationMember, { params, body: { username, role: 'member' } });
    expect(await refused('nobody')).toMatchObject({ status: 404, code: 'user-not-found', field: 'username' });
    expect((await refused('hopper-labs')).code).toBe('user-not-found');
    expect(await refused('Linus')).toMatchObject({ code: 'already-organization-member', field: 'username' });
    for (let route of [getOrganizationMember, deleteOrganizationMember])
      expect((await grace.refusal(route, { params: { ...params, username: 'ada' } })).code).toBe('user-not-found');
  });

  // @spec 6: Organization roles; owner or admin administers
  it('an admin who appoints, demotes or removes owners', async () => {
    let params = { name: 'hopper-labs', username: 'grace' };
    let made = { params: { name: params.name }, body: { username: 'ada', role: 'owner' as const } };
    expect((await mary.refusal(addOrganizationMember, made)).code).toBe('permission-not-granted');
    let promoted = { params: { ...params, username: 'mary' }, body: { role: 'owner' as const } };
    expect((await mary.refusal(updateOrganizationMember, promoted)).code).toBe('permission-not-granted');
    expect(await mary.refusal(updateOrganizationMember, { params, body: { role: 'admin' } })).toMatchObject({
      status: 422,
      code: 'cannot-revoke-ownership',
    });
    expect((await mary.refusal(deleteOrganizationMember, { params })).code).toBe('cannot-delete-owner');
    expect(await rolesIn('hopper-labs')).toMatchObject({ grace: 'owner', linus: 'member', mary: 'admin' });
  });

  it('a change that would leave it without an owner', async () => {
    let params = { name: 'hopper-labs', username: 'grace' };
    let root = await world.as('root');
    for (let caller of [grace, root]) {
      let demoted = await caller.refusal(updateOrganizationMember, { params, body: { role: 'member' } });
      expect(demoted).toMatchObject({ status: 422, code: 'organization-needs-an-owner' });
      expect((await caller.refusal(deleteOrganizationMember, { params })).code).toBe('organization-needs-an-owner');
    }
  });

  // @spec 6: At least one owner, also at the same moment
  it.each([1, 2, 3, 4, 5])('two owners who demote or remove each other at the same moment (%i)', async (round) => {
    let name = await organization();
    await grace.ask(addOrganizationMember, { params: { name }, body: { username: 'ada', role: 'owner' } });
    let body = { role: 'member' as const };
    let calls =
      round % 2
        ? [
            grace.call(updateOrganizationMember, { params: { name, username: 'ada' }, body }),
            ada.call(updateOrganizationMember, { params: { name, username: 'grace' }, body }),
          ]
        : [
            grace.call(deleteOrganizationMember, { params: { name, username: 'grace' } }),
            ada.call(deleteOrganizationMember, { params: { name, username: 'ada' } }),
            ada.call(deleteOrganizationMember, { params: { name, username: 'grace' } }),
          ];
    await Promise.all(calls);
    let owners = Object.values(await rolesIn(name)).filter((role) => role === 'owner');
    expect(owners.length).toBeGreaterThanOrEqual(1);
  });

  it('more members than the plan allows, also at the same moment', async () => {
    let small = await createWorld();
    let owner = await small.as('ada');
    let { name, member_limit, id } = await owner.ask(createOrganization, { body: { name: 'small', ...about } });
    await small.records.deleteFrom('subscriptions').where('owner_id', '=', id).execute();
    expect([null, 2]).toContain(member_limit);
    expect((await owner.ask(getOrganization, { params: { name } })).member_limit).toBe(2);
    let calls = ['grace', 'mary', 'linus'].map((username) =>
      owner.call(addOrganizationMember, { params: { name }, body: { username, role: 'member' } }),
    );
    let answers = await Promise.all(calls);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422, 422]);
    let refused = answers.find((answer) => answer.status === 422);
    expect(refused?.body).toMatchObject({ code: 'max-organization-members-reached', field: 'username' });
    await small.close();
  });

  it('the deletion of an organization with a paid subscription', async () => {
    let name = await organization();
    let { id } = await grace.ask(getOrganization, { params: { name } });
    let { priceId } = await offer(await world.as('root'), { amount: 1_900, currency: 'usd', interval: 'monthly' });
    await world.records.deleteFrom('subscriptions').where('owner_id', '=', id).execute();
    let row = { ...newSubscription(id, world.now()), status: 'active' as const, price_id: priceId };
    await world.records.insertInto('subscriptions').values(row).execute();
    expect(await grace.refusal(deleteOrganization, { params: { name } })).toMatchObject({
      status: 422,
      code: 'cannot-delete-organization-with-subscription',
    });
    await changeSubscription(world.records, row.id, { status: 'canceled' }, world.now());
    await grace.ask(deleteOrganization, { params: { name } });
  });
});

let rest = Object.values(organizationsApi).filter((route) => route !== deleteOrganization);
whoMay([...rest, ...Object.values(invitesApi)]);
whoMay([deleteOrganization]);

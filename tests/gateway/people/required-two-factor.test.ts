/**
 * Two-factor authentication, required by an organization of its members, or by the installation of
 * its platform admins.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { administrationApi } from 'contract/admin/administration';
import { auditApi, actingAsHeader } from 'contract/admin/audit';
import { invitesApi } from 'contract/organizations/invites';
import { onePathTokensApi } from 'contract/exports/one-path-tokens';
import { organizationsApi } from 'contract/organizations/organizations';
import { packagesApi } from 'contract/packages/packages';
import { permissionsApi } from 'contract/organizations/permissions';
import type { TokenScope } from 'contract/accounts/tokens';
import { searchApi } from 'contract/packages/search';
import { twoFactorApi } from 'contract/accounts/two-factor';
import { usersApi } from 'contract/accounts/users';
import type { SamplePerson } from 'gateway/demo/people';
import { addToken } from 'gateway/people/accounts/tokens';
import { addTwoFactor, setRequirement, removeTwoFactor } from 'tests/support/two-factor';
import { createWorld, type World } from 'tests/support/world';

const { deleteOrganizationMember, getOrganization, getOrganizationMembers } = organizationsApi;
const { addOrganizationMember, setTwoFactorRequirement, updateOrganization } = organizationsApi;
const params = { name: 'hopper-labs' };
const needed = {
  status: 403,
  code: 'two-factor-needed',
  message: 'This requires two-factor authentication. Turn it on for your account.',
};
const on = { requires_two_factor: true };
const everybody: SamplePerson[] = ['grace', 'mary', 'linus', 'root', 'ada'];

let world: World;

async function apiToken(person: SamplePerson, scopes: TokenScope[] = ['read', 'write', 'events', 'export']) {
  let given = { userId: world.ids.get(person) ?? '', kind: 'api' as const, name: 'script', scopes };
  return world.with((await addToken(world.records, given, world.now())).token);
}

describe('an organization', () => {
  beforeAll(async () => void (world = await createWorld({ memberLimitOverride: 10 })));
  afterAll(() => world.close());
  beforeEach(async () => {
    for (let person of everybody) await removeTwoFactor(world, person);
    await setRequirement(world, false);
  });

  it('requires it once an owner with two-factor switches it on, and no longer once it is switched off', async () => {
    await addTwoFactor(world, 'grace');
    let grace = await world.as('grace');
    let linus = await world.as('linus');
    expect(await linus.ask(getOrganization, { params })).toMatchObject({ requires_two_factor: false });
    expect(await grace.ask(setTwoFactorRequirement, { params, body: on })).toMatchObject(on);
    expect(await linus.refusal(getOrganization, { params })).toEqual(needed);
    await addTwoFactor(world, 'linus', false);
    expect((await linus.refusal(getOrganization, { params })).code).toBe('two-factor-needed');
    await addTwoFactor(world, 'linus');
    expect(await linus.ask(getOrganization, { params })).toMatchObject(on);
    await grace.ask(setTwoFactorRequirement, { params, body: on });
    await grace.ask(setTwoFactorRequirement, { params, body: { requires_two_factor: false } });
    await removeTwoFactor(world, 'linus');
    await linus.ask(getOrganization, { params });
    let { results } = await grace.ask(auditApi.getAuditEvents, { params: { owner: 'hopper-labs' } });
    expect(results.map(({ action, actor }) => [action, actor])).toEqual([
      ['two-factor-not-required', 'grace'],
      ['access-refused', 'linus'],
      ['two-factor-required', 'grace'],
    ]);
  });

  it('refuses the switch to an owner without two-factor, admins, members, strangers and API tokens', async () => {
    let grace = await world.as('grace');
    expect(await grace.refusal(setTwoFactorRequirement, { params, body: on })).toMatchObject({
      status: 422,
      code: 'own-two-factor-is-off',
      field: 'requires_two_factor',
    });
    for (let person of everybody) await addTwoFactor(world, person);
    for (let person of ['mary', 'linus', 'ada'] as const)
      expect((await (await world.as(person)).refusal(setTwoFactorRequirement, { params, body: on })).code).toBe(
        'permission-not-granted',
      );
    expect((await (await apiToken('grace')).refusal(setTwoFactorRequirement, { params, body: on })).code).toBe(
      'token-scope-not-granted',
    );
    expect(await grace.ask(getOrganization, { params })).toMatchObject({ requires_two_factor: false });
  });

  it('keeps its setting when its other fields are changed', async () => {
    await setRequirement(world, true);
    await addTwoFactor(world, 'grace');
    let body = { name: 'hopper-labs', billing_email: 'bills@example.com' };
    expect(await (await world.as('grace')).ask(updateOrganization, { params, body })).toMatchObject(on);
  });

  it.each(['grace', 'mary', 'linus'] as const)(
    'refuses %s without two-factor, by session and API token',
    async (person) => {
      await setRequirement(world, true);
      let body = { query: 'x', context: { tag: 'organization' as const, context: 'hopper-labs' } };
      for (let caller of [await world.as(person), await apiToken(person)]) {
        expect(await caller.refusal(getOrganization, { params })).toEqual(needed);
        expect(await caller.refusal(getOrganizationMembers, { params })).toEqual(needed);
        expect(await caller.refusal(searchApi.search, { body })).toEqual(needed);
        let tool = { type: 'file' as const, name: 'tool', incoming_path: '/tool' };
        expect(
          await caller.refusal(packagesApi.createPackage, { params: { owner: 'hopper-labs' }, body: tool }),
        ).toEqual(needed);
      }
      let session = await world.as(person);
      let path = '/v2/organizations/hopper-labs';
      expect(await session.refusal(onePathTokensApi.createOnePathToken, { body: { path } })).toEqual(needed);
      await addTwoFactor(world, person);
      await session.ask(getOrganization, { params });
      await (await apiToken(person)).ask(getOrganization, { params });
    },
  );

  it('is refused to strangers as before, and open to platform admins', async () => {
    await setRequirement(world, true);
    expect((await (await world.as('ada')).refusal(getOrganization, { params })).code).toBe('permission-not-granted');
    await (await world.as('root')).ask(getOrganization, { params });
  });

  it('leaves members access to their own account and their list of organizations, and lets them leave', async () => {
    await setRequirement(world, true);
    let self = { username: 'linus' };
    for (let caller of [await world.as('linus'), await apiToken('linus')]) {
      let { results } = await caller.ask(usersApi.getUserOrganizations, { params: self });
      expect(results).toMatchObject([{ organization_name: 'hopper-labs', role: 'member' }]);
    }
    let linus = await world.as('linus');
    await linus.ask(usersApi.getUser, { params: self });
    expect(await linus.ask(twoFactorApi.getTwoFactor, { params: self })).toMatchObject({
      status: 'off',
      required_by: { organizations: ['hopper-labs'], administration: false },
    });
    await linus.ask(deleteOrganizationMember, { params: { ...params, ...self } });
    expect((await linus.refusal(getOrganization, { params })).code).toBe('permission-not-granted');
    await addTwoFactor(world, 'grace');
    let body = { username: 'linus', role: 'member' as const };
    await (await world.as('grace')).ask(addOrganizationMember, { params, body });
  });

  it('requires nothing of people who are added to a package of one of its members', async () => {
    await setRequirement(world, true);
    let grace = await world.as('grace');
    let tool = { type: 'file' as const, name: 'own-tool', incoming_path: '/own-tool' };
    let { id } = await grace.ask(packagesApi.createPackage, { params: { owner: 'grace' }, body: tool });
    let at = { owner: 'grace', package_id: id };
    let body = { username: 'linus', permission_level: 'admin' as const };
    await grace.ask(permissionsApi.setPackagePermission, { params: at, body });
    for (let caller of [await world.as('linus'), await apiToken('linus')])
      await caller.ask(packagesApi.getPackageById, { params: at });
  });
});

describe('the installation, for platform admins', () => {
  const owner = { owner: 'hopper-labs' };
  beforeAll(async () => void (world = await createWorld({ requiresTwoFactorOfAdmins: true, memberLimitOverride: 10 })));
  afterAll(() => world.close());
  beforeEach(() => removeTwoFactor(world, 'root'));

  it('refuses administration and data of other owners to an admin without two-factor', async () => {
    let root = await world.as('root');
    expect(await root.refusal(administrationApi.getOwners, {})).toEqual(needed);
    expect(await root.refusal(getOrganization, { params })).toEqual(needed);
    expect(await root.refusal(usersApi.getUser, { params: { username: 'ada' } })).toEqual(needed);
    expect(await root.refusal(auditApi.getAuditEvents, { params: owner })).toEqual(needed);
    await root.ask(usersApi.getUser, { params: { username: 'root' } });
    await addTwoFactor(world, 'root');
    await root.ask(administrationApi.getOwners, {});
    await root.ask(getOrganization, { params });
    await root.ask(usersApi.getUser, { params: { username: 'ada' } });
  });

  it('shows the reason to platform admins only', async () => {
    let asked = async (username: SamplePerson) =>
      (await (await world.as(username)).ask(twoFactorApi.getTwoFactor, { params: { username } })).required_by;
    expect(await asked('root')).toEqual({ organizations: [], administration: true });
    expect(await asked('ada')).toEqual({ organizations: [], administration: false });
    await addTwoFactor(world, 'root');
    expect(await asked('root')).toEqual({ organizations: [], administration: true });
    expect((await (await world.as('ada')).refusal(administrationApi.getOwners, {})).code).toBe(
      'permission-not-granted',
    );
  });

  it('leaves platform admins the rights of ordinary people', async () => {
    await addTwoFactor(world, 'grace');
    let body = { username: 'root', role: 'member' as const };
    await (await world.as('grace')).ask(addOrganizationMember, { params, body });
    let root = await world.as('root');
    await root.ask(getOrganization, { params });
    let invite = { email: 'new@example.com', role: 'member' as const };
    expect((await root.refusal(invitesApi.inviteOrganizationMember, { params, body: invite })).code).toBe(
      'two-factor-needed',
    );
  });

  it('accepts their acting-as header only with two-factor', async () => {
    let found = async (name: string) => {
      let headers = { authorization: `Bearer ${(await world.as('root')).token}`, [actingAsHeader]: 'ada' };
      let body = JSON.stringify({ name, billing_email: 'bills@example.com' });
      let url = 'http://gateway.invalid/v2/organizations';
      let { status } = await world.gateway.api(new Request(url, { method: 'POST', headers, body }));
      expect(status).toBe(201);
    };
    await found('without');
    await addTwoFactor(world, 'root');
    await found('with');
    let root = await world.as('root');
    let actingAs = async (name: string) =>
      (await root.ask(auditApi.getAuditEvents, { params: { owner: name } })).results.map(({ acting_as }) => acting_as);
    expect(await actingAs('without')).toEqual([null]);
    expect(await actingAs('with')).toEqual(['ada']);
  });

  it('requires nothing of them without the setting', async () => {
    let other = await createWorld();
    await (await other.as('root')).ask(administrationApi.getOwners, {});
    await other.close();
  });
});

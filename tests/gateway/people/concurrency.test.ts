/** Simultaneous changes to the same data. Every rule holds, whichever change comes first. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountApi } from 'contract/accounts/account';
import { auditApi } from 'contract/admin/audit';
import { billingApi } from 'contract/billing/billing';
import { invitesApi } from 'contract/organizations/invites';
import { organizationsApi } from 'contract/organizations/organizations';
import { packagesApi } from 'contract/packages/packages';
import { permissionsApi } from 'contract/organizations/permissions';
import { usersApi } from 'contract/accounts/users';
import { demoPassword } from 'gateway/demo/people';
import { createWorld, type Caller, type World } from 'tests/support/world';
import { cards, offer, saveCard } from '../billing/billing-offers';

const { addOrganizationMember, createOrganization, deleteOrganization, deleteOrganizationMember } = organizationsApi;
const { getOrganizationMembers, updateOrganizationMember } = organizationsApi;

let world: World;
let ada: Caller;
let count = 0;

beforeAll(async () => {
  world = await createWorld({ trialDays: 14, attemptLimits: { registrationsPerAddress: 1_000 } });
  ada = await world.as('ada');
});
afterAll(() => world.close());

/** A new organization of ada's with a running trial. */
async function organization(): Promise<string> {
  let body = { name: `crowd-${(count += 1)}`, billing_email: 'bills@example.com' };
  return (await ada.ask(createOrganization, { body })).name;
}

async function rolesIn(name: string): Promise<string[]> {
  let { results } = await (await world.as('root')).ask(getOrganizationMembers, { params: { name } });
  return results.map(({ username, role }) => `${username}: ${role}`);
}

/** How often an action is in the audit log of an owner. */
async function countActions(owner: string, action: 'member-joined' | 'package-member-added'): Promise<number> {
  let { results } = await ada.ask(auditApi.getAuditEvents, { params: { owner }, query: { action } });
  return results.length;
}

describe('one member and one audit log entry result from', () => {
  it('a person who is added several times', async () => {
    let name = await organization();
    let body = { username: 'linus', role: 'member' as const };
    let calls = [1, 2, 3].map(() => ada.call(addOrganizationMember, { params: { name }, body }));
    let answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({ code: 'already-organization-member' });
    expect([await rolesIn(name), await countActions(name, 'member-joined')]).toEqual([
      ['ada: owner', 'linus: member'],
      1,
    ]);
  });

  it('an invite that is accepted while its person is added', async () => {
    let name = await organization();
    await ada.ask(invitesApi.inviteOrganizationMember, {
      params: { name },
      body: { username: 'mary', role: 'member' },
    });
    let token = (await world.lettersTo('mary@example.com')).at(-1)?.link.split('/').at(-1) ?? '';
    let mary = await world.as('mary');
    let [added, accepted] = await Promise.all([
      ada.call(addOrganizationMember, { params: { name }, body: { username: 'mary', role: 'admin' } }),
      mary.call(invitesApi.acceptInvite, { params: { token } }),
    ]);
    expect([added.status, accepted.status].filter((status) => status < 300)).toHaveLength(1);
    expect(await rolesIn(name)).toHaveLength(2);
    expect(await countActions(name, 'member-joined')).toBe(1);
  });

  it('a person who is added to a package several times', async () => {
    let body = { type: 'file' as const, name: 'crowded', incoming_path: '/crowded/{v}' };
    let { id: package_id } = await ada.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body });
    let params = { owner: 'ada', package_id };
    let given = { params, body: { username: 'grace', permission_level: 'member' as const } };
    let answers = await Promise.all([1, 2, 3].map(() => ada.call(permissionsApi.setPackagePermission, given)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await ada.ask(permissionsApi.getPackagePermissions, { params })).toHaveLength(2);
    expect(await countActions('ada', 'package-member-added')).toBe(1);
  });
});

describe('an organization keeps an owner when', () => {
  /** A new person who owns an organization together with ada. */
  async function partner(): Promise<{ name: string; username: string; caller: Caller }> {
    let [name, username] = [await organization(), `partner-${count}`];
    let body = { username, email: `${username}@example.com`, password: demoPassword };
    let { token } = await world.with(undefined).ask(usersApi.register, { body });
    await ada.ask(addOrganizationMember, { params: { name }, body: { username, role: 'owner' } });
    return { name, username, caller: world.with(token) };
  }

  // @spec 6: At least one owner, also when an account ends or a member leaves at that moment
  it.each([1, 2, 3])('one owner deletes the account while the other steps down (%i)', async () => {
    let { name, username, caller } = await partner();
    let [gone, demoted] = await Promise.all([
      caller.call(accountApi.deleteUser, { params: { username } }),
      ada.call(updateOrganizationMember, { params: { name, username: 'ada' }, body: { role: 'member' } }),
    ]);
    expect([gone.status, demoted.status].filter((status) => status === 422)).toHaveLength(1);
    expect((await rolesIn(name)).filter((one) => one.endsWith('owner'))).toHaveLength(1);
  });

  it.each([1, 2, 3])('one owner leaves while the other demotes them (%i)', async () => {
    let { name, username, caller } = await partner();
    await Promise.all([
      caller.call(deleteOrganizationMember, { params: { name, username } }),
      caller.call(deleteOrganizationMember, { params: { name, username: 'ada' } }),
      ada.call(updateOrganizationMember, { params: { name, username: 'ada' }, body: { role: 'admin' } }),
    ]);
    expect((await rolesIn(name)).filter((one) => one.endsWith('owner')).length).toBeGreaterThanOrEqual(1);
  });
});

describe('no subscription remains for a deleted owner', () => {
  let price_id: string;
  beforeAll(async () => {
    price_id = (await offer(await world.as('root'), { amount: 1_900, currency: 'usd', interval: 'monthly' })).priceId;
  });

  it.each([1, 2, 3, 4])('when an organization is deleted and subscribed at the same moment (%i)', async (round) => {
    let name = await organization();
    await saveCard(ada, name, cards.pays);
    let subscribe = () => ada.call(billingApi.createSubscription, { params: { owner: name }, body: { price_id } });
    let first = round % 2 ? subscribe() : undefined;
    let removing = ada.call(deleteOrganization, { params: { name } });
    let subscribed = await (first ?? subscribe());
    let removed = await removing;
    let isThere = (await ada.call(billingApi.getSubscriptions, { params: { owner: name } })).status === 200;
    expect([subscribed.status === 201, removed.status === 422]).toEqual([isThere, isThere]);
  });

  it('when an account is deleted and subscribed at the same moment', async () => {
    let body = { username: 'torn', email: 'torn@example.com', password: demoPassword };
    let torn = world.with((await world.with(undefined).ask(usersApi.register, { body })).token);
    await saveCard(torn, 'torn', cards.pays);
    let [subscribed, removed] = await Promise.all([
      torn.call(billingApi.createSubscription, { params: { owner: 'torn' }, body: { price_id } }),
      torn.call(accountApi.deleteUser, { params: { username: 'torn' } }),
    ]);
    let isThere =
      (await (await world.as('root')).call(usersApi.getUser, { params: { username: 'torn' } })).status === 200;
    expect([subscribed.status === 201, removed.status === 422]).toEqual([isThere, isThere]);
  });
});

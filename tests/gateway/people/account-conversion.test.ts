/**
 * Converts an account to an organization: what moves with its name, and what stays with the person.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailPreferencesApi } from 'contract/accounts/email-preferences';
import { accountOf } from 'gateway/alerts/destinations';
import { markKeysSent } from 'gateway/alerts/sent-alerts';
import { notificationsApi } from 'contract/alerts/notifications';
import { organizationsApi } from 'contract/organizations/organizations';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { usersApi } from 'contract/accounts/users';
import { goesWithPerson } from 'gateway/people/accounts/conversion';
import { createSampleUser, grantFeature } from 'gateway/floor/owners';
import { issueToken } from 'gateway/people/accounts/tokens';
import { demoPassword } from 'gateway/demo/people';
import { setMember } from 'gateway/floor/memberships';
import { serverUrl } from 'tests/support/records-place';
import { createWorld, type Caller, type World } from 'tests/support/world';

const about = { billing_email: 'bills@example.com', description: 'Engines', website: 'https://engines.example' };

let world: World;
let people = 0;

beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

/** A person whose account can be converted. */
async function person(): Promise<{ name: string; id: string; caller: Caller }> {
  let name = `person-${++people}`;
  let given = { username: name, email: `${name}@example.com`, passwordHash: '', emailVerifiedAt: null };
  let { id } = await createSampleUser(world.records, given, world.now());
  return { name, id, caller: world.with(await issueToken(world.records, id, 'session', world.now())) };
}

async function membersOf(name: string) {
  let root = await world.as('root');
  return (await root.ask(organizationsApi.getOrganizationMembers, { params: { name }, query: { per_page: 'max' } }))
    .results;
}

async function ownerOf(name: string) {
  let owner = (await membersOf(name)).find((member) => member.role === 'owner');
  if (!owner) throw new Error(`${name} has no owner`);
  return owner;
}

describe('a converted account', () => {
  it('gives its name, packages, pixels and events to the organization; the person gets a new name', async () => {
    let { name, id, caller } = await person();
    let file = { type: 'file' as const, name: 'tool', incoming_path: '/{v}', domain: `${name}.example` };
    let { id: packageId } = await caller.ask(packagesApi.createPackage, { params: { owner: name }, body: file });
    await caller.ask(pixelsApi.createTrackingPixel, { params: { owner: name }, body: { name: 'Docs' } });
    await setMember(
      world.records,
      { organizationId: world.ids.get('hopper-labs') ?? '', userId: id },
      'admin',
      world.now(),
    );
    await grantFeature(world.records, id, 'system-is-admin');
    let apiToken = world.with(await issueToken(world.records, id, 'api', world.now()));

    let body = { username: `${name}-self`, ...about };
    let made = await caller.ask(organizationsApi.convertAccount, { params: { username: name }, body });
    expect(made).toMatchObject({ id, name, ...about });

    expect((await caller.refusal(organizationsApi.getOrganization, { params: { name } })).code).toBe('session-expired');
    let again = world.with(await issueToken(world.records, (await ownerOf(name)).user_id, 'session', world.now()));
    expect(await again.ask(usersApi.getUser, { params: { username: `${name}-self` } })).toMatchObject({
      username: `${name}-self`,
      email: `${name}@example.com`,
    });
    let { results } = await again.ask(usersApi.getUserOrganizations, { params: { username: `${name}-self` } });
    expect(results.map((item) => [item.organization_name, item.role])).toEqual([
      ['hopper-labs', 'admin'],
      [name, 'owner'],
    ]);
    expect(
      (await apiToken.ask(packagesApi.getPackageById, { params: { owner: name, package_id: packageId } })).owner,
    ).toBe(name);
    expect(await again.ask(pixelsApi.getTrackingPixels, { params: { owner: name } })).toMatchObject({ total: 1 });
    expect((await again.ask(organizationsApi.getOrganization, { params: { name } })).id).toBe(id);
  });

  it('keeps the person’s mail preferences', async () => {
    let { id, name, caller } = await person();
    let packageId = (
      await caller.ask(packagesApi.createPackage, {
        params: { owner: name },
        body: { type: 'file', name: 'tool', incoming_path: '/{v}', domain: `${name}.example` },
      })
    ).id;
    let at = { owner: name, package_id: packageId };
    await caller.ask(notificationsApi.setPackageNotification, {
      params: { ...at, username: name },
      body: { downloads: 3 },
    });
    let params = { username: name };
    await caller.ask(emailPreferencesApi.updateEmailPreferences, { params, body: { weekly_summary: true } });
    let rules = await world.records.selectFrom('alerts').selectAll().where('user_id', '=', id).orderBy('id').execute();
    let [notice] = rules as [(typeof rules)[number]];
    await markKeysSent(world.records, notice.id, ['company acme.example'], 2);
    await accountOf(world.records, id, 2);
    let body = { username: `${name}-self`, ...about };
    await caller.ask(organizationsApi.convertAccount, { params: { username: name }, body });
    let self = (await ownerOf(name)).user_id;
    let again = world.with(await issueToken(world.records, self, 'session', world.now()));
    let { results: notices } = await again.ask(notificationsApi.getPackageNotifications, { params: at });
    expect(notices).toMatchObject([{ username: `${name}-self`, downloads: 3 }]);
    let selfParams = { username: `${name}-self` };
    expect(await again.ask(emailPreferencesApi.getEmailPreferences, { params: selfParams })).toMatchObject({
      weekly_summary: true,
    });
    let kept = await world.records.selectFrom('alerts').selectAll().where('user_id', '=', self).orderBy('id').execute();
    expect(kept.map(({ id: rule, owner_id }) => [rule, owner_id])).toEqual([
      [rules[0]?.id, id],
      [rules[1]?.id, self],
    ]);
    let told = await world.records.selectFrom('alert_told').selectAll().where('alert_id', '=', notice.id).execute();
    expect(told).toMatchObject([{ key: 'company acme.example', told_at: 2 }]);
    expect(await accountOf(world.records, self, 3)).toMatchObject({ id });
    let account = await world.records.selectFrom('destinations').select('owner_id').where('id', '=', id).execute();
    expect(account).toEqual([{ owner_id: self }]);
  });

  it('signs in again with its old address and password', async () => {
    let other = await createWorld();
    let root = await other.as('ada');
    await root.ask(organizationsApi.convertAccount, {
      params: { username: 'ada' },
      body: { username: 'lovelace', ...about },
    });
    let visitor = other.with(undefined);
    let body = { email: 'ada@example.com', password: demoPassword };
    expect(await visitor.ask(usersApi.login, { body })).toMatchObject({
      username: 'lovelace',
      organizations: [{ organization_name: 'ada', role: 'owner' }],
    });
    await other.close();
  });

  it('is refused with a name that is taken, and changes nothing', async () => {
    let { name, caller } = await person();
    for (let [username, code] of [
      ['Grace', 'username-already-in-use'],
      [name, 'username-already-in-use'],
      ['-', 'username-is-too-short'],
      ['invites', 'username-already-in-use'],
    ] as const) {
      let refused = await caller.refusal(organizationsApi.convertAccount, {
        params: { username: name },
        body: { username, ...about },
      });
      expect(refused).toMatchObject({ status: 422, code, field: 'username' });
    }
    expect((await caller.ask(usersApi.getUser, { params: { username: name } })).username).toBe(name);
  });

  it('is converted once when the call is repeated', async () => {
    let { name, caller } = await person();
    let calls = [1, 2, 3].map((n) =>
      caller.call(organizationsApi.convertAccount, {
        params: { username: name },
        body: { username: `${name}-${n}`, ...about },
      }),
    );
    let statuses = (await Promise.all(calls)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect((await membersOf(name)).map(({ role }) => role)).toEqual(['owner']);
  });

  it.skipIf(serverUrl)('handles every table that references people', async () => {
    let staysBehind = [['one_time_tokens', 'user_id']];
    let { rows } = await sql<{ tbl: string; col: string; target: string }>`
      select m.name as tbl, f."from" as col, f."table" as target
      from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table'`.execute(world.records);
    let toPeople = rows.filter((row) => row.target === 'users').map((row) => `${row.tbl}.${row.col}`);
    let known = [...goesWithPerson, ...staysBehind].map(([table, column]) => `${table}.${column}`);
    expect(toPeople.sort()).toEqual(known.sort());
  });
});

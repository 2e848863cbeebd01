import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstAdministratorApi } from 'contract/accounts/first-administrator';
import { administrationApi } from 'contract/admin/administration';
import { revokeFeature } from 'gateway/floor/owners';
import { platformAdminFeature } from 'gateway/people/accounts/tokens';
import { createWorld, type World } from 'tests/support/world';

const person = { username: 'first-one', email: 'first@example.com', password: 'analytical-engine-2' };
const invalid = { status: 422, code: 'first-administrator-link-not-valid' };

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

/** Removes the sample administrator. Returns the token of the link that the first start prints. */
async function linkOfFirstStart(): Promise<string> {
  await revokeFeature(world.records, world.ids.get('root') ?? '', platformAdminFeature);
  return (await world.gateway.firstAdministratorToken()) ?? '';
}

describe('answers', () => {
  it('creates a platform admin with a confirmed address, once', async () => {
    let anyone = world.with(undefined);
    let params = { token: await linkOfFirstStart() };
    await anyone.ask(firstAdministratorApi.getFirstAdministrator, { params });
    let { token } = await anyone.ask(firstAdministratorApi.createFirstAdministrator, { params, body: person });
    let owners = await world.with(token).ask(administrationApi.getOwners, { query: { q: 'first-one' } });
    expect(owners.results).toMatchObject([{ name: 'first-one', is_platform_admin: true }]);
    let user = await world.records
      .selectFrom('users')
      .select('email_verified_at')
      .where('email_key', '=', person.email)
      .executeTakeFirst();
    expect(user?.email_verified_at).not.toBeNull();
    let audit = await world.records.selectFrom('audit_events').select('action').execute();
    expect(audit.map(({ action }) => action)).toContain('administrator-granted');

    expect(await anyone.refusal(firstAdministratorApi.getFirstAdministrator, { params })).toMatchObject(invalid);
    let second = { ...person, username: 'second-one', email: 'second@example.com' };
    expect(
      await anyone.refusal(firstAdministratorApi.createFirstAdministrator, { params, body: second }),
    ).toMatchObject(invalid);
    expect(await world.gateway.firstAdministratorToken()).toBeUndefined();
  });

  it('creates one platform admin when five people use the link at the same moment', async () => {
    let anyone = world.with(undefined);
    let params = { token: await linkOfFirstStart() };
    let answers = await Promise.all(
      [1, 2, 3, 4, 5].map((number) =>
        anyone.call(firstAdministratorApi.createFirstAdministrator, {
          params,
          body: { ...person, username: `first-${number}`, email: `first-${number}@example.com` },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
  });

  it('keeps the link valid after a refused form', async () => {
    let anyone = world.with(undefined);
    let params = { token: await linkOfFirstStart() };
    let taken = { ...person, username: 'ada' };
    expect((await anyone.refusal(firstAdministratorApi.createFirstAdministrator, { params, body: taken })).code).toBe(
      'username-already-in-use',
    );
    await anyone.ask(firstAdministratorApi.createFirstAdministrator, { params, body: person });
  });
});

describe('refuses', () => {
  it('every link when there is a platform admin', async () => {
    let anyone = world.with(undefined);
    expect(await world.gateway.firstAdministratorToken()).toBeUndefined();
    for (let token of ['undefined', 'a'.repeat(32)])
      expect(await anyone.refusal(firstAdministratorApi.getFirstAdministrator, { params: { token } })).toMatchObject(
        invalid,
      );
  });

  it('a link from another start', async () => {
    let token = await linkOfFirstStart();
    let anyone = world.with(undefined);
    for (let wrong of [`${token}x`, token.slice(1), token.toUpperCase(), 'x'.repeat(token.length)])
      expect(
        await anyone.refusal(firstAdministratorApi.createFirstAdministrator, {
          params: { token: wrong },
          body: person,
        }),
      ).toMatchObject(invalid);
  });
});

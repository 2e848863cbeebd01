import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { accountApi } from 'contract/accounts/account';
import { auditApi } from 'contract/admin/audit';
import { organizationsApi } from 'contract/organizations/organizations';
import { packagesApi } from 'contract/packages/packages';
import { permissionsApi } from 'contract/organizations/permissions';
import type { Role } from 'contract/accounts/users';
import type { SamplePerson } from 'gateway/demo/people';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { deletePackagePermission, getOwnPackagePermission, getPackagePermissions, getSharedPackages } = permissionsApi;
const { setPackagePermission } = permissionsApi;

let world: World;
let callers: Record<'ada' | 'grace' | 'linus' | 'mary' | 'root', Caller>;
let count = 0;
/** A new package of ada, with linus as member, mary as admin and grace as second owner. */
let params: { owner: string; package_id: string };

beforeAll(async () => {
  world = await createWorld();
  let [ada, grace, linus, mary, root] = await Promise.all(
    (['ada', 'grace', 'linus', 'mary', 'root'] as const).map((name) => world.as(name)),
  );
  callers = { ada, grace, linus, mary, root } as typeof callers;
});
afterAll(() => world.close());

beforeEach(async () => {
  params = await made();
  await give('linus', 'member');
  await give('mary', 'admin');
  await give('grace', 'owner');
});

async function made(): Promise<{ owner: string; package_id: string }> {
  let name = `tool-${(count += 1)}`;
  let body = { type: 'file' as const, name, incoming_path: `/${name}/{v}` };
  let { id } = await callers.ada.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body });
  return { owner: 'ada', package_id: id };
}

function give(username: string, permission_level: Role, by = callers.ada) {
  return by.call(setPackagePermission, { params, body: { username, permission_level } });
}

async function levels(): Promise<Record<string, string>> {
  let all = await callers.ada.ask(getPackagePermissions, { params });
  return Object.fromEntries(all.map(({ username, permission_level }) => [username, permission_level]));
}

const before = { ada: 'owner', grace: 'owner', linus: 'member', mary: 'admin' };

describe('answers', () => {
  it('lists the owner first, then the others by name', async () => {
    let all = await callers.linus.ask(getPackagePermissions, { params });
    expect(all.map(({ username, permission_level }) => [username, permission_level])).toEqual(Object.entries(before));
    expect(all[2]?.user_id).toBe(world.ids.get('linus'));
  });

  it('shows the permissions of the caller', async () => {
    let level = async (who: keyof typeof callers) =>
      (await callers[who].ask(getOwnPackagePermission, { params })).permission_level;
    expect([await level('ada'), await level('grace'), await level('mary'), await level('linus')]).toEqual([
      'owner',
      'owner',
      'admin',
      'member',
    ]);
    expect(await level('root')).toBe('owner');
  });

  it('shows them for packages of an organization by the role there', async () => {
    let body = { type: 'file' as const, name: `shared-${count}`, incoming_path: `/shared-${count}` };
    let { id } = await callers.grace.ask(packagesApi.createPackage, { params: { owner: 'hopper-labs' }, body });
    let ofLabs = { owner: 'hopper-labs', package_id: id };
    let level = async (caller: Caller) =>
      (await caller.ask(getOwnPackagePermission, { params: ofLabs })).permission_level;
    expect([await level(callers.grace), await level(callers.mary), await level(callers.linus)]).toEqual([
      'owner',
      'admin',
      'member',
    ]);
    expect((await callers.grace.refusal(getPackagePermissions, { params: ofLabs })).code).toBe(
      'package-has-no-members',
    );
  });

  it('lists the packages shared with a person', async () => {
    let { results } = await callers.linus.ask(getSharedPackages, { params: { username: 'linus' } });
    expect(results).toContainEqual({
      id: params.package_id,
      owner: 'ada',
      type: 'file',
      name: `tool-${count}`,
      permission_level: 'member',
    });
    expect((await callers.ada.ask(getSharedPackages, { params: { username: 'ada' } })).results).toEqual([]);
  });

  it('changes a level, and lets every member leave', async () => {
    await give('linus', 'admin');
    expect(await levels()).toEqual({ ...before, linus: 'admin' });
    await give('linus', 'admin');
    let { results } = await callers.ada.ask(auditApi.getAuditEvents, {
      params: { owner: 'ada' },
      query: { per_page: 2 },
    });
    expect(results.map(({ action, target }) => [action, target])).toEqual([
      ['package-member-level-changed', `linus: member → admin of tool-${count}`],
      ['package-member-added', `grace: owner of tool-${count}`],
    ]);
    for (let who of ['grace', 'mary', 'linus'] as const)
      await callers[who].ask(deletePackagePermission, { params: { ...params, username: who } });
    expect(await levels()).toEqual({ ada: 'owner' });
    expect((await callers.linus.refusal(packagesApi.getPackageById, { params })).code).toBe('permission-not-granted');
  });

  it('lets members read the counts of the shared package only, without pixels', async () => {
    let ask = (query: object) =>
      callers.linus.call(aggregationsApi.exportEntityAggregations, { params: { owner: 'ada' }, query: query as never });
    let { package_id } = params;
    expect((await ask({ package_id, tracking_pixel_id: 'none' })).status).toBe(200);
    let another = (await made()).package_id;
    for (let query of [
      {},
      { package_id },
      { package_id: 'all', tracking_pixel_id: 'none' },
      { package_id: 'none', tracking_pixel_id: 'none' },
      { package_id, tracking_pixel_id: 'all' },
      { package_id, tracking_pixel_id: ['none', 'all'] },
      { package_id: [package_id, another], tracking_pixel_id: 'none' },
    ])
      expect((await ask(query)).status).toBe(403);
    let elsewhere = { params: { owner: 'ada' }, query: { package_id: [package_id], tracking_pixel_id: ['none'] } };
    expect((await callers.linus.call(packagesApi.getPackages, elsewhere as never)).status).toBe(403);
  });

  it('ends with the member’s account, and when the owner’s account is converted', async () => {
    let other = await createWorld();
    let [ada, linus] = [await other.as('ada'), await other.as('linus')];
    let body = { type: 'file' as const, name: 'tool', incoming_path: '/tool' };
    let { id } = await ada.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body });
    let there = { owner: 'ada', package_id: id };
    for (let username of ['linus', 'mary'])
      await ada.ask(setPackagePermission, { params: there, body: { username, permission_level: 'admin' } });
    await linus.ask(accountApi.deleteUser, { params: { username: 'linus' } });
    expect((await ada.ask(getPackagePermissions, { params: there })).map(({ username }) => username)).toEqual([
      'ada',
      'mary',
    ]);
    let about = { username: 'ada-self', billing_email: 'bills@example.com' };
    await ada.ask(organizationsApi.convertAccount, { params: { username: 'ada' }, body: about });
    let mary = await other.as('mary');
    expect((await mary.refusal(packagesApi.getPackageById, { params: there })).code).toBe('permission-not-granted');
    expect((await mary.ask(getSharedPackages, { params: { username: 'mary' } })).results).toEqual([]);
    await other.close();
  });
});

describe('refuses', () => {
  // @spec 6: Sole owner cannot be deleted or revoked (package)
  it('changes to the rights of the owner', async () => {
    for (let by of [callers.ada, callers.grace, callers.mary]) {
      let body = { username: 'ADA', permission_level: 'member' as const };
      expect(await by.refusal(setPackagePermission, { params, body })).toMatchObject({
        status: 422,
        code: 'cannot-revoke-ownership',
        field: 'username',
      });
      let gone = await by.refusal(deletePackagePermission, { params: { ...params, username: 'ada' } });
      expect(gone).toMatchObject({ status: 422, code: 'cannot-delete-owner' });
    }
    expect(await levels()).toEqual(before);
  });

  it('changes by an admin to admins and owners, and the creation of owners', async () => {
    await give('root', 'admin');
    for (let [username, permission_level] of [
      ['root', 'member'],
      ['grace', 'member'],
      ['grace', 'admin'],
      ['linus', 'owner'],
    ] as const) {
      let body = { username, permission_level };
      expect(await callers.mary.refusal(setPackagePermission, { params, body })).toMatchObject({ status: 403 });
    }
    for (let username of ['root', 'grace'])
      expect((await callers.mary.call(deletePackagePermission, { params: { ...params, username } })).status).toBe(403);
    expect(await levels()).toEqual({ ...before, root: 'admin' });
    await callers.mary.ask(deletePackagePermission, { params: { ...params, username: 'linus' } });
    await callers.mary.ask(setPackagePermission, { params, body: { username: 'linus', permission_level: 'admin' } });
    expect(await levels()).toEqual({ ...before, root: 'admin', linus: 'admin' });
  });

  it('all calls of a member except reading and leaving', async () => {
    let { linus } = callers;
    expect((await linus.ask(packagesApi.getPackageById, { params })).id).toBe(params.package_id);
    let changes = [
      linus.call(packagesApi.updatePackage, { params, body: {} }),
      linus.call(packagesApi.deletePackage, { params }),
      give('root', 'member', linus),
      linus.call(deletePackagePermission, { params: { ...params, username: 'mary' } }),
    ];
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  it('people and packages that do not exist', async () => {
    let body = { username: 'nobody-here', permission_level: 'member' as const };
    expect((await callers.ada.refusal(setPackagePermission, { params, body })).code).toBe('user-not-found');
    let organization = { ...body, username: 'hopper-labs' };
    expect((await callers.ada.refusal(setPackagePermission, { params, body: organization })).code).toBe(
      'user-not-found',
    );
    let nothing = { owner: 'ada', package_id: 'nothing' };
    expect((await callers.ada.refusal(getOwnPackagePermission, { params: nothing })).code).toBe('package-not-found');
    let empty = { username: ' ', permission_level: 'member' as const };
    expect(await callers.ada.refusal(setPackagePermission, { params, body: empty })).toMatchObject({
      code: 'username-is-required',
      field: 'username',
    });
  });

  it('one of two admins who remove each other at the same moment, and keeps the owner', async () => {
    await give('linus', 'owner');
    let take = (by: Caller, username: SamplePerson) =>
      by.call(deletePackagePermission, { params: { ...params, username } });
    let both = await Promise.all([take(callers.linus, 'grace'), take(callers.grace, 'linus')]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 403]);
    expect((await levels()).ada).toBe('owner');
  });
});

whoMay(Object.values(permissionsApi));

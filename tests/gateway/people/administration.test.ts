import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administrationApi } from 'contract/admin/administration';
import { auditApi, actingAsHeader } from 'contract/admin/audit';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { searchApi } from 'contract/packages/search';
import type { CallOf, Route } from 'contract/rules/route';
import { createSampleOrganization } from 'gateway/floor/owners';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { getOwners, startActing, stopActing } = administrationApi;

let world: World;
let root: Caller;

beforeAll(async () => {
  world = await createWorld();
  root = await world.as('root');
  let details = { name: 'Univac', billing_email: 'Bills@univac.example' };
  await createSampleOrganization(world.records, details, world.ids.get('grace') ?? '', world.now());
});
afterAll(() => world.close());

async function find(q: string | undefined): Promise<string[]> {
  return (await root.ask(getOwners, { query: { q, per_page: 'max' } })).results.map((owner) => owner.name);
}

/** A call as the dashboard sends it while an admin acts as `shown`. */
async function callActingAs<R extends Route>(caller: Caller, shown: string, route: R, given: CallOf<R>) {
  let path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => String(given.params?.[name]));
  return world.gateway.api(
    new Request(`http://gateway.invalid${path}`, {
      method: route.method,
      headers: { authorization: `Bearer ${caller.token}`, [actingAsHeader]: shown },
      ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
    }),
  );
}

/** The newest entries, newest first, as [action, actor, acting as, owner, target]. */
async function log(count: number) {
  let { results } = await root.ask(auditApi.getAllAuditEvents, { query: { per_page: count } });
  return results.map(({ action, actor, acting_as, owner, target }) => [action, actor, acting_as, owner, target]);
}

describe('answers', () => {
  it('lists all owners by name, people and organizations alike', async () => {
    expect(await find(undefined)).toEqual(['ada', 'grace', 'hopper-labs', 'linus', 'mary', 'root', 'Univac']);
  });

  it.each([
    ['GRA', ['grace']],
    ['univ', ['Univac']],
    ['mary@example', ['mary']],
    ['bills@UNIVAC', ['Univac']],
    ['grace hop', ['grace']],
    ['%', []],
    ['_', []],
    ['\\', []],
    ["' or 1=1 --", []],
  ])('finds by part of a name or an address: %s', async (q, names) => {
    expect(await find(q)).toEqual(names);
  });

  it('finds by part of a name in any case of its letters', async () => {
    let of = (last_name: string) =>
      world.records.updateTable('users').set({ last_name }).where('email', '=', 'linus@example.com').execute();
    await of('Ångström');
    for (let q of ['Ångström', 'ÅNGSTRÖM', 'ångs']) expect(await find(q)).toEqual(['linus']);
    expect(await find('öst')).toEqual([]);
    await of('Torvalds');
  });

  it('shows the data of a person and of an organization', async () => {
    let { results } = await root.ask(getOwners, { query: { q: 'root' } });
    expect(results).toMatchObject([
      { name: 'root', type: 'user', email: 'root@example.com', full_name: 'Root Admin', is_platform_admin: true },
    ]);
    expect((await root.ask(getOwners, { query: { q: 'univac' } })).results).toMatchObject([
      { name: 'Univac', type: 'organization', email: 'Bills@univac.example', full_name: '', is_platform_admin: false },
    ]);
  });

  it('pages by number and by the last item', async () => {
    let first = await root.ask(getOwners, { query: { per_page: 3 } });
    expect([first.total, first.results.length]).toEqual([7, 3]);
    let byId = await root.ask(getOwners, { query: { per_page: 3, after: first.results[2]?.id } });
    let byNumber = await root.ask(getOwners, { query: { per_page: 3, page: 2 } });
    expect(byId.results.map(({ name }) => name)).toEqual(['linus', 'mary', 'root']);
    expect(byNumber.results).toEqual(byId.results);
    let last = await root.ask(getOwners, { query: { per_page: 3, page: 3 } });
    expect([last.results.map(({ name }) => name), last._links.next]).toEqual([['Univac'], null]);
  });

  it('logs the start and the end of acting in the audit log', async () => {
    let shown = await root.ask(startActing, { params: { owner: 'HOPPER-labs' } });
    expect([shown.name, shown.type]).toEqual(['hopper-labs', 'organization']);
    await root.ask(stopActing, { params: { owner: 'hopper-labs' } });
    expect(await log(2)).toEqual([
      ['acting-stopped', 'root', null, 'hopper-labs', ''],
      ['acting-started', 'root', null, 'hopper-labs', ''],
    ]);
  });
});

describe('while acting', () => {
  let params = { owner: 'grace' };
  let body = { type: 'file' as const, name: 'cobol', incoming_path: '/cobol' };

  it('every change is in the audit log with the admin and the owner they act as', async () => {
    let pixel = await callActingAs(root, 'grace', pixelsApi.createTrackingPixel, { params, body: { name: 'Docs' } });
    expect(pixel.status).toBe(201);
    expect(await log(1)).toEqual([
      ['changed-while-acting', 'root', 'grace', 'grace', pixelsApi.createTrackingPixel.summary],
    ]);
    let made = await callActingAs(root, 'grace', packagesApi.createPackage, { params, body });
    expect(made.status).toBe(201);
    expect((await log(1))[0]?.slice(0, 4)).toEqual(['package-created', 'root', 'grace', 'grace']);
  });

  it('a change with its own entry has only that entry', async () => {
    let [before] = await log(1);
    let { id } = (await root.ask(packagesApi.getPackages, { params: { owner: 'grace' } })).results[0]!;
    let gone = await callActingAs(root, 'grace', packagesApi.deletePackage, { params: { ...params, package_id: id } });
    expect(gone.status).toBe(204);
    let [newest, next] = await log(2);
    expect(newest?.slice(0, 4)).toEqual(['package-deleted', 'root', 'grace', 'grace']);
    expect(next).toEqual(before);
  });

  it('reads and errors are not logged as changes', async () => {
    let before = await log(1);
    expect((await callActingAs(root, 'grace', packagesApi.getPackages, { params })).status).toBe(200);
    expect((await callActingAs(root, 'grace', searchApi.search, { body: { query: 'cobol' } })).status).toBe(200);
    let refused = await callActingAs(root, 'grace', packagesApi.createPackage, { params, body: { ...body, name: '' } });
    expect(refused.status).toBe(422);
    expect(await log(1)).toEqual(before);
  });

  it('the header is ignored for other people and gives no rights', async () => {
    let linus = await world.as('linus');
    expect((await callActingAs(linus, 'grace', packagesApi.createPackage, { params, body })).status).toBe(403);
    let own = await callActingAs(linus, 'grace', packagesApi.createPackage, { params: { owner: 'linus' }, body });
    expect(own.status).toBe(201);
    expect((await log(1))[0]?.slice(0, 4)).toEqual(['package-created', 'linus', null, 'linus']);
  });
});

describe('refuses', () => {
  it('acting as a platform admin, including oneself', async () => {
    expect(await root.refusal(startActing, { params: { owner: 'root' } })).toMatchObject({
      status: 403,
      code: 'cannot-act-as-platform-admin',
    });
  });

  it('a query that is too long', async () => {
    let refusal = await root.refusal(getOwners, { query: { q: 'x'.repeat(201) } });
    expect(refusal).toMatchObject({ status: 422, field: 'q' });
  });
});

whoMay(Object.values(administrationApi));

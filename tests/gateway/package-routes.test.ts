import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as limits from 'contract/limits';
import * as packageRoutes from 'contract/package-routes';
import { createPackage } from 'contract/packages';
import { routesOf, whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { createPackageRoute, deletePackageRoute, getPackageRoute, getPackageRoutes, updatePackageRoute } = packageRoutes;

let world: World;
let ada: Caller;
let params: { owner: string; package_id: string };

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  params = await newPackage('engine');
});
afterAll(() => world.close());

async function newPackage(name: string): Promise<{ owner: string; package_id: string }> {
  let body = { type: 'file' as const, name, incoming_path: `/${name}/{v}`, outgoing_url: 'https://files.example/{v}' };
  let { id } = await ada.ask(createPackage, { params: { owner: 'ada' }, body });
  return { owner: 'ada', package_id: id };
}

describe('answers', () => {
  it('adds, shows, changes and removes a route', async () => {
    let body = { incoming_path: '/latest/{+path}', outgoing_url: 'https://files.example/latest/{+path}' };
    let made = await ada.ask(createPackageRoute, { params, body });
    expect(made).toMatchObject({ ...body, type: 'uri-template', owner: 'ada', package_id: params.package_id });
    let one = { params: { ...params, route_id: made.id } };
    expect(await ada.ask(getPackageRoute, one)).toEqual(made);
    expect(await ada.ask(getPackageRoutes, { params })).toContainEqual(made);
    let changed = await ada.ask(updatePackageRoute, { ...one, body: { incoming_path: '/counted', outgoing_url: '' } });
    expect(changed).toEqual({ ...made, incoming_path: '/counted', outgoing_url: null });
    await ada.ask(deletePackageRoute, one);
    expect((await ada.refusal(getPackageRoute, one)).code).toBe('route-not-found');
  });

  it('lets a route keep its path', async () => {
    let [route] = await ada.ask(getPackageRoutes, { params });
    let body = { incoming_path: route?.incoming_path ?? '', outgoing_url: 'https://elsewhere.example/{v}' };
    let one = { params: { ...params, route_id: route?.id ?? '' } };
    expect(await ada.ask(updatePackageRoute, { ...one, body })).toMatchObject(body);
  });
});

describe('refuses', () => {
  it('a path that the package has, also with other names of its variables', async () => {
    for (let incoming_path of ['/engine/{v}', '/engine/{version}']) {
      let refusal = await ada.refusal(createPackageRoute, { params, body: { incoming_path } });
      expect(refusal).toMatchObject({ code: 'incoming-path-already-exists', field: 'incoming_path' });
    }
    let other = await ada.ask(createPackageRoute, { params, body: { incoming_path: '/other' } });
    let change = { params: { ...params, route_id: other.id }, body: { incoming_path: '/engine/{x}' } };
    expect((await ada.refusal(updatePackageRoute, change)).code).toBe('incoming-path-already-exists');
  });

  it('a path that another package has on the same domain', async () => {
    await newPackage('difference');
    let taken = { incoming_path: '/difference/{v}' };
    expect((await ada.refusal(createPackageRoute, { params, body: taken })).code).toBe('package-is-conflicting');
    let own = await ada.ask(createPackageRoute, { params, body: { incoming_path: '/mine' } });
    let change = { params: { ...params, route_id: own.id }, body: taken };
    expect((await ada.refusal(updatePackageRoute, change)).code).toBe('package-is-conflicting');
    expect((await ada.ask(getPackageRoute, { params: change.params })).incoming_path).toBe('/mine');
  });

  it.each([
    [{}, 'incoming-path-must-not-be-empty', 'incoming_path'],
    [{ incoming_path: '//host/path' }, 'incoming-path-must-be-relative', 'incoming_path'],
    [{ incoming_path: '/a', outgoing_url: 'ftp://a.example' }, 'outgoing-url-must-be-absolute', 'outgoing_url'],
    [
      { incoming_path: '/a', outgoing_url: 'https://a.example/{b}' },
      'incoming-path-missing-variables',
      'incoming_path',
    ],
    [{ incoming_path: '/a', outgoing_url: 7 }, 'request-not-valid', 'outgoing_url'],
  ])('%o', async (body, code, field) => {
    expect(await ada.refusal(createPackageRoute, { params, body: body as never })).toMatchObject({
      status: 422,
      code,
      field,
    });
  });

  it('routes of a package of another type', async () => {
    let body = { type: 'docker' as const, name: 'image', backend_registry: 'ghcr.io' };
    let { id } = await ada.ask(createPackage, { params: { owner: 'ada' }, body });
    let docker = { owner: 'ada', package_id: id };
    expect((await ada.refusal(getPackageRoutes, { params: docker })).code).toBe('not-a-file-package');
    let add = { params: docker, body: { incoming_path: '/a' } };
    expect((await ada.refusal(createPackageRoute, add)).code).toBe('not-a-file-package');
  });

  it('a route of another package', async () => {
    let other = await newPackage('elsewhere');
    let [route] = await ada.ask(getPackageRoutes, { params: other });
    let mixed = { params: { ...params, route_id: route?.id ?? '' } };
    expect((await ada.refusal(getPackageRoute, mixed)).code).toBe('route-not-found');
    expect((await ada.refusal(deletePackageRoute, mixed)).code).toBe('route-not-found');
  });

  it('more routes than the limit', async () => {
    let full = await newPackage('full');
    for (let i = 1; i < limits.routesPerPackageMax; i++)
      await ada.ask(createPackageRoute, { params: full, body: { incoming_path: `/full/way/${i}` } });
    let refusal = await ada.refusal(createPackageRoute, {
      params: full,
      body: { incoming_path: '/full/way/too/many' },
    });
    expect(refusal.code).toBe('too-many-routes');
  });
});

whoMay(routesOf(packageRoutes));

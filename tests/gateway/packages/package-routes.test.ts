import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeRegexesPerHostMax } from 'gateway/packages/types/file';
import { routesPerPackageMax } from 'gateway/packages/routes';
import { packageRoutesApi } from 'contract/packages/package-routes';
import { packagesApi } from 'contract/packages/packages';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const {
  createPackageRoute,
  deletePackageRoute,
  getPackageRoute,
  getPackageRoutes,
  matchPackageRoute,
  updatePackageRoute,
} = packageRoutesApi;

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
  let { id } = await ada.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body });
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
  // @spec 5: Gateway path: relative, slash first, required variables, valid template, not
  //   duplicated
  it('a path that the package already has, also with other variable names', async () => {
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
    let { id } = await ada.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body });
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

  it('more routes than the limit', { tags: 'slow' }, async () => {
    let full = await newPackage('full');
    for (let i = 1; i < routesPerPackageMax; i++)
      await ada.ask(createPackageRoute, { params: full, body: { incoming_path: `/full/way/${i}` } });
    let refusal = await ada.refusal(createPackageRoute, {
      params: full,
      body: { incoming_path: '/full/way/too/many' },
    });
    expect(refusal.code).toBe('too-many-routes');
  });
});

describe('a route for events', () => {
  let telemetry = { type: 'telemetry' as const, incoming_path: '/told/{step}' };

  it('gets a token on request, which is shown once and can be replaced', async () => {
    let made = await ada.ask(createPackageRoute, { params, body: { ...telemetry, requires_token: true } });
    expect(made).toMatchObject({ ...telemetry, outgoing_url: null, requires_token: true });
    expect(made.token).toMatch(/^[\w-]{43}$/);
    let one = { params: { ...params, route_id: made.id } };
    let { token: _, ...shown } = made;
    expect(await ada.ask(getPackageRoute, one)).toEqual(shown);
    let kept = await ada.ask(updatePackageRoute, { ...one, body: { ...telemetry, requires_token: true } });
    expect(kept).toEqual(shown);
    let renewed = { ...telemetry, requires_token: true, new_token: true };
    let after = await ada.ask(updatePackageRoute, { ...one, body: renewed });
    expect(after.token).toMatch(/^[\w-]{43}$/);
    expect(after.token).not.toBe(made.token);
    let open = await ada.ask(updatePackageRoute, { ...one, body: telemetry });
    expect([open.requires_token, open.token]).toEqual([false, undefined]);
  });

  it('has no file location', async () => {
    let body = { ...telemetry, incoming_path: '/else', outgoing_url: 'https://files.example/x' };
    expect(await ada.refusal(createPackageRoute, { params, body })).toMatchObject({
      status: 422,
      code: 'telemetry-has-no-file-location',
      field: 'outgoing_url',
    });
  });
});

it('an address is matched as a request is', async () => {
  let tried = await newPackage('tried');
  await ada.ask(createPackageRoute, { params: tried, body: { incoming_path: '/tried/latest/{os}' } });
  let expression = { type: 'regex' as const, incoming_path: '/tried/any/(?<rest>.+)' };
  await ada.ask(createPackageRoute, { params: tried, body: expression });
  let ask = (address: string) => ada.ask(matchPackageRoute, { params: tried, query: { address } });
  let found = async (address: string) => {
    let { route_id, variables } = await ask(address);
    let routes = await ada.ask(getPackageRoutes, { params: tried });
    return [routes.find(({ id }) => id === route_id)?.incoming_path, variables];
  };
  expect(await found('/tried/1.0')).toEqual(['/tried/{v}', { v: '1.0' }]);
  expect(await found('https://ada.gateway.localhost:8081/tried/latest/mac%20os?x=1#y')).toEqual([
    '/tried/latest/{os}',
    { os: 'mac os' },
  ]);
  expect(await found('tried/any/a/b')).toEqual(['/tried/any/(?<rest>.+)', { rest: 'a/b' }]);
  expect(await ask('/nothing/here')).toEqual({ route_id: null, variables: {} });
});

describe('a regular expression', () => {
  it('is a route whose named groups are the variables of its file location', async () => {
    let body = {
      type: 'regex' as const,
      incoming_path: '/re/(?P<name>[a-z-]+)-(?<version>[0-9][^/]*)\\.tgz',
      outgoing_url: 'https://files.example/{name}/{version}',
    };
    expect(await ada.ask(createPackageRoute, { params, body })).toMatchObject({ ...body, requires_token: false });
    let twice = await ada.refusal(createPackageRoute, { params, body });
    expect(twice.code).toBe('incoming-path-already-exists');
  });

  it.each([
    ['/(a', 'incoming-path-invalid-regex'],
    ['/(?=a)', 'incoming-path-invalid-regex'],
    ['/(?<a>x)(?<a>y)', 'incoming-path-invalid-regex'],
    ['/(a{9}){99}', 'incoming-path-regex-too-large'],
    [`/${'a'.repeat(600)}`, 'incoming-path-regex-too-large'],
    ['a/b', 'incoming-path-must-start-with-slash'],
  ])('%s is refused with %s', async (incoming_path, code) => {
    let body = { type: 'regex' as const, incoming_path };
    expect(await ada.refusal(createPackageRoute, { params, body })).toMatchObject({ code, field: 'incoming_path' });
  });

  it('must capture the variables of the file location', async () => {
    let body = { type: 'regex' as const, incoming_path: '/x/(?<a>.)', outgoing_url: 'https://files.example/{b}' };
    let refusal = await ada.refusal(createPackageRoute, { params, body });
    expect(refusal).toMatchObject({ code: 'incoming-path-missing-variables', field: 'incoming_path' });
  });

  it('is refused as the eleventh one of a host', async () => {
    let many = await newPackage('many');
    // Two more are routes of other packages at this host.
    for (let i = 2; i < routeRegexesPerHostMax; i++)
      await ada.ask(createPackageRoute, { params: many, body: { type: 'regex', incoming_path: `/many/${i}[a-z]` } });
    let body = { type: 'regex' as const, incoming_path: '/many/more[a-z]' };
    expect((await ada.refusal(createPackageRoute, { params: many, body })).code).toBe('too-many-routes');
  });
});

describe('an ambiguous template', () => {
  it('is refused with an example, and kept if it was saved before', async () => {
    let body = { incoming_path: '/old/{name}-{version}', outgoing_url: 'https://files.example/{name}/{version}' };
    let refusal = await ada.refusal(createPackageRoute, { params, body });
    expect(refusal).toMatchObject({ status: 422, code: 'incoming-path-is-ambiguous', field: 'incoming_path' });
    expect(refusal.message).toContain('/old/x--x could be name “x-”, version “x”, or name “x”, version “-x”.');
    let made = await ada.ask(createPackageRoute, { params, body: { incoming_path: '/old/{name}' } });
    await world.records.updateTable('routes').set(body).where('id', '=', made.id).execute();
    let one = { params: { ...params, route_id: made.id } };
    let moved = { ...body, outgoing_url: 'https://elsewhere.example/{name}' };
    expect(await ada.ask(updatePackageRoute, { ...one, body: moved })).toMatchObject(moved);
    let other = { ...moved, incoming_path: '/old/{name}_{version}' };
    expect((await ada.refusal(updatePackageRoute, { ...one, body: other })).code).toBe('incoming-path-is-ambiguous');
  });
});

whoMay(Object.values(packageRoutesApi));

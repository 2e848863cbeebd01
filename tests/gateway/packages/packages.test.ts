import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domainsApi } from 'contract/packages/domains';
import { packageRoutesApi } from 'contract/packages/package-routes';
import { packagesApi } from 'contract/packages/packages';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { createPackage, deletePackage, getPackageById, getPackageByName, getPackages, getPackagesOverview } =
  packagesApi;
const { updatePackage } = packagesApi;

const mine = { params: { owner: 'ada' } };
const theirs = { params: { owner: 'hopper-labs' } };

let world: World;
let ada: Caller;
let grace: Caller;
let count = 0;

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  grace = await world.as('grace');
});
afterAll(() => world.close());

/** A file package with its own path. */
function file(more: object = {}) {
  let name = `tool-${++count}`;
  return {
    type: 'file' as const,
    name,
    incoming_path: `/${name}/{v}`,
    outgoing_url: 'https://files.example/{v}',
    ...more,
  };
}

describe('answers', () => {
  it('creates a docker package below library/ on Docker Hub', async () => {
    let body = {
      type: 'docker' as const,
      name: 'nginx',
      backend_registry: 'Docker.io',
      short_description: '  web server ',
    };
    let made = await ada.ask(createPackage, { ...mine, body });
    expect(made).toMatchObject({
      name: 'nginx',
      owner: 'ada',
      repository_name: 'library/nginx',
      backend_registry: 'docker.io',
      short_description: 'web server',
      importance: 'mid',
      track_companies: true,
    });
    expect(await ada.ask(getPackageById, { params: { owner: 'ADA', package_id: made.id } })).toEqual(made);
    let byName = { owner: 'ada', package_type: 'docker' as const, package_name: 'nginx' };
    expect(await ada.ask(getPackageByName, { params: byName })).toEqual(made);
  });

  // @spec 3: Package types; file packages have routes; labels
  it('creates a file package with its first route and default domain', async () => {
    let made = await ada.ask(createPackage, { ...mine, body: file({ incoming_path: '/first/{v}' }) });
    let params = { owner: 'ada', package_id: made.id };
    expect(await ada.ask(packageRoutesApi.getPackageRoutes, { params })).toMatchObject([
      { incoming_path: '/first/{v}', outgoing_url: 'https://files.example/{v}', package_id: made.id },
    ]);
    expect(await ada.ask(domainsApi.getPackageDomains, { params })).toMatchObject([
      { name: 'ada.gateway.localhost', is_default: true },
    ]);
  });

  it('creates a file package without a target', async () => {
    let made = await ada.ask(createPackage, { ...mine, body: file({ outgoing_url: undefined }) });
    let [route] = await ada.ask(packageRoutesApi.getPackageRoutes, { params: { owner: 'ada', package_id: made.id } });
    expect(route?.outgoing_url).toBeNull();
  });

  it('uses a custom domain instead of the default one', async () => {
    let made = await ada.ask(createPackage, { ...mine, body: file({ domain: 'Get.Ada.Example.' }) });
    let domains = await ada.ask(domainsApi.getPackageDomains, { params: { owner: 'ada', package_id: made.id } });
    expect(domains).toMatchObject([{ name: 'get.ada.example', is_default: false }]);
  });

  it('finds a package whose name has a slash, or equals a path segment of another endpoint', async () => {
    for (let name of ['ada/notes', 'domains']) {
      let body = { type: 'docker' as const, name, backend_registry: 'docker.io' };
      let made = await ada.ask(createPackage, { ...mine, body });
      let params = { owner: 'ada', package_type: 'docker' as const, package_name: name };
      expect((await ada.ask(getPackageByName, { params })).id).toBe(made.id);
    }
  });

  it('changes the description and moves a docker package to another registry', async () => {
    let body = { type: 'docker' as const, name: 'engine', backend_registry: 'docker.io', domain: 'move.ada.example' };
    let made = await ada.ask(createPackage, { ...mine, body });
    let change = {
      website: 'https://ada.example',
      importance: 'high' as const,
      track_companies: false,
      backend_registry: 'ghcr.io',
    };
    let params = { owner: 'ada', package_id: made.id };
    let changed = await ada.ask(updatePackage, { params, body: change });
    expect(changed).toMatchObject({ ...change, repository_name: 'engine', name: 'engine' });
    expect(await ada.ask(getPackageById, { params })).toEqual(changed);
    let same = { name: 'engine', type: 'docker' as const };
    expect(await ada.ask(updatePackage, { params, body: same })).toMatchObject(same);
    for (let [body, refused] of [
      [{ name: 'turbine' }, { status: 422, code: 'package-name-is-fixed', field: 'name' }],
      [{ type: 'file' as const }, { status: 422, code: 'package-type-is-invalid', field: 'type' }],
    ] as const)
      expect(await ada.refusal(updatePackage, { params, body })).toMatchObject(refused);
    expect((await ada.ask(getPackageById, { params })).name).toBe('engine');
  });

  it('deletes a package and frees its name, paths and domain', async () => {
    let body = file({ domain: 'again.ada.example' });
    let made = await ada.ask(createPackage, { ...mine, body });
    await ada.ask(deletePackage, { params: { owner: 'ada', package_id: made.id } });
    expect((await ada.refusal(getPackageById, { params: { owner: 'ada', package_id: made.id } })).code).toBe(
      'package-not-found',
    );
    expect(await grace.ask(createPackage, { ...theirs, body })).toMatchObject({ name: body.name });
  });
});

describe('lists', () => {
  const names = ['alpha', 'Beta', 'delta', 'gamma'];

  beforeAll(async () => {
    for (let name of ['gamma', 'alpha', 'delta', 'Beta'])
      await grace.ask(createPackage, { ...theirs, body: file({ name, domain: 'lists.hopper.example' }) });
    let body = { type: 'docker' as const, name: 'zeta', backend_registry: 'docker.io' };
    await grace.ask(createPackage, { ...theirs, body });
  });

  it('lists all packages in name order over pages, by following the next link', async () => {
    let seen: string[] = [];
    let next: string | null = '/v2/packages/hopper-labs?per_page=2&type=file&type=npm';
    while (next) {
      let request: Request = new Request(`http://gateway.invalid${next}`, {
        headers: { authorization: `Bearer ${grace.token}` },
      });
      let page = (await (await world.gateway.api(request)).json()) as {
        results: { name: string }[];
        _links: { next: string | null };
      };
      seen.push(...page.results.map((item) => item.name));
      next = page._links.next;
    }
    expect(seen.filter((name) => names.includes(name))).toEqual(names);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('supports page numbers', async () => {
    let all = await grace.ask(getPackages, { ...theirs, query: { per_page: 'max' } });
    let second = await grace.ask(getPackages, { ...theirs, query: { per_page: 2, page: 2 } });
    expect(second.results).toEqual(all.results.slice(2, 4));
    expect(second.total).toBe(all.results.length);
    expect(second._links.next).toBe('/v2/packages/hopper-labs?per_page=2&page=3');
    expect(all._links.next).toBeNull();
  });

  it('continues after a given name or id', async () => {
    let byName = await grace.ask(getPackages, { ...theirs, query: { after: 'Beta', per_page: 1 } });
    expect(byName.results[0]?.name).toBe('delta');
    let byId = await grace.ask(getPackages, { ...theirs, query: { after: byName.results[0]?.id, per_page: 1 } });
    expect(byId.results[0]?.name).toBe('gamma');
  });

  // @spec 3: Package types; file packages have routes; labels
  it('lists the requested types only', async () => {
    let docker = await grace.ask(getPackages, { ...theirs, query: { type: 'docker' } });
    expect(docker).toMatchObject({ total: 1, results: [{ name: 'zeta' }] });
    expect(await grace.ask(getPackages, { ...theirs, query: { type: ['npm', 'hackage'] } })).toMatchObject({
      total: 0,
      results: [],
    });
  });

  it('includes domains and routes in the overview', async () => {
    let { results } = await grace.ask(getPackagesOverview, { ...theirs, query: { after: 'alph', per_page: 1 } });
    expect(results).toMatchObject([
      {
        package: { name: 'alpha' },
        domains: [{ name: 'lists.hopper.example' }],
        routes: [{ outgoing_url: 'https://files.example/{v}' }],
      },
    ]);
  });

  it.each([{ per_page: 0 }, { per_page: 101 }, { per_page: 'many' }, { page: 0 }])('refuses %o', async (query) => {
    expect(await grace.refusal(getPackages, { ...theirs, query: query as never })).toMatchObject({
      status: 422,
      code: 'request-not-valid',
    });
  });
});

describe('refuses', () => {
  const docker = { type: 'docker', name: 'image', backend_registry: 'docker.io' };

  it.each([
    [{}, 'package-type-is-invalid', 'type'],
    [{ ...docker, type: 'conda' }, 'package-type-is-invalid', 'type'],
    // @spec 5: Package name: not empty; package already exists
    [{ ...docker, name: ' ' }, 'package-name-is-empty', 'name'],
    [{ ...docker, name: 'a//b' }, 'docker-image-name-has-empty-segments', 'name'],
    [{ ...docker, name: 'Über' }, 'docker-image-name-has-invalid-characters', 'name'],
    // @spec 5: Docker image name: no empty segments, valid characters, at most 255
    [{ ...docker, name: 'a'.repeat(256) }, 'docker-image-name-is-longer-than-255-characters', 'name'],
    [{ ...docker, backend_registry: '' }, 'backend-registry-is-empty', 'backend_registry'],
    [
      { ...docker, backend_registry: 'https://docker.io' },
      'backend-registry-has-invalid-characters',
      'backend_registry',
    ],
    [{ ...docker, domain: 'no spaces.example' }, 'public-domain-has-invalid-characters', 'domain'],
    // @spec 5: Domain: optional and valid; public domain: not empty, valid, not the gateway's own,
    //   not in use
    [{ ...docker, domain: 'me.localhost' }, 'public-domain-is-invalid-scarf-domain', 'domain'],
    [{ ...docker, website: 'javascript:alert(1)' }, 'invalid-website-url', 'website'],
    [{ ...docker, short_description: 'x'.repeat(2_001) }, 'field-is-too-long', 'short_description'],
    [{ ...docker, short_description: 'nul \0' }, 'request-not-valid', 'short_description'],
    [file({ incoming_path: '' }), 'incoming-path-must-not-be-empty', 'incoming_path'],
    [file({ incoming_path: 'https://x.example/a' }), 'incoming-path-must-be-relative', 'incoming_path'],
    [file({ incoming_path: 'a' }), 'incoming-path-must-start-with-slash', 'incoming_path'],
    [file({ incoming_path: '/{a' }), 'incoming-path-invalid-url-template', 'incoming_path'],
    // @spec 5: Gateway path: relative, slash first, required variables, valid template, not
    //   duplicated
    [file({ incoming_path: '/fixed' }), 'incoming-path-missing-variables', 'incoming_path'],
    // @spec 5: Source URL: absolute, valid template
    [file({ outgoing_url: '/a' }), 'outgoing-url-must-be-absolute', 'outgoing_url'],
    // @spec 5: Source URL: absolute, valid template
    [file({ outgoing_url: 'https://a.example/{' }), 'outgoing-url-invalid-url-template', 'outgoing_url'],
  ])('%o with %s', async (body, code, field) => {
    expect(await ada.refusal(createPackage, { ...mine, body: body as never })).toMatchObject({
      status: 422,
      code,
      field,
    });
  });

  // @spec 5: Package name: not empty; package already exists
  it('an existing name, and the same image or path twice', async () => {
    let first = file({ domain: 'same.ada.example' });
    await ada.ask(createPackage, { ...mine, body: first });
    expect(await ada.refusal(createPackage, { ...mine, body: first })).toMatchObject({
      code: 'package-already-exists',
      field: 'name',
    });
    let other = {
      ...first,
      name: 'another',
      incoming_path: first.incoming_path.replace('{v}', '{version}'),
      outgoing_url: undefined,
    };
    expect((await ada.refusal(createPackage, { ...mine, body: other })).code).toBe('package-is-conflicting');
    let image = { type: 'docker' as const, name: 'redis', backend_registry: 'docker.io' };
    await ada.ask(createPackage, { ...mine, body: image });
    let again = { ...image, name: 'library/redis' };
    expect((await ada.refusal(createPackage, { ...mine, body: again })).code).toBe('package-is-conflicting');
  });

  // @spec 5: Public domain: one registry only; not in use
  it('two registries behind one domain, including the default one', async () => {
    let first = { type: 'docker' as const, name: 'one', backend_registry: 'docker.io', domain: 'images.ada.example' };
    await ada.ask(createPackage, { ...mine, body: first });
    let second = { ...first, name: 'two', backend_registry: 'ghcr.io' };
    let refused = { code: 'package-is-conflicting', field: 'backend_registry' };
    expect(await ada.refusal(createPackage, { ...mine, body: second })).toMatchObject(refused);
    await ada.ask(createPackage, { ...mine, body: { ...first, name: 'three', domain: undefined } });
    expect(await ada.refusal(createPackage, { ...mine, body: { ...second, domain: undefined } })).toMatchObject(
      refused,
    );
    let two = await ada.ask(createPackage, { ...mine, body: { ...first, name: 'two' } });
    let params = { owner: 'ada', package_id: two.id };
    expect(await ada.refusal(updatePackage, { params, body: { backend_registry: 'ghcr.io' } })).toMatchObject(refused);
    expect((await ada.ask(getPackageById, { params })).backend_registry).toBe('docker.io');
  });

  // @spec 5: Domain: optional and valid; public domain: not empty, valid, not the gateway's own,
  //   not in use
  it('the host of the dashboard as a domain, and creates no package then', async () => {
    let body = file({ domain: 'Dashboard.test' });
    let refusal = await ada.refusal(createPackage, { ...mine, body });
    expect(refusal).toMatchObject({ code: 'public-domain-is-invalid-scarf-domain', field: 'domain' });
    let params = { owner: 'ada', package_type: 'file' as const, package_name: body.name };
    expect((await ada.refusal(getPackageByName, { params })).code).toBe('package-not-found');
  });

  it('another owner’s package under the caller’s name', async () => {
    let made = await grace.ask(createPackage, { ...theirs, body: file() });
    for (let route of [getPackageById, deletePackage])
      expect((await ada.refusal(route, { params: { owner: 'ada', package_id: made.id } })).code).toBe(
        'package-not-found',
      );
  });

  it('the second of two simultaneous creations', async () => {
    let body = file();
    let both = await Promise.all([1, 2].map(() => ada.call(createPackage, { ...mine, body })));
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 422]);
  });
});

whoMay(Object.values(packagesApi));

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectionsApi } from 'contract/packages/collections';
import { packagesApi } from 'contract/packages/packages';
import { registryMovesApi } from 'contract/packages/registry-moves';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { moveRegistry, previewRegistryMove } = registryMovesApi;
const mine = { params: { owner: 'ada' } };

let world: World;
let ada: Caller;
let ids: Record<string, string> = {};

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  for (let [name, backend_registry, domain] of [
    ['team/a', 'ghcr.io', undefined],
    ['team/b', 'ghcr.io', undefined],
    ['far/c', 'quay.io', 'far.example'],
  ] as const) {
    let body = { type: 'docker' as const, name, backend_registry, domain };
    ids[name] = (await ada.ask(packagesApi.createPackage, { ...mine, body })).id;
  }
  let file = { type: 'file' as const, name: 'tool', incoming_path: '/tool' };
  ids.file = (await ada.ask(packagesApi.createPackage, { ...mine, body: file })).id;
  let pattern = { type: 'docker' as const, pattern: 'team/*', backend_domain: 'ghcr.io' };
  ids.collection = (await ada.ask(collectionsApi.createCollection, { ...mine, body: pattern })).id;
});
afterAll(() => world.close());

/** The registries of ada's packages and collections, by name. */
async function registries() {
  let [packages, collections] = await Promise.all([
    ada.ask(packagesApi.getPackages, { ...mine, query: { type: 'docker' } }),
    ada.ask(collectionsApi.getCollections, mine),
  ]);
  let entries = [
    ...packages.results.map((item) => [item.name, item.backend_registry]),
    ...collections.results.map((item) => [item.pattern, item.backend_domain]),
  ];
  return Object.fromEntries(entries) as Record<string, string>;
}

describe('answers', () => {
  it('a preview lists changes and conflicts, and changes nothing', async () => {
    let before = await registries();
    let all = await ada.ask(previewRegistryMove, { ...mine, body: { backend_registry: 'Quay.io' } });
    expect(all.packages.map((item) => [item.name, item.from, item.to])).toEqual([
      ['team/a', 'ghcr.io', 'quay.io'],
      ['team/b', 'ghcr.io', 'quay.io'],
    ]);
    expect(all.collections).toMatchObject([{ name: 'team/*', from: 'ghcr.io', to: 'quay.io' }]);
    expect(all.conflicts).toEqual([]);
    let one = { backend_registry: 'quay.io', package_ids: [ids['team/a'] ?? ''] };
    expect(await ada.ask(previewRegistryMove, { ...mine, body: one })).toMatchObject({
      packages: [{ id: ids['team/a'] }],
      collections: [],
      conflicts: [{ domain: 'ada.docker.localhost', registries: ['ghcr.io', 'quay.io'], images: [] }],
    });
    expect(await registries()).toEqual(before);
  });

  it('moves the selected packages and collections', async () => {
    let body = { backend_registry: 'docker.io', package_ids: [ids['far/c'] ?? ''], collection_ids: [] };
    expect((await ada.ask(moveRegistry, { ...mine, body })).packages).toMatchObject([{ name: 'far/c' }]);
    expect(await registries()).toMatchObject({ 'far/c': 'docker.io', 'team/a': 'ghcr.io', 'team/*': 'ghcr.io' });
  });

  it('moves all packages and collections, and nothing the second time', async () => {
    let body = { backend_registry: 'registry.example' };
    await ada.ask(moveRegistry, { ...mine, body });
    expect(new Set(Object.values(await registries()))).toEqual(new Set(['registry.example']));
    expect(await ada.ask(moveRegistry, { ...mine, body })).toEqual({ packages: [], collections: [], conflicts: [] });
  });

  it('two moves at once leave each domain with one registry', async () => {
    let move = (backend_registry: string) => ada.ask(moveRegistry, { ...mine, body: { backend_registry } });
    await Promise.all([move('ghcr.io'), move('quay.io')]);
    expect(new Set(Object.values(await registries())).size).toBe(1);
  });
});

describe('refuses', () => {
  it.each([
    [{}, 'backend-registry-is-empty', 422],
    // @spec 5: Backend registry: not empty, valid characters, also on the edit page
    [{ backend_registry: 'https://x' }, 'backend-registry-has-invalid-characters', 422],
    [{ backend_registry: 'x.io', package_ids: ['nobody'] }, 'package-not-found', 404],
    [{ backend_registry: 'x.io', collection_ids: ['nobody'] }, 'collection-not-found', 404],
    [{ backend_registry: 'x.io', package_ids: 'all' }, 'request-not-valid', 422],
  ])('%o', async (body, code, status) => {
    for (let route of [previewRegistryMove, moveRegistry])
      expect(await ada.refusal(route, { ...mine, body: body as never })).toMatchObject({ status, code });
  });

  it('a file package, and a package of another owner', async () => {
    let body = { backend_registry: 'x.io', package_ids: [ids.file ?? ''] };
    expect((await ada.refusal(moveRegistry, { ...mine, body })).code).toBe('package-not-found');
    let grace = await world.as('grace');
    let theirs = { params: { owner: 'grace' }, body: { backend_registry: 'x.io', package_ids: [ids['team/a'] ?? ''] } };
    expect((await grace.refusal(moveRegistry, theirs)).code).toBe('package-not-found');
  });

  // @spec 5: One public domain, one backend registry; the bulk edit too
  it('some of the packages on a shared domain, and moves none of them', async () => {
    let before = await registries();
    let body = { backend_registry: 'other.example', package_ids: [ids['team/a'] ?? '', ids['far/c'] ?? ''] };
    expect(await ada.refusal(moveRegistry, { ...mine, body })).toMatchObject({
      status: 422,
      code: 'public-domains-are-conflicting',
      field: 'backend_registry',
    });
    expect(await registries()).toEqual(before);
  });

  it('a move to Docker Hub that gives one official image two names', async () => {
    let grace = await world.as('grace');
    let hers = { params: { owner: 'grace' } };
    for (let name of ['nginx', 'library/nginx'])
      await grace.ask(packagesApi.createPackage, {
        ...hers,
        body: { type: 'docker', name, backend_registry: 'ghcr.io' },
      });
    let body = { backend_registry: 'docker.io' };
    expect((await grace.ask(previewRegistryMove, { ...hers, body })).conflicts).toMatchObject([
      { registries: ['docker.io'], images: ['library/nginx'] },
    ]);
    expect((await grace.refusal(moveRegistry, { ...hers, body })).code).toBe('public-domains-are-conflicting');
  });
});

whoMay(Object.values(registryMovesApi));

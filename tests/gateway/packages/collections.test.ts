import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditApi } from 'contract/admin/audit';
import { collectionsApi } from 'contract/packages/collections';
import { packagesApi } from 'contract/packages/packages';
import { domainsApi } from 'contract/packages/domains';
import { whoMay } from 'tests/support/authorization';
import { createWorld, verified, type Caller, type World } from 'tests/support/world';

const { createCollection, deleteCollection, getCollection, getCollections, updateCollection } = collectionsApi;
const mine = { params: { owner: 'ada' } };

let world: World;
let ada: Caller;
let count = 0;

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
});
afterAll(() => world.close());

/** The body of a collection with its own domain. */
function body(more: object = {}) {
  let fresh = { type: 'docker' as const, pattern: 'team/*', backend_domain: 'ghcr.io' };
  return { ...fresh, public_domain: `c${++count}.ada.example`, ...more };
}

function make(more: object = {}) {
  return ada.ask(createCollection, { ...mine, body: body(more) });
}

describe('answers', () => {
  it('creates, shows, changes and deletes a collection', async () => {
    let made = await make({ backend_domain: 'GHCR.io', public_domain: '' });
    expect(made).toMatchObject({
      owner: 'ada',
      type: 'docker',
      pattern: 'team/*',
      backend_domain: 'ghcr.io',
      public_domain: 'ada.docker.localhost',
    });
    let one = { params: { owner: 'ada', id: made.id } };
    expect(await ada.ask(getCollection, one)).toEqual(made);
    expect(made.private).toBe(false);
    let change = { pattern: 'team/{a,b}', backend_domain: 'quay.io', public_domain: made.public_domain, private: true };
    expect(await ada.ask(updateCollection, { ...one, body: change })).toMatchObject({ ...change, id: made.id });
    await ada.ask(deleteCollection, one);
    expect((await ada.refusal(getCollection, one)).code).toBe('collection-not-found');
    let { results } = await ada.ask(auditApi.getAuditEvents, mine);
    expect(results[0]).toMatchObject({ action: 'collection-deleted', target: 'team/{a,b}', actor: 'ada' });
  });

  it('lists collections in pages, oldest first', async () => {
    let grace = await world.as('grace');
    let theirs = { params: { owner: 'hopper-labs' } };
    for (let pattern of ['b/*', 'a/*', 'c/*'])
      await grace.ask(createCollection, { ...theirs, body: { type: 'docker', pattern, backend_domain: 'ghcr.io' } });
    let first = await grace.ask(getCollections, { ...theirs, query: { per_page: 2 } });
    expect(first).toMatchObject({ total: 3, results: [{ pattern: 'b/*' }, { pattern: 'a/*' }] });
    let after = first.results[1]?.id;
    let next = await grace.ask(getCollections, { ...theirs, query: { per_page: 2, after } });
    expect(next).toMatchObject({ results: [{ pattern: 'c/*' }], _links: { next: null } });
  });

  it('a custom domain stays verified until no collection and no package uses it', async () => {
    let isVerified = async () => {
      let { results } = await ada.ask(getCollections, { ...mine, query: { per_page: 'max' } });
      return results.find(({ public_domain }) => public_domain === 'shared.example')?.public_domain_is_verified;
    };
    let mineToo = await make({ public_domain: 'shared.example' });
    expect(mineToo.public_domain_is_verified).toBe(false);
    await verified(world, 'ada', 'shared.example');
    expect(await isVerified()).toBe(true);
    let item = { type: 'docker' as const, name: 'team/app', backend_registry: 'ghcr.io', domain: 'shared.example' };
    let made = await ada.ask(packagesApi.createPackage, { ...mine, body: item });
    await ada.ask(deleteCollection, { params: { owner: 'ada', id: mineToo.id } });
    expect((await make({ public_domain: 'shared.example' })).public_domain_is_verified).toBe(true);
    let { results } = await ada.ask(getCollections, { ...mine, query: { per_page: 'max' } });
    let again = results.find(({ public_domain }) => public_domain === 'shared.example');
    await ada.ask(deleteCollection, { params: { owner: 'ada', id: again?.id ?? '' } });
    await ada.ask(packagesApi.deletePackage, { params: { owner: 'ada', package_id: made.id } });
    expect((await make({ public_domain: 'shared.example' })).public_domain_is_verified).toBe(false);
  });
});

describe('refuses', () => {
  it.each([
    // @spec 5: Pattern: not empty, valid, not duplicated
    [{ pattern: '' }, 'pattern-is-empty', 'pattern'],
    [{ pattern: undefined }, 'pattern-is-empty', 'pattern'],
    [{ pattern: 'Team/*' }, 'pattern-has-invalid-characters', 'pattern'],
    [{ pattern: 'team/ *' }, 'pattern-has-invalid-characters', 'pattern'],
    [{ pattern: 'team//*' }, 'pattern-is-invalid', 'pattern'],
    [{ pattern: 'team/{a' }, 'pattern-is-invalid', 'pattern'],
    [{ pattern: 'a'.repeat(501) }, 'field-is-too-long', 'pattern'],
    [{ type: 'npm' }, 'type-is-invalid', 'type'],
    [{ type: undefined }, 'type-is-invalid', 'type'],
    [{ backend_domain: '' }, 'backend-registry-is-empty', 'backend_domain'],
    [{ backend_domain: 'https://ghcr.io' }, 'backend-registry-has-invalid-characters', 'backend_domain'],
    [{ public_domain: 'no domain' }, 'public-domain-has-invalid-characters', 'public_domain'],
    [{ public_domain: 'grace.docker.localhost' }, 'public-domain-is-invalid-scarf-domain', 'public_domain'],
  ])('%o', async (more, code, field) => {
    let refusal = await ada.refusal(createCollection, { ...mine, body: body(more) as never });
    expect(refusal).toMatchObject({ status: 422, code, field });
  });

  // @spec 5: Pattern: not empty, valid, not duplicated
  it('an equivalent pattern on the same domain, also at the same moment', async () => {
    let on = { public_domain: 'twice.example' };
    let both = await Promise.all(
      ['team/{a,b}', 'team/{b,a}'].map((pattern) =>
        ada.call(createCollection, { ...mine, body: body({ ...on, pattern }) }),
      ),
    );
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 422]);
    expect(both.find((answer) => answer.status === 422)?.body).toMatchObject({
      code: 'pattern-is-duplicated',
      field: 'pattern',
    });
    let other = await make({ ...on, pattern: 'team/*' });
    let change = { pattern: 'team/{a,b}', backend_domain: 'ghcr.io', ...on };
    let refusal = await ada.refusal(updateCollection, { params: { owner: 'ada', id: other.id }, body: change });
    expect(refusal.code).toBe('pattern-is-duplicated');
  });

  it('both spellings of an official image on Docker Hub', async () => {
    let on = { public_domain: 'hub.example', backend_domain: 'docker.io' };
    await make({ ...on, pattern: 'library/*' });
    expect((await ada.refusal(createCollection, { ...mine, body: body({ ...on, pattern: '*' }) })).code).toBe(
      'pattern-is-duplicated',
    );
  });

  // @spec 5: One public domain, one backend registry; the bulk edit too
  it('two registries on one domain: two collections, or a collection and a package, in any order', async () => {
    let on = { public_domain: 'one.example' };
    await make({ ...on, pattern: 'a/*', backend_domain: 'ghcr.io' });
    let second = body({ ...on, pattern: 'b/*', backend_domain: 'quay.io' });
    expect(await ada.refusal(createCollection, { ...mine, body: second })).toMatchObject({
      code: 'collection-is-conflicting',
      field: 'backend_domain',
    });
    let item = { type: 'docker' as const, name: 'x/y', backend_registry: 'quay.io' };
    let stray = { ...mine, body: { ...item, domain: 'one.example' } };
    expect((await ada.refusal(packagesApi.createPackage, stray)).code).toBe('package-is-conflicting');

    let made = await ada.ask(packagesApi.createPackage, { ...mine, body: { ...item, domain: 'two.example' } });
    let third = body({ public_domain: 'two.example', backend_domain: 'ghcr.io' });
    expect((await ada.refusal(createCollection, { ...mine, body: third })).code).toBe('collection-is-conflicting');
    let move = { params: { owner: 'ada', package_id: made.id }, body: { name: 'one.example' } };
    expect((await ada.refusal(domainsApi.createPackageDomain, move)).code).toBe('package-is-conflicting');
  });

  it('one of a package and a collection with different registries at the same moment', async () => {
    let item = { type: 'docker' as const, name: 'p/q', backend_registry: 'quay.io', domain: 'race.example' };
    let answers = await Promise.all([
      ada.call(packagesApi.createPackage, { ...mine, body: item }),
      ada.call(createCollection, { ...mine, body: body({ public_domain: 'race.example' }) }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422]);
  });

  it("another owner's collection", async () => {
    let made = await make();
    let grace = await world.as('grace');
    for (let route of [getCollection, deleteCollection])
      expect((await grace.refusal(route, { params: { owner: 'hopper-labs', id: made.id } })).code).toBe(
        'collection-not-found',
      );
  });

  it('more than a hundred collections', { tags: 'slow' }, async () => {
    let root = await world.as('root');
    let add = (i: number) =>
      root.call(createCollection, {
        params: { owner: 'linus' },
        body: { type: 'docker', pattern: `p${i}/*`, backend_domain: 'ghcr.io' },
      });
    for (let i = 0; i < 100; i++) await add(i);
    expect((await add(100)).body).toMatchObject({ code: 'too-many-collections' });
  });
});

it('allows packages with the same name', async () => {
  let item = { type: 'docker' as const, name: 'keep/me', backend_registry: 'ghcr.io', domain: 'keep.example' };
  let made = await ada.ask(packagesApi.createPackage, { ...mine, body: item });
  let one = await make({ pattern: 'keep/*', public_domain: 'keep.example' });
  await ada.ask(deleteCollection, { params: { owner: 'ada', id: one.id } });
  let named = { owner: 'ada', package_type: 'docker' as const, package_name: 'keep/me' };
  expect((await ada.ask(packagesApi.getPackageByName, { params: named })).id).toBe(made.id);
});

whoMay(Object.values(collectionsApi));

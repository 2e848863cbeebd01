/**
 * The pages of collections and of packages management against a real gateway: content, changes and
 * permissions.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectionsApi, type Collection } from 'contract/packages/collections';
import { packagesApi } from 'contract/packages/packages';
import { action as createNew, loader as listPage } from 'app/routes/_app.collections.$owner';
import { action as deleteIt, loader as deletePage } from 'app/routes/_app.collections.$owner_.$collectionId.delete';
import { action as saveEdit, loader as editPage } from 'app/routes/_app.collections.$owner_.$collectionId.edit';
import { action as move, loader as managementPage } from 'app/routes/_app.packages.$owner.management';
import { browserOf, redirectOf, refusalOf, refusedForm, type Browser } from '../../support/dashboard';
import { createWorld, type World } from '../../support/world';

let world: World;
let ada: Browser;
let linus: Browser;
let grace: Browser;

beforeAll(async () => {
  world = await createWorld();
  [ada, linus, grace] = await Promise.all([
    browserOf(world, 'ada'),
    browserOf(world, 'linus'),
    browserOf(world, 'grace'),
  ]);
});
afterAll(() => world.close());

async function make(owner: 'ada' | 'hopper-labs', pattern: string, public_domain?: string): Promise<Collection> {
  let maker = await world.as(owner === 'ada' ? 'ada' : 'grace');
  let body = { type: 'docker' as const, pattern, backend_domain: 'ghcr.io', public_domain };
  return maker.ask(collectionsApi.createCollection, { params: { owner }, body });
}

describe('collections', () => {
  test('are listed; members see them without a form', async () => {
    expect(await grace.open(listPage, { owner: 'hopper-labs' })).toMatchObject({ collections: [], mayChange: true });
    await make('hopper-labs', 'labs/*');
    expect(await linus.open(listPage, { owner: 'hopper-labs' })).toMatchObject({
      collections: [{ pattern: 'labs/*', backend_domain: 'ghcr.io', public_domain: 'hopper-labs.docker.localhost' }],
      mayChange: false,
    });
    expect((await refusalOf(ada.open(listPage, { owner: 'hopper-labs' }))).status).toBe(403);
  });

  test('are created by the form, which shows errors on their fields and keeps the values', async () => {
    let form = { pattern: 'tools/{cli,server}', backend_domain: 'quay.io', public_domain: 'Tools.Ada.example' };
    let made = redirectOf(await ada.post(createNew, { owner: 'ada' }, { ...form, private: 'on' }));
    expect(made).toEqual({ status: 303, to: '/collections/ada', toast: 'collection_created' });
    let { collections } = await ada.open(listPage, { owner: 'ada' });
    expect(collections).toMatchObject([{ ...form, public_domain: 'tools.ada.example', private: true }]);

    let elsewhereAda = await browserOf(world, 'ada');
    let wrong = { ...form, pattern: 'tools/{cli' };
    expect(await refusedForm(await ada.post(createNew, { owner: 'ada' }, wrong))).toMatchObject({
      status: 422,
      error: { pattern: [expect.stringContaining('not a valid pattern')] },
      kept: wrong,
    });
    expect(await refusedForm(await elsewhereAda.post(createNew, { owner: 'ada' }, form))).toMatchObject({
      status: 422,
      error: { pattern: [expect.stringContaining('already')] },
    });
    let elsewhere = { ...form, pattern: 'x/*', backend_domain: 'ghcr.io' };
    expect((await refusedForm(await ada.post(createNew, { owner: 'ada' }, elsewhere))).error).toMatchObject({
      backend_domain: [expect.stringContaining('only have one')],
    });
  });

  test('are changed and deleted', async () => {
    let { id } = await make('ada', 'old/*');
    let params = { owner: 'ada', collectionId: id };
    expect(await ada.open(editPage, params)).toMatchObject({
      collection: { pattern: 'old/*' },
      ownHost: 'ada.docker.localhost',
    });
    let form = { pattern: 'new/*', backend_domain: 'ghcr.io', public_domain: '' };
    let saved = redirectOf(await ada.post(saveEdit, params, form));
    expect(saved).toEqual({ status: 303, to: '/collections/ada', toast: 'collection_updated' });
    expect(await ada.open(deletePage, params)).toMatchObject({ collection: { pattern: 'new/*' } });
    let gone = redirectOf(await ada.post(deleteIt, params));
    expect(gone).toEqual({ status: 303, to: '/collections/ada', toast: 'collection_deleted' });
    expect((await refusalOf(ada.open(editPage, params))).status).toBe(404);
  });

  test('cannot be changed by members, strangers, or under another owner', async () => {
    let { id } = await make('hopper-labs', 'safe/*');
    let params = { owner: 'hopper-labs', collectionId: id };
    let form = { pattern: 'mine/*', backend_domain: 'ghcr.io' };
    for (let person of [linus, ada])
      for (let action of [createNew, saveEdit, deleteIt])
        expect((await person.post(action, params, form)).status).toBe(403);
    expect((await ada.post(saveEdit, { owner: 'ada', collectionId: id }, form)).status).toBe(404);
  });
});

describe('packages management', () => {
  async function docker(owner: 'ada' | 'hopper-labs', name: string, domain?: string): Promise<string> {
    let maker = await world.as(owner === 'ada' ? 'ada' : 'grace');
    let body = { type: 'docker' as const, name, backend_registry: 'ghcr.io', domain };
    return (await maker.ask(packagesApi.createPackage, { params: { owner }, body })).id;
  }

  test('shows docker packages and collections; members have no form', async () => {
    await docker('hopper-labs', 'labs/one');
    let page = await linus.open(managementPage, { owner: 'hopper-labs' });
    expect(page.mayChange).toBe(false);
    expect(page.movables.map((m) => [m.kind, m.name, m.registry])).toEqual([
      ['package', 'labs/one', 'ghcr.io'],
      ['collection', 'labs/*', 'ghcr.io'],
      ['collection', 'safe/*', 'ghcr.io'],
    ]);
    let form = { which: 'all', backend_registry: 'quay.io' };
    for (let person of [linus, ada]) expect((await person.post(move, { owner: 'hopper-labs' }, form)).status).toBe(403);
  });

  test('a preview changes nothing, and the move changes all selected packages', async () => {
    let form = { which: 'all', backend_registry: 'quay.io' };
    let preview = await grace.post(move, { owner: 'hopper-labs' }, { ...form, preview: 'yes' });
    expect(preview.status).toBe(200);
    expect(await preview.json()).toMatchObject({
      plan: { packages: [{ name: 'labs/one', from: 'ghcr.io', to: 'quay.io' }], conflicts: [] },
      lastResult: { initialValue: form },
    });
    let registries = async () =>
      (await grace.open(managementPage, { owner: 'hopper-labs' })).movables.map((m) => m.registry);
    expect(new Set(await registries())).toEqual(new Set(['ghcr.io']));
    expect(redirectOf(await grace.post(move, { owner: 'hopper-labs' }, form))).toEqual({
      status: 303,
      to: '/packages/hopper-labs/management',
      toast: 'registry_changed',
    });
    expect(new Set(await registries())).toEqual(new Set(['quay.io']));
  });

  test('moving only some packages of a domain is marked in the preview and refused', async () => {
    let id = await docker('ada', 'shop/a', 'shop.example');
    await docker('ada', 'shop/b', 'shop.example');
    let form = { which: 'chosen', backend_registry: 'quay.io', package_ids: id };
    let preview = await ada.post(move, { owner: 'ada' }, { ...form, preview: 'yes' });
    expect(await preview.json()).toMatchObject({
      plan: { packages: [{ id }], conflicts: [{ domain: 'shop.example', registries: ['ghcr.io', 'quay.io'] }] },
    });
    expect(await refusedForm(await ada.post(move, { owner: 'ada' }, form))).toMatchObject({
      status: 422,
      error: { backend_registry: [expect.any(String)] },
      kept: form,
    });
  });

  test.each([
    [{ which: 'chosen', backend_registry: 'quay.io' }, { '': ['Select at least one package or collection.'] }],
    [{ which: 'all', backend_registry: '' }, { backend_registry: ['Enter a backend registry.'] }],
  ])('%o is refused', async (form, error) => {
    expect(await refusedForm(await ada.post(move, { owner: 'ada' }, form))).toMatchObject({ status: 422, error });
  });
});

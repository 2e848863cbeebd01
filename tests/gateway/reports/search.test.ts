import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as limits from 'contract/floor/limits';
import { searchResultsMax } from 'gateway/api/analytics/search-handlers';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { searchApi, type SearchResultItem } from 'contract/packages/search';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const params = { owner: 'hopper-labs' };
const context = { tag: 'organization' as const, context: 'Hopper-Labs' };

let world: World;
let grace: Caller;
let linus: Caller;

beforeAll(async () => {
  world = await createWorld();
  grace = await world.as('grace');
  linus = await world.as('linus');
  for (let name of ['Hash_map', 'hashXmap', 'rehash'])
    await grace.ask(packagesApi.createPackage, { params, body: { type: 'file', name, incoming_path: `/${name}` } });
  await grace.ask(packagesApi.createPackage, {
    params,
    body: { type: 'docker', name: 'whale', backend_registry: 'ghcr.io' },
  });
  await grace.ask(pixelsApi.createTrackingPixel, { params, body: { name: 'Hash docs' } });
  await grace.ask(pixelsApi.createTrackingPixel, { params, body: { name: '50% discount' } });
});
afterAll(() => world.close());

async function find(query: string): Promise<string[]> {
  let { results } = await linus.ask(searchApi.search, { body: { query, context } });
  return results.map(nameOf);
}

function nameOf(item: SearchResultItem): string {
  return item.type === 'package' ? item.package.name : item['tracking-pixel'].name;
}

describe('answers', () => {
  // @spec 3: Search result: type, and a package or tracking pixel with id, name, owner, type
  it('finds packages and pixels by part of the name, those that start with it first', async () => {
    expect(await find('HASH')).toEqual(['Hash_map', 'hashXmap', 'rehash', 'Hash docs']);
  });

  // @spec 3: Search result: type, and a package or tracking pixel with id, name, owner, type
  it('finds packages by type', async () => {
    expect(await find('docker')).toEqual(['whale']);
  });

  it.each([
    ['h_m', ['Hash_map']],
    ['50%', ['50% discount']],
    ['%', ['50% discount']],
    ['\\', []],
    ["' or 1=1 --", []],
    ['nothing like it', []],
  ])('takes %s literally', async (query, names) => {
    expect(await find(query)).toEqual(names);
  });

  // @spec 3: Search uses the context's owner (tag user or organization)
  it('searches the owner in context, a person or an organization', async () => {
    let own = { type: 'file' as const, name: 'hash of grace', incoming_path: '/hash' };
    await grace.ask(packagesApi.createPackage, { params: { owner: 'grace' }, body: own });
    let foundIn = async (tag: 'user' | 'organization', owner: string) => {
      let { results } = await grace.ask(searchApi.search, {
        body: { query: 'hash', context: { tag, context: owner } },
      });
      return new Set(results.map((item) => (item.type === 'package' ? item.package : item['tracking-pixel']).owner));
    };
    expect(await foundIn('user', 'grace')).toEqual(new Set(['grace']));
    expect(await foundIn('organization', 'hopper-labs')).toEqual(new Set(['hopper-labs']));
  });

  it('searches the caller’s own artifacts when no owner is given', async () => {
    expect((await linus.ask(searchApi.search, { body: { query: 'hash' } })).results).toEqual([]);
  });

  it('reserves places for pixels when there are many packages', async () => {
    for (let i = 0; i < searchResultsMax + 2; i++) {
      await grace.ask(packagesApi.createPackage, {
        params,
        body: { type: 'file', name: `many ${i}`, incoming_path: `/many/${i}` },
      });
      await grace.ask(pixelsApi.createTrackingPixel, { params, body: { name: `many ${i}` } });
    }
    let { results } = await linus.ask(searchApi.search, { body: { query: 'many', context } });
    expect(results).toHaveLength(searchResultsMax);
    expect(results.filter((item) => item.type === 'package')).toHaveLength(searchResultsMax / 2);
  });
});

describe('refuses', () => {
  it.each([
    // @spec 5: 'This is a required field.'
    [{}, 'field-is-required'],
    [{ query: '  ' }, 'field-is-required'],
    [{ query: 'x'.repeat(limits.searchQueryMax + 1) }, 'field-is-too-long'],
    [{ query: 'x', context: { tag: 'nobody', context: 'ada' } }, 'request-not-valid'],
  ])('%o', async (body, code) => {
    expect(await linus.refusal(searchApi.search, { body: body as never })).toMatchObject({ status: 422, code });
  });

  it('artifacts of other owners, and unknown owners', async () => {
    let ada = await world.as('ada');
    expect(await ada.refusal(searchApi.search, { body: { query: 'x', context } })).toMatchObject({
      status: 403,
      code: 'permission-not-granted',
    });
    let nobody = { tag: 'user' as const, context: 'nobody' };
    expect(await ada.refusal(searchApi.search, { body: { query: 'x', context: nobody } })).toMatchObject({
      status: 404,
      code: 'owner-not-found',
    });
  });
});

whoMay([searchApi.search]);

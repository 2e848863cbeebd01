/** The public page about what an owner records, from the settings in force. */
import { afterEach, describe, expect, test } from 'vitest';
import { accountApi } from 'contract/accounts/account';
import { dataCollectionApi } from 'contract/analytics/data-collection';
import { eventRetentionApi } from 'contract/exports/event-retention';
import { collectionsApi } from 'contract/packages/collections';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import type { CollectionPage } from 'app/features/counting/data-collection.server';
import { loader } from 'app/routes/data-collection.$owner';
import type { SamplePerson } from 'gateway/demo/people';
import { browserOf } from '../../support/dashboard';
import { visitorOf } from '../../support/visitor';
import { createWorld, type World } from '../../support/world';

const { getDataCollection } = dataCollectionApi;
const ada = { owner: 'ada' };

let world: World;
afterEach(() => world.close());

interface Opened {
  data: { page: CollectionPage; isMember: boolean };
  init: { status: number } | null;
}

async function pageOf(owner: string) {
  let answer = await visitorOf(world).open(loader, `/data-collection/${owner}`, { owner });
  let { data, init } = (await answer.json()) as Opened;
  return { status: init?.status ?? answer.status, ...data.page };
}

async function readmeFor(person: SamplePerson, owner: string): Promise<string> {
  let { data } = (await (await browserOf(world, person)).open(loader, { owner })) as unknown as Opened;
  return data.page.readme ?? '';
}

describe('what an owner records', () => {
  test('says what is on, in sentences and for a README', async () => {
    let networks = { about: 'networks', name: 'Networks', version: '1', madeAt: null } as const;
    world = await createWorld({
      eventDays: 90,
      dataSources: [networks, { ...networks, about: 'places', hasCities: true }],
      installation: { visitorIds: () => ({ rotation: 'daily', ends: null, isFirst: false }) },
    });
    let caller = await world.as('ada');
    let file = { type: 'file' as const, name: 'tool', incoming_path: '/tool/{version}' };
    await caller.ask(packagesApi.createPackage, { params: ada, body: file });
    await caller.ask(pixelsApi.createTrackingPixel, { params: ada, body: { name: 'Docs', track_companies: false } });
    await caller.ask(eventRetentionApi.setEventRetention, { params: ada, body: { days: 30 } });
    expect(await world.with(undefined).ask(getDataCollection, { params: { owner: 'ADA' } })).toEqual({
      owner: 'ada',
      has_packages: true,
      has_pixels: true,
      event_days: 30,
      salt_rotation: 'daily',
      finds_places: 'cities',
      finds_networks: true,
      finds_companies: 'some',
      public_registries: [],
      company_data_provider: null,
      keeps_page_queries: false,
    });
    let { recorded, kept } = await pageOf('ada');
    let readme = await readmeFor('ada', 'ada');
    let text = recorded.join(' ');
    expect(text).toContain('the page’s URL, without its query string.');
    expect(text).toContain('Not for all packages and pages.');
    expect(text).toContain('deleted every day');
    expect(text).toContain('postal code and coordinates');
    expect(kept[0]).toBe('For 30 days, then it is deleted. The date on which a company was first seen stays.');
    expect(kept[2]).toBe(
      'Public badges show totals. Public share links can also show versions, platforms, clients, countries and companies.',
    );
    expect(readme).toContain('by version, client, country and company. IP addresses are not stored');
    expect(readme).toContain('Events are deleted after 30 days.');
    expect(readme).toMatch(/\(http:\/\/\S+\/data-collection\/ada\)$/);
  });

  test('names only countries without a database of cities, and no place without any', async () => {
    let countries = { about: 'places', name: 'Countries', version: '1', madeAt: Date.UTC(2026, 0) } as const;
    for (let [dataSources, recordedPlaces] of [
      [
        [{ ...countries, problem: 'CITY_DATABASE cannot be read.' }],
        ['The country of the network, looked up by its IP address.'],
      ],
      [[{ ...countries, name: 'none', madeAt: null, problem: 'CITY_DATABASE cannot be read.' }], []],
    ] as const) {
      world = await createWorld({ dataSources });
      await (await world.as('ada')).ask(pixelsApi.createTrackingPixel, { params: ada, body: { name: 'Docs' } });
      let { recorded } = await pageOf('ada');
      expect(recorded.filter((line) => /country|city/.test(line))).toEqual(recordedPlaces);
    }
  });

  test('leaves out what is off', async () => {
    world = await createWorld();
    let caller = await world.as('ada');
    await caller.ask(pixelsApi.createTrackingPixel, { params: ada, body: { name: 'Docs', keep_referrer_query: true } });
    let { recorded, kept } = await pageOf('ada');
    let readme = await readmeFor('ada', 'ada');
    let text = recorded.join(' ');
    expect(text).toContain('some with its query string');
    expect(text).not.toMatch(/download|country|company|replaced/);
    expect(kept[0]).toBe('Until the maintainers delete it.');
    expect(kept[2]).toBe(
      'Public badges show totals. Public share links can also show versions, platforms and clients.',
    );
    expect(readme).toContain('counted by version and client.');
  });

  test('names the registries to use instead, if they are public', async () => {
    world = await createWorld();
    let caller = await world.as('ada');
    let image = { type: 'docker' as const, backend_registry: 'ghcr.io' };
    for (let name of ['ada/engine', 'ada/loom'])
      await caller.ask(packagesApi.createPackage, { params: ada, body: { ...image, name } });
    let sums = { type: 'python' as const, name: 'sums', repository_url: 'https://pypi.org/simple' };
    let secrets = { type: 'npm' as const, name: 'secrets', repository_url: 'https://npm.corp.example/' };
    for (let body of [sums, secrets]) await caller.ask(packagesApi.createPackage, { params: ada, body });
    let { registries } = await pageOf('ada');
    let readme = await readmeFor('ada', 'ada');
    expect(registries).toEqual(['Docker: ghcr.io', 'Python: https://pypi.org/simple/']);
    expect(readme).toContain('or use the registry directly (ghcr.io, https://pypi.org/simple/).');
  });

  test('includes collections, unless their registry needs an account', async () => {
    let networks = { about: 'networks', name: 'Networks', version: '1', madeAt: null } as const;
    world = await createWorld({ dataSources: [networks] });
    let caller = await world.as('ada');
    let body = { type: 'docker' as const, pattern: 'tools/*', backend_domain: 'ghcr.io', public_domain: '' };
    let collection = { ...body, private: true };
    let { id } = await caller.ask(collectionsApi.createCollection, { params: ada, body: collection });
    expect((await pageOf('ada')).status).toBe(404);
    await caller.ask(collectionsApi.updateCollection, { params: { ...ada, id }, body: { ...body, private: false } });
    expect((await pageOf('ada')).recorded.join(' ')).toMatch(/Of a download: .* The network and, if a company/);
    let file = { type: 'file' as const, name: 'tool', incoming_path: '/tool/{version}', track_companies: false };
    await caller.ask(packagesApi.createPackage, { params: ada, body: file });
    let { finds_companies } = await world.with(undefined).ask(getDataCollection, { params: ada });
    expect(finds_companies).toBe('some');
  });

  test('has the text for the README for members alone', async () => {
    world = await createWorld();
    let pixel = { name: 'Docs' };
    await (
      await world.as('grace')
    ).ask(pixelsApi.createTrackingPixel, { params: { owner: 'hopper-labs' }, body: pixel });
    expect(await readmeFor('linus', 'Hopper-Labs')).toContain('## Download statistics');
    expect(await readmeFor('ada', 'hopper-labs')).toBe('');
    expect((await pageOf('hopper-labs')).readme).toBeNull();
  });

  test('is still there under a former name, without the present one', async () => {
    world = await createWorld();
    let caller = await world.as('ada');
    await caller.ask(pixelsApi.createTrackingPixel, { params: ada, body: { name: 'Docs' } });
    await caller.ask(accountApi.updateUser, { params: { username: 'ada' }, body: { username: 'countess' } });
    expect(await pageOf('Ada')).toMatchObject({ status: 200, owner: 'ada' });
    expect(JSON.stringify(await pageOf('ada'))).not.toContain('countess');
    expect((await pageOf('countess')).owner).toBe('countess');
    await world.records
      .updateTable('owners')
      .set({ suspended_at: world.now() })
      .where('name_key', '=', 'countess')
      .execute();
    expect((await pageOf('ada')).status).toBe(404);
  });

  test('is not there for owners without packages, and for suspended ones', async () => {
    world = await createWorld();
    expect((await pageOf('ada')).status).toBe(404);
    expect((await pageOf('nobody')).status).toBe(404);
    let caller = await world.as('ada');
    await caller.ask(pixelsApi.createTrackingPixel, { params: ada, body: { name: 'Docs' } });
    expect((await pageOf('ada')).owner).toBe('ada');
    await world.records
      .updateTable('owners')
      .set({ suspended_at: world.now() })
      .where('name_key', '=', 'ada')
      .execute();
    expect((await pageOf('ada')).status).toBe(404);
  });
});

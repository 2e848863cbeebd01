/** What an owner has at most, as the edge holds all of it in memory; downloads go on at the limit. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOwner } from 'gateway/floor/db/owner-transaction';
import type { OwnerRow } from 'gateway/floor/db/account-schema';
import { createCollection } from 'gateway/packages/collections';
import { createPackage, deletePackage, packagesPerOwnerMax } from 'gateway/packages/package-changes';
import { createRoute, routesPerOwnerMax } from 'gateway/packages/routes';
import { ids, ownAddresses, startEdge, type EdgeWorld } from '../../edge/edge-world';

let registry: http.Server;
let world: EdgeWorld;
let ada: OwnerRow;

beforeAll(async () => {
  registry = http.createServer((_, response) => response.end('{}'));
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
  let backend_domain = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
  world = await startEdge({ registry: backend_domain, privateTargets: [backend_domain] });
  ada = await world.records.selectFrom('owners').selectAll().where('id', '=', ids.owner).executeTakeFirstOrThrow();
  let fields = { pattern: 'team/*', backend_domain, private: false };
  await createCollection({ records: world.records, ...ownAddresses }, ada, fields, act());
});
afterAll(async () => {
  await world.close();
  registry.closeAllConnections();
  registry.close();
});

function act() {
  return { actor: null, actingAs: null, address: '', agent: '', time: Date.now() };
}

const idOf = (number: number) => `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function packageRow(number: number) {
  let about = {
    short_description: '',
    long_description: '',
    website: '',
    importance: 'mid',
    track_companies: 1,
  } as const;
  let places = { repository_name: null, backend_registry: null, repository_url: null };
  let named = {
    id: idOf(number),
    owner_id: ids.owner,
    type: 'file',
    name: `many-${number}`,
    name_key: `many-${number}`,
  } as const;
  return { ...named, ...about, ...places, created_at: 1, updated_at: 1 };
}

/** Adds rows as the API does, some hundred in each statement. */
async function addPackages(count: number): Promise<void> {
  await changeOwner(world.records, ids.owner, async (change) => {
    for (let from = 0; from < count; from += 500) {
      let rows = Array.from({ length: Math.min(500, count - from) }, (_, i) => packageRow(from + i));
      await change.insertInto('packages').values(rows).execute();
    }
  });
}

function add(name: string) {
  let fields = { type: 'file', name } as const;
  return createPackage({ records: world.records, ...ownAddresses }, ada, { fields }, act());
}

test('an owner with 1,000 routes gets no more, whichever package they are of', async () => {
  await addPackages(12);
  let route = (packageId: string, i: number) => ({
    id: `${packageId}-${i}`,
    package_id: packageId,
    type: 'uri-template' as const,
    incoming_path: `/${packageId}/${i}`,
    outgoing_url: null,
    token_hash: null,
    created_at: 1,
  });
  let { routes } = await world.records
    .selectFrom('routes')
    .select((e) => e.fn.countAll<number>().as('routes'))
    .executeTakeFirstOrThrow();
  let missing = routesPerOwnerMax - 1 - Number(routes);
  for (let from = 0; from < missing; from += 99) {
    let rows = Array.from({ length: Math.min(99, missing - from) }, (_, i) => route(idOf(from / 99), i));
    await world.records.insertInto('routes').values(rows).execute();
  }
  let create = (incoming_path: string) =>
    createRoute(
      world.records,
      { owner: ada, packageId: idOf(11) },
      { type: 'uri-template', incoming_path, outgoing_url: 'https://files.example.com/a' },
      act(),
    );
  await create('/the/last');
  await expect(create('/one/more')).rejects.toMatchObject({ code: 'too-many-routes' });
});

test('an owner with 5,000 packages gets no more; images of collections are served, and events go on', async () => {
  let { made } = await world.records
    .selectFrom('packages')
    .select((e) => e.fn.countAll<number>().as('made'))
    .executeTakeFirstOrThrow();
  await world.records.deleteFrom('packages').where('name', 'like', 'many-%').execute();
  await addPackages(packagesPerOwnerMax - (Number(made) - 12) - 1);
  let last = await add('the-last');
  await expect(add('one-more')).rejects.toMatchObject({ code: 'too-many-packages' });

  let pull = (image: string) => world.get('ada.docker.localhost', `/v2/${image}/manifests/1.0`);
  expect((await pull('team/new')).status).toBe(200);
  expect((await pull('app')).status).toBe(200);
  expect(await world.events(ids.docker)).toHaveLength(1);
  expect(await world.events('')).toMatchObject([{ imagePath: 'team/new', ownerId: ids.owner }]);

  await deletePackage(world.records, ada, last.id, act());
  expect((await pull('team/next')).status).toBe(200);
  await world.settled();
  let next = await world.records.selectFrom('packages').select('id').where('name', '=', 'team/next').executeTakeFirst();
  expect(await world.events(next!.id)).toHaveLength(1);
});

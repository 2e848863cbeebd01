/** The first request of `gem` to a server: whether it has a compact index. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startRegistryWorld, type RegistryWorld } from '../../edge/registry-world';

let world: RegistryWorld;
beforeEach(async () => {
  world = await startRegistryWorld('rubygems', ['engine', 'left']);
});
afterEach(() => world.close());

// @spec 3: Gems are created, redirected to their server and counted
test.each(['/', '/versions'])(
  'HEAD of %s succeeds if the registry has the versions file of the compact index',
  async (path) => {
    expect(await world.ask(path, {}, 'HEAD')).toMatchObject({ status: 404 });
    world.registry.files.set('info/engine', '---\n1.0.0 |checksum:00\n');
    world.later(11_000);
    let answer = await world.ask(path, {}, 'HEAD');
    expect(answer.status).toBe(200);
    expect(answer.headers.location).toBeUndefined();
    expect(await world.versions('engine')).toEqual([]);
  },
);

test('HEAD of another path, and GET of the versions file, lead to the registry', async () => {
  let { url, requests } = world.registry;
  expect(await world.ask('/names', {}, 'HEAD')).toMatchObject({ status: 307, headers: { location: `${url}names` } });
  expect(await world.ask('/versions')).toMatchObject({ status: 307, headers: { location: `${url}versions` } });
  expect(await world.ask('/')).toMatchObject({ status: 307, headers: { location: url } });
  expect(requests).toEqual([]);
});

test('the check is 502 while the registry does not answer', async () => {
  world.registry.behaviour = (_, response) => void response.writeHead(500).end();
  expect(await world.ask('/versions', {}, 'HEAD')).toMatchObject({ status: 502 });
});

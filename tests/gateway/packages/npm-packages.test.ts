/** npm packages over the API: creation, changes, refusals, and the rules for the edge. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packagesApi } from 'contract/packages/packages';
import { answerOf } from 'tests/support/http-answer';
import { createWorld, type Caller, type World } from 'tests/support/world';

const params = { owner: 'ada' };
const registry = 'https://registry.example';

let world: World;
let ada: Caller;
let server: http.Server;
beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  server = http.createServer((req, res) => world.edge.handle(req, res));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await world.close();
});

function answerAt(path: string) {
  let { port } = server.address() as AddressInfo;
  return answerOf(http.request, { host: '127.0.0.1', port, path, headers: { host: 'ada.npm.localhost' } });
}

function npm(name: string, more: object = { repository_url: registry }) {
  return { params, body: { type: 'npm' as const, name, ...more } };
}

test('a package is created with its registry, and its host redirects all other requests', async () => {
  let made = await ada.ask(
    packagesApi.createPackage,
    npm('@ada/engine', { repository_url: 'https://Registry.Example/npm' }),
  );
  expect(made).toMatchObject({ type: 'npm', name: '@ada/engine', repository_url: 'https://registry.example/npm/' });
  expect(await answerAt('/left')).toMatchObject({
    status: 307,
    headers: { location: 'https://registry.example/npm/left' },
  });
  await ada.ask(packagesApi.updatePackage, {
    params: { ...params, package_id: made.id },
    body: { repository_url: 'https://other.example' },
  });
  expect(await answerAt('/left')).toMatchObject({
    headers: { location: 'https://other.example/left' },
  });
  await ada.ask(packagesApi.deletePackage, { params: { ...params, package_id: made.id } });
  expect(await answerAt('/left')).toMatchObject({ status: 404 });
});

describe('refused', () => {
  test.each([
    ['', 'package-name-is-empty', 'name'],
    ['has space', 'package-name-is-invalid', 'name'],
    ['@ada', 'package-name-is-invalid', 'name'],
    ['@ada/', 'package-name-is-invalid', 'name'],
    ['../etc', 'package-name-is-invalid', 'name'],
    ['-', 'package-name-is-invalid', 'name'],
    ['a/b', 'package-name-is-invalid', 'name'],
    ['a'.repeat(215), 'field-is-too-long', 'name'],
  ])('the name %j with %s', async (name, code, field) => {
    expect(await ada.refusal(packagesApi.createPackage, npm(name))).toMatchObject({ status: 422, code, field });
  });

  test.each([
    [undefined, 'repository-url-is-empty'],
    ['', 'repository-url-is-empty'],
    ['registry.example', 'repository-url-invalid'],
    ['ftp://registry.example', 'repository-url-invalid'],
    ['https://me:secret@registry.example', 'repository-url-invalid'],
    ['https://registry.example/?a=1', 'repository-url-invalid'],
    ['https://ada.npm.localhost', 'repository-url-is-own-domain'],
  ])('the registry %j with %s', async (repository_url, code) => {
    let refusal = await ada.refusal(packagesApi.createPackage, npm('engine', { repository_url }));
    expect(refusal).toMatchObject({ status: 422, code, field: 'repository_url' });
  });

  test('a second registry on one host, and the same name twice', async () => {
    let first = await ada.ask(packagesApi.createPackage, npm('first'));
    let other = npm('second', { repository_url: 'https://other.example' });
    expect(await ada.refusal(packagesApi.createPackage, other)).toMatchObject({
      code: 'package-is-conflicting',
      field: 'repository_url',
    });
    expect(await ada.refusal(packagesApi.createPackage, npm('first'))).toMatchObject({
      code: 'package-already-exists',
    });
    let second = await ada.ask(packagesApi.createPackage, npm('second'));
    for (let { id } of [first, second])
      await ada.ask(packagesApi.deletePackage, { params: { ...params, package_id: id } });
  });
});

test('an installation with a default registry uses it when none is given', async () => {
  let here = await createWorld({ registries: { npm: 'https://registry.example/' } });
  let grace = await here.as('grace');
  let made = await grace.ask(packagesApi.createPackage, { ...npm('kit', {}), params: { owner: 'grace' } });
  expect(made).toMatchObject({ repository_url: 'https://registry.example/' });
  await here.close();
});

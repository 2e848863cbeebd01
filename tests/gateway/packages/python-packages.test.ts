/** Python packages over the API: creation, changes, refusals, and the rules for the edge. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packagesApi } from 'contract/packages/packages';
import { releaseOf } from 'contract/packages/python-names';
import { versionOfFile } from 'edge/package-types/python-files';
import { createWorld, type Caller, type World } from 'tests/support/world';

const params = { owner: 'ada' };
const registry = 'https://registry.example/simple/';

let world: World;
let ada: Caller;
beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
});
afterAll(() => world.close());

function python(name: string, more: object = { repository_url: registry }) {
  return { params, body: { type: 'python' as const, name, ...more } };
}

test('a package is created with its index, which can be changed', async () => {
  let made = await ada.ask(
    packagesApi.createPackage,
    python('Ada.Engine', { repository_url: 'https://Registry.Example/simple' }),
  );
  expect(made).toMatchObject({ type: 'python', name: 'Ada.Engine', repository_url: registry });
  let changed = await ada.ask(packagesApi.updatePackage, {
    params: { ...params, package_id: made.id },
    body: { repository_url: 'https://other.example/whl' },
  });
  expect(changed).toMatchObject({ repository_url: 'https://other.example/whl/' });
  await ada.ask(packagesApi.deletePackage, { params: { ...params, package_id: made.id } });
});

describe('refused', () => {
  test.each([
    ['', 'package-name-is-empty'],
    ['has space', 'package-name-is-invalid'],
    ['-engine', 'package-name-is-invalid'],
    ['engine.', 'package-name-is-invalid'],
    ['a/b', 'package-name-is-invalid'],
    ['engine[extra]', 'package-name-is-invalid'],
    ['énginé', 'package-name-is-invalid'],
    ['a'.repeat(215), 'field-is-too-long'],
  ])('the name %j with %s', async (name, code) => {
    expect(await ada.refusal(packagesApi.createPackage, python(name))).toMatchObject({
      status: 422,
      code,
      field: 'name',
    });
  });

  test.each([
    [undefined, 'repository-url-is-empty'],
    ['registry.example', 'repository-url-invalid'],
    ['https://me:secret@registry.example', 'repository-url-invalid'],
    ['https://ada.python.localhost/simple/', 'repository-url-is-own-domain'],
  ])('the index %j with %s', async (repository_url, code) => {
    let refusal = await ada.refusal(packagesApi.createPackage, python('engine', { repository_url }));
    expect(refusal).toMatchObject({ status: 422, code, field: 'repository_url' });
  });

  test('a second index on one host, and another spelling of a name', async () => {
    let first = await ada.ask(packagesApi.createPackage, python('first-tool'));
    let other = python('second', { repository_url: 'https://other.example' });
    expect(await ada.refusal(packagesApi.createPackage, other)).toMatchObject({
      code: 'package-is-conflicting',
      field: 'repository_url',
    });
    expect(await ada.refusal(packagesApi.createPackage, python('First_Tool'))).toMatchObject({
      code: 'package-is-conflicting',
      field: 'name',
    });
    await ada.ask(packagesApi.deletePackage, { params: { ...params, package_id: first.id } });
  });
});

test('an installation with a default index uses it when none is given', async () => {
  let here = await createWorld({ registries: { python: registry } });
  let grace = await here.as('grace');
  let made = await grace.ask(packagesApi.createPackage, { ...python('kit', {}), params: { owner: 'grace' } });
  expect(made).toMatchObject({ repository_url: registry });
  await here.close();
});

describe('the version in the name of a file', () => {
  test.each([
    ['ada_engine-1.0.0-py3-none-any.whl', '1.0.0'],
    ['ada_engine-1.0-2-cp312-cp312-manylinux_2_17_x86_64.whl', '1.0'],
    ['ada_engine-1.0+cu_118-py3-none-any.whl', '1.0+cu.118'],
    ['ada_engine-1!2.0.post3.dev4.tar.gz', '1!2.0.post3.dev4'],
    ['Ada.Engine-1.0.0.tar.gz', '1.0.0'],
    ['ada-engine-1.0.0rc1.tar.gz', '1.0.0rc1'],
    ['ada-engine-1.0-beta.2.zip', '1.0b2'],
    ['ada-engine-1.0-1.tar.bz2', '1.0.post1'],
    ['ada-engine-v1.2.tgz', '1.2'],
    ['ada_engine-1.0-py2.7-linux-x86_64.egg', '1.0'],
    ['ada-engine-1.0.win-amd64-py3.5.exe', '1.0'],
    ['ada-engine-1.0.linux-x86_64.tar.gz', '1.0'],
    ['ada-engine-1.0-1.noarch.rpm', '1.0'],
    ['ada-engine-2004d.tar.gz', '2004d'],
    ['ada-engine-extra-1.0.tar.gz', ''],
    ['other-1.0.tar.gz', ''],
    ['ada-engine-1.0.txt', ''],
  ])('%s is “%s”', (file, version) => {
    expect(versionOfFile(file, 'ada-engine')).toBe(version);
  });
});

describe('the release of a version', () => {
  test.each([
    ['1.1.0', '1.1'],
    ['v1.0.0', '1'],
    ['1.0-beta.2', '1b2'],
    ['1.10', '1.10'],
    ['1.0.post1', '1.post1'],
    ['2.0.x', '2.0.x'],
    ['2.x', '2.x'],
    ['0.0', '0'],
  ])('of %s is %s', (version, release) => {
    expect(releaseOf(version)).toBe(release);
  });

  test('takes no longer than its length asks for', () => {
    let before = process.cpuUsage();
    for (let i = 0; i < 20; i++) releaseOf(`1${'.0'.repeat(3_500)}.1`);
    let { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(200);
  });
});

/**
 * The catch-all target of a file package: allowed targets, refused ones, and the redirects of the
 * edge.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeOwner } from 'gateway/floor/db/owner-transaction';
import { packagesApi } from 'contract/packages/packages';
import { createWorld, verified, type Caller, type World } from 'tests/support/world';
import { ids, startEdge, type EdgeWorld } from '../../edge/edge-world';

const params = { owner: 'ada' };
const target = 'catch_all_redirect_target_domain';

describe('the package', () => {
  let world: World;
  let ada: Caller;
  let count = 0;

  beforeAll(async () => {
    world = await createWorld({ port: '8081' });
    ada = await world.as('ada');
  });
  afterAll(() => world.close());

  /** A file package with its own domain. */
  function file(more: object = {}) {
    let name = `any-${++count}`;
    let body = { type: 'file' as const, name, incoming_path: `/${name}/{v}`, domain: `${name}.example.com`, ...more };
    return { params, body };
  }

  it('stores and shows scheme and host of a target', async () => {
    let made = await ada.ask(packagesApi.createPackage, file({ [target]: 'HTTPS://Files.example.com/' }));
    expect(made[target]).toBe('https://files.example.com');
    expect(await ada.ask(packagesApi.getPackageById, { params: { owner: 'ada', package_id: made.id } })).toEqual(made);
  });

  it('changes, keeps and removes the target', async () => {
    let made = await ada.ask(packagesApi.createPackage, file());
    expect(made).not.toHaveProperty(target);
    let of = { params: { owner: 'ada', package_id: made.id } };
    let moved = await ada.ask(packagesApi.updatePackage, {
      ...of,
      body: { [target]: 'http://files.example.com:8080' },
    });
    expect(moved[target]).toBe('http://files.example.com:8080');
    let kept = await ada.ask(packagesApi.updatePackage, { ...of, body: { short_description: 'A tool' } });
    expect(kept[target]).toBe('http://files.example.com:8080');
    expect(await ada.ask(packagesApi.updatePackage, { ...of, body: { [target]: '' } })).not.toHaveProperty(target);
  });

  it.each([
    'https://files.example.com/path',
    'https://files.example.com?x=1',
    'https://me@files.example.com',
    'ftp://files.example.com',
    'files.example.com',
  ])('refuses %s', async (address) => {
    let refusal = await ada.refusal(packagesApi.createPackage, file({ [target]: address }));
    expect(refusal).toMatchObject({ status: 422, code: 'redirect-target-is-invalid', field: target });
  });

  // @spec 6: A catch-all target is an http(s) origin and never a host of this gateway
  it('refuses hosts that the gateway serves, both its own and custom ones', async () => {
    let other = await ada.ask(packagesApi.createPackage, file({ domain: 'served.example.com' }));
    for (let host of ['ada.gateway.localhost', 'localhost:8081', 'served.example.com']) {
      let refusal = await ada.refusal(packagesApi.createPackage, file({ [target]: `https://${host}` }));
      expect(refusal).toMatchObject({ code: 'redirect-target-is-own-domain', field: target });
    }
    let of = { params: { owner: 'ada', package_id: other.id } };
    let refusal = await ada.refusal(packagesApi.updatePackage, {
      ...of,
      body: { [target]: 'http://served.example.com' },
    });
    expect(refusal.code).toBe('redirect-target-is-own-domain');
    let grace = await world.as('grace');
    let theirs = (name: string) => ({ params: { owner: 'grace' }, body: { ...file().body, name } });
    let aimed = { ...theirs('aimed'), body: { ...theirs('aimed').body, [target]: 'https://served.example.com' } };
    // A domain that another owner has not verified does not conflict.
    await grace.ask(packagesApi.createPackage, aimed);
    await verified(world, 'ada', 'served.example.com');
    let late = { ...theirs('late'), body: { ...theirs('late').body, [target]: 'https://served.example.com' } };
    expect((await grace.refusal(packagesApi.createPackage, late)).code).toBe('redirect-target-is-own-domain');
  });

  it('refuses a target on a docker package, and a second one on the same host', async () => {
    let docker = await ada.ask(packagesApi.createPackage, {
      params,
      body: { type: 'docker', name: 'nginx', backend_registry: 'docker.io' },
    });
    let body = { [target]: 'https://files.example.com' };
    let refusal = await ada.refusal(packagesApi.updatePackage, {
      params: { owner: 'ada', package_id: docker.id },
      body,
    });
    expect(refusal.code).toBe('not-a-file-package');
    await ada.ask(packagesApi.createPackage, file({ ...body, domain: 'shared.example.com' }));
    expect(await ada.refusal(packagesApi.createPackage, file({ ...body, domain: 'shared.example.com' }))).toMatchObject(
      {
        code: 'package-is-conflicting',
        field: target,
      },
    );
  });
});

describe('the edge', () => {
  let world: EdgeWorld;
  const host = 'ada.gateway.localhost';

  beforeAll(async () => {
    world = await startEdge();
    await setTarget('https://files.example.com');
  });
  afterAll(() => world.close());

  function setTarget(catch_all_target: string | null): Promise<unknown> {
    return changeOwner(world.records, ids.owner, (inside) =>
      inside.updateTable('packages').set({ catch_all_target }).where('id', '=', ids.file).execute(),
    );
  }

  // @spec 6: Requests that meet no route are sent on (302) with path and query and counted
  it('redirects requests without a route, with path and query, and counts them', async () => {
    let before = (await world.events(ids.file)).length;
    let answer = await world.get(host, '/any/a%20file.zip?channel=beta&channel=x');
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe('https://files.example.com/any/a%20file.zip?channel=beta&channel=x');
    let events = await world.events(ids.file);
    expect(events).toHaveLength(before + 1);
    expect(events.at(-1)).toMatchObject({
      type: 'binary-download',
      variables: { path: '/any/a file.zip', channel: 'beta' },
    });
  });

  it('answers HEAD alike and does not count it', async () => {
    let before = (await world.events(ids.file)).length;
    let answer = await world.get(host, '/any/file.zip', { method: 'HEAD' });
    expect([answer.status, answer.headers.location]).toEqual([302, 'https://files.example.com/any/file.zip']);
    expect(await world.events(ids.file)).toHaveLength(before);
  });

  it('does not affect routes and other hosts', async () => {
    let route = await world.get(host, '/tool/1.0');
    expect([route.status, route.headers.location]).toEqual([307, 'https://dl.example.com/tool-1.0.tgz']);
    expect((await world.get('grace.gateway.localhost', '/any')).status).toBe(404);
    expect((await world.get('ada.docker.localhost', '/v2/any/manifests/1')).status).toBe(404);
  });

  it('never leads to another host than the target', async () => {
    let answer = await world.get(host, '//elsewhere.example/x');
    expect(new URL(answer.headers.location ?? '').host).toBe('files.example.com');
  });

  it('answers 404 without a target, and when the target has become a host of this gateway', async () => {
    await setTarget('http://static.localhost');
    expect((await world.get(host, '/any')).status).toBe(404);
    await setTarget(null);
    expect((await world.get(host, '/any')).status).toBe(404);
  });
});

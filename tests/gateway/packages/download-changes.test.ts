/** Every change of a download's target is in the audit log and mailed to the owners. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountApi } from 'contract/accounts/account';
import { administrationApi } from 'contract/admin/administration';
import { auditApi } from 'contract/admin/audit';
import { collectionsApi } from 'contract/packages/collections';
import { organizationsApi } from 'contract/organizations/organizations';
import { domainsApi } from 'contract/packages/domains';
import { packageRoutesApi } from 'contract/packages/package-routes';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { registryMovesApi } from 'contract/packages/registry-moves';
import { createSampleUser } from 'gateway/floor/owners';
import { issueToken } from 'gateway/people/accounts/tokens';
import type { Letter } from 'tests/support/outbox';
import { createWorld, type Caller, type World } from 'tests/support/world';

interface Person {
  name: string;
  email: string;
  caller: Caller;
}

let world: World;
let root: Caller;
let count = 0;

beforeAll(async () => {
  world = await createWorld({ memberLimitOverride: 50 });
  root = await world.as('root');
});
afterAll(() => world.close());

async function person(): Promise<Person> {
  let name = `person-${++count}`;
  let email = `${name}@example.com`;
  let now = world.now();
  let { id } = await createSampleUser(
    world.records,
    { username: name, email, passwordHash: '', emailVerifiedAt: now },
    now,
  );
  return { name, email, caller: world.with(await issueToken(world.records, id, 'session', now)) };
}

/** The audit log of an owner, oldest first, as [action, target]. */
async function entriesOf(owner: string): Promise<[string, string][]> {
  let { results } = await root.ask(auditApi.getAuditEvents, { params: { owner }, query: { per_page: 'max' } });
  return results.map(({ action, target }): [string, string] => [action, target]).reverse();
}

async function changeMails(email: string): Promise<Letter[]> {
  return (await world.lettersTo(email)).filter(({ subject }) => subject.startsWith('Download settings of'));
}

async function addFile({ caller, name: owner }: Person, name: string, outgoing_url = 'https://dl.example.com/a') {
  let body = { type: 'file' as const, name, incoming_path: `/${name}`, outgoing_url };
  return { owner, package_id: (await caller.ask(packagesApi.createPackage, { params: { owner }, body })).id };
}

describe('the audit log has old and new values', () => {
  it('of the routes and the catch-all target of a file package', async () => {
    let ada = await person();
    let params = await addFile(ada, 'tool');
    let ask = ada.caller.ask;
    let route = await ask(packageRoutesApi.createPackageRoute, {
      params,
      body: { incoming_path: '/b', outgoing_url: 'https://dl.example.com/b' },
    });
    let one = { ...params, route_id: route.id };
    await ask(packageRoutesApi.updatePackageRoute, {
      params: one,
      body: { incoming_path: '/c', outgoing_url: 'https://evil.example/c' },
    });
    await ask(packageRoutesApi.updatePackageRoute, {
      params: one,
      body: { incoming_path: '/c', outgoing_url: 'https://evil.example/c' },
    });
    await ask(packageRoutesApi.deletePackageRoute, { params: one });
    await ask(packagesApi.updatePackage, {
      params,
      body: { catch_all_redirect_target_domain: 'https://files.example.com' },
    });
    await ask(packagesApi.updatePackage, { params, body: { short_description: 'A tool' } });
    await ask(packagesApi.updatePackage, { params, body: { catch_all_redirect_target_domain: '' } });
    expect(await entriesOf(ada.name)).toEqual([
      ['package-created', 'tool (file): /tool to https://dl.example.com/a'],
      ['route-created', 'tool (file): /b to https://dl.example.com/b'],
      ['route-changed', 'tool (file): /b to https://dl.example.com/b → /c to https://evil.example/c'],
      ['route-deleted', 'tool (file): /c to https://evil.example/c'],
      ['catch-all-changed', 'tool (file): nowhere → https://files.example.com'],
      ['catch-all-changed', 'tool (file): https://files.example.com → nowhere'],
    ]);
  });

  it('of registries, collections and domains, of pixels too', async () => {
    let { name, caller } = await person();
    let owner = { owner: name };
    let image = { type: 'docker' as const, name: 'app', backend_registry: 'docker.io', domain: `${name}.example` };
    let made = await caller.ask(packagesApi.createPackage, { params: owner, body: image });
    let params = { ...owner, package_id: made.id };
    await caller.ask(packagesApi.updatePackage, { params, body: { backend_registry: 'ghcr.io' } });
    await caller.ask(registryMovesApi.moveRegistry, { params: owner, body: { backend_registry: 'quay.io' } });
    let domain = await caller.ask(domainsApi.createPackageDomain, { params, body: { name: `more-${name}.example` } });
    await caller.ask(domainsApi.deletePackageDomain, { params: { ...params, domain_id: domain.id } });
    let collection = { type: 'docker' as const, pattern: 'team/*', backend_domain: 'quay.io' };
    let { id } = await caller.ask(collectionsApi.createCollection, { params: owner, body: collection });
    let wider = { ...collection, pattern: 'team/**', backend_domain: 'ghcr.io' };
    await caller.ask(collectionsApi.updateCollection, { params: { ...owner, id }, body: { ...wider } });
    await caller.ask(collectionsApi.deleteCollection, { params: { ...owner, id } });
    let pixel = await caller.ask(pixelsApi.createTrackingPixel, { params: owner, body: { name: 'Docs' } });
    let ofPixel = { ...owner, id: pixel.id };
    let px = await caller.ask(domainsApi.createPixelDomain, { params: ofPixel, body: { name: `px-${name}.example` } });
    await caller.ask(domainsApi.deletePixelDomain, { params: { ...ofPixel, domain_id: px.id } });
    expect(await entriesOf(name)).toEqual([
      ['package-created', `app (docker) at ${name}.example: docker.io`],
      ['registry-changed', 'app (docker): docker.io → ghcr.io'],
      ['registry-changed', 'app (docker): ghcr.io → quay.io'],
      ['domain-added', `app (docker): more-${name}.example`],
      ['domain-removed', `app (docker): more-${name}.example`],
      ['collection-created', 'team/*: at the default host to quay.io'],
      ['collection-changed', 'team/* at the default host to quay.io → team/** at the default host to ghcr.io'],
      ['collection-deleted', 'team/*'.replace('*', '**')],
      ['domain-added', `Docs (pixel): px-${name}.example`],
      ['domain-removed', `Docs (pixel): px-${name}.example`],
    ]);
  });

  it('without possible secrets, and with long values shortened in the middle', async () => {
    let ada = await person();
    let long = 'x'.repeat(400);
    let params = await addFile(
      ada,
      'private',
      `https://me:hidden-password@dl.example.com/${long}?token=hidden-token#hidden`,
    );
    let [route] = await ada.caller.ask(packageRoutesApi.getPackageRoutes, { params });
    let body = { incoming_path: '/private', outgoing_url: `https://evil.example/${long}` };
    await ada.caller.ask(packageRoutesApi.updatePackageRoute, {
      params: { ...params, route_id: route?.id ?? '' },
      body,
    });
    let log = await entriesOf(ada.name);
    expect(JSON.stringify(log)).not.toContain('hidden');
    expect(log[1]?.[1]).toMatch(
      /^private \(file\): \/private to https:\/\/dl\.example\.com\/x+… → \/private to https:\/\/evil\.example\/x+…$/,
    );
    let [letter] = await changeMails(ada.email);
    expect(letter?.text).not.toContain('hidden');
  });
});

describe('the owners get a mail', () => {
  it('at once for the first change, with old and new value, person and address', async () => {
    let ada = await person();
    let params = await addFile(ada, 'tool');
    let [route] = await ada.caller.ask(packageRoutesApi.getPackageRoutes, { params });
    expect(await changeMails(ada.email)).toEqual([]);
    let body = { incoming_path: '/tool', outgoing_url: 'https://evil.example/a' };
    await ada.caller.ask(packageRoutesApi.updatePackageRoute, {
      params: { ...params, route_id: route?.id ?? '' },
      body,
    });
    let [letter, ...others] = await changeMails(ada.email);
    expect(others).toEqual([]);
    expect(letter?.subject).toBe(`Download settings of ${ada.name} changed`);
    for (let line of [
      'Route changed: tool (file)',
      'From: /tool to https://dl.example.com/a',
      'To: /tool to https://evil.example/a',
      `By: ${ada.name} (IP 192.0.2.1)`,
      'http://dashboard.test/account/audit',
    ])
      expect(letter?.text).toContain(line);
  });

  it('of an organization goes to all owners; for a new package, not to the person who created it', async () => {
    let [first, second, admin] = [await person(), await person(), await person()];
    let name = `org-${++count}`;
    await first.caller.ask(organizationsApi.createOrganization, { body: { name, billing_email: 'bills@example.com' } });
    for (let [who, role] of [
      [second, 'owner'],
      [admin, 'admin'],
    ] as const)
      await first.caller.ask(organizationsApi.addOrganizationMember, {
        params: { name },
        body: { username: who.name, role },
      });
    let params = await addFile({ ...second, name }, 'tool');
    expect(await changeMails(second.email)).toEqual([]);
    expect((await changeMails(first.email)).map(({ text }) => text)).toEqual([
      expect.stringContaining('Package created: tool (file)'),
    ]);
    await admin.caller.ask(packagesApi.deletePackage, { params });
    expect(await changeMails(admin.email)).toEqual([]);
    let [letter] = await changeMails(second.email);
    expect(letter?.text).toContain('Package deleted: tool (file)');
    expect(letter?.text).toContain(`http://dashboard.test/organizations/${name}/audit`);
  });

  it('of a rename, and of the deletion of an account or an organization', async () => {
    let ada = await person();
    let to = `${ada.name}-now`;
    await ada.caller.ask(accountApi.updateUser, { params: { username: ada.name }, body: { username: to } });
    expect((await changeMails(ada.email)).at(-1)?.text).toContain(`From: ${ada.name}\n  To: ${to}`);
    let gone = await person();
    await gone.caller.ask(accountApi.deleteUser, { params: { username: gone.name } });
    expect((await changeMails(gone.email)).at(-1)?.text).toContain(`Account deleted: ${gone.name}`);
    let owner = await person();
    let about = { billing_email: 'bills@example.com' };
    for (let name of ['ends-1', 'renamed-1'])
      await owner.caller.ask(organizationsApi.createOrganization, { body: { name, ...about } });
    await owner.caller.ask(organizationsApi.deleteOrganization, { params: { name: 'ends-1' } });
    await owner.caller.ask(organizationsApi.updateOrganization, {
      params: { name: 'renamed-1' },
      body: { name: 'renamed-2', ...about },
    });
    let texts = (await changeMails(owner.email)).map(({ text }) => text).join();
    expect(texts).toContain('Organization deleted: ends-1');
    expect(texts).toContain('Organization renamed');
  });

  it('once for a bulk change, and once for changes soon after each other', async () => {
    let own = await createWorld();
    let ada = await own.as('ada');
    let params = { owner: 'ada' };
    for (let name of ['one', 'two', 'three'])
      await ada.ask(packagesApi.createPackage, {
        params,
        body: { type: 'docker', name, backend_registry: 'docker.io' },
      });
    await ada.ask(registryMovesApi.moveRegistry, { params, body: { backend_registry: 'ghcr.io' } });
    let told = async () => (await own.lettersTo('ada@example.com')).map(({ text }) => text);
    let [first, ...none] = await told();
    expect(none).toEqual([]);
    for (let name of ['one', 'two', 'three']) expect(first).toContain(`Registry changed: ${name} (docker)`);
    for (let to of ['quay.io', 'docker.io', 'gcr.io'])
      await ada.ask(registryMovesApi.moveRegistry, { params, body: { backend_registry: to } });
    expect(await told()).toHaveLength(1);
    await own.gateway.close();
    let [, second, ...more] = await told();
    expect(more).toEqual([]);
    for (let to of ['quay.io', 'docker.io', 'gcr.io']) expect(second).toContain(`To: ${to}`);
    await own.close();
  });

  it('of an earlier name that a platform admin releases', async () => {
    let own = await createWorld();
    await (
      await own.as('ada')
    ).ask(accountApi.updateUser, { params: { username: 'ada' }, body: { username: 'countess' } });
    await (await own.as('root')).ask(administrationApi.freeGivenUpName, { params: { name: 'ada' } });
    await own.gateway.close();
    let texts = (await own.lettersTo('ada@example.com')).map(({ text }) => text);
    let text = texts.find((one) => one.includes('Reserved name released: ada'));
    expect(text).toMatch(/From: ada\.gateway\.localhost and \d+ other hosts of ada\n/);
    expect(text).toContain('By: root');
    await own.close();
  });

  it('not for a refused call', async () => {
    let ada = await person();
    let params = await addFile(ada, 'tool');
    let body = { incoming_path: '/tool', outgoing_url: 'https://evil.example/a' };
    await ada.caller.refusal(packageRoutesApi.createPackageRoute, { params, body });
    expect(await changeMails(ada.email)).toEqual([]);
    expect((await entriesOf(ada.name)).map(([action]) => action)).toEqual(['package-created']);
  });
});

it('that names the platform admin who made the change', async () => {
  let ada = await person();
  let params = await addFile(ada, 'tool');
  await root.ask(packagesApi.deletePackage, { params });
  expect((await changeMails(ada.email))[0]?.text).toContain('By: root');
  let { results } = await root.ask(auditApi.getAllAuditEvents, { query: { about: ada.name, per_page: 1 } });
  expect(results[0]).toMatchObject({ action: 'package-deleted', actor: 'root' });
});

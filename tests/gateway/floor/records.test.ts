import { statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onOwnersChanged } from 'gateway/floor/db/owner-transaction';
import { createDomain } from 'gateway/packages/domains';
import { verifyDomain } from 'gateway/packages/domain-verification';
import { createSampleOrganization, createSampleUser, findOwner, findUserByLogin } from 'gateway/floor/owners';
import { openRecords } from 'gateway/floor/db/open';
import { createPackage, deletePackage, type NewPackage } from 'gateway/packages/package-changes';
import { imageAt } from 'gateway/packages/hosts/image-names';
import { packageById, packageNames } from 'gateway/packages/packages';
import { createPixel, type PixelFields } from 'gateway/packages/pixels';
import { loadRules } from 'gateway/packages/edge-rules';
import type { ApiError } from 'gateway/floor/calls/api-error';
import type { OwnerRow } from 'gateway/floor/db/account-schema';
import type { Records } from 'gateway/floor/db/schema';
import { findCaller, issueToken } from 'gateway/people/accounts/tokens';
import { actAt } from 'tests/support/act';
import { freshRecordsPlace, serverUrl, type FreshPlace } from 'tests/support/records-place';

const now = Date.UTC(2024, 1, 29);
const own = { domain: 'gate.example', publicUrl: 'https://dashboard.example' };

let fresh: FreshPlace;
let records: Records;
let people = 0;

beforeAll(async () => {
  fresh = await freshRecordsPlace();
  records = await openRecords(fresh.place);
});
afterAll(async () => {
  await records.destroy();
  await fresh.remove();
});

async function person(username = `person-${++people}`): Promise<OwnerRow> {
  let user = { username, email: `${username}@example.com`, passwordHash: 'none', emailVerifiedAt: null };
  return createSampleUser(records, user, now);
}

function image(name: string, more: Partial<NewPackage> = {}): NewPackage {
  return { fields: { type: 'docker', name, ...imageAt(name, 'docker.io') }, ...more };
}

const pixel: PixelFields = {
  name: 'docs',
  package_id: null,
  importance: 'mid',
  track_companies: 0,
  keep_referrer_query: 0,
  short_description: '',
  long_description: '',
};

/** The number of successful writes. All others must be refused with this code. */
async function succeeded(writes: Promise<unknown>[], code: string): Promise<number> {
  let results = await Promise.allSettled(writes);
  for (let result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code });
  return results.filter((result) => result.status === 'fulfilled').length;
}

describe('the store', () => {
  it('keeps its data when it is opened again', async () => {
    let place = await freshRecordsPlace();
    let first = await openRecords(place.place);
    await createSampleUser(
      first,
      { username: 'Ada', email: 'A@example.com', passwordHash: 'x', emailVerifiedAt: now },
      now,
    );
    await first.destroy();
    let second = await openRecords(place.place);
    expect(await findOwner(second, 'ADA')).toMatchObject({ name: 'Ada', created_at: now });
    expect(await findUserByLogin(second, 'a@EXAMPLE.com')).toMatchObject({ name: 'Ada', email_verified_at: now });
    await second.destroy();
    await place.remove();
  });

  it.skipIf(serverUrl)('is readable by its user only', () => {
    let { folder } = fresh.place as { folder: string };
    expect(statSync(path.join(folder, 'records.sqlite')).mode & 0o777).toBe(0o600);
  });

  it('reports why it cannot be opened', async () => {
    await expect(openRecords({ folder: '/dev/null/nowhere' })).rejects.toThrow();
    await expect(openRecords({ databaseUrl: 'postgres://127.0.0.1:1/none' })).rejects.toThrow('could not be opened');
  });
});

describe('writes at the same time', () => {
  it('create one owner per name', async () => {
    let owner = await person();
    let same = ['Twin', 'twin', 'TWIN'].map((username, i) =>
      createSampleUser(
        records,
        { username, email: `twin${i}@example.com`, passwordHash: '', emailVerifiedAt: null },
        now,
      ),
    );
    let asOrganization = createSampleOrganization(records, { name: 'tWiN' }, owner.id, now);
    let results = await Promise.allSettled([...same, asOrganization]);
    let refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as ApiError] : []));
    expect(refused).toHaveLength(3);
    for (let { code } of refused) expect(['username-already-in-use', 'entity-already-exists']).toContain(code);
  });

  it('create one package per image, in either spelling', async () => {
    let owner = await person();
    let spelled = Array.from({ length: 8 }, (_, i) => image(i % 2 ? 'library/nginx' : 'nginx'));
    let results = await Promise.allSettled(
      spelled.map((given) => createPackage({ records, ...own }, owner, given, actAt(now))),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect((await packageNames(records, owner.id)).size).toBe(1);
  });

  it('give a domain to one registry', async () => {
    let owner = await person();
    let registries = ['docker.io', 'ghcr.io', 'quay.io', 'registry.example:5000'];
    let writes = registries.map((backend_registry, i) =>
      createPackage(
        { records, ...own },
        owner,
        { fields: { type: 'docker', name: `image-${i}`, ...imageAt(`image-${i}`, backend_registry) } },
        actAt(now),
      ),
    );
    expect(await succeeded(writes, 'package-is-conflicting')).toBe(1);
  });

  it('verify a domain for one owner at a time', async () => {
    let owners = await Promise.all([person(), person(), person()]);
    for (let owner of owners)
      await createPackage({ records, ...own }, owner, image('a', { domain: 'wanted.example' }), actAt(now));
    await Promise.allSettled(owners.map((owner) => verify(owner, 'wanted.example')));
    let rows = await records.selectFrom('custom_domains').selectAll().where('name', '=', 'wanted.example').execute();
    expect(rows).toHaveLength(3);
    expect(rows.filter(({ verified_by }) => verified_by !== null)).toHaveLength(1);
  });

  it('leave no data of a package that is deleted meanwhile', async () => {
    let owner = await person();
    let made = await createPackage({ records, ...own }, owner, image('gone'), actAt(now));
    let act = { actor: owner, actingAs: null, address: '', agent: '', time: now };
    let find = async (change: Records) => ({ package: await packageById(change, owner.id, made.id) });
    await Promise.allSettled([
      deletePackage(records, owner, made.id, act),
      createDomain({ records, ...own }, owner, { find, name: 'late.example' }, actAt(now)),
      deletePackage(records, owner, made.id, act),
    ]);
    for (let table of ['packages', 'domains', 'custom_domains'] as const)
      expect(await records.selectFrom(table).selectAll().where('owner_id', '=', owner.id).execute()).toEqual([]);
  });
});

describe('tokens', () => {
  it('are found by their text and deleted with their owner', async () => {
    let owner = await person();
    let token = await issueToken(records, owner.id, 'api', now);
    expect(await findCaller(records, token, now + 1e12)).toMatchObject({
      user: { id: owner.id },
      isPlatformAdmin: false,
    });
    expect(await findCaller(records, `${token}x`, now)).toBeUndefined();
    await records.deleteFrom('owners').where('id', '=', owner.id).execute();
    expect(await findCaller(records, token, now)).toBeUndefined();
  });
});

describe('deleting an owner', () => {
  it('deletes all its data', async () => {
    let owner = await person();
    await createSampleOrganization(records, { name: `org-of-${owner.name}` }, owner.id, now);
    await createPackage({ records, ...own }, owner, image('a', { domain: `${owner.name}.example` }), actAt(now));
    let file = { fields: { type: 'file' as const, name: 'f' }, routes: [{ incoming_path: '/f', outgoing_url: null }] };
    await createPackage({ records, ...own }, owner, file, actAt(now));
    await createPixel({ records, ...own }, owner, pixel, now);
    await records.deleteFrom('owners').where('id', '=', owner.id).execute();
    for (let table of ['packages', 'pixels', 'domains', 'custom_domains'] as const)
      expect(await records.selectFrom(table).selectAll().where('owner_id', '=', owner.id).execute()).toEqual([]);
    expect(await records.selectFrom('memberships').selectAll().where('user_id', '=', owner.id).execute()).toEqual([]);
    expect(await records.selectFrom('users').selectAll().where('id', '=', owner.id).execute()).toEqual([]);
  });
});

function verify(owner: OwnerRow, name: string) {
  let act = { actor: null, actingAs: null, address: '', agent: '', time: now };
  return verifyDomain(records, owner, { name, by: 'administrator' }, act);
}

describe('rules for the edge', () => {
  it('name every host, path and pixel', async () => {
    let owner = await person('Rule-Maker');
    let docker = await createPackage({ records, ...own }, owner, image('nginx'), actAt(now));
    let routes = [
      { incoming_path: '/f/{v}', outgoing_url: 'https://files.example/{v}' },
      { incoming_path: '/count', outgoing_url: null },
    ];
    let given = { fields: { type: 'file' as const, name: 'f', track_companies: 0 }, domain: 'get.example', routes };
    let file = await createPackage({ records, ...own }, owner, given, actAt(now));
    let made = await createPixel({ records, ...own }, owner, pixel, now);
    await createDomain(
      { records, ...own },
      owner,
      { find: async () => ({ pixel: made }), name: 'px.example' },
      actAt(now + 1),
    );
    for (let name of ['get.example', 'px.example']) await verify(owner, name);
    let rules = (await loadRules(records, own)).get(owner.id)!;
    let common = { ownerId: owner.id, packageId: file.id, host: 'get.example', trackCompanies: false };
    expect(rules.packages.docker).toEqual([
      {
        ownerId: owner.id,
        packageId: docker.id,
        host: 'rule-maker.docker.gate.example',
        repositoryName: 'library/nginx',
        registry: 'docker.io',
        trackCompanies: true,
      },
    ]);
    expect(rules.packages.file).toHaveLength(2);
    for (let { incoming_path: incomingPath, outgoing_url: outgoingUrl } of routes)
      expect(rules.packages.file).toContainEqual({ ...common, incomingPath, outgoingUrl });
    expect(rules.pixels).toEqual([
      { ownerId: owner.id, keepReferrerQuery: false, pixelId: made.id, trackCompanies: false },
    ]);
    expect(rules.pixelHosts).toEqual(['px.example']);
    expect(await loadRules(records, own, [owner.id])).toEqual(new Map([[owner.id, rules]]));
  });

  it('are announced after a commit, and not after a refusal', async () => {
    let owner = await person();
    let seen: number[] = [];
    let stop = onOwnersChanged(records, async () => void seen.push((await packageNames(records, owner.id)).size));
    await createPackage({ records, ...own }, owner, image('a'), actAt(now));
    expect(seen).toEqual([1]);
    await expect(createPackage({ records, ...own }, owner, image('a'), actAt(now))).rejects.toMatchObject({
      code: 'package-already-exists',
    });
    expect(seen).toEqual([1]);
    stop();
    await createPackage({ records, ...own }, owner, image('b'), actAt(now));
    expect(seen).toEqual([1]);
  });
});

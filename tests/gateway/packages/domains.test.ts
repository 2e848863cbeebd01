import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domainsApi } from 'contract/packages/domains';
import { domainsPerArtifactMax } from 'gateway/packages/domains';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { whoMay } from 'tests/support/authorization';
import { createWorld, verified, type Caller, type World } from 'tests/support/world';

const { createPackageDomain, deletePackageDomain, getPackageDomain, getPackageDomains } = domainsApi;
const { createPixelDomain, deletePixelDomain, getPixelDomain, getPixelDomains } = domainsApi;

let world: World;
let ada: Caller;
let grace: Caller;

beforeAll(async () => {
  world = await createWorld({ domain: 'gate.example' });
  ada = await world.as('ada');
  grace = await world.as('grace');
});
afterAll(() => world.close());

async function image(name: string, backend_registry = 'docker.io', domain?: string) {
  let body = { type: 'docker' as const, name, backend_registry, domain };
  let { id } = await ada.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body });
  return { owner: 'ada', package_id: id };
}

describe('answers', () => {
  it('adds, shows and removes domains of a package, except the last', async () => {
    let params = await image('one');
    let made = await ada.ask(createPackageDomain, { params, body: { name: 'Images.Ada.example' } });
    expect(made).toMatchObject({
      name: 'images.ada.example',
      is_default: false,
      package_id: params.package_id,
      owner: 'ada',
    });
    expect(await ada.ask(getPackageDomain, { params: { ...params, domain_id: made.id } })).toEqual(made);
    let [byDefault] = await ada.ask(getPackageDomains, { params });
    expect(byDefault).toMatchObject({ name: 'ada.docker.gate.example', is_default: true });
    await ada.ask(deletePackageDomain, { params: { ...params, domain_id: byDefault?.id ?? '' } });
    let last = { params: { ...params, domain_id: made.id } };
    expect(await ada.refusal(deletePackageDomain, last)).toMatchObject({
      status: 422,
      code: 'package-must-have-one-domain',
    });
    expect(await ada.ask(getPackageDomains, { params })).toEqual([made]);
  });

  it('adds, shows and removes domains of a pixel, except the common host', async () => {
    let { id } = await ada.ask(pixelsApi.createTrackingPixel, { params: { owner: 'ada' }, body: { name: 'docs' } });
    let params = { owner: 'ada', id };
    let made = await ada.ask(createPixelDomain, { params, body: { name: 'px.ada.example' } });
    expect(made).toMatchObject({ name: 'px.ada.example', package_id: null, tracking_pixel_id: id });
    let all = await ada.ask(getPixelDomains, { params });
    expect(all).toMatchObject([{ name: 'static.gate.example', is_default: true }, made]);
    let common = { params: { ...params, domain_id: all[0]?.id ?? '' } };
    expect((await ada.refusal(deletePixelDomain, common)).code).toBe('default-domain-stays');
    let own = { params: { ...params, domain_id: made.id } };
    expect(await ada.ask(getPixelDomain, own)).toEqual(made);
    await ada.ask(deletePixelDomain, own);
    expect((await ada.refusal(getPixelDomain, own)).code).toBe('domain-not-found');
  });

  it('lets packages of one owner share a domain, and drops its verification with the last of them', async () => {
    let [first, second] = [
      await image('first', 'ghcr.io', 'shared.example'),
      await image('second', 'ghcr.io', 'shared.example'),
    ];
    let isVerified = async (params: typeof first) => (await ada.ask(getPackageDomains, { params }))[0]?.is_verified;
    expect(await isVerified(first)).toBe(false);
    await verified(world, 'ada', 'shared.example');
    expect([await isVerified(first), await isVerified(second)]).toEqual([true, true]);
    await ada.ask(packagesApi.deletePackage, { params: first });
    expect(await isVerified(second)).toBe(true);
    await ada.ask(packagesApi.deletePackage, { params: second });
    expect(await isVerified(await image('third', 'ghcr.io', 'shared.example'))).toBe(false);
  });

  it('lets any number of owners add the same domain', async () => {
    let params = await image('contested', 'quay.io', 'contested.example');
    let { id } = await grace.ask(pixelsApi.createTrackingPixel, {
      params: { owner: 'hopper-labs' },
      body: { name: 'site' },
    });
    let theirs = { params: { owner: 'hopper-labs', id }, body: { name: 'contested.example' } };
    await verified(world, 'ada', 'contested.example');
    expect((await grace.ask(createPixelDomain, theirs)).is_verified).toBe(false);
    expect((await ada.ask(getPackageDomains, { params }))[0]?.is_verified).toBe(true);
    let race = { name: 'race.example' };
    let both = await Promise.all([
      ada.call(createPackageDomain, { params, body: race }),
      grace.call(createPixelDomain, { ...theirs, body: race }),
    ]);
    expect(both.map((answer) => answer.status)).toEqual([201, 201]);
  });
});

describe('refuses', () => {
  it.each([
    [{}, 'domain-is-empty'],
    [{ name: ' ' }, 'domain-is-empty'],
    [{ name: 'nodots' }, 'domain-has-invalid-characters'],
    [{ name: 'under_score.example' }, 'domain-has-invalid-characters'],
    [{ name: 'port.example:80' }, 'domain-has-invalid-characters'],
    [{ name: `${'x'.repeat(64)}.example` }, 'domain-has-invalid-characters'],
    [{ name: 'gate.example' }, 'domain-is-invalid-scarf-domain'],
    [{ name: 'grace.docker.gate.example' }, 'domain-is-invalid-scarf-domain'],
    [{ name: 'Dashboard.test' }, 'domain-is-invalid-scarf-domain'],
  ])('%o', async (body, code) => {
    let params = await image(
      `bad-${code.length}-${Object.values(body)[0]?.length ?? 0}`,
      'docker.io',
      'spare.ada.example',
    );
    let refusal = await ada.refusal(createPackageDomain, { params, body: body as never });
    expect(refusal).toMatchObject({ status: 422, code, field: 'name' });
  });

  // @spec 5: Domain: optional and valid; public domain: not empty, valid, not the gateway's own,
  //   not in use
  it('a domain that this package already has', async () => {
    let params = await image('used', 'quay.io', 'used.example');
    expect((await ada.refusal(createPackageDomain, { params, body: { name: 'used.example' } })).code).toBe(
      'domain-is-already-in-use',
    );
  });

  it('a domain that leads to another registry', async () => {
    await image('hub', 'docker.io', 'hub.example');
    let params = await image('ghcr', 'ghcr.io', 'ghcr.example');
    let refusal = await ada.refusal(createPackageDomain, { params, body: { name: 'hub.example' } });
    expect(refusal).toMatchObject({ code: 'package-is-conflicting', field: 'name' });
    expect(await ada.ask(getPackageDomains, { params })).toHaveLength(1);
  });

  it('a domain of another package', async () => {
    let [params, other] = [
      await image('mine', 'quay.io', 'mine.example'),
      await image('other', 'quay.io', 'mine.example'),
    ];
    let [domain] = await ada.ask(getPackageDomains, { params: other });
    let mixed = { params: { ...params, domain_id: domain?.id ?? '' } };
    expect((await ada.refusal(getPackageDomain, mixed)).code).toBe('domain-not-found');
    expect((await ada.refusal(deletePackageDomain, mixed)).code).toBe('domain-not-found');
  });

  it('more domains than the limit', async () => {
    let params = await image('many', 'quay.io', 'm0.example');
    for (let i = 1; i < domainsPerArtifactMax; i++)
      await ada.ask(createPackageDomain, { params, body: { name: `m${i}.example` } });
    expect((await ada.refusal(createPackageDomain, { params, body: { name: 'more.example' } })).code).toBe(
      'too-many-domains',
    );
  });
});

whoMay(Object.values(domainsApi));

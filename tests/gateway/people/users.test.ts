import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packagesApi } from 'contract/packages/packages';
import { usersApi } from 'contract/accounts/users';
import { createSampleOrganization, grantFeature } from 'gateway/floor/owners';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { getArtifactFeatures, getFeatures, getUser, getUserInformation, getUserOrganizations } = usersApi;

let world: World;
let grace: Caller;

beforeAll(async () => {
  world = await createWorld();
  grace = await world.as('grace');
  for (let name of ['Compilers', 'analysts', 'bug-hunters'])
    await createSampleOrganization(world.records, { name }, world.ids.get('grace') ?? '', world.now());
});
afterAll(() => world.close());

describe('answers', () => {
  // @spec 3: User: username, email, names, verification status, days left
  it('returns the whole account to its owner', async () => {
    expect(await grace.ask(getUser, { params: { username: 'Grace' } })).toMatchObject({
      username: 'grace',
      email: 'grace@example.com',
      first_name: 'Grace',
      last_name: 'Hopper',
      intercom_key: null,
      email_verification_status: 'verified',
      days_left_for_email_verification: null,
    });
  });

  it('returns public data of people and organizations to every signed-in person', async () => {
    let ada = await world.as('ada');
    let person = await ada.ask(getUserInformation, { params: { username: 'GRACE' } });
    expect(Object.keys(person).sort()).toEqual(['created_at', 'id', 'name', 'type', 'updated_at']);
    let organization = await ada.ask(getUserInformation, { params: { username: 'hopper-labs' } });
    expect(organization).toMatchObject({ name: 'hopper-labs', type: 'organization' });
  });

  // @spec 3: Organization membership: organization_id, organization_name, role
  it('lists organizations by name, in pages', async () => {
    let params = { username: 'grace' };
    let all = await grace.ask(getUserOrganizations, { params, query: { per_page: 'max' } });
    expect(all.results.map((item) => item.organization_name)).toEqual([
      'analysts',
      'bug-hunters',
      'Compilers',
      'hopper-labs',
    ]);
    expect(all.results.at(-1)).toMatchObject({ organization_id: world.ids.get('hopper-labs'), role: 'owner' });
    let page = await grace.ask(getUserOrganizations, {
      params,
      query: { per_page: 2, after: all.results[0]?.organization_id },
    });
    expect(page).toMatchObject({ total: 4, results: all.results.slice(1, 3) });
    expect(page._links.next).toContain(`after=${all.results[2]?.organization_id}`);
  });

  // @spec 3: Feature list for an owner: strings
  // @spec 7: GET /internal/features/{owner}: a list of feature strings
  // @spec 7: GET /internal/features/{owner}/artifacts/{artifact_id}: a list, requested where a page
  //   shows one package or pixel
  it('returns the features of an owner, also for each artifact', async () => {
    let owner = 'hopper-labs';
    await grantFeature(world.records, world.ids.get(owner) ?? '', 'insights-beta');
    expect(await grace.ask(getFeatures, { params: { owner } })).toEqual(['insights-beta']);
    let body = { type: 'docker' as const, name: 'image', backend_registry: 'ghcr.io' };
    let { id } = await grace.ask(packagesApi.createPackage, { params: { owner }, body });
    expect(await grace.ask(getArtifactFeatures, { params: { owner, artifact_id: id } })).toEqual(['insights-beta']);
    let elsewhere = { owner: 'grace', artifact_id: id };
    expect((await grace.refusal(getArtifactFeatures, { params: elsewhere })).code).toBe('not-found');
    let root = await world.as('root');
    expect(await root.ask(getFeatures, { params: { owner: 'root' } })).toEqual(['system-is-admin']);
  });
});

describe('refuses', () => {
  it('organizations and unknown names when a person is required', async () => {
    for (let username of ['hopper-labs', 'nobody', 'no%body'])
      for (let route of [getUser, getUserOrganizations])
        expect(await grace.refusal(route, { params: { username: username } })).toMatchObject({
          status: 404,
          code: 'user-not-found',
        });
    expect((await grace.refusal(getUserInformation, { params: { username: 'nobody' } })).code).toBe('user-not-found');
  });
});

whoMay([getUser, getUserInformation, getUserOrganizations, getFeatures, getArtifactFeatures]);

/** Limits of API tokens besides their scopes: one owner, some days, and call by call. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizationsApi } from 'contract/organizations/organizations';
import { packagesApi } from 'contract/packages/packages';
import type { Route } from 'contract/rules/route';
import { routes } from 'contract/api/routes';
import { searchApi } from 'contract/packages/search';
import { dayMs } from 'contract/floor/time';
import { scopeOf } from 'contract/api/token-scopes';
import { tokensApi, TokenScope } from 'contract/accounts/tokens';
import { usersApi } from 'contract/accounts/users';
import { createWorld, type Caller, type World } from 'tests/support/world';

const ofAda = { params: { username: 'ada' } };
const ofGrace = { params: { username: 'grace' } };

let world: World;
let ada: Caller;
let grace: Caller;

beforeAll(async () => {
  world = await createWorld();
  [ada, grace] = [await world.as('ada'), await world.as('grace')];
});
afterAll(() => world.close());

const guarded = routes.filter(({ access }) => access !== 'anyone');

const inPaths: Record<string, string> = {
  owner: 'ada',
  username: 'ada',
  name: 'ada',
  package_type: 'docker',
  provider: 'clearbit',
};

/** The status of a call with a token, for ids that do not exist. */
async function statusOf(route: Route, token: string): Promise<number> {
  let inPath = (_: string, name: string) => inPaths[name] ?? 'none';
  let url = `http://gateway.invalid${route.path.replace(/\{(\w+)\}/g, inPath)}`;
  let headers = { authorization: `Bearer ${token}`, 'content-type': route.fileTypes[0] ?? 'application/json' };
  let response = await world.gateway.api(new Request(url, { method: route.method, headers }));
  await response.body?.cancel();
  return response.status;
}

describe('the scope of a call', () => {
  it('is needed by every call that is not open to all, or it needs a session', async () => {
    let one = new Map<TokenScope, string>();
    for (let scope of TokenScope.options) {
      let body = { name: `only ${scope}`, scopes: [scope] };
      one.set(scope, (await ada.ask(tokensApi.createApiToken, { ...ofAda, body })).token);
    }
    for (let route of guarded) {
      let needed = scopeOf(route);
      for (let [scope, token] of one) {
        let status = await statusOf(route, token);
        if (scope !== needed) expect(status, `${route.id} with ${scope}`).toBe(403);
        else if (route.method === 'GET') expect(status, `${route.id} with ${scope}`).not.toBe(401);
      }
    }
  });

  it('is a rare one for these calls, and none for those that need a session', () => {
    let idsOf = (scope: TokenScope | null) => guarded.filter((route) => scopeOf(route) === scope).map(({ id }) => id);
    expect(idsOf('events')).toEqual(['uploadEventImport', 'startEventImport', 'abortEventImport', 'importEvents']);
    expect(idsOf('export').filter((id) => !id.startsWith('export'))).toEqual([
      'getLiveEvents',
      'streamLiveEvents',
      'recountReport',
      'startRecount',
      'getRecount',
      'getScheduledExports',
      'createScheduledExport',
      'deleteScheduledExport',
      'getScheduledExportHistory',
      'runScheduledExport',
    ]);
    let inside = guarded.filter(({ path }) => path.startsWith('/internal/')).map(({ id }) => id);
    expect(idsOf(null)).toEqual(expect.arrayContaining(inside));
    expect(idsOf(null).filter((id) => !inside.includes(id))).toEqual([
      'setTwoFactorRequirement',
      'setSharingRule',
      'deleteOrganization',
      'getArchives',
      'createArchive',
      'getArchiveFile',
      'deleteArchive',
      'setEventRetention',
      'getOlderEvents',
    ]);
    let reading = guarded.filter((route) => scopeOf(route) === 'read' && route.method !== 'GET');
    expect(reading.map(({ id }) => id)).toEqual(['search', 'askReport', 'countFilterMatches']);
  });
});

describe('a token', () => {
  it('for one owner is refused for others', async () => {
    let body = { name: 'one owner', scopes: [...TokenScope.options], owner: 'Hopper-Labs' };
    let { token, owner } = await grace.ask(tokensApi.createApiToken, { ...ofGrace, body });
    expect(owner).toBe('hopper-labs');
    let script = world.with(token);
    await script.ask(packagesApi.getPackages, { params: { owner: 'hopper-labs' } });
    await script.ask(searchApi.search, {
      body: { query: 'x', context: { tag: 'organization', context: 'hopper-labs' } },
    });
    expect((await script.ask(tokensApi.getTokenHolder)).owners).toEqual([
      { name: 'hopper-labs', type: 'organization', role: 'owner' },
    ]);
    let others = [
      script.refusal(packagesApi.getPackages, { params: { owner: 'grace' } }),
      script.refusal(usersApi.getUserOrganizations, { params: { username: 'grace' } }),
      script.refusal(usersApi.getUserInformation, { params: { username: 'grace' } }),
      script.refusal(organizationsApi.createOrganization, {
        body: { name: 'one-more', billing_email: 'a@example.com' },
      }),
      script.refusal(searchApi.search, { body: { query: 'x' } }),
    ];
    for (let refused of await Promise.all(others))
      expect(refused).toMatchObject({ status: 403, code: 'token-owner-not-granted' });
  });

  it('with days is refused once they are over, and stays in the list', async () => {
    let body = { name: 'short', scopes: ['read' as const], expires_in_days: 2 };
    let { token, created_at, expires_at } = await ada.ask(tokensApi.createApiToken, { ...ofAda, body });
    expect(Date.parse(expires_at ?? '') - Date.parse(created_at)).toBe(2 * dayMs);
    let script = world.with(token);
    await script.ask(packagesApi.getPackages, { params: { owner: 'ada' } });
    world.later(2 * dayMs);
    let refused = await script.refusal(packagesApi.getPackages, { params: { owner: 'ada' } });
    expect([refused.status, refused.code]).toEqual([401, 'token-has-ended']);
    let [listed] = await ada.ask(tokensApi.getApiTokens, ofAda);
    expect(listed).toMatchObject({ name: 'short', expires_at });
  });

  it('says whose it is, what it may do, and for whom', async () => {
    let body = { name: 'reads and sends', scopes: ['read' as const, 'events' as const] };
    let script = world.with((await grace.ask(tokensApi.createApiToken, { ...ofGrace, body })).token);
    let owners = [
      { name: 'grace', type: 'user', role: 'owner' },
      { name: 'hopper-labs', type: 'organization', role: 'owner' },
    ];
    expect(await script.ask(tokensApi.getTokenHolder)).toEqual({
      username: 'grace',
      scopes: ['read', 'events'],
      owners,
    });
    expect(await grace.ask(tokensApi.getTokenHolder)).toEqual({ username: 'grace', scopes: null, owners });
  });

  it('goes with the owner it is for', async () => {
    let made = { name: 'short-lived', billing_email: 'a@example.com' };
    await grace.ask(organizationsApi.createOrganization, { body: made });
    let body = { name: 'for short-lived', scopes: ['read' as const], owner: 'short-lived' };
    let { token, id } = await grace.ask(tokensApi.createApiToken, { ...ofGrace, body });
    await grace.ask(organizationsApi.deleteOrganization, { params: { name: 'short-lived' } });
    expect((await world.with(token).refusal(tokensApi.getTokenHolder)).code).toBe('session-expired');
    expect((await grace.ask(tokensApi.getApiTokens, ofGrace)).map((one) => one.id)).not.toContain(id);
  });
});

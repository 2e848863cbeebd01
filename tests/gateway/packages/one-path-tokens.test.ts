/** Signed URLs for scripts: a token that reads one path for two minutes. */
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as limits from 'contract/floor/limits';
import { onePathTokensApi } from 'contract/exports/one-path-tokens';
import { packagesApi } from 'contract/packages/packages';
import { usersApi } from 'contract/accounts/users';
import { issueToken } from 'gateway/people/accounts/tokens';
import { whoMay } from '../../support/authorization';
import { createWorld, type Caller, type World } from '../../support/world';

let world: World;
let grace: Caller;
let logged: string[] = [];
let created: string[] = [];

beforeAll(async () => {
  let log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  world = await createWorld({ log });
  grace = await world.as('grace');
});
afterAll(() => world.close());

const events = '/v2/packages/hopper-labs/events';

async function tokenFor(path: string, caller = grace): Promise<string> {
  let { token } = await caller.ask(onePathTokensApi.createOnePathToken, { body: { path } });
  created.push(token);
  return token;
}

/** Requests an API address as a program without another token does. */
async function open(path: string, token: string, query: Record<string, string> = {}, method = 'GET') {
  let search = new URLSearchParams({ ...query, one_path_token: token });
  let answer = await world.gateway.api(new Request(`http://gateway.invalid${path}?${search.toString()}`, { method }));
  let text = await answer.text();
  return { status: answer.status, text, code: /"code":"([^"]+)"/.exec(text)?.[1] };
}

const refused = { status: 401, code: 'session-expired' };

describe('a one-path token', () => {
  // @spec 3: One-path token: request has path, response a token
  it('opens its path, with any query', async () => {
    let token = await tokenFor(events);
    let { status, text } = await open(events, token, { start_date: '2026-01-01', end_date: '2026-01-31' });
    expect(status).toBe(200);
    expect(text).toMatch(/^id,type,package/);
    expect((await open(events, token, { start_date: '2026-02-01', end_date: '2026-01-01' })).status).toBe(400);
  });

  it('opens no other path and no other method', async () => {
    let token = await tokenFor(events);
    for (let path of [
      '/v2/packages/hopper-labs',
      '/v2/tracking-pixels/hopper-labs/events',
      `${events}/`,
      '/v2/packages/grace/events',
    ])
      expect(await open(path, token), path).not.toMatchObject({ status: 200 });
    expect(await open('/v2/packages/hopper-labs', token)).toMatchObject(refused);
    let list = await tokenFor('/v2/packages/hopper-labs');
    expect(await open('/v2/packages/hopper-labs', list, {}, 'POST')).toMatchObject(refused);
    expect(await open('/v2/packages/hopper-labs', list)).toMatchObject({ status: 200 });
  });

  it('is not in the links of a list', async () => {
    let body = { name: 'hopper-labs/linker', type: 'docker', backend_registry: 'docker.io' } as const;
    for (let name of ['one', 'two'])
      await grace.ask(packagesApi.createPackage, {
        params: { owner: 'hopper-labs' },
        body: { ...body, name: `hopper-labs/${name}` },
      });
    let { text } = await open('/v2/packages/hopper-labs', await tokenFor('/v2/packages/hopper-labs'), {
      per_page: '1',
    });
    expect(text).toContain('per_page=1');
    expect(text).not.toContain('one_path_token');
  });

  it('distinguishes escaped names', async () => {
    let token = await tokenFor('/v2/packages/hopper%2Dlabs/events');
    expect((await open('/v2/packages/hopper%2Dlabs/events', token)).status).toBe(200);
    expect(await open(events, token)).toMatchObject(refused);
  });

  it('is refused when it was changed, cut off, invented or sealed again', async () => {
    let token = await tokenFor(events);
    let first = token.startsWith('A') ? 'B' : 'A';
    let changed = [`${first}${token.slice(1)}`, token.slice(0, -4), 'x', '', token + token, 'A'.repeat(200)];
    for (let wrong of changed) expect(await open(events, wrong), wrong).toMatchObject(refused);
  });

  it('is ignored when another token is sent', async () => {
    let url = `http://gateway.invalid${events}?one_path_token=${await tokenFor(events)}`;
    let ask = async (authorization: string) =>
      (await world.gateway.api(new Request(url, { headers: { authorization } }))).status;
    expect(await ask('Bearer not-a-token')).toBe(401);
    expect(await ask(`Bearer ${grace.token}`)).toBe(200);
  });

  it('ends after two minutes', async () => {
    let token = await tokenFor(events);
    world.later(limits.onePathTokenMs - 5_000);
    expect((await open(events, token)).status).toBe(200);
    world.later(5_001);
    expect(await open(events, token)).toMatchObject(refused);
  });

  it('ends with the session that asked for it', async () => {
    let leaving = await world.as('grace');
    let token = await tokenFor(events, leaving);
    await leaving.ask(usersApi.logout);
    expect(await open(events, token)).toMatchObject(refused);
  });

  it('does not extend its session', async () => {
    let row = () =>
      world.records
        .selectFrom('tokens')
        .select(['last_used_at', 'expires_at'])
        .orderBy('id', 'desc')
        .executeTakeFirst();
    let asking = await world.as('grace');
    let token = await tokenFor(events, asking);
    let before = await row();
    world.later(90_000);
    expect((await open(events, token)).status).toBe(200);
    expect(await row()).toEqual(before);
  });
});

describe('a request for a token', () => {
  it.each([
    ['/v2/packages/ada/events', 'grace', 403, 'permission-not-granted'],
    [events, 'linus', 403, 'permission-not-granted'],
    ['/v2/packages/nobody-here/events', 'grace', 404, 'owner-not-found'],
    ['/internal/users/nobody-here', 'grace', 404, 'user-not-found'],
    ['/internal/users/grace/recovery-codes', 'grace', 403, 'permission-not-granted'],
    ['/internal/logout', 'grace', 404, 'not-found'],
    ['/no/such/path', 'grace', 404, 'not-found'],
    ['/v2/packages/%E0%A4%A/events', 'grace', 404, 'not-found'],
    ['', 'grace', 422, 'request-not-valid'],
    ['v2/packages', 'grace', 422, 'request-not-valid'],
    [`${events}?start_date=2026-01-01`, 'grace', 422, 'request-not-valid'],
    ['https://evil.example/', 'grace', 422, 'request-not-valid'],
  ] as const)('for %j as %s is refused with %i', async (path, person, status, code) => {
    let caller = await world.as(person);
    expect(await caller.refusal(onePathTokensApi.createOnePathToken, { body: { path } })).toMatchObject({
      status,
      code,
    });
  });

  it('is accepted from a member for anything that a member may read', async () => {
    let linus = await world.as('linus');
    let path = '/v2/packages/hopper-labs';
    expect((await open(path, await tokenFor(path, linus))).status).toBe(200);
  });

  it('is refused for API tokens', async () => {
    let token = await issueToken(world.records, world.ids.get('grace') ?? '', 'api', world.now());
    expect(
      await world.with(token).refusal(onePathTokensApi.createOnePathToken, { body: { path: events } }),
    ).toMatchObject({
      status: 403,
      code: 'token-scope-not-granted',
    });
  });
});

it('is never logged', () => {
  expect(created.length).toBeGreaterThan(5);
  expect(logged.some((line) => line.includes('createOnePathToken'))).toBe(true);
  for (let token of created) expect(logged.join('')).not.toContain(token);
});

whoMay(Object.values(onePathTokensApi));

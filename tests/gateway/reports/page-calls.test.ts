/** The calls of one page read only once who calls and what role they have. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { issueToken, revokeSessions } from 'gateway/people/accounts/tokens';
import { createWorld, type World } from 'tests/support/world';

let world: World;
let token: string;

beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());
beforeEach(async () => {
  token = await issueToken(world.records, world.ids.get('linus')!, 'session', world.now());
});

async function ask(page: object | undefined, path: string, body?: object): Promise<number> {
  let request = new Request(`http://gateway.test${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  });
  return (await world.gateway.api(request, { page })).status;
}

let packages = '/v2/packages/hopper-labs';
let endSessions = () => revokeSessions(world.records, world.ids.get('linus')!);

test('a page being loaded finishes when its session ends, and the next one is refused', async () => {
  let page = {};
  expect(await ask(page, packages)).toBe(200);
  await endSessions();
  expect(await ask(page, packages)).toBe(200);
  expect(await ask({}, packages)).toBe(401);
});

test('calls that belong to no page are refused as soon as the session has ended', async () => {
  expect(await ask(undefined, packages)).toBe(200);
  await endSessions();
  expect(await ask(undefined, packages)).toBe(401);
});

test('after a call that may change something each call of the page reads again', async () => {
  let page = {};
  expect(await ask(page, packages)).toBe(200);
  expect(await ask(page, '/v2/tracking-pixels/hopper-labs', { name: 'Docs' })).toBe(403);
  await endSessions();
  expect(await ask(page, packages)).toBe(401);
});

test('each owner and each token of a page are read for themselves', async () => {
  let page = {};
  expect(await ask(page, packages)).toBe(200);
  expect(await ask(page, '/v2/packages/linus')).toBe(200);
  expect(await ask(page, '/v2/packages/ada')).toBe(403);
  expect(await ask(page, '/v2/packages/nobody-has-this-name')).toBe(404);
  token = 'another-token';
  expect(await ask(page, packages)).toBe(401);
});

test('a role that one owner gives is none with another', async () => {
  let page = {};
  token = await issueToken(world.records, world.ids.get('ada')!, 'session', world.now());
  expect(await ask(page, '/v2/packages/ada')).toBe(200);
  expect(await ask(page, packages)).toBe(403);
});

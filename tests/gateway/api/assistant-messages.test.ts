/** Requests of assistants as they are on the wire: versions, headers, refusals. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokensApi, type TokenScope } from 'contract/accounts/tokens';
import { type Listening, listenTo } from 'tests/support/assistant';
import { createWorld, type World } from 'tests/support/world';

let world: World;
let listening: Listening;
let reads: string;

async function tokenWith(scope: TokenScope): Promise<string> {
  let given = { params: { username: 'ada' }, body: { name: `only ${scope}`, scopes: [scope] } };
  return (await (await world.as('ada')).ask(tokensApi.createApiToken, given)).token;
}

beforeAll(async () => {
  world = await createWorld();
  listening = await listenTo(world.gateway);
  reads = await tokenWith('read');
});
afterAll(async () => {
  await listening.close();
  await world.close();
});

const version = 'io.modelcontextprotocol/protocolVersion';
const meta = { [version]: '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
const list = { jsonrpc: '2.0', id: 7, method: 'tools/list', params: { _meta: meta } };
const sent = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };

/** A request as it is on the wire. */
function post(headers: Record<string, string>, body: unknown = list): Promise<Response> {
  let type = { 'content-type': 'application/json' };
  let text = typeof body === 'string' ? body : JSON.stringify(body);
  return fetch(`${listening.address}/mcp`, { method: 'POST', headers: { ...type, ...headers }, body: text });
}

describe('a request', () => {
  let asked = (headers: Record<string, string>, body?: unknown) =>
    post({ authorization: `Bearer ${reads}`, ...headers }, body);

  it('needs a token, and one that may read', async () => {
    let without = await post({});
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    let wrong = await post({ authorization: 'Bearer wrong' });
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { error: { data: { code: 'session-expired' } } }]);
    let writes = await post({ authorization: `Bearer ${await tokenWith('write')}` });
    expect([writes.status, writes.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="read"',
    ]);
  });

  it('is answered once as JSON, which may be kept for an hour', async () => {
    let answer = await asked(sent);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await answer.json()).toMatchObject({
      jsonrpc: '2.0',
      id: 7,
      result: { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' },
    });
  });

  it('may have the name of a tool encoded in its header', async () => {
    let params = { _meta: meta, name: 'list_owners', arguments: {} };
    let name = `=?base64?${Buffer.from('list_owners').toString('base64')}?=`;
    let call = { ...list, method: 'tools/call', params };
    expect((await asked({ ...sent, 'mcp-method': 'tools/call', 'mcp-name': name }, call)).status).toBe(200);
    let other = await asked({ ...sent, 'mcp-method': 'tools/call', 'mcp-name': 'search' }, call);
    expect([other.status, await other.json()]).toMatchObject([400, { id: 7, error: { code: -32_020 } }]);
  });

  it.each([
    ['without a version', {}, list, 400, -32_020],
    ['with another version in its header', { ...sent, 'mcp-protocol-version': '2025-11-25' }, list, 400, -32_020],
    ['with another method in its header', { ...sent, 'mcp-method': 'tools/call' }, list, 400, -32_020],
    [
      'without the capabilities of its client',
      sent,
      { ...list, params: { _meta: { [version]: '2026-07-28' } } },
      400,
      -32_602,
    ],
    ['for a method there is not', { ...sent, 'mcp-method': 'x' }, { ...list, method: 'x' }, 404, -32_601],
    ['that is no JSON', sent, '{', 400, -32_700],
    ['that is several', sent, [list, list], 400, -32_600],
    ['that is an answer', sent, { jsonrpc: '2.0', id: 1, result: {} }, 400, -32_600],
    ['without a number', sent, { ...list, id: null }, 400, -32_600],
  ])('%s is refused', async (_, headers, body, status, code) => {
    let answer = await asked(headers, body);
    expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code } }]);
  });

  it('of an unknown version gets the list of supported ones', async () => {
    let params = { _meta: { ...meta, [version]: '1900-01-01' } };
    let answer = await asked({ ...sent, 'mcp-protocol-version': '1900-01-01' }, { ...list, params });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      {
        error: {
          code: -32_022,
          data: { supported: ['2026-07-28', '2025-11-25', '2025-06-18'], requested: '1900-01-01' },
        },
      },
    ]);
  });

  it('that begins with an unknown version in its header is refused', async () => {
    let begin = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } };
    expect((await asked({ 'mcp-protocol-version': 'nonsense' }, begin)).status).toBe(400);
    expect((await asked({ 'mcp-protocol-version': '2025-11-25' }, begin)).status).toBe(200);
  });

  it('from a page of another site is refused, with any token', async () => {
    expect((await asked({ ...sent, origin: 'https://evil.example' })).status).toBe(403);
    expect((await asked({ ...sent, origin: 'http://dashboard.test' })).status).toBe(200);
  });

  it('that is a notification is taken without an answer', async () => {
    let note = { jsonrpc: '2.0', method: 'notifications/initialized' };
    let answer = await asked({ 'mcp-protocol-version': '2025-11-25' }, note);
    expect([answer.status, await answer.text()]).toEqual([202, '']);
  });

  it('is a POST', async () => {
    let answer = await fetch(`${listening.address}/mcp`, { headers: { authorization: `Bearer ${reads}` } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('after too many of them is to be tried later', async () => {
    let small = await createWorld({ attemptLimits: { assistantCallsPerPerson: 1 } });
    let there = await listenTo(small.gateway);
    let token = (await small.as('ada')).token ?? '';
    let ask = () =>
      fetch(`${there.address}/mcp`, {
        method: 'POST',
        headers: { ...sent, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(list),
      });
    expect((await ask()).status).toBe(200);
    let refused = await ask();
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    await there.close();
    await small.close();
  });
});

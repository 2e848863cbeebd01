/** Events in the body of a request: what is stored, what is refused, and who may send them. */
import { createHash } from 'node:crypto';
import http from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as limits from 'contract/floor/limits';
import { routeRegexPathMax } from 'matching/regex';
import { sentEventsPerMinute } from 'edge/receive-events';
import { readObjects, sentBytesMax } from 'edge/requests/sent-events';
import { addRoute, type EdgeWorld, ids, startEdge } from './edge-world';

const host = 'ada.gateway.localhost';
const minute = 60_000;

let world: EdgeWorld;
let ahead = 0;
let seen = 0;

beforeAll(async () => {
  world = await startEdge({ clock: () => Date.now() + ahead });
  await addRoute(world.records, 'r3', '/channel/{name}{?os}', null);
});
afterAll(() => world.close());
beforeEach(async () => {
  // To the start of the next minute: the limit counts by minutes of the clock.
  ahead += minute - ((Date.now() + ahead) % minute);
  seen = (await world.events(ids.file)).length;
});

function post(body: string, headers: Record<string, string> = {}, target = '/ping/me') {
  return world.get(host, target, { method: 'POST', body, headers });
}

/** The new events since the last call. */
async function fresh() {
  return (await world.events(ids.file)).slice(seen);
}

const json = { 'content-type': 'application/json' };

describe('a body', () => {
  test('of one object is one event with its names as variables, and nested names are joined by dots', async () => {
    let body = '{"command":"build","took":12.5,"ok":true,"none":null,"os":{"name":"linux","tags":["a","b"]}}';
    let answer = await post(body, { ...json, 'user-agent': 'curl/8.4.0' }, '/ping/me?from=query&command=other');
    expect([answer.status, answer.body.length]).toEqual([200, 0]);
    let [event, ...more] = await fresh();
    expect(more).toEqual([]);
    expect(event).toMatchObject({ type: 'event', artifactId: ids.file, client: 'curl', requestDomain: host });
    expect({ ...event!.variables }).toEqual({
      name: 'me',
      command: 'build',
      took: '12.5',
      ok: 'true',
      'os.name': 'linux',
      'os.tags.0': 'a',
      'os.tags.1': 'b',
      from: 'query',
    });
  });

  test.each([
    ['a list', 'application/json', '[{"n":1},{"n":2},{"n":3}]'],
    ['lines', 'application/x-ndjson', '{"n":1}\n{"n":2}\r\n{"n":3}\n'],
    ['objects one after another', 'application/json; charset=utf-8', '{"n":1}{"n":2} {"n":3}'],
    ['text, as a beacon sends it', 'text/plain;charset=UTF-8', '{"n":1}\n{"n":2}\n{"n":3}'],
    ['what curl calls a form', 'application/x-www-form-urlencoded', '[{"n":1},{"n":2},{"n":3}]'],
  ])('of %s is one event for each object', async (_, type, body) => {
    expect((await post(body, { 'content-type': type })).status).toBe(200);
    expect((await fresh()).map(({ variables }) => variables.n).sort()).toEqual(['1', '2', '3']);
  });

  test('of a form is one event with its fields, and an empty body is one event without fields', async () => {
    await post('version=2.1&mark=a+form', { 'content-type': 'application/x-www-form-urlencoded' });
    await post('', { 'content-type': 'image/png' });
    let [form, empty] = await fresh();
    expect(form).toMatchObject({ version: '2.1', variables: { mark: 'a form' } });
    expect({ ...empty!.variables }).toEqual({ name: 'me' });
  });

  test('can set version, platform and page, but neither time nor address', async () => {
    await post(
      '{"$version":"3.1","$referrer":"https://a.example/x","platform":"Darwin","$time":0,"$remote_address":"1"}',
    );
    let [event] = await fresh();
    expect(event).toMatchObject({ version: '3.1', referer: 'https://a.example/x', platform: 'macos' });
    expect({ ...event!.variables }).toEqual({ name: 'me', platform: 'Darwin' });
    expect(Math.abs(event!.time - Date.now() - ahead)).toBeLessThan(60_000);
  });

  test('version and page are kept like variables: short, without control characters and half characters', async () => {
    let long = { $version: `${'v'.repeat(199)}😀`, $referrer: `${'p'.repeat(1_999)}😀` };
    await post(`{"$version":"a\\u0000b\\ud800","$referrer":"c\\u001b\\n\\udfff"}${JSON.stringify(long)}`, json);
    let kept = (await fresh()).map(({ version, referer }) => ({ version, referer }));
    expect(kept).toEqual([
      { version: 'a b\ufffd', referer: 'c \ufffd' },
      { version: 'v'.repeat(199), referer: 'p'.repeat(1_999) },
    ]);
  });

  test('may have half a surrogate pair, which no event has', async () => {
    await post(String.raw`{"a":"x\ud800","\udc00":"y"}`);
    expect({ ...(await fresh())[0]!.variables }).toEqual({ name: 'me', a: 'x\ufffd', '\ufffd': 'y' });
  });

  test('is limited to the maximum of variables, without names of object prototypes', async () => {
    let many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, 'x'.repeat(600)]));
    expect((await post(JSON.stringify(many).slice(0, sentBytesMax))).status).toBe(422);
    let some = Object.fromEntries(Object.entries(many).slice(0, 24));
    await post(JSON.stringify(some));
    await post('{"__proto__":{"a":1},"constructor":{"prototype":{"b":1}},"c":"line\\nbreak","d":1}');
    await post(`{${Array.from({ length: 60 }, (_, i) => `"k${i}":1`).join()}}`);
    let [long, names, full] = await fresh();
    expect(long!.variables.k0).toHaveLength(limits.variableValueMax);
    expect({ ...names!.variables }).toEqual({ name: 'me', c: 'line break', d: '1' });
    expect(Object.keys(full!.variables)).toHaveLength(limits.eventVariablesMax);
  });

  test('of a client that must not be tracked leaves no details', async () => {
    await post('{"secret":"word"}', { ...json, dnt: '1' });
    expect(await fresh()).toMatchObject([{ doNotTrack: true, variables: {}, userAgent: '', originId: 0n }]);
  });

  test('may be sent to a path that leads to a file: it is stored as an event, and not redirected', async () => {
    let answer = await post('{"step":"unpacked"}', json, '/tool/1.2.3');
    expect([answer.status, answer.headers.location]).toEqual([200, undefined]);
    expect(await fresh()).toMatchObject([{ type: 'event', version: '1.2.3', variables: { step: 'unpacked' } }]);
  });

  test('accepts query variables of the route', async () => {
    await post('{"os":"from body"}', json, '/channel/beta?os=linux');
    expect(await fresh()).toMatchObject([{ variables: { name: 'beta', os: 'linux' } }]);
  });
});

describe('refused with a code and a message, and nothing is recorded', () => {
  test.each([
    ['another method', 405, 'method-not-allowed', { method: 'PUT', body: '{}' }],
    ['a large body', 413, 'body-too-large', { body: `{"a":"${'x'.repeat(sentBytesMax)}"}` }],
    ['another type', 415, 'events-type-not-known', { body: '<a/>', headers: { 'content-type': 'text/xml' } }],
    ['a compressed body', 415, 'events-type-not-known', { body: '{}', headers: { 'content-encoding': 'gzip' } }],
    ['a string', 422, 'events-not-valid', { body: 'hello' }],
    ['a number', 422, 'events-not-valid', { body: '7' }],
    ['a list of strings', 422, 'events-not-valid', { body: '["a"]' }],
    ['an empty list', 422, 'events-not-valid', { body: '[]' }],
    ['an object that is cut off', 422, 'events-not-valid', { body: '{"a":"b' }],
    ['an incomplete object after a complete one', 422, 'events-not-valid', { body: '{"a":1}{"a":' }],
    ['objects with other text between them', 422, 'events-not-valid', { body: '{"a":1},{"a":2}' }],
    ['eleven objects', 422, 'too-many-events', { body: '{}'.repeat(11) }],
    ['a list of eleven', 422, 'too-many-events', { body: `[${Array(11).fill('{}')}]` }],
    ['deep nesting', 422, 'events-not-valid', { body: `${'{"a":'.repeat(9)}1${'}'.repeat(9)}` }],
  ])('%s: %i', async (_, status, code, asked) => {
    let answer = await world.get(host, '/ping/me', { method: 'POST', ...asked });
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
    let said = JSON.parse(answer.body.toString());
    expect(said).toEqual({ code, message: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(await fresh()).toEqual([]);
  });

  test('a body without a length, at the first byte over the limit', async () => {
    let answer = await new Promise<{ status?: number; sent: number }>((resolve, reject) => {
      let sent = 0;
      let req = http.request({ port: world.port, path: '/ping/me', method: 'POST', headers: { host } }, (res) => {
        res.resume();
        clearInterval(more);
        resolve({ status: res.statusCode, sent });
      });
      req.on('error', reject);
      let more = setInterval(() => {
        req.write(' '.repeat(1_024));
        sent += 1_024;
      }, 2);
    });
    expect(answer.status).toBe(413);
    expect(answer.sent).toBeLessThan(sentBytesMax + 200 * 1_024);
  });

  test('bytes that are not UTF-8', async () => {
    let status = await new Promise((resolve, reject) => {
      let req = http.request({ port: world.port, path: '/ping/me', method: 'POST', headers: { host } }, (res) =>
        resolve(res.resume().statusCode),
      );
      req.on('error', reject).end(Buffer.from('{"a":"\xff"}', 'latin1'));
    });
    expect(status).toBe(422);
  });

  test('more events of an address in a minute than the limit', async () => {
    let ten = '{}'.repeat(10);
    for (let i = 0; i < sentEventsPerMinute / 10; i++) expect((await post(ten)).status).toBe(200);
    let refused = await post(ten);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    expect(await fresh()).toHaveLength(sentEventsPerMinute);
    ahead += minute;
    expect((await post(ten)).status).toBe(200);
  });

  test('a path without a route', async () => {
    let answer = await post('{}', json, '/none/of/these');
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('a page of another origin', () => {
  test('may send requests after a CORS preflight, without cookies', async () => {
    let headers = {
      origin: 'https://page.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    let answer = await world.get(host, '/ping/me', { method: 'OPTIONS', headers });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': 'Content-Type, Authorization',
    });
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    expect(await fresh()).toEqual([]);
  });

  test('may read the response to an event, but not to a download', async () => {
    expect((await world.get(host, '/ping/me')).headers['access-control-allow-origin']).toBe('*');
    expect((await world.get(host, '/tool/1')).headers['access-control-allow-origin']).toBeUndefined();
    expect((await fresh()).map(({ type }) => type).sort()).toEqual(['binary-download', 'event']);
  });
});

describe('a route of the type telemetry', () => {
  let token = 'a-token-of-32-bytes';
  let bearer = { authorization: `Bearer ${token}` };
  beforeAll(async () => {
    await addRoute(world.records, 'r4', '/told/{step}', null, { type: 'telemetry' });
    let token_hash = createHash('sha256').update(token).digest('hex');
    await addRoute(world.records, 'r5', '/secret', null, { type: 'telemetry', token_hash });
  });

  test('answers GET and POST with 204 and stores both as events', async () => {
    let get = await world.get(host, '/told/start?os=linux');
    let sent = await post('{"os":"mac"}', json, '/told/end');
    expect([get.status, sent.status, get.headers['access-control-allow-origin']]).toEqual([204, 204, '*']);
    let told = (await fresh()).map(({ type, variables: { step, os } }) => [type, step, os]);
    expect(told.sort()).toEqual([
      ['event', 'end', 'mac'],
      ['event', 'start', 'linux'],
    ]);
  });

  test.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer x' }],
    ['another scheme', { authorization: `Basic ${token}` }],
  ])('with a token refuses %s with 401', async (_, headers) => {
    for (let method of ['GET', 'POST', 'HEAD']) {
      let answer = await world.get(host, '/secret', { method, headers });
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    }
    expect(await fresh()).toEqual([]);
  });

  test('with a token accepts events with it, without a limit for the network', async () => {
    for (let i = 0; i <= sentEventsPerMinute / 10; i++)
      expect((await post('{}'.repeat(10), bearer, '/secret')).status).toBe(204);
    expect(await fresh()).toHaveLength(sentEventsPerMinute + 10);
    expect(JSON.stringify((await fresh())[0]!.variables)).not.toContain('token');
  });
});

test('a regular expression matches whole paths, and its groups are variables', async () => {
  await addRoute(
    world.records,
    'r7',
    '/re/(?<name>[a-z-]+)-(?<version>[0-9][^/]*)',
    'https://dl.example.com/{name}/{version}',
    {
      type: 'regex',
    },
  );
  let answer = await world.get(host, '/re/my-tool-1.0-rc.1');
  expect([answer.status, answer.headers.location]).toEqual([307, 'https://dl.example.com/my-tool/1.0-rc.1']);
  expect((await world.get(host, '/re/my-tool-1.0/more')).status).toBe(404);
  expect((await world.get(host, `/re/a-1${'0'.repeat(routeRegexPathMax)}`)).status).toBe(404);
  expect(await fresh()).toMatchObject([
    { type: 'binary-download', version: '1.0-rc.1', variables: { name: 'my-tool' } },
  ]);
});

test('objects are parsed correctly with braces and quotes in their texts', () => {
  expect(readObjects(' {"a":"}\\"{"}\n[{"b":"]"}] ')).toEqual([{ a: '}"{' }, { b: ']' }]);
});

/**
 * Refused requests, hostile requests, and stores that fail. Every download is answered and no
 * details leak.
 */
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ids, startEdge, type EdgeWorld } from './edge-world';
import { plainEnrich } from 'tests/support/edge';

const files = 'ada.gateway.localhost';
const pixels = 'static.localhost';

let world: EdgeWorld;
beforeAll(async () => {
  world = await startEdge();
});
afterAll(() => world.close());

describe('refusals', () => {
  test('an unknown host and an unknown path are 404 with a plain message', async () => {
    let host = await world.get('nobody.gateway.localhost', '/x');
    let path = await world.get(files, '/nothing/here/at/all');
    expect([host.status, path.status]).toEqual([404, 404]);
    expect(host.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(host.body.toString()).toBe('No packages are served at this host.\n');
    expect(path.body.toString()).toBe('No package at this URL.\n');
  });

  test('under /v2/ a 404 has the registry error format', async () => {
    let answer = await world.get('ada.docker.localhost', '/v2/other/manifests/latest');
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body.toString())).toEqual({
      errors: [{ code: 'NAME_UNKNOWN', message: 'repository name not known to registry', detail: {} }],
    });
    expect(await world.get('ada.docker.localhost', '/v2/_catalog')).toMatchObject({
      status: 404,
      body: Buffer.alloc(0),
    });
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is 405 with the allowed methods', async (method) => {
    let answer = await world.get(files, '/none/of/these', { method, body: method === 'OPTIONS' ? undefined : '{}' });
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  test('an address that is too long is 414, headers that are too long are 431', async () => {
    expect((await world.get(files, `/tool/${'1'.repeat(9_000)}`)).status).toBe(414);
    expect((await world.get(files, '/tool/1', { headers: { cookie: 'x'.repeat(20_000) } })).status).toBe(431);
  });

  test('the edge does not answer at API hosts', () => {
    let hosts = [
      'localhost',
      'localhost:8081',
      'api.localhost',
      '127.0.0.1:8081',
      '[::1]:8081',
      '',
      files,
      pixels,
      'dl.example.com',
    ];
    expect(hosts.filter((host) => world.edge.owns(host, '/'))).toEqual([files, pixels, 'dl.example.com']);
  });
});

describe('hostile requests', () => {
  test.each([
    ['/tool/%0d%0aSet-Cookie:%20a=1', 'https://dl.example.com/tool-%0D%0ASet-Cookie%3A%20a%3D1.tgz'],
    ['/tool/1?x=%0d%0aSet-Cookie:a', 'https://dl.example.com/tool-1.tgz?x=%0d%0aSet-Cookie:a'],
    ['/tool/a%2f..%2f..%2fb', 'https://dl.example.com/tool-a%2F..%2F..%2Fb.tgz'],
    ['/tool/@evil.example', 'https://dl.example.com/tool-%40evil.example.tgz'],
    [`http://${files}/tool/1`, 'https://dl.example.com/tool-1.tgz'],
  ])('%s is not redirected elsewhere and adds no header', async (target, location) => {
    let answer = await world.get(files, target);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect([answer.status, answer.headers.location]).toEqual([307, location]);
  });

  test('the host of an absolute target has priority over Host (RFC 9112, 3.2.2)', async () => {
    expect((await world.get(files, 'http://other.example/tool/1')).status).toBe(404);
    expect((await world.get('other.example', `http://${files}/tool/1`)).status).toBe(307);
  });

  test('invalid characters in an address are encoded; raw bytes and control characters are refused', async () => {
    let rest = ` HTTP/1.1\r\nHost: ${files}\r\nConnection: close\r\n\r\n`;
    expect(await raw(`GET /tool/a"<|>?q={"}${rest}`)).toContain(
      'Location: https://dl.example.com/tool-a%22%3C%7C%3E.tgz?q=%7B%22%7D\r\n',
    );
    expect(await raw(`GET /tool/a\x01b${rest}`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(`GET /tool/caf\xe9${rest}`)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

/** Sends raw bytes, and returns the whole response. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let socket = net.connect(world.port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')));
    let got = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (got += chunk));
    socket.on('error', reject).on('close', () => resolve(got));
  });
}

describe('internal errors', () => {
  test('a store that refuses events breaks no download; they are written when it works again', async () => {
    let broken = true;
    let hurt = await startEdge({
      store: (real) => ({
        append: (events) => (broken ? Promise.reject(new Error('disk full')) : real.append(events)),
      }),
    });
    expect((await hurt.get(files, '/tool/1?mark=hurt')).status).toBe(307);
    expect((await hurt.get(pixels, `/a.png?x-pxid=${ids.pixel}`)).status).toBe(200);
    expect(await hurt.edge.metrics.metrics()).toContain('landfall_events_waiting 2\n');
    broken = false;
    await expect
      .poll(() => hurt.events(ids.file), { timeout: 10_000 })
      .toMatchObject([{ variables: { mark: 'hurt' } }]);
    await hurt.close();
  });

  test('an error in enrichment or recording breaks no download and is counted as lost', async () => {
    let fail = () => {
      throw new Error('no data');
    };
    let hurt = await startEdge({ enrich: { ...plainEnrich, place: fail } });
    expect((await hurt.get(files, '/tool/1')).status).toBe(307);
    expect(await hurt.edge.metrics.metrics()).toContain('landfall_events_total{outcome="lost"} 1\n');
    await hurt.close();
  });

  test('metrics count requests by answer and events by outcome', async () => {
    let fresh = await startEdge();
    await fresh.get(files, '/tool/1');
    await fresh.get(files, '/ping/1');
    await fresh.get(files, '/none/of/these');
    let text = await fresh.edge.metrics.metrics();
    expect(text).toContain('# TYPE landfall_edge_requests_total counter\n');
    for (let line of [
      'requests_total{answer="redirect"} 1',
      'requests_total{answer="empty"} 1',
      'requests_total{answer="refuse"} 1',
    ])
      expect(text).toContain(`landfall_edge_${line}\n`);
    expect(text).toContain('landfall_events_total{outcome="committed"} 2\n');
    await fresh.close();
  });
});

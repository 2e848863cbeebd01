/** The edge on a real socket: what clients get, what is written down about them, and what can never break a download. */
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRoute, ids, plainEnrich, startEdge, type EdgeWorld } from './edge-world';

const files = 'ada.gateway.localhost';
const pixels = 'static.localhost';

let world: EdgeWorld;
beforeAll(async () => {
  world = await startEdge();
});
afterAll(() => world.close());

/** Events of an artifact whose variable `mark` is this; each test makes its own. */
async function marked(artifactId: string, mark: string, from = world) {
  return (await from.events(artifactId)).filter((event) => event.variables.mark === mark);
}

describe('files', () => {
  test('a download is sent on and written down', async () => {
    let before = Date.now();
    let answer = await world.get(`${files}:8081`, '/tool/1.2.3?mark=first&lang=en', {
      headers: { 'user-agent': 'curl/8.4.0', referer: 'https://docs.example.com/install', 'accept-language': 'en' },
    });
    expect(answer.status).toBe(307);
    expect(answer.headers.location).toBe('https://dl.example.com/tool-1.2.3.tgz?mark=first&lang=en');
    expect(answer.body).toHaveLength(0);
    let [event, ...more] = await marked(ids.file, 'first');
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'binary-download',
      artifactType: 'package',
      artifactId: ids.file,
      ownerId: ids.owner,
      version: '1.2.3',
      referer: 'https://docs.example.com/install',
      userAgent: 'curl/8.4.0',
      client: 'curl',
      variables: { version: '1.2.3', mark: 'first', lang: 'en' },
      requestDomain: files,
      isBot: false,
      doNotTrack: false,
    });
    expect(event!.time).toBeGreaterThanOrEqual(before);
    expect(event!.originId).not.toBe(0n);
    expect(event!.endpointId).not.toBe(0n);
    expect(event!.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
  });

  test('without a target the answer is an empty 200', async () => {
    let answer = await world.get(files, '/ping/me?mark=ping');
    expect(answer).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect(await marked(ids.file, 'ping')).toHaveLength(1);
  });

  test('HEAD gets the same address and is not counted', async () => {
    let answer = await world.get(files, '/tool/1?mark=head', { method: 'HEAD' });
    expect(answer).toMatchObject({ status: 307, headers: { location: 'https://dl.example.com/tool-1.tgz?mark=head' } });
    expect(await marked(ids.file, 'head')).toEqual([]);
  });

  test('the host may be written in any case', async () => {
    expect((await world.get('ADA.Gateway.Localhost.', '/tool/1')).status).toBe(307);
  });

  test('a platform in the variables wins over the user agent', async () => {
    let headers = { 'user-agent': 'Homebrew/4.0.21 (Macintosh; arm64 Mac OS X 13.4) curl/7.88.1' };
    await world.get(files, '/ping/a?mark=agent', { headers });
    await world.get(files, '/ping/a?mark=given&platform=Win32', { headers });
    expect(await marked(ids.file, 'agent')).toMatchObject([{ client: 'homebrew', platform: 'macos' }]);
    expect(await marked(ids.file, 'given')).toMatchObject([{ client: 'homebrew', platform: 'windows' }]);
  });

  test('the same address and program are one origin, the same address is one endpoint', async () => {
    for (let agent of ['curl/8', 'curl/8', 'Wget/1.21'])
      await world.get(files, '/ping/a?mark=who', { headers: { 'user-agent': agent } });
    let events = await marked(ids.file, 'who');
    expect(new Set(events.map((e) => e.originId)).size).toBe(2);
    expect(new Set(events.map((e) => e.endpointId)).size).toBe(1);
  });

  test('a new route answers as soon as its change was announced', async () => {
    expect((await world.get(files, '/fresh/1')).status).toBe(404);
    await addRoute(world.records, 'r9', '/fresh/{version}', null);
    expect((await world.get(files, '/fresh/1')).status).toBe(200);
  });
});

describe('privacy', () => {
  test.each([['dnt'], ['sec-gpc']])('%s: 1 is served and only counted', async (header) => {
    let before = (await world.events(ids.file)).filter((e) => e.doNotTrack).length;
    let answer = await world.get(files, '/tool/9?mark=quiet', {
      headers: { [header]: '1', 'user-agent': 'curl/8', referer: 'https://e.com/' },
    });
    expect(answer.status).toBe(307);
    let quiet = (await world.events(ids.file)).filter((e) => e.doNotTrack);
    expect(quiet).toHaveLength(before + 1);
    expect(quiet.at(-1)).toMatchObject({
      version: '',
      referer: '',
      userAgent: '',
      client: '',
      platform: '',
      variables: {},
      originId: 0n,
      endpointId: 0n,
    });
    expect(await marked(ids.file, 'quiet')).toEqual([]);
  });

  test('DNT: 0 is counted in full', async () => {
    await world.get(files, '/ping/a?mark=dnt0', { headers: { dnt: '0' } });
    expect(await marked(ids.file, 'dnt0')).toHaveLength(1);
  });

  test('forwarded headers are believed only when the settings say so', async () => {
    let asked: string[] = [];
    let enrich = { ...plainEnrich, place: (address: string) => (asked.push(address), plainEnrich.place(address)) };
    for (let trustProxy of [false, true]) {
      let behind = await startEdge({ trustProxy, enrich });
      let headers = { 'x-forwarded-for': '203.0.113.9, 10.0.0.1', 'x-forwarded-host': files };
      let answer = await behind.get('inner.example.com', '/ping/a?mark=proxy', { headers });
      expect(answer.status).toBe(trustProxy ? 200 : 404);
      await behind.get(files, '/ping/a', { headers });
      await behind.close();
    }
    expect(asked).toEqual(['127.0.0.1', '203.0.113.9', '203.0.113.9']);
  });
});

describe('pixels', () => {
  test('the image is a PNG that no cache keeps; the page is the referer', async () => {
    let answer = await world.get(pixels, `/a.png?x-pxid=${ids.pixel}&mark=img`, {
      headers: { referer: 'https://e.com/docs' },
    });
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/png', 'cache-control': 'no-cache, no-store, must-revalidate' },
    });
    expect(answer.body.subarray(1, 4).toString()).toBe('PNG');
    expect(await marked(ids.pixel, 'img')).toMatchObject([
      {
        type: 'pixel-fetch',
        artifactType: 'tracking-pixel',
        referer: 'https://e.com/docs',
        variables: { mark: 'img' },
      },
    ]);
  });

  test('a named page wins over the referer', async () => {
    let target = `/x.png?x-pxid=${ids.pixel}&mark=page&page=https%3A%2F%2Fe.com%2Fother`;
    await world.get(pixels, target, { headers: { referer: 'https://e.com/docs' } });
    expect(await marked(ids.pixel, 'page')).toMatchObject([
      { referer: 'https://e.com/other', variables: { mark: 'page' } },
    ]);
  });

  test('an unknown pixel shows the image all the same', async () => {
    let answer = await world.get(pixels, '/a.png?x-pxid=00000000-0000-4000-8000-00000000dead');
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
  });
});

describe('refusals', () => {
  test('an unknown host and an unknown path are 404 in plain words', async () => {
    let host = await world.get('nobody.gateway.localhost', '/x');
    let path = await world.get(files, '/nothing/here/at/all');
    expect([host.status, path.status]).toEqual([404, 404]);
    expect(host.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(host.body.toString()).toBe('No packages are served at this host.\n');
    expect(path.body.toString()).toBe('No package is served at this address.\n');
  });

  test('under /v2/ a 404 is what registries say', async () => {
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

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is 405 with the methods that work', async (method) => {
    let answer = await world.get(files, '/tool/1', { method, body: method === 'OPTIONS' ? undefined : '{}' });
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  test('an over-long address is 414, over-long headers are 431', async () => {
    expect((await world.get(files, `/tool/${'1'.repeat(9_000)}`)).status).toBe(414);
    expect((await world.get(files, '/tool/1', { headers: { cookie: 'x'.repeat(20_000) } })).status).toBe(431);
  });

  test('the edge leaves the API its hosts', () => {
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
    expect(hosts.filter((host) => world.edge.owns(host))).toEqual([files, pixels, 'dl.example.com']);
  });
});

describe('hostile requests', () => {
  test.each([
    ['/tool/%0d%0aSet-Cookie:%20a=1', 'https://dl.example.com/tool-%0D%0ASet-Cookie%3A%20a%3D1.tgz'],
    ['/tool/1?x=%0d%0aSet-Cookie:a', 'https://dl.example.com/tool-1.tgz?x=%0d%0aSet-Cookie:a'],
    ['/tool/a%2f..%2f..%2fb', 'https://dl.example.com/tool-a%2F..%2F..%2Fb.tgz'],
    ['/tool/@evil.example', 'https://dl.example.com/tool-%40evil.example.tgz'],
    ['http://other.example/tool/1', 'https://dl.example.com/tool-1.tgz'],
  ])('%s leads nowhere else and adds no header', async (target, location) => {
    let answer = await world.get(files, target);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect([answer.status, answer.headers.location]).toEqual([307, location]);
  });

  test('characters that no address may hold are encoded, raw bytes and control characters refused', async () => {
    let rest = ` HTTP/1.1\r\nHost: ${files}\r\nConnection: close\r\n\r\n`;
    expect(await raw(`GET /tool/a"<|>?q={"}${rest}`)).toContain(
      'Location: https://dl.example.com/tool-a%22%3C%7C%3E.tgz?q=%7B%22%7D\r\n',
    );
    expect(await raw(`GET /tool/a\x01b${rest}`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(`GET /tool/caf\xe9${rest}`)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

/** Sends bytes as they are and gives everything that comes back. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let socket = net.connect(world.port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')));
    let got = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (got += chunk));
    socket.on('error', reject).on('close', () => resolve(got));
  });
}

describe('a broken inside', () => {
  test('a store that refuses events breaks no download; they are written when it works again', async () => {
    let broken = true;
    let hurt = await startEdge({
      store: (real) => ({
        append: (events) => (broken ? Promise.reject(new Error('disk full')) : real.append(events)),
      }),
    });
    expect((await hurt.get(files, '/tool/1?mark=hurt')).status).toBe(307);
    expect((await hurt.get(pixels, `/a.png?x-pxid=${ids.pixel}`)).status).toBe(200);
    expect(hurt.edge.metricsText()).toContain('landfall_events_waiting 2\n');
    broken = false;
    await expect.poll(() => marked(ids.file, 'hurt', hurt), { timeout: 10_000 }).toHaveLength(1);
    await hurt.close();
  });

  test('enrichment or recording that throws breaks no download and is counted as lost', async () => {
    let fail = () => {
      throw new Error('no data');
    };
    let hurt = await startEdge({ enrich: { ...plainEnrich, place: fail } });
    expect((await hurt.get(files, '/tool/1')).status).toBe(307);
    expect(hurt.edge.metricsText()).toContain('landfall_events_total{outcome="lost"} 1\n');
    await hurt.close();
  });

  test('metrics tell requests by answer and events by outcome', async () => {
    let fresh = await startEdge();
    await fresh.get(files, '/tool/1');
    await fresh.get(files, '/ping/1');
    await fresh.get(files, '/none/of/these');
    let text = fresh.edge.metricsText();
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

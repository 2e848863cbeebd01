/** The edge on a real socket: what clients get, and what is written down about them. */
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
async function marked(artifactId: string, mark: string) {
  return (await world.events(artifactId)).filter((event) => event.variables.mark === mark);
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

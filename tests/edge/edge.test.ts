/** The edge on a real socket: its responses, and the events it writes. */
import type { NetworkCompany } from 'edge/enrich/enrich';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as limits from 'contract/floor/limits';
import { matchReason } from 'gateway/reports/match-reason';
import { readTrustProxy } from 'net/proxies';
import { changeOwner } from 'gateway/floor/db/owner-transaction';
import { addRoute, ids, startEdge, type EdgeWorld } from './edge-world';
import { plainEnrich } from 'tests/support/edge';

const files = 'ada.gateway.localhost';
const pixels = 'static.localhost';

let world: EdgeWorld;
beforeAll(async () => {
  world = await startEdge();
});
afterAll(() => world.close());

/** Events of an artifact whose variable `mark` has this value. Each test uses its own value. */
async function marked(artifactId: string, mark: string) {
  return (await world.events(artifactId)).filter((event) => event.variables.mark === mark);
}

describe('files', () => {
  test('a download is redirected and recorded', async () => {
    let before = Date.now();
    let answer = await world.get(`${files}:8081`, '/tool/1.2.3?mark=first&lang=en', {
      headers: {
        'user-agent': 'curl/8.4.0',
        referer: 'https://docs.example.com/install?token=secret#part',
        'accept-language': 'en',
      },
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

  test('without a target the response is an empty 200', async () => {
    let answer = await world.get(files, '/ping/me?mark=ping');
    expect(answer).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect(await marked(ids.file, 'ping')).toHaveLength(1);
  });

  test('every response has headers that prevent its display or execution in a browser', async () => {
    let asked: [string, string][] = [
      [files, '/tool/1'],
      [files, '/ping/me'],
      [files, '/nowhere'],
      ['nobody.gateway.localhost', '/'],
      ['ada.docker.localhost', '/v2/other/manifests/1'],
      [pixels, `/a.png?x-pxid=${ids.pixel}`],
      [files, `/${'x'.repeat(limits.requestTargetMax)}`],
    ];
    let answers = await Promise.all(asked.map(([host, target]) => world.get(host, target)));
    expect(answers.map(({ status }) => status)).toEqual([307, 200, 404, 404, 404, 200, 414]);
    for (let { headers } of answers)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      });
  });

  test('user agents and referrers in UTF-8 are decoded, others are kept byte by byte', async () => {
    let sent = (text: string, coding: 'utf8' | 'latin1') => Buffer.from(text, coding).toString('latin1');
    for (let coding of ['utf8', 'latin1'] as const) {
      let headers = { 'user-agent': sent('Prüfer/1', coding), referer: sent('https://e.com/é', coding) };
      await world.get(files, '/ping/a?mark=letters', { headers });
    }
    expect(await marked(ids.file, 'letters')).toMatchObject([
      { userAgent: 'Prüfer/1', referer: 'https://e.com/é' },
      { userAgent: 'Prüfer/1', referer: 'https://e.com/é' },
    ]);
  });

  test('HEAD gets the same redirect and is not counted', async () => {
    let answer = await world.get(files, '/tool/1?mark=head', { method: 'HEAD' });
    expect(answer).toMatchObject({ status: 307, headers: { location: 'https://dl.example.com/tool-1.tgz?mark=head' } });
    expect(await marked(ids.file, 'head')).toEqual([]);
  });

  test('the case of the host does not matter', async () => {
    expect((await world.get('ADA.Gateway.Localhost.', '/tool/1')).status).toBe(307);
  });

  test('a platform in the variables has priority over the user agent', async () => {
    let headers = { 'user-agent': 'Homebrew/4.0.21 (Macintosh; arm64 Mac OS X 13.4) curl/7.88.1' };
    await world.get(files, '/ping/a?mark=agent', { headers });
    await world.get(files, '/ping/a?mark=given&platform=Win32', { headers });
    expect(await marked(ids.file, 'agent')).toMatchObject([
      { client: 'homebrew', clientVersion: '4.0.21', platform: 'macos' },
    ]);
    expect(await marked(ids.file, 'given')).toMatchObject([{ client: 'homebrew', platform: 'windows' }]);
  });

  test('the same address and program are one origin; the same address is one endpoint', async () => {
    for (let agent of ['curl/8', 'curl/8', 'Wget/1.21'])
      await world.get(files, '/ping/a?mark=who', { headers: { 'user-agent': agent } });
    let events = await marked(ids.file, 'who');
    expect(new Set(events.map((e) => e.originId)).size).toBe(2);
    expect(new Set(events.map((e) => e.endpointId)).size).toBe(1);
  });

  test('a new route is served as soon as its change is announced', async () => {
    expect((await world.get(files, '/fresh/1')).status).toBe(404);
    await addRoute(world.records, 'r9', '/fresh/{version}', null);
    expect((await world.get(files, '/fresh/1')).status).toBe(200);
  });
});

describe('audience', () => {
  test.each([
    ['npm/10.2.4 node/v20.11.1 linux x64 workspaces/false ci/gitlab', 'ci', 'ci-marker/1'],
    ['curl/8.4.0', 'person-like', 'tool/2'],
    ['Renovate/37.440.7', 'automation', 'automation-agent/1'],
    ['', 'unknown', 'no-agent/1'],
  ])('of %j is %s by the rule %s', async (userAgent, audience, audienceReason) => {
    let mark = `audience-${audienceReason.replace('/', '-')}`;
    await world.get(files, `/ping/a?mark=${mark}`, { headers: { 'user-agent': userAgent } });
    expect(await marked(ids.file, mark)).toMatchObject([{ audience, audienceReason }]);
  });

  test('of a tool in a data center is automation, unless it reports that it runs in CI', async () => {
    let network: NetworkCompany = {
      connectionType: 'hosting',
      companyName: 'Cloud',
      companyDomain: '',
      confidence: 0.7,
      network: 'AS7 Cloud',
    };
    let inCloud = await startEdge({ enrich: { ...plainEnrich, company: () => network } });
    await inCloud.get(files, '/ping/a?mark=cloud', { headers: { 'user-agent': 'curl/8' } });
    await inCloud.get(files, '/ping/a?mark=cloud-ci', {
      headers: { 'user-agent': 'npm/10 node/v20 linux x64 ci/gitlab' },
    });
    let events = await inCloud.events(ids.file);
    let of = (mark: string) => events.filter(({ variables }) => variables.mark === mark);
    expect(of('cloud')).toMatchObject([{ audience: 'automation', audienceReason: 'tool-in-data-centre/2' }]);
    expect(of('cloud-ci')).toMatchObject([{ audience: 'ci', audienceReason: 'ci-marker/1' }]);
    await inCloud.close();
  });
});

describe('company', () => {
  const google = {
    connectionType: 'business',
    companyName: 'Google LLC',
    companyDomain: 'google.com',
    network: 'AS15169 Google LLC',
  } as const;

  test.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)'],
    ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
    ['github-camo (876de43e)'],
    ['Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'],
    ['Mozilla/5.0 AppleWebKit/537.36 (compatible; GPTBot/1.2; +https://openai.com/gptbot)'],
    ['Mozilla/5.0 AppleWebKit/537.36 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)'],
  ])('of %s has no visitor, because it sends requests for others', async (userAgent) => {
    let [event] = await eventFrom({ ...google, confidence: 0.9 }, userAgent);
    expect(event).toMatchObject({ connectionType: 'business', companyName: '', companyDomain: '', confidence: null });
    expect(event!.network).toBe('');
    expect(matchReason(event!)).toBe('No company: crawler or image proxy.');
  });

  test.each([['docker/24.0.7 go/go1.20.10'], ['Artifactory/7.77.3'], ['curl/8.4.0']])(
    'of %s is the owner of its network, with the reason',
    async (userAgent) => {
      let [event] = await eventFrom({ ...google, confidence: 0.9 }, userAgent);
      expect(event).toMatchObject({ companyName: 'Google LLC', companyDomain: 'google.com', confidence: 0.9 });
      expect(event!.network).toBe('AS15169 Google LLC');
      expect(matchReason(event!)).toBe('IP registered to Google LLC.');
    },
  );

  test('of a crawler in a cloud is that cloud, which does not count as a company', async () => {
    let cloud = {
      connectionType: 'hosting',
      companyName: 'Cloud',
      companyDomain: '',
      confidence: 0.7,
      network: 'AS7 Cloud',
    } as const;
    expect(await eventFrom(cloud, 'GPTBot/1.2')).toMatchObject([cloud]);
  });

  async function eventFrom(network: NetworkCompany, userAgent: string) {
    let edge = await startEdge({ enrich: { ...plainEnrich, company: () => network } });
    await edge.get(files, '/ping/a', { headers: { 'user-agent': userAgent } });
    let events = await edge.events(ids.file);
    await edge.close();
    return events;
  }
});

describe('privacy', () => {
  test.each([['dnt'], ['sec-gpc']])('%s: 1 is served and counted without any details', async (header) => {
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
      audience: 'unknown',
      audienceReason: 'not-tracked/1',
    });
    expect(await marked(ids.file, 'quiet')).toEqual([]);
  });

  test('DNT: 0 is counted in full', async () => {
    await world.get(files, '/ping/a?mark=dnt0', { headers: { dnt: '0' } });
    expect(await marked(ids.file, 'dnt0')).toHaveLength(1);
  });

  test('the client’s address is the one added by a trusted proxy, never one sent by the client', async () => {
    let asked: string[] = [];
    let enrich = { ...plainEnrich, place: (address: string) => (asked.push(address), plainEnrich.place(address)) };
    let behind = await startEdge({ trustProxy: readTrustProxy('2'), enrich });
    await behind.get(files, '/ping/a', { headers: { 'x-forwarded-for': '192.0.2.66, 203.0.113.9, 10.0.0.1' } });
    await behind.close();
    expect(asked).toEqual(['203.0.113.9']);
  });
});

describe('pixels', () => {
  test('the image is an uncached PNG; the page is the referrer', async () => {
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

  test('the parameter page has priority over the referrer', async () => {
    let target = `/x.png?x-pxid=${ids.pixel}&mark=page&page=https%3A%2F%2Fe.com%2Fother`;
    await world.get(pixels, target, { headers: { referer: 'https://e.com/docs' } });
    expect(await marked(ids.pixel, 'page')).toMatchObject([
      { referer: 'https://e.com/other', variables: { mark: 'page' } },
    ]);
  });

  test('a referrer loses its query string unless the pixel keeps it; the pixel’s own query is kept', async () => {
    let headers = { referer: 'https://e.com/docs?token=secret#part' };
    let target = (mark: string) => `/a.png?x-pxid=${ids.pixel}&utm_source=mail&mark=${mark}`;
    await world.get(pixels, target('cut'), { headers });
    await changeOwner(world.records, ids.owner, (change) =>
      change.updateTable('pixels').set({ keep_referrer_query: 1 }).where('id', '=', ids.pixel).execute(),
    );
    await world.get(pixels, target('kept'), { headers });
    expect(await marked(ids.pixel, 'cut')).toMatchObject([
      { referer: 'https://e.com/docs', variables: { utm_source: 'mail' } },
    ]);
    expect(await marked(ids.pixel, 'kept')).toMatchObject([{ referer: headers.referer }]);
  });

  test('an unknown pixel also returns the image', async () => {
    let answer = await world.get(pixels, '/a.png?x-pxid=00000000-0000-4000-8000-00000000dead');
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
  });
});

/**
 * What requests of strangers cost in processor time: an odd one no more than three times a usual one
 * of its size, and never so much that others wait.
 */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costOf, startTarget, type Target } from './target';

let target: Target;
beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target.close());

/** Below this, differences are those of garbage collection and timers. */
const noiseMs = 60;

const manifestVersion = () =>
  /manifest-(\w+)\.js/.exec(readdirSync('build/client/assets').find((name) => name.startsWith('manifest-'))!)![1]!;

describe('an address of a page', () => {
  const times = 20;
  let often = (at: () => string) => async () => {
    for (let i = 0; i < times; i++) await target.dashboard(at());
  };
  let counter = 0;
  let many = (one: (i: number) => string) => Array.from({ length: 400 }, (_, i) => one(i)).join('');
  let usualQuery = () =>
    `/__manifest?version=${manifestVersion()}&p=${encodeURIComponent('/analytics/ada')}&p=/login&n=${counter++}`;

  it('in the question for routes is answered with routes', async () => {
    let { status, body } = await target.dashboard(usualQuery());
    expect([status, Object.keys(JSON.parse(body) as object)]).toEqual([
      200,
      expect.arrayContaining(['routes/_app.analytics.$owner._index', 'routes/_guest.login']),
    ]);
  });

  it.each([
    [
      'thousands of steps in the question for routes',
      () => `/__manifest?version=${manifestVersion()}&p=${'/a'.repeat(3_700)}`,
    ],
    ['steps that are variables', () => `/__manifest?version=${manifestVersion()}&p=${'/:a'.repeat(2_400)}`],
    ['many addresses in it', () => `/__manifest?version=${manifestVersion()}${many((i) => `&p=/a/${i}`)}`],
    [
      'many addresses of pages in it',
      () => `/__manifest?version=${manifestVersion()}${many((i) => `&p=/packages/a/${i}`)}`,
    ],
    ['thousands of steps in a page', () => '/a'.repeat(3_780)],
    ['thousands of empty steps', () => '/'.repeat(7_000)],
    ['thousands of encoded steps', () => '/%41'.repeat(1_900)],
    ['thousands of steps in data', () => `${'/a'.repeat(3_780)}.data`],
    ['thousands of values in the query', () => `/login?${'a=1&'.repeat(1_900)}`],
    ['thousands of routes of data', () => `/login.data?_routes=${'a,'.repeat(3_700)}`],
  ])('%s costs no more than usual ones', async (_, hostile) => {
    await target.dashboard('/no/such/page');
    let usual = await costOf(
      target,
      often(() => `/no/such/page?${counter++}`),
    );
    let cost = await costOf(target, often(hostile));
    expect(cost).toBeLessThan(Math.max(3 * usual, noiseMs));
    expect(target.isAlive()).toBe(true);
  });
});

/** No single request may hold an event loop for longer, so none may take as much processor time. */
const holdMaxMs = 100;

/** `count` calls, some at a time. */
async function together(count: number, call: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  let one = async () => {
    while (next < count) await call(next++);
  };
  await Promise.all(Array.from({ length: 20 }, one));
}

/** Events that the edge has written. */
async function recorded(): Promise<number> {
  let [, count] = /^landfall_events_total\{outcome="committed"[^}]*\} (\d+)$/m.exec(await target.metrics()) ?? [];
  return Number(count);
}

describe('what people and strangers choose', () => {
  it('long languages cost a download no more, and are not remembered as different ones', async () => {
    let number = 0;
    let download = (language: string) => async () => {
      let headers = { 'accept-language': `${language}${(number += 1)}` };
      let file = '/flowmatic/2.5.0/flowmatic-linux.tar.gz';
      let answer = await target.gateway('hopper-labs.gateway.localhost', file, { headers });
      expect(answer.status).toBe(307);
    };
    let ask = (language: string) => () => together(200, download(language));
    let long = 'x'.repeat(14_000);
    let before = await recorded();
    let usual = await costOf(target, ask('de'));
    expect(await costOf(target, ask(long))).toBeLessThan(3 * usual + noiseMs);
    await together(1_000, download(long));
    let memory = target.edgeMemoryMb();
    await together(3_000, download(long));
    expect(target.edgeMemoryMb() - memory).toBeLessThan(40);
    await expect.poll(recorded).toBe(before + 5_200);
  });

  it('a route of 200 variables costs little more than a long plain one', async () => {
    let token = await target.signIn('grace');
    let { body } = await target.api(
      'POST',
      '/v2/packages/hopper-labs',
      { type: 'file', name: 'many-variables', incoming_path: '/{v}', outgoing_url: 'https://files.example.com/{v}' },
      token,
    );
    let at = `/v2/packages/hopper-labs/${body.id}/routes`;
    let number = 0;
    let times = 10;
    let add = (path: () => string) => async () => {
      for (let i = 0; i < times; i++) {
        let fields = { incoming_path: path(), outgoing_url: 'https://files.example.com/a' };
        expect([201, 422]).toContain((await target.api('POST', at, fields, token)).status);
      }
    };
    let usual = await costOf(
      target,
      add(() => `/${'a'.repeat(1_500)}${(number += 1)}`),
    );
    let variables = () => `/${(number += 1)}/${Array.from({ length: 200 }, (_, i) => `{+v${i}}`).join('')}`;
    expect((await costOf(target, add(variables))) / times).toBeLessThan(usual / times + holdMaxMs);
  });
});

describe('an upload of a registry’s counts', () => {
  let day = (i: number) => new Date(Date.UTC(2015, 0, 1) + i * 86_400_000).toISOString().slice(0, 10);
  let days = (count: number, change: (i: number) => object = () => ({})) =>
    Array.from({ length: count }, (_, i) => ({ day: day(i), downloads: 1_234_567, ...change(i) }));

  it.each([
    ['a day repeated at its end', days(4_000, (i) => ({ day: day(i % 3_999) })), 422],
    ['more bytes than allowed', days(12_000), 413],
    ['days that are long texts', [{ day: `2015-01-01${' '.repeat(150_000)}`, downloads: 1 }], 422],
    ['days that are objects', days(2_000, () => ({ day: { nested: [[[[]]]] } })), 422],
  ])('with %s is refused, at no more than the cost of one that is stored', async (_, downloads, refused) => {
    let token = await target.signIn('grace');
    let name = `counted-${Math.random().toString(36).slice(2)}`;
    let { body } = await target.api('POST', '/v2/packages/hopper-labs', { type: 'hackage', name }, token);
    let at = `/v2/packages/hopper-labs/${body.id}/registry-counts`;
    let send = (sent: object[], expected: number) => async () => {
      let { status } = await target.api('POST', at, { downloads: sent }, token);
      expect(status).toBe(expected);
    };
    let usual = await costOf(target, send(days(4_000), 200));
    expect(await costOf(target, send(downloads, refused))).toBeLessThan(usual + noiseMs);
  });
});

describe('the link between edge and store side', () => {
  it.each(['/rules', '/rules?', '//rules', '/RULES', '/rules/'])('is not reached by %s', async (at) => {
    for (let host of ['localhost', '127.0.0.1', 'api.localhost', 'ada.gateway.localhost'])
      for (let body of ['{"has":0}\n', 'x', '{"asks":"rules"}\n', '{"metrics":1}\n']) {
        let { status, body: answer } = await target.gateway(host, at, { method: 'POST', body });
        expect([400, 401, 403, 404, 405]).toContain(status);
        expect(answer).not.toContain('"rules"');
      }
    expect((await target.gateway('localhost', '/openapi.json')).status).toBe(200);
    expect(target.isAlive()).toBe(true);
  });
});

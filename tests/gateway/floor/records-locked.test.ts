/** Behavior while another process holds the lock on the control store's file. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { routes } from 'contract/api/routes';
import { tokensApi } from 'contract/accounts/tokens';
import { dayMs, minuteMs } from 'contract/floor/time';
import { startTrial } from 'gateway/billing/subscriptions';
import { lockRecords } from '../../support/locked-file';
import { serverUrl } from '../../support/records-place';
import { createWorld, type Caller, type World } from '../../support/world';

describe.skipIf(serverUrl)('while another process has locked the records', () => {
  let world: World;
  let ada: Caller;
  beforeAll(async () => {
    world = await createWorld();
    ada = await world.as('ada');
  });
  afterAll(() => world.close());

  /** Calls the API without waiting for writes after the response. */
  let send = (method: string, path: string, body?: unknown) =>
    world.gateway.api(
      new Request(`http://gateway.invalid${path}`, {
        method,
        headers: { authorization: `Bearer ${ada.token}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  let createPixel = (name: string) => send('POST', '/v2/tracking-pixels/ada', { name });
  let namesOfPixels = async () =>
    (await ada.ask(pixelsApi.getTrackingPixels, { params: { owner: 'ada' } })).results.map(({ name }) => name);

  it('a write waits, reads are answered, and the event loop is not blocked', async () => {
    let free = await lockRecords(world.records);
    let loop = monitorEventLoopDelay({ resolution: 10 });
    loop.enable();
    let written: number | undefined;
    let writing = createPixel('patient').then(({ status }) => (written = status));
    let reads: number[] = [];
    for (let until = performance.now() + 3_000; performance.now() < until; await pause(10))
      reads.push((await send('GET', '/v2/tracking-pixels/ada')).status);
    let writtenMeanwhile = written;
    await free();
    await writing;
    loop.disable();
    expect({ writtenMeanwhile, written }).toEqual({ writtenMeanwhile: undefined, written: 201 });
    expect([...new Set(reads)]).toEqual([200]);
    expect(reads.length).toBeGreaterThan(20);
    expect(loop.max / 1e6).toBeLessThan(500);
    expect(await namesOfPixels()).toContain('patient');
  });

  it(
    'writes that wait too long are refused, all at about the same time, and change nothing',
    { tags: 'slow' },
    async () => {
      let free = await lockRecords(world.records);
      let started = performance.now();
      let answers = await Promise.all(['first', 'second', 'third'].map(createPixel));
      let took = performance.now() - started;
      await free();
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
      expect(answers[0]!.headers.get('retry-after')).toBe('2');
      expect(await answers[0]!.json()).toMatchObject({ code: 'records-are-busy' });
      expect(took).toBeLessThan(9_000);
      expect(await namesOfPixels()).not.toContain('first');
      expect((await createPixel('afterwards')).status).toBe(201);
    },
  );

  it('a read with an API token is answered, and the use of the token is stored later', async () => {
    let of = { params: { username: 'ada' } };
    let { token } = await ada.ask(tokensApi.createApiToken, { ...of, body: { name: 'script', scopes: ['read'] } });
    let free = await lockRecords(world.records);
    let headers = { authorization: `Bearer ${token}`, 'user-agent': 'a script' };
    let answers = [];
    for (let i = 0; i < 3; i++)
      answers.push(await world.gateway.api(new Request('http://gateway.invalid/v2/tracking-pixels/ada', { headers })));
    await free();
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await world.gateway.idle();
    expect(await ada.ask(tokensApi.getApiTokens, of)).toMatchObject([
      { name: 'script', last_used_at: expect.any(String) },
    ]);
  });
});

describe.skipIf(serverUrl)('while the records cannot be written at all', () => {
  let world: World;
  beforeAll(async () => void (world = await createWorld()));
  afterAll(() => world.close());

  it('every GET is answered as usual, without waiting', { tags: 'slow', timeout: 60_000 }, async () => {
    let grace = await world.as('grace');
    let root = await world.as('root');
    let ofOwner = { params: { owner: 'hopper-labs' } };
    let file = { type: 'file' as const, name: 'engine', incoming_path: '/e', outgoing_url: 'https://ada.example/e' };
    let { id: package_id } = await grace.ask(packagesApi.createPackage, { ...ofOwner, body: file as never });
    let { id } = await grace.ask(pixelsApi.createTrackingPixel, { ...ofOwner, body: { name: 'readme' } as never });
    await startTrial(world.records, world.ids.get('hopper-labs')!, 1, world.now());
    let params = {
      owner: 'hopper-labs',
      username: 'grace',
      name: 'hopper-labs',
      package_id,
      artifact_id: package_id,
      id,
    };
    let unknown = '00000000-0000-7000-8000-000000000000';
    let paramsOf = (path: string) =>
      Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, unknown]));
    // This list is returned only with its entry in the audit log, which requires the lock. Streams
    // do not end.
    let gets = routes.filter(
      ({ method, id, kind }) => method === 'GET' && kind !== 'sse' && id !== 'exportProductNewsAddresses',
    );
    let statuses = async () => {
      let all: Record<string, number> = {};
      for (let route of gets) {
        let caller = route.access === 'platform-admin' ? root : grace;
        all[route.id] = (await caller.call(route, { params: { ...paramsOf(route.path), ...params } })).status;
      }
      return all;
    };
    let before = await statuses();
    world.later(2 * dayMs + 2 * minuteMs);
    await sql`pragma query_only = on`.execute(world.records);
    let started = performance.now();
    expect(await statuses()).toEqual(before);
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(await world.gateway.metrics.metrics()).not.toContain('landfall_token_uses_not_noted_total 0\n');
  });
});

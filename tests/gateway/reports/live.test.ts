/** The newest events of an owner, once and as a stream. */
import { setTimeout as pause } from 'node:timers/promises';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filtersApi } from 'contract/analytics/filters';
import { liveApi, LiveUpdate } from 'contract/analytics/live';
import { organizationsApi } from 'contract/organizations/organizations';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { minuteMs } from 'contract/floor/time';
import { usersApi } from 'contract/accounts/users';
import { streamLimit } from 'gateway/floor/calls/work-limits';
import { whoMay } from 'tests/support/authorization';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';

const owner = 'hopper-labs';

let world: World;
let grace: Caller;
let tool: string;
let manual: string;
let logged: string[] = [];

beforeAll(async () => {
  let log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  world = await createWorld({ streaming: { everyMs: 20 }, log });
  grace = await world.as('grace');
  let body = { type: 'file' as const, name: 'tool', incoming_path: '/tool/{version}' };
  tool = (await grace.ask(packagesApi.createPackage, { params: { owner }, body })).id;
  manual = (await grace.ask(pixelsApi.createTrackingPixel, { params: { owner }, body: { name: 'manual' } })).id;
});
afterAll(() => world.close());

function download(fields: Partial<Parameters<typeof madeEvent>[0]> = {}) {
  return madeEvent({ artifactId: tool, time: world.now(), ...fields });
}

/** An open stream; `next` gives its next message, undefined at its end. `close` waits for the end. */
async function opened(caller: Caller, search = '') {
  let gone = new AbortController();
  let response = await open(caller, { search, signal: gone.signal });
  let reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  async function next(): Promise<LiveUpdate | undefined> {
    for (;;) {
      let [, json, rest] = /^(?:retry: \d+\n)?data: (.*)\n\n([^]*)$/.exec(text) ?? [];
      if (json !== undefined) {
        text = rest!;
        return LiveUpdate.parse(JSON.parse(json));
      }
      let { value } = await reader.read();
      if (value === undefined) return undefined;
      text += value.replaceAll(/^:\n\n/gm, '');
    }
  }
  async function close(): Promise<void> {
    gone.abort();
    while (await next());
  }
  return { next, close };
}

async function open({ token }: Caller, { search = '', signal }: { search?: string; signal?: AbortSignal } = {}) {
  let url = `http://gateway.invalid${liveApi.streamLiveEvents.path.replace('{owner}', owner)}${search}`;
  let headers = { authorization: `Bearer ${token}` };
  return world.gateway.api(new Request(url, { headers, ...(signal && { signal }) }));
}

v8.setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('asked for once', () => {
  it('are listed the newest first, with what a raw export says of them and without more', async () => {
    await world.events.append([
      download({ version: '1.0.0', country: 'DE', companyName: 'Acme', companyDomain: 'acme.example' }),
      madeEvent({ artifactId: manual, artifactType: 'tracking-pixel', type: 'pixel-fetch', time: world.now() }),
    ]);
    let { events } = await grace.ask(liveApi.getLiveEvents, { params: { owner } });
    expect(events).toMatchObject([
      { type: 'pixel-fetch', artifact_type: 'tracking-pixel', artifact_name: 'manual' },
      {
        type: 'binary-download',
        artifact_name: 'tool',
        version: '1.0.0',
        client: 'curl',
        country: 'DE',
        company_name: 'Acme',
      },
    ]);
    expect(Object.keys(events[0]!).filter((name) => /agent|origin|endpoint|city|postal/.test(name))).toEqual([]);
  });

  it('are counted by minute for half an hour, and listed for a day', async () => {
    let now = world.now();
    let before = await grace.ask(liveApi.getLiveEvents, { params: { owner } });
    let at = (minutes: number) => download({ time: now - minutes * minuteMs, version: `${minutes} min` });
    await world.events.append([at(10), at(10), at(40), at(25 * 60)]);
    let { events, minutes, minute } = await grace.ask(liveApi.getLiveEvents, { params: { owner } });
    expect(minutes).toHaveLength(30);
    let sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0);
    expect(sum(minutes) - sum(before.minutes)).toBe(2);
    let index = 29 - (Date.parse(minute) - Math.floor((now - 10 * minuteMs) / minuteMs) * minuteMs) / minuteMs;
    expect(minutes[index]).toBe(2);
    let versions = events.map(({ version }) => version);
    expect(versions).toContain('40 min');
    expect(versions).not.toContain('1500 min');
  });

  it('of an edge whose clock is ahead are counted in the running minute', async () => {
    let before = await grace.ask(liveApi.getLiveEvents, { params: { owner } });
    await world.events.append([download({ time: world.now() + 10 * minuteMs, version: 'ahead' })]);
    let { events, minutes } = await grace.ask(liveApi.getLiveEvents, { params: { owner } });
    expect(events[0]!.version).toBe('ahead');
    let sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0);
    expect(sum(minutes) - sum(before.minutes)).toBe(1);
    expect(minutes.at(-1)).toBeGreaterThan(0);
  });

  it('are at most as many as asked for, of the packages and pixels that are named', async () => {
    let only = { package_id: ['none'], tracking_pixel_id: [manual] };
    let ofPixel = await grace.ask(liveApi.getLiveEvents, { params: { owner }, query: only });
    expect(new Set(ofPixel.events.map(({ artifact }) => artifact))).toEqual(new Set([manual]));
    let { events } = await grace.ask(liveApi.getLiveEvents, { params: { owner }, query: { per_page: 1 } });
    expect(events).toHaveLength(1);
    let unknown = { package_id: ['99999999-9999-4999-8999-999999999999'] };
    expect(await grace.refusal(liveApi.getLiveEvents, { params: { owner }, query: unknown })).toMatchObject({
      status: 404,
      code: 'package-not-found',
    });
  });

  it('leave out what a global filter leaves out, and say of untracked ones no more than that they were', async () => {
    await world.events.append([
      download({ version: 'by a bot', isBot: true }),
      download({ version: 'untracked', doNotTrack: true, client: '', userAgent: '', platform: '' }),
    ]);
    let body = { request_is_bot: { value: false } };
    await grace.ask(filtersApi.createFilter, { params: { owner }, query: { scope: 'global' }, body });
    let { events } = await grace.ask(liveApi.getLiveEvents, { params: { owner } });
    expect(events.map(({ version }) => version)).not.toContain('by a bot');
    expect(events[0]).toMatchObject({ version: 'untracked', client: '', country: '', company_name: '' });
  });

  whoMay([liveApi.getLiveEvents]);
});

describe('as a stream', () => {
  it('come a moment after they are recorded, behind all there was before', async () => {
    let stream = await opened(grace);
    let all = await grace.ask(liveApi.getLiveEvents, { params: { owner } });
    expect(await stream.next()).toMatchObject({ is_first: true, events: all.events });
    await world.events.append([download({ version: 'fresh' })]);
    expect(await stream.next()).toMatchObject({ is_first: false, new_events: 1, events: [{ version: 'fresh' }] });
    await stream.close();
  });

  it('are a few of many, with their number; nothing is kept for a reader that takes nothing', async () => {
    let stream = await opened(grace, `?package_id=${tool}`);
    let first = await stream.next();
    for (let batch = 0; batch < 5; batch++)
      await world.events.append(Array.from({ length: 200 }, (_, i) => download({ originId: BigInt(i) })));
    await world.events.lastEvent();
    let told = 0;
    let messages = 0;
    let last = first;
    while (told < 1_000) {
      last = (await stream.next())!;
      expect(last.events.length).toBeLessThanOrEqual(10);
      told += last.new_events;
      messages += 1;
    }
    expect(told).toBe(1_000);
    expect(messages).toBeLessThan(20);
    let now = await grace.ask(liveApi.getLiveEvents, { params: { owner }, query: { package_id: [tool] } });
    expect(last!.minutes).toEqual(now.minutes);
    await stream.close();
  });

  it('end soon after a sign-out', async () => {
    let caller = await world.as('grace');
    let stream = await opened(caller);
    await stream.next();
    await caller.call(usersApi.logout);
    world.later(minuteMs);
    for (let message = await stream.next(); message; message = await stream.next());
  });

  it('end soon after the person is no admin any more', async () => {
    let stream = await opened(await world.as('mary'));
    await stream.next();
    await grace.ask(organizationsApi.updateOrganizationMember, {
      params: { name: owner, username: 'mary' },
      body: { role: 'member' },
    });
    world.later(minuteMs);
    for (let message = await stream.next(); message; message = await stream.next());
    expect((await open(await world.as('mary'))).status).toBe(403);
  });

  it('are refused to members and visitors', async () => {
    let linus = await open(await world.as('linus'));
    expect([linus.status, await linus.json()]).toMatchObject([403, { code: 'permission-not-granted' }]);
    let visitor = await open(world.with('nobody'));
    expect(visitor.status).toBe(401);
  });

  it('log no error when readers leave', async () => {
    for (let i = 0; i < 5; i += 1) {
      let gone = new AbortController();
      let reader = (await open(grace, { signal: gone.signal })).body!.getReader();
      await reader.read();
      let left = reader.cancel();
      gone.abort();
      await left;
    }
    await pause(100);
    expect(logged).toEqual([]);
  });

  it('are a limited number for an owner; one that was left makes room', { tags: 'slow' }, async () => {
    let gone = new AbortController();
    let many = await Promise.all(Array.from({ length: streamLimit.atOnceOfOne }, () => open(grace, gone)));
    let refused = await open(grace);
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'too-much-at-once' }]);
    // A request that nobody holds any more must still hear that its client has left.
    for (let time = 0; time < 20; time += 1) {
      await pause(10);
      collectGarbage();
    }
    gone.abort();
    for (let one of many) await one.text();
    let again = await open(grace);
    expect(again.status).toBe(200);
    await again.body!.cancel();
  });

  it('end by themselves after ten minutes, and when the server stops', async () => {
    let stream = await opened(grace);
    await stream.next();
    world.later(11 * minuteMs);
    for (let message = await stream.next(); message; message = await stream.next());
    let other = await opened(grace);
    await other.next();
    world.gateway.endStreams();
    for (let message = await other.next(); message; message = await other.next());
  });
});

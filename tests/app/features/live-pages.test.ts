/** Waiting for the first event, and the live page, against a real gateway. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loader as homePage } from 'app/routes/_app.home.$owner';
import { loader as livePage } from 'app/routes/_app.live.$owner._index';
import { loader as liveStream } from 'app/routes/_app.live.$owner.stream';
import { loader as packageCreated } from 'app/routes/_app.new-package.$owner_.$packageId.created';
import { packagesApi, type Package } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { minuteMs } from 'contract/floor/time';
import { type Browser, browserOf, refusalOf } from '../../support/dashboard';
import { madeEvent } from '../../support/made-event';
import { createWorld, type World } from '../../support/world';

const owner = 'hopper-labs';

let world: World;
let grace: Browser;
let tool: Package;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-20T12:00:00Z') });
  world = await createWorld({ streaming: { everyMs: 20 } });
  grace = await browserOf(world, 'grace');
  let body = { type: 'file' as const, name: 'tool', incoming_path: '/tool/{version}' };
  tool = await (await world.as('grace')).ask(packagesApi.createPackage, { params: { owner }, body });
});
beforeEach(() => void vi.setSystemTime(Date.parse('2026-03-20T12:00:00Z')));
afterAll(async () => {
  await world.close();
  vi.useRealTimers();
});

function created(path?: string) {
  return grace.open(packageCreated, { owner, packageId: tool.id }, path);
}

describe('waiting for the first event', () => {
  test('stops after ten minutes; a link restarts it', async () => {
    expect((await created()).arrival).toMatchObject({ first: null, isWaiting: true });
    vi.setSystemTime(Date.now() + 10 * minuteMs);
    let { arrival } = await created('/new-package/x/y/created?tab=1');
    expect(arrival).toMatchObject({ isWaiting: false, thing: 'download' });
    expect(arrival?.keepWaiting).toBe(`/new-package/x/y/created?tab=1&since=${Date.now()}`);
    expect((await created(arrival?.keepWaiting)).arrival?.isWaiting).toBe(true);
    vi.setSystemTime(Date.now() + 10 * minuteMs);
    expect((await created(arrival?.keepWaiting)).arrival?.isWaiting).toBe(false);
  });

  test('does not go on for longer by a time that has not come', async () => {
    vi.setSystemTime(Date.now() + 30 * minuteMs);
    let { arrival } = await created(`/?since=${Date.now() + 300 * minuteMs}`);
    expect(arrival?.isWaiting).toBe(true);
    expect((await created('/?since=soon')).arrival?.isWaiting).toBe(false);
  });

  test('shows the first one, not the latest, to those who may see events', async () => {
    let download = (version: string) =>
      madeEvent({ artifactId: tool.id, time: Date.now(), version, country: 'NL', originId: BigInt(version.length) });
    await world.events.append([download('1.0.0')]);
    await world.events.append([download('1.0.0-later')]);
    let { arrival } = await created();
    expect(arrival).toMatchObject({
      isWaiting: false,
      first: { version: '1.0.0', client: 'curl', country: 'Netherlands', ago: 'just now' },
    });
    expect((await grace.open(homePage, { owner })).data.arrival?.first?.version).toBe('1.0.0');
    let linus = await browserOf(world, 'linus');
    let home = (await linus.open(homePage, { owner })).data;
    expect([home.home?.state, home.arrival]).toEqual(['active', null]);
  });
});

describe('the live page', () => {
  test('lists events with names in place of codes', async () => {
    let { live, first, isPaused } = await grace.open(livePage, { owner });
    expect(live.lines.map(({ kind, version, country }) => [kind, version, country])).toEqual([
      ['Download', '1.0.0-later', 'Netherlands'],
      ['Download', '1.0.0', 'Netherlands'],
    ]);
    expect([live.minutes.at(-1), first, isPaused]).toEqual([2, null, false]);
  });

  test('has a command for an owner without events', async () => {
    let ada = await browserOf(world, 'ada');
    expect(await ada.open(livePage, { owner: 'ada' })).toMatchObject({ first: null, live: { lines: [] } });
    let body = { type: 'docker', name: 'engine', backend_registry: 'ghcr.io' };
    await (await world.as('ada')).ask(packagesApi.createPackage, { params: { owner: 'ada' }, body: body as never });
    let { first } = await ada.open(livePage, { owner: 'ada' });
    expect(first?.tryLine).toContain('/v2/engine/manifests/latest');
  });

  test('and its stream are refused to a member', async () => {
    let linus = await browserOf(world, 'linus');
    let refusal = { status: 403, code: 'permission-not-granted' };
    expect(await refusalOf(linus.open(livePage, { owner }))).toEqual(refusal);
    expect(await refusalOf(linus.open(liveStream, { owner }))).toEqual(refusal);
    let said = await linus.open(livePage, { owner }).catch((thrown: Response) => thrown.json());
    expect(said).toMatchObject({ message: expect.stringMatching(/role in hopper-labs is member; ask one of/) });
  });

  test('a stream without a session ends for an EventSource, and redirects others to the sign-in', async () => {
    let context = { gateway: world.gateway.api };
    let opened = (headers: Record<string, string>) =>
      liveStream({ request: new Request('http://dashboard.test/', { headers }), params: { owner }, context }).catch(
        (thrown: Response) => thrown,
      );
    let ended = await opened({ accept: 'text/event-stream' });
    expect([ended.status, ended.headers.get('location')]).toEqual([204, null]);
    expect((await opened({})).headers.get('location')).toMatch(/^\/login/);
  });

  test('has a stream with the same lines, and those that come', async () => {
    let { live } = await grace.open(livePage, { owner });
    let stream = await grace.open(liveStream, { owner });
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    let reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let next = async () => {
      let text = '';
      while (!text.includes('\n\n')) text += (await reader.read()).value;
      return JSON.parse(/^data: (.*)$/m.exec(text)![1]!) as unknown;
    };
    expect(await next()).toEqual({ ...live, isFirst: true, newEvents: 2 });
    await world.events.append([madeEvent({ artifactId: tool.id, time: Date.now(), version: '3', country: 'JP' })]);
    expect(await next()).toMatchObject({ isFirst: false, newEvents: 1, lines: [{ version: '3', country: 'Japan' }] });
    await reader.cancel();
  });

  test('counts downloads and views of the last hour by country, and draws the known ones on a map', async () => {
    let now = Date.parse('2026-03-20T15:00:30Z');
    vi.setSystemTime(now);
    expect((await grace.open(livePage, { owner })).map).toBeNull();
    let pixel = await (
      await world.as('grace')
    ).ask(pixelsApi.createTrackingPixel, { params: { owner }, body: { name: 'readme' } });
    let download = (minutesAgo: number, country: string) =>
      madeEvent({ artifactId: tool.id, time: now - minutesAgo * minuteMs, country });
    let view = { artifactType: 'tracking-pixel', artifactId: pixel.id, type: 'pixel-fetch' } as const;
    await world.events.append([download(62, 'PL'), download(1, '')]);
    expect((await grace.open(livePage, { owner })).map).toBeNull();
    await world.events.append([download(59, 'NL'), download(0, 'FR'), { ...download(5, 'FR'), ...view }]);
    let { map } = await grace.open(livePage, { owner });
    expect(map?.countries).toEqual([
      { name: 'France', count: 2 },
      { name: 'Netherlands', count: 1 },
    ]);
    let where = encodeURIComponent('request_origin_country:equals:FR');
    expect(map?.drawing.html).toContain(`href="/analytics/hopper-labs?pixels=show&amp;where=${where}"`);
    expect(map?.drawing.html).toContain('France: 2 events (67%)');
  });
});

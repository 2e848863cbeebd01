/** Temporary download links: the commands on their page, and the files they return to a program. */
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { loader as scriptsPage } from 'app/routes/_app.analytics.$owner.scripts';
import { loader as freshLinks } from 'app/routes/_app.analytics.$owner.script-links';
import { type ScriptLinks, scriptLinks } from 'app/features/analytics/event-exports.server';
import * as limits from 'contract/floor/limits';
import { packagesApi, type Package } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, browserOf, redirectOf, refusalOf } from '../../support/dashboard';
import { createWorld, type World } from '../../support/world';

const owner = 'hopper-labs';
let world: World;
let grace: Browser;
let compiler: Package;

beforeAll(async () => {
  world = await createWorld();
  grace = await browserOf(world, 'grace');
  let caller = await world.as('grace');
  let body = { name: 'hopper-labs/compiler', type: 'docker', backend_registry: 'docker.io' } as const;
  compiler = await caller.ask(packagesApi.createPackage, { params: { owner }, body });
  await caller.ask(pixelsApi.createTrackingPixel, { params: { owner }, body: { name: 'Readme' } });
});
afterAll(() => world.close());

async function linksOf(query = '', who = grace): Promise<ScriptLinks> {
  return (await who.open(scriptsPage, { owner }, `/analytics/${owner}/scripts${query}`)).links;
}

/** The quoted address in a command. */
function addressIn(command: string): URL {
  let [, address = ''] = /^curl -fsS -o \w+\.csv '([^']+)'$/.exec(command) ?? [];
  return new URL(address);
}

async function fetched(command: string) {
  let answer = await world.gateway.api(new Request(addressIn(command)));
  return { status: answer.status, text: await answer.text() };
}

describe('the page of links', () => {
  test('has a line for each export of the report, which needs no other token', async () => {
    let links = await linksOf('?pixels=show&range=custom&from=2026-03-01&to=2026-03-31');
    expect(links.lines.map(({ label }) => label)).toEqual(['All packages', 'All pixels']);
    for (let { command } of links.lines ?? []) {
      let { searchParams } = addressIn(command);
      expect([searchParams.get('start_date'), searchParams.get('until')]).toEqual(['2026-03-01', '2026-04-01']);
      expect((await fetched(command)).text).toMatch(/^id,type,package/);
    }
    expect(addressIn(links.lines[0]?.command ?? '').host).toBe('api.localhost:8081');
  });

  test('has the line of the package for a report of one package', async () => {
    let links = await linksOf(`?package=${compiler.id}`);
    expect(links.lines).toHaveLength(1);
    expect(addressIn(links.lines[0]?.command ?? '').pathname).toBe(`/v2/packages/${owner}/${compiler.id}/events`);
    expect((await fetched(links.lines[0]?.command ?? '')).status).toBe(200);
  });

  test('shows when the lines expire, after which they are refused', async () => {
    let links = await linksOf();
    let left = Date.parse(links.until ?? '') - Date.now();
    expect(left).toBeGreaterThan(limits.onePathTokenMs - 20_000);
    expect(left).toBeLessThanOrEqual(limits.onePathTokenMs);
    world.later(limits.onePathTokenMs + 1);
    expect((await fetched(links.lines[0]?.command ?? '')).status).toBe(401);
  });

  test('is refused to members, who may not export', async () => {
    expect(await refusalOf(linksOf('', await browserOf(world, 'linus')))).toEqual({
      status: 403,
      code: 'permission-not-granted',
    });
  });

  test.each([
    ['?package=none', `/analytics/${owner}?package=none`],
    ['?range=custom&from=2026-02-30&to=2026-01-01', `/analytics/${owner}?from=2026-02-30&to=2026-01-01`],
  ])('leads back to a report that has no events: %s', async (query, to) => {
    let thrown = await linksOf(query).catch((answer: unknown) => answer);
    expect(redirectOf(thrown as Response)).toMatchObject({ status: 303, to });
  });

  test('is linked from the analytics page for the same report', async () => {
    let { data } = await grace.open(analyticsPage, { owner }, `/analytics/${owner}?package=${compiler.id}&by=country`);
    expect(data.files?.links.scripts).toBe(`/analytics/${owner}/scripts?package=${compiler.id}`);
  });
});

describe('while the page is open', () => {
  async function newLinks(who: Browser, query = ''): Promise<ScriptLinks | null> {
    let answer = await who.open(freshLinks, { owner }, `/analytics/${owner}/script-links${query}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    return (await answer.json()) as ScriptLinks | null;
  }

  test('new lines for the same report are sent', async () => {
    let before = await linksOf(`?package=${compiler.id}`);
    let after = await newLinks(grace, `?package=${compiler.id}`);
    expect(after?.lines.map(({ label }) => label)).toEqual(before?.lines.map(({ label }) => label));
    expect(after?.lines[0]?.command).not.toBe(before?.lines[0]?.command);
    expect((await fetched(after?.lines[0]?.command ?? '')).status).toBe(200);
  });

  test('people without permission get no lines', async () => {
    expect(await refusalOf(newLinks(await browserOf(world, 'linus')))).toEqual({
      status: 403,
      code: 'permission-not-granted',
    });
    expect((await refusalOf(newLinks(await browserOf(world, 'ada')))).status).toBe(403);
  });
});

// @spec 8: 404 on the one-path-token call is user-not-found
test('a person unknown to the gateway gets a message on the page (spec section 8)', async () => {
  let notFound = () => Promise.reject(Response.json({ code: 'user-not-found', message: 'x' }, { status: 404 }));
  let march = { start_date: '2026-03-01', until: '2026-04-01' };
  let links = await scriptLinks(notFound, owner, march, { packages: 'all', pixels: 'none' });
  expect(links).toMatchObject({ lines: [], error: 'User not found.' });
});

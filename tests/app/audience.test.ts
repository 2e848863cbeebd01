/** The analytics page with bots and mirrors, and without. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPackage, type Package } from 'contract/packages';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { loader as eventFile } from 'app/routes/_app.analytics.$owner.events[.]csv';
import { type Browser, browserOf } from '../support/dashboard';
import { madeEvent } from '../support/made-event';
import { createWorld, type World } from '../support/world';

const owner = 'hopper-labs';
let world: World;
let grace: Browser;
let tool: Package;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-20T12:00:00Z') });
  world = await createWorld();
  grace = await browserOf(world, 'grace');
  let maker = await world.as('grace');
  let body = { type: 'docker' as const, name: 'tool', backend_registry: 'docker.io' };
  tool = await maker.ask(createPackage, { params: { owner }, body });
  let audiences = ['person-like', 'person-like', 'person-like', 'ci', 'mirror', 'mirror', 'bot', 'unknown'];
  await world.events.append(
    audiences.map((audience, i) =>
      madeEvent({ artifactId: tool.id, time: Date.now(), audience, originId: BigInt(i + 1), version: audience }),
    ),
  );
});
afterAll(async () => {
  await world.close();
  vi.useRealTimers();
});

async function analytics(query: string) {
  let { data } = await grace.open(analyticsPage, { owner }, `/analytics/${owner}${query}`);
  return data;
}

describe('analytics', () => {
  test('count everybody at first, say how many are bots and mirrors, and link to the report without them', async () => {
    let { report, links } = await analytics('');
    expect(report?.totals.downloads).toBe(8);
    expect(report?.audience).toEqual({
      text: '3 of 8 downloads (38%) come from bots and mirrors: Mirrors and proxies 2, Bots 1.',
      link: 'Leave them out',
    });
    expect(links.noise).toBe(`/analytics/${owner}?noise=hide`);
  });

  test('leave them out of every number and of the file with noise=hide, and say how many and whose', async () => {
    let { report, links } = await analytics('?noise=hide&by=audience');
    expect(report?.totals.downloads).toBe(5);
    expect(report?.audience).toEqual({
      text: 'Bots and mirrors are left out, 3 of 8 downloads (38%): Mirrors and proxies 2, Bots 1.',
      link: 'Count them',
    });
    expect(report?.by.bars.map(({ name }) => name)).toEqual(['People', 'Continuous integration', 'Not known']);
    expect(links.events).toContain('noise=hide');
    let file = await grace.open(eventFile, { owner }, links.events);
    let lines = (await file.text()).trim().split('\n');
    expect(lines).toHaveLength(1 + 5);
  });

  test('have nothing to leave out where no bot is known', async () => {
    let { report } = await analytics(`?package=${tool.id}&range=custom&from=2026-01-01&to=2026-01-02`);
    expect(report?.audience).toEqual({
      text: 'No downloads of bots, mirrors or AI crawlers are known in these days.',
      link: '',
    });
  });
});

/** Badges of packages: off until switched on, then public numbers without names. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { badgesApi, BadgeKind } from 'contract/analytics/badges';
import { packagesApi } from 'contract/packages/packages';
import { dayMs } from 'contract/floor/time';
import { whoMay } from 'tests/support/authorization';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { getPackageBadges, getPublicBadge, setPackageBadges } = badgesApi;

let world: World;
let ada: Caller;
let visitor: Caller;
let engine: string;
let month: number;

beforeAll(async () => {
  world = await createWorld({ attemptLimits: { badgesPerAddress: 40 } });
  ada = await world.as('ada');
  visitor = world.with(undefined, '203.0.113.7');
  let body = { type: 'docker' as const, name: 'engine', backend_registry: 'docker.io' };
  engine = (await ada.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body })).id;
  let now = new Date(world.now());
  month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 10);
  let today = Math.floor(world.now() / dayMs) * dayMs;
  let by = (company: string) => ({
    companyName: company,
    companyDomain: `${company}.example`,
    connectionType: 'business' as const,
    confidence: 0.9,
  });
  await world.events.append([
    madeEvent({ artifactId: engine, time: month, version: '1.0.0', ...by('acme') }),
    madeEvent({ artifactId: engine, time: month, version: '1.0.0', ...by('acme') }),
    madeEvent({ artifactId: engine, time: month, version: '1.0.0', ...by('babbage') }),
    madeEvent({ artifactId: engine, time: month, version: '1.0.0', ...by('low'), confidence: 0.2 }),
    ...['1.9.0', '1.10.0', '1.10.0', '2.0.0-rc1', '99.99.99'].map((version) =>
      madeEvent({ artifactId: engine, time: today, version }),
    ),
    // 1.10.0 is downloaded from three networks, 99.99.99 by one with many user agents.
    ...[1n, 2n, 3n].flatMap((id) => [
      madeEvent({ artifactId: engine, time: today - dayMs, version: '1.10.0', originId: id, endpointId: id }),
      madeEvent({ artifactId: engine, time: today - dayMs, version: '99.99.99', originId: id }),
    ]),
  ]);
});
afterAll(() => world.close());

function params(badge: string, package_id = engine) {
  return { params: { package_id, badge } };
}

async function switchOn(...on: BadgeKind[]): Promise<void> {
  await ada.ask(setPackageBadges, { params: { owner: 'ada', package_id: engine }, body: { on } });
}

describe('a badge', () => {
  it('is not found before it is switched on and after it is off, like the badge of an unknown package', async () => {
    let unknown = await visitor.refusal(getPublicBadge, params('downloads', '00000000-0000-7000-8000-000000000000'));
    expect(unknown).toMatchObject({ status: 404, code: 'not-found' });
    expect(await visitor.refusal(getPublicBadge, params('downloads'))).toEqual(unknown);
    await switchOn('downloads');
    expect(await visitor.refusal(getPublicBadge, params('companies'))).toEqual(unknown);
    expect(await visitor.refusal(getPublicBadge, params('stars'))).toEqual(unknown);
    await visitor.ask(getPublicBadge, params('downloads'));
    await switchOn();
    expect(await visitor.refusal(getPublicBadge, params('downloads'))).toEqual(unknown);
  });

  it('shows all downloads, the newest version with its share, and the companies of the last month', async () => {
    await switchOn('downloads', 'newest-version', 'companies');
    let read = { params: { owner: 'ada', package_id: engine } };
    expect(await ada.ask(getPackageBadges, read)).toEqual({ on: ['companies', 'downloads', 'newest-version'] });
    expect(await visitor.ask(getPublicBadge, params('downloads'))).toEqual({ kind: 'downloads', part: 15 });
    let newest = await visitor.ask(getPublicBadge, params('newest-version'));
    expect(newest).toMatchObject({ kind: 'newest-version', part: 5, version: '1.10.0' });
    expect(newest.whole).toBeGreaterThanOrEqual(4);
    let companies = await visitor.call(getPublicBadge, params('companies'));
    expect(companies.body).toEqual({ kind: 'companies', part: 2 });
    expect(companies.text).not.toContain('acme');
  });

  it('is recounted after ten minutes', async () => {
    await switchOn('downloads');
    let before = await visitor.ask(getPublicBadge, params('downloads'));
    await world.events.append([madeEvent({ artifactId: engine, time: month })]);
    expect(await visitor.ask(getPublicBadge, params('downloads'))).toEqual(before);
    world.later(11 * 60_000);
    expect(await visitor.ask(getPublicBadge, params('downloads'))).toEqual({ ...before, part: before.part + 1 });
  });

  it('is refused to an address with too many requests, and to no other', async () => {
    await switchOn('downloads');
    let often = world.with(undefined, '198.51.100.9');
    let answers = [];
    for (let i = 0; i < 41; i++) answers.push((await often.call(getPublicBadge, params('downloads'))).status);
    expect(answers.filter((status) => status === 429)).toHaveLength(1);
    await visitor.ask(getPublicBadge, params('downloads'));
  });
});

whoMay(Object.values(badgesApi));

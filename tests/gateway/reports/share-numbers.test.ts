/** The turns in which the numbers of share links and badges are counted. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shareLinksApi } from 'contract/analytics/share-links';
import type { ShareLinkRow } from 'gateway/floor/db/hosting-schema';
import { createBadgeCounts } from 'gateway/reports/analytics/badges';
import { createFairQueue } from 'gateway/floor/calls/fair-queue';
import { publicLimit } from 'gateway/floor/calls/work-limits';
import { createShareNumbers } from 'gateway/reports/analytics/share-numbers';
import type { SamplePerson } from 'gateway/demo/people';
import { packagesApi } from 'contract/packages/packages';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type World } from 'tests/support/world';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

/** A package of a person, and a link to it. */
async function shared(person: SamplePerson): Promise<{ packageId: string; link: ShareLinkRow }> {
  let caller = await world.as(person);
  let at = { params: { owner: person } };
  let body = { type: 'docker' as const, name: 'engine', backend_registry: 'docker.io' };
  let { id: packageId } = await caller.ask(packagesApi.createPackage, { ...at, body });
  let { id } = await caller.ask(shareLinksApi.createShareLink, {
    ...at,
    body: { title: 'Engine', package_id: packageId },
  });
  let link = await world.records.selectFrom('share_links').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { packageId, link };
}

it('the links of one owner wait for each other and fill a line of their own, and all parts are of one moment', async () => {
  let [ada, linus] = [await shared('ada'), await shared('linus')];
  let time = world.now() - 60_000;
  await world.events.append([madeEvent({ artifactId: ada.packageId, time })]);
  let open: () => void;
  let gate = new Promise<void>((resolve) => (open = resolve));
  let begun: () => void;
  let isBegun = new Promise<void>((resolve) => (begun = resolve));
  let waitsFor: typeof world.events.aggregate = async (query) => {
    if (query.artifactIds.includes(ada.packageId)) {
      begun!();
      await gate;
    }
    return world.events.aggregate(query);
  };
  let parts = { records: world.records, clock: world.now, events: { ...world.events, aggregate: waitsFor } };
  let counts = createShareNumbers(createFairQueue(publicLimit));
  let lengths = [7, 30, 90, 365, 31];
  let waiting = lengths.map((days) => counts.numbersOf(parts, ada.link, days));
  await expect(counts.numbersOf(parts, ada.link, 32)).rejects.toMatchObject({ code: 'too-much-at-once' });
  expect((await counts.numbersOf(parts, linus.link, 30)).total).toBe(0);
  await isBegun;
  await world.events.append([madeEvent({ artifactId: ada.packageId, time, version: 'later' })]);
  open!();
  let [first, ...others] = await Promise.all(waiting);
  expect([first!.total, first!.versions?.length]).toEqual([1, 1]);
  expect(others.map(({ total }) => total)).toEqual([2, 2, 2, 2]);
});

it('badges are counted in the same turns, by owner', async () => {
  let turns = createFairQueue(publicLimit);
  let badges = createBadgeCounts(turns);
  let parts = { records: world.records, clock: world.now, events: world.events };
  let itemOf = (person: SamplePerson) => ({ id: `${person}-tool`, type: 'docker', owner_id: world.ids.get(person)! });
  let others = Array.from({ length: 5 }, () => turns.hold(itemOf('ada').owner_id));
  await expect(badges.numbersOf(parts, itemOf('ada'), 'downloads')).rejects.toMatchObject({ code: 'too-much-at-once' });
  expect(await badges.numbersOf(parts, itemOf('linus'), 'downloads')).toEqual({ kind: 'downloads', part: 0 });
  for (let end of others) (await end)();
  expect(await badges.numbersOf(parts, itemOf('ada'), 'downloads')).toEqual({ kind: 'downloads', part: 0 });
});

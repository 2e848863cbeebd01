/** Recounts of reports from exported events, by code that the event store does not use. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { dayMs, dayOf } from 'contract/floor/time';
import { Breakdown } from 'contract/analytics/aggregations';
import { createWorld, type Caller, type World } from 'tests/support/world';
import { breakdowns } from '../../../verification/queries';
import { verify, type FetchBody } from '../../../verification/verify';
import { packages, pixels, randomEvents } from '../events/random-events';

const days = 40;

let world: World;
let ada: Caller;
let ask: FetchBody;
/** Events that did not opt out. */
let tracked: number;
let until: string;
beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  let mine = { params: { owner: 'ada' } };
  let ids = new Map<string, string>();
  for (let [i, id] of packages.entries()) {
    let body = { type: 'docker' as const, name: `engine-${i}`, backend_registry: 'docker.io' };
    ids.set(id, (await ada.ask(packagesApi.createPackage, { ...mine, body })).id);
  }
  for (let [i, id] of pixels.entries())
    ids.set(id, (await ada.ask(pixelsApi.createTrackingPixel, { ...mine, body: { name: `docs-${i}` } })).id);
  let today = Math.floor(world.now() / dayMs) * dayMs;
  until = dayOf(today);
  let events = randomEvents(3_000, 7, today, days);
  tracked = events.filter(({ doNotTrack }) => !doNotTrack).length;
  let audiences = ['person-like', 'ci', 'bot'];
  await world.events.append(
    events.map((event, i) => ({ ...event, artifactId: ids.get(event.artifactId)!, audience: audiences[i % 3]! })),
  );
  ask = async (path) => {
    let answer = await world.gateway.api(
      new Request(`http://api.test${path}`, { headers: { authorization: `Bearer ${ada.token}` } }),
    );
    expect(answer.status, path).toBe(200);
    return answer.text();
  };
});
afterAll(() => world.close());

function range() {
  return { owner: 'ada', from: dayOf(Date.parse(until) - days * dayMs), until };
}

describe('the recount of reports from exported events', () => {
  let isEqual = async (_: string, seed: number, questions: number) => {
    let found = await verify(ask, { ...range(), questions, seed });
    expect(found.wrong).toEqual([]);
    expect(found.events).toBe(tracked);
    expect(found.values).toBeGreaterThan(1_000);
  };

  it.each([['fresh answers', 1, 8]])(
    'is equal for every breakdown and random query: %s',
    { timeout: 240_000 },
    isEqual,
  );

  it.each([
    ['the same questions, which have cached answers', 1, 15],
    ['many fresh answers', 1, 150],
    ['the same many questions, which have cached answers', 1, 150],
    ['other questions', 2, 150],
  ])('is equal for every breakdown and random query: %s', { tags: 'slow' }, isEqual);

  it('finds a report that counts one event too many', { tags: 'slow' }, async () => {
    let lying: FetchBody = async (path) =>
      (await ask(path)).replace(/"total":(\d+)/, (_, total) => `"total":${Number(total) + 1}`);
    let { wrong } = await verify(lying, { ...range(), questions: 0, seed: 1 });
    expect(wrong.length).toBeGreaterThan(20);
    expect(wrong[0]!.differences[0]).toMatch(/total is \d+, counted \d+/);
  });

  it('finds a report that leaves a row out', { tags: 'slow' }, async () => {
    let lying: FetchBody = async (path) =>
      path.includes('breakdown_set=by-country&') ? (await ask(path)).split('\n').slice(1).join('\n') : ask(path);
    let { wrong } = await verify(lying, { ...range(), questions: 0, seed: 1 });
    // Of packages and of pixels, with unique users and without.
    let isMissing = [expect.stringMatching(/country.* is not answered, and has \d+ events/)];
    expect(wrong.map(({ differences }) => differences)).toEqual([isMissing, isMissing, isMissing, isMissing]);
  });

  it('covers every breakdown of the API except those by values that exported events do not contain', () => {
    let leftOut = ['by-importance', 'by-company-funnel-stage'];
    expect([...breakdowns, ...leftOut].sort()).toEqual([...Breakdown.options].sort());
  });
});

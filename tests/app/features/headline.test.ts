/** The sentences under the title of the overview: whole days only, silent when nothing happened. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packagesApi } from 'contract/packages/packages';
import { dayMs, hourMs } from 'contract/floor/time';
import type { Event } from 'contract/event-fields';
import { loader as homePage } from 'app/routes/_app.home.$owner';
import { browserOf } from '../../support/dashboard';
import { madeEvent } from '../../support/made-event';
import { createWorld, type World } from '../../support/world';

const owner = 'ada';
let world: World;
let engine: string;
let origin = 0n;

beforeAll(async () => {
  world = await createWorld();
  let body = { type: 'npm' as const, name: 'engine', repository_url: 'https://registry.npmjs.org' };
  engine = (await (await world.as(owner)).ask(packagesApi.createPackage, { params: { owner }, body })).id;
});
afterAll(() => world.close());

/** So many downloads, so many days before today, at noon. */
function downloads(count: number, daysAgo: number, fields: Partial<Event> = {}): Event[] {
  let time = Math.floor(Date.now() / dayMs) * dayMs - daysAgo * dayMs + 12 * hourMs;
  let of = { artifactId: engine, ownerId: world.ids.get(owner)!, version: '4.2.0', client: 'npm' };
  return Array.from({ length: count }, () => madeEvent({ ...of, time, originId: ++origin, ...fields }));
}

async function said(): Promise<string> {
  let page = await (await browserOf(world, owner)).open(homePage, { owner }, `/home/${owner}`);
  return page.data.headline;
}

test('says nothing where nothing happened, whatever today brings', async () => {
  await world.events.append([...downloads(100, 8), ...downloads(95, 1)]);
  expect(await said()).toBe('');
  let today = { time: Date.now() - 1, version: '9.0.0', companyName: 'Late', companyDomain: 'late.example' };
  await world.events.append(downloads(400, 0, { ...today, confidence: 0.9 }));
  expect(await said()).toBe('');
});

test('says how far the newest release is, which companies are new, and what yesterday brought', async () => {
  let acme = { companyName: 'Acme', companyDomain: 'acme.example', confidence: 0.9 };
  await world.events.append([...downloads(205, 1, { version: '5.0.0', client: 'curl' }), ...downloads(1, 3, acme)]);
  let day = new Date(Date.now() - 8 * dayMs).toLocaleDateString('en', {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  });
  expect(await said()).toBe(
    `5.0.0 is at 68%. 1 company is new in the last 7 days. Downloads rose 200% yesterday against ${day}, mostly curl.`,
  );
});

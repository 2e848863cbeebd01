/** The page of event retention. Fewer days are saved once their deletion is confirmed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { action, loader } from 'app/routes/_app.organizations.$owner.retention';
import { eventRetentionApi } from 'contract/exports/event-retention';
import { packagesApi } from 'contract/packages/packages';
import { dayMs } from 'contract/floor/time';
import { type Browser, browserOf, redirectOf, refusedForm } from '../../support/dashboard';
import { madeEvent } from '../../support/made-event';
import { createWorld, type World } from '../../support/world';

let world: World;
let ada: Browser;
const path = '/account/retention';
beforeAll(async () => {
  world = await createWorld();
  ada = await browserOf(world, 'ada');
  let caller = await world.as('ada');
  let body = { type: 'docker' as const, name: 'tools', backend_registry: 'registry.example' };
  let { id: artifactId } = await caller.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body });
  let ownerId = world.ids.get('ada')!;
  await world.events.append(
    [0, 10, 20, 20].map((days) => madeEvent({ artifactId, ownerId, time: world.now() - days * dayMs })),
  );
});
afterAll(() => world.close());

async function saved(): Promise<number | null> {
  return (await ada.open(loader, {}, path)).retention.owner_days;
}

test('fewer days that delete events require a confirmation, keep the typed days, and save nothing', async () => {
  let answer = await ada.post(action, {}, { days: '15' }, path);
  let { erased } = (await answer.clone().json()) as { erased: unknown };
  expect(erased).toMatchObject({ days: 15, events: '2 events' });
  expect(await refusedForm(answer)).toMatchObject({ status: 200, kept: { days: '15' } });
  expect(await saved()).toBeNull();
});

test('a number of days other than the confirmed one requires another confirmation', async () => {
  let answer = await ada.post(action, {}, { days: '5', confirmed_days: '15' }, path);
  expect(await answer.json()).toMatchObject({ erased: { days: 5, events: '3 events' } });
  expect(await saved()).toBeNull();
});

test('a number of days that deletes nothing, or was confirmed, is saved', async () => {
  expect(redirectOf(await ada.post(action, {}, { days: '30' }, path))).toMatchObject({ to: '/account' });
  expect(await saved()).toBe(30);
  let answer = await ada.post(action, {}, { days: '15', confirmed_days: '15' }, path);
  expect(redirectOf(answer)).toMatchObject({ to: '/account', toast: expect.any(String) });
  expect(await saved()).toBe(15);
  expect(redirectOf(await ada.post(action, {}, { days: '' }, path))).toMatchObject({ to: '/account' });
  expect(await saved()).toBeNull();
});

test('invalid days are refused on their field before anything is counted', async () => {
  expect(await refusedForm(await ada.post(action, {}, { days: '0' }, path))).toMatchObject({
    status: 422,
    error: { days: ['Enter a whole number from 1 to 36500.'] },
    kept: { days: '0' },
  });
});

test('the day before the first kept day is the last one that counts as too old', async () => {
  await (
    await world.as('ada')
  ).ask(eventRetentionApi.setEventRetention, { params: { owner: 'ada' }, body: { days: null } });
  let answer = await ada.post(action, {}, { days: '20' }, path);
  expect(redirectOf(answer)).toMatchObject({ to: '/account' });
});

/** The notice on admin pages about a clock that has jumped, and its button. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loader as adminLayout } from 'app/routes/_app.admin';
import { action as confirm } from 'app/routes/_app.admin.clock.confirmation';
import { clockApi } from 'contract/admin/clock';
import { dayMs } from 'contract/floor/time';
import { browserOf, redirectOf } from '../../support/dashboard';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

test('the notice stays until the button is pressed', async () => {
  let root = await browserOf(world, 'root');
  let noticeOf = async () => (await root.open(adminLayout, {})).clock;
  expect(await noticeOf()).toBeNull();
  world.later(20 * dayMs);
  await world.gateway.deletions.run();
  let { since, believed_at } = (await noticeOf())!;
  expect(believed_at).not.toBeNull();
  expect(redirectOf(await root.post(confirm, {}, { since }))).toEqual({
    status: 303,
    to: '/admin/status',
    toast: 'clock_confirmed',
  });
  expect(await noticeOf()).toBeNull();
});

test('others cannot press it', async () => {
  let grace = await browserOf(world, 'grace');
  world.later(20 * dayMs);
  await world.gateway.deletions.run();
  let body = { since: new Date(world.now()).toISOString() };
  expect((await grace.post(confirm, {}, body)).status).toBe(403);
  expect(await (await world.as('root')).ask(clockApi.getClock)).not.toEqual({ doubt: null });
});

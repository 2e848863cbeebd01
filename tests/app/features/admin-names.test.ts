/** The admin area's list of given-up names, against a real gateway. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountApi } from 'contract/accounts/account';
import { demoPassword } from 'gateway/demo/people';
import { loader as namesPage } from 'app/routes/_app.admin.names._index';
import { action as freeName, loader as releasePage } from 'app/routes/_app.admin.names.$name.release';
import { browserOf, redirectOf, refusalOf, refusedForm, type Browser } from '../../support/dashboard';
import { createWorld, type World } from '../../support/world';

let world: World;
let root: Browser;

beforeAll(async () => {
  world = await createWorld();
  root = await browserOf(world, 'root');
  await (
    await world.as('ada')
  ).ask(accountApi.updateUser, { params: { username: 'ada' }, body: { username: 'countess' } });
});
afterAll(() => world.close());

test('a name is found with the owner it still serves, and is released once', async () => {
  expect(await root.open(namesPage, {})).toEqual({ name: '', found: null });
  let looked = await root.open(namesPage, {}, '?name=%20Ada%20');
  expect(looked).toMatchObject({ name: 'Ada', found: { name: 'ada', owner: 'countess' } });
  expect(await root.open(releasePage, { name: 'ada' })).toMatchObject({ name: 'ada', owner: 'countess' });
  let freed = redirectOf(await root.post(freeName, { name: 'ada' }));
  expect(freed).toMatchObject({ status: 303, to: '/admin/names', toast: 'name_freed' });
  expect(await root.open(namesPage, {}, '?name=ada')).toEqual({ name: 'ada', found: null });
  expect(await refusalOf(root.open(releasePage, { name: 'ada' }))).toMatchObject({ status: 404 });
});

test('releasing a name requires the password again', async () => {
  await (
    await world.as('linus')
  ).ask(accountApi.updateUser, { params: { username: 'linus' }, body: { username: 'pauling' } });
  let late = await browserOf(world, 'root');
  world.later(11 * 60_000);
  expect(await late.open(releasePage, { name: 'linus' })).toMatchObject({ identity: { isConfirmed: false } });
  let refused = await refusedForm(await late.post(freeName, { name: 'linus' }));
  expect(refused.error).toHaveProperty('current_password');
  let freed = redirectOf(await late.post(freeName, { name: 'linus' }, { current_password: demoPassword }));
  expect(freed.toast).toBe('name_freed');
});

test('only platform admins have access', async () => {
  let grace = await browserOf(world, 'grace');
  expect(await refusalOf(grace.open(namesPage, {}))).toMatchObject({ status: 403 });
  expect(await refusalOf(grace.open(releasePage, { name: 'ada' }))).toMatchObject({ status: 403 });
  expect((await grace.post(freeName, { name: 'ada' })).status).toBe(403);
});

/** One account in the admin area, against a real gateway. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packagesApi } from 'contract/packages/packages';
import { demoPassword } from 'gateway/demo/people';
import { loader as list } from 'app/routes/_app.admin._index';
import { loader as accountPage } from 'app/routes/_app.admin.owners.$account._index';
import { action as remove, loader as removePage } from 'app/routes/_app.admin.owners.$account.delete';
import { action as sendReset, loader as resetPage } from 'app/routes/_app.admin.owners.$account.password-reset';
import { action as suspend, loader as suspensionPage } from 'app/routes/_app.admin.owners.$account.suspension';
import { action as lift, loader as liftPage } from 'app/routes/_app.admin.owners.$account.suspension_.end';
import { action as changeOrganization } from 'app/routes/_app.organizations.$owner._index';
import { loader as home } from 'app/routes/_app.account._index';
import { action as signIn } from 'app/routes/_guest.login';
import { browserOf, redirectOf, refusalOf, refusedForm, type Browser } from '../../support/dashboard';
import { createWorld, type World } from '../../support/world';

let world: World;
let root: Browser;

beforeAll(async () => {
  world = await createWorld();
  root = await browserOf(world, 'root');
});
afterAll(() => world.close());

const account = (name: string) => ({ account: name });

test('a suspended person is sent to the sign-in with the reason, and can sign in again once it is lifted', async () => {
  let ada = await browserOf(world, 'ada');
  expect(await root.open(accountPage, account('ada'))).toMatchObject({ owner: { suspended_at: null } });
  let done = redirectOf(await root.post(suspend, account('ada'), { reason: 'Lost laptop' }));
  expect(done).toMatchObject({ status: 303, to: '/admin/owners/ada', toast: 'owner_is_suspended' });
  expect((await root.open(list, {}, '/admin?q=ada')).owners[0]?.suspended_at).not.toBeNull();

  let sentAway = await ada.open(home, {}, '/account').catch((thrown: unknown) => thrown as Response);
  expect(redirectOf(sentAway as Response)).toMatchObject({
    to: '/login?backTo=%2Faccount',
    toast: 'account_suspended',
  });
  expect((sentAway as Response).headers.get('set-cookie')).toContain('__session=;');
  let form = { email: 'ada', password: demoPassword };
  let request = new Request('http://dashboard.test/login', {
    method: 'POST',
    headers: { host: 'dashboard.test', origin: 'http://dashboard.test' },
    body: new URLSearchParams(form),
  });
  let answer = await signIn({ request, params: {}, context: { gateway: world.gateway.api } });
  expect((await refusedForm(answer as Response)).error?.['']?.[0]).toMatch(/^This account is suspended\./);

  let lifted = redirectOf(await root.post(lift, account('ada')));
  expect(lifted).toMatchObject({ to: '/admin/owners/ada', toast: 'suspension_lifted' });
  await ada.open(home, {}, '/account');
});

test('members of a suspended organization see why nothing can be changed', async () => {
  let grace = await browserOf(world, 'grace');
  await root.post(suspend, account('hopper-labs'), { reason: '' });
  let form = { name: 'hopper-labs', description: '', website: '', billing_email: 'bills@example.com' };
  let answer = await grace.post(changeOrganization, { owner: 'hopper-labs' }, form);
  expect((await refusedForm(answer)).error?.['']?.[0]).toMatch(/is suspended and cannot be changed/);
  await (await world.as('grace')).ask(packagesApi.getPackages, { params: { owner: 'hopper-labs' } });
  await root.post(lift, account('hopper-labs'));
});

test('a password reset ends the selected sessions and tokens', async () => {
  expect(await root.open(resetPage, account('mary'))).toMatchObject({ owner: { email: 'mary@example.com' } });
  await world.as('mary');
  let form = { end_sessions: 'on' };
  expect(redirectOf(await root.post(sendReset, account('mary'), form)).toast).toBe('password_reset_sent');
  let { owner } = await root.open(accountPage, account('mary'));
  expect(owner.access?.sessions).toBe(0);
  expect((await world.lettersTo('mary@example.com')).at(-1)?.text).toContain('You were signed out everywhere.');
});

test('an account is deleted by typing its name, and kept while it is the only owner of an organization', async () => {
  let wrong = await refusedForm(await root.post(remove, account('linus'), { confirm_name: 'linux' }));
  expect(wrong.error).toHaveProperty('confirm_name');
  let only = await refusedForm(await root.post(remove, account('grace'), { confirm_name: 'grace' }));
  expect(only.error?.['']).toEqual(['Organization needs an owner.']);
  let gone = redirectOf(await root.post(remove, account('linus'), { confirm_name: 'linus' }));
  expect(gone).toMatchObject({ to: '/admin', toast: 'owner_deleted' });
  expect(await refusalOf(root.open(accountPage, account('linus')))).toMatchObject({ status: 404 });
});

test('admins can neither suspend nor delete themselves', async () => {
  let words = 'You cannot do this to your own account.';
  expect((await refusedForm(await root.post(suspend, account('root')))).error?.['']).toEqual([words]);
  let typed = { confirm_name: 'root' };
  expect((await refusedForm(await root.post(remove, account('root'), typed))).error?.['']).toEqual([words]);
});

test('each step requires the password again', async () => {
  let late = await browserOf(world, 'root', { isConfirmed: false });
  for (let page of [suspensionPage, liftPage, resetPage, removePage])
    expect(await late.open(page, account('ada'))).toMatchObject({ identity: { isConfirmed: false, way: 'password' } });
  for (let step of [suspend, lift, sendReset, remove]) {
    let refused = await refusedForm(
      await late.post(step, account('ada'), { ...(step === remove && { confirm_name: 'ada' }) }),
    );
    expect(refused.error).toHaveProperty('current_password');
  }
  let form = { current_password: demoPassword };
  expect(redirectOf(await late.post(suspend, account('ada'), form)).toast).toBe('owner_is_suspended');
  expect(redirectOf(await late.post(lift, account('ada'))).toast).toBe('suspension_lifted');
});

test('only platform admins have access', async () => {
  let grace = await browserOf(world, 'grace');
  expect(await refusalOf(grace.open(accountPage, account('mary')))).toMatchObject({ status: 403 });
  for (let page of [suspensionPage, liftPage, resetPage, removePage])
    expect(await refusalOf(grace.open(page, account('mary')))).toMatchObject({ status: 403 });
  for (let step of [suspend, lift, sendReset, remove])
    expect((await grace.post(step, account('mary'), { confirm_name: 'mary' })).status).toBe(403);
});

/** Forms of sensitive steps: they ask who is there, keep what was typed, and ask no more for ten minutes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getOrganizationMembers } from 'contract/organizations';
import * as limits from 'contract/limits';
import { demoPassword } from 'gateway/demo/people';
import * as accountDelete from 'app/routes/_app.account.delete';
import * as confirmation from 'app/routes/_app.account.confirmation';
import * as linkGithub from 'app/routes/_app.account.github._index';
import * as tokens from 'app/routes/_app.account.tokens._index';
import * as twoFactor from 'app/routes/_app.account.two-factor._index';
import * as twoFactorConfirmation from 'app/routes/_app.account.two-factor.confirmation';
import * as organizationDelete from 'app/routes/_app.organizations.$owner.delete';
import { browserOf, redirectOf, refusedForm, type Browser } from '../support/dashboard';
import { createWorld, type World } from '../support/world';
import { leadsTo } from '../support/visitor';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** A browser whose person signed in, and has not typed the password since. */
async function signedIn(name: 'ada' | 'grace' | 'linus' | 'mary'): Promise<Browser> {
  let browser = await browserOf(world, name);
  await world.records.updateTable('tokens').set({ confirmed_at: null }).execute();
  return browser;
}

const asked = { current_password: ['Please enter your password to go on.'] };
const wrong = { current_password: ['This is not your password.'] };

describe('a form of a sensitive step', () => {
  test('says what it asks for, and comes back to its page from GitHub', async () => {
    let { identity } = await (await signedIn('ada')).open(accountDelete.loader, {}, '/account/delete?x=1');
    expect(identity).toEqual({
      isConfirmed: false,
      way: 'password',
      confirmAt: '/account/confirmation?backTo=%2Faccount%2Fdelete%3Fx%3D1',
    });
  });

  test('makes no token without the password, keeps what was typed, and never the password', async () => {
    let ada = await signedIn('ada');
    let form = { name: 'Nightly', scope_read: 'on' };
    let without = await refusedForm(await ada.post(tokens.action, {}, form));
    expect(without).toMatchObject({ status: 422, error: asked, kept: { name: 'Nightly', scope_read: 'on' } });
    let withWrong = await refusedForm(await ada.post(tokens.action, {}, { ...form, current_password: 'not hers' }));
    expect(withWrong).toMatchObject({ status: 422, error: wrong, kept: { name: 'Nightly' } });
    expect(JSON.stringify(withWrong)).not.toContain('not hers');
    let made = await ada.post(tokens.action, {}, { ...form, current_password: demoPassword });
    expect(made.status).toBe(201);
    expect((await ada.open(tokens.loader, {})).identity.isConfirmed).toBe(true);
    expect((await ada.post(tokens.action, {}, { ...form, name: 'Another' })).status).toBe(201);
    world.later(limits.confirmationMs);
    expect((await refusedForm(await ada.post(tokens.action, {}, { ...form, name: 'Third' }))).error).toEqual(asked);
  });

  test('deletes no organization and no account without the password', async () => {
    let grace = await signedIn('grace');
    let params = { owner: 'hopper-labs' };
    let form = { confirm_name: 'hopper-labs' };
    expect(await refusedForm(await grace.post(organizationDelete.action, params, form))).toMatchObject({
      error: asked,
      kept: form,
    });
    await (await world.as('grace')).ask(getOrganizationMembers, { params: { name: 'hopper-labs' } });
    let linus = await signedIn('linus');
    let own = { confirm_name: 'linus' };
    expect((await refusedForm(await linus.post(accountDelete.action, {}, own))).error).toEqual(asked);
    let gone = await linus.post(accountDelete.action, {}, { ...own, current_password: demoPassword });
    expect(redirectOf(gone)).toMatchObject({ to: '/login', toast: 'account_deleted' });
  });

  test('does not confirm a session for a form that is refused anyway', async () => {
    let mary = await signedIn('mary');
    let form = { name: '', scope_read: 'on', current_password: demoPassword };
    expect((await refusedForm(await mary.post(tokens.action, {}, form))).error).toHaveProperty('name');
    expect((await mary.open(tokens.loader, {})).identity.isConfirmed).toBe(false);
  });

  test('starts no two-factor and no way to GitHub', async () => {
    let mary = await signedIn('mary');
    expect((await refusedForm(await mary.post(twoFactor.action, {}))).error).toEqual(asked);
    expect((await refusedForm(await mary.post(linkGithub.action, {}))).error).toEqual(asked);
    let started = await mary.post(twoFactor.action, {}, { current_password: demoPassword });
    expect(leadsTo(started)).toEqual([303, '/account/two-factor/confirmation']);
  });

  test('shows the secret of an authenticator to nobody who has not shown who they are', async () => {
    let mary = await signedIn('mary');
    let thrown = await mary.open(twoFactorConfirmation.loader, {}).catch((answer: unknown) => answer);
    expect(redirectOf(thrown as Response)).toMatchObject({ to: '/account/two-factor', toast: 'not_confirmed' });
  });
});

test('the page that leads to GitHub is for accounts without a password', async () => {
  let ada = await signedIn('ada');
  let open = ada.open(confirmation.loader, {}, '/account/confirmation?backTo=%2Faccount%2Ftokens');
  let thrown = await open.catch((answer: unknown) => answer);
  expect(leadsTo(thrown as Response)).toEqual([303, '/account/tokens']);
});

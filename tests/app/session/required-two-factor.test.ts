/**
 * The pages for people who are required to set up two-factor authentication, against a real
 * gateway.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { env } from 'app/config/env.server';
import { loader as shell } from 'app/routes/_app';
import { loader as account } from 'app/routes/_app.account';
import { loader as accountPage } from 'app/routes/_app.account._index';
import { loader as twoFactorPage } from 'app/routes/_app.account.two-factor._index';
import { loader as admin } from 'app/routes/_app.admin._index';
import { loader as home } from 'app/routes/_app.home.$owner';
import { loader as organizations } from 'app/routes/_app.organizations._index';
import { loader as organization } from 'app/routes/_app.organizations.$owner._index';
import { action as leave, loader as leavePage } from 'app/routes/_app.organizations.$owner.leave';
import { action as save, loader as saved } from 'app/routes/_app.organizations.$owner.two-factor';
import { action as invite } from 'app/routes/_app.organizations.$owner.members._index';
import { readFailure } from 'app/shell/error-page';
import { browserOf, redirectOf, refusalOf } from '../../support/dashboard';
import { addTwoFactor, setRequirement, removeTwoFactor } from '../../support/two-factor';
import { labelsOf } from '../../support/navigation';
import { createWorld, type World } from '../../support/world';

const labs = { owner: 'hopper-labs' };
const needed = { status: 403, code: 'two-factor-needed' };
const notFound = { status: 404, code: 'not-found' };
const asTheyAre = { ...env.flags };

let world: World;
beforeAll(async () => void (world = await createWorld({ requiresTwoFactorOfAdmins: true })));
afterAll(() => world.close());
beforeEach(async () => {
  await setRequirement(world, false);
  for (let person of ['grace', 'linus', 'root'] as const) await removeTwoFactor(world, person);
});
afterEach(() => void Object.assign(env.flags, asTheyAre));

async function tabsOf(person: 'linus' | 'root' | 'ada'): Promise<string[]> {
  return labelsOf((await (await browserOf(world, person)).open(account, {})).groups);
}

describe('on the page of an organization', () => {
  test('its owners can require it, once they have two-factor themselves', async () => {
    let grace = await browserOf(world, 'grace');
    let tick = async () => redirectOf(await grace.post(save, labs, { requires_two_factor: 'on' }));
    let to = '/organizations/hopper-labs';
    expect(await tick()).toEqual({ status: 303, to, toast: 'own_two_factor_is_off' });
    await addTwoFactor(world, 'grace');
    expect(await tick()).toEqual({ status: 303, to, toast: 'two_factor_required' });
    expect(await grace.open(organization, labs)).toMatchObject({
      organization: { requires_two_factor: true },
      asksTwoFactor: true,
    });
    expect(redirectOf(await grace.post(save, labs, {}))).toMatchObject({ toast: 'two_factor_not_required' });
    expect(await grace.open(organization, labs)).toMatchObject({ organization: { requires_two_factor: false } });
    expect(((await grace.open<unknown>(saved, labs)) as Response).headers.get('location')).toBe(to);
  });

  test('others have no checkbox; without the flag it can only be unchecked', async () => {
    let mary = await browserOf(world, 'mary');
    expect(await mary.open(organization, labs)).toMatchObject({ asksTwoFactor: false });
    expect((await mary.post(save, labs, { requires_two_factor: 'on' })).status).toBe(403);
    env.flags.showTwoFactorAuthenticationUi = false;
    await addTwoFactor(world, 'grace');
    let grace = await browserOf(world, 'grace');
    expect(await grace.open(organization, labs)).toMatchObject({ asksTwoFactor: false });
    await setRequirement(world, true);
    expect(await grace.open(organization, labs)).toMatchObject({ asksTwoFactor: true });
  });
});

describe('a member without two-factor', () => {
  test('gets a message on the organization’s pages; the shell and the account work', async () => {
    await setRequirement(world, true);
    let linus = await browserOf(world, 'linus');
    for (let page of [home, organization])
      expect(await refusalOf(linus.open<unknown>(page, labs, '/home/hopper-labs'))).toEqual(needed);
    expect(await linus.open(shell, labs)).toMatchObject({
      organizations: ['hopper-labs'],
      owner: { context: 'hopper-labs' },
    });
    await expect(linus.open(accountPage, {})).resolves.toBeTruthy();
    expect((await linus.open(organizations, {})).memberships).toHaveLength(1);
    expect(await linus.open(twoFactorPage, {})).toMatchObject({
      status: 'off',
      required_by: { organizations: ['hopper-labs'], administration: false },
    });
  });

  test('also gets the message after a post', async () => {
    await setRequirement(world, true);
    let grace = await browserOf(world, 'grace');
    let answer = redirectOf(await grace.post(save, labs, { requires_two_factor: 'on' }));
    expect(answer.toast).toBe('two_factor_needed');
    let refused = await grace.post(invite, labs, { person: 'ada', role: 'member' });
    expect(await refused.text()).toContain('This requires two-factor authentication.');
  });

  test('can leave the organization', async () => {
    await setRequirement(world, true);
    let linus = await browserOf(world, 'linus');
    expect(await linus.open(leavePage, labs)).toEqual(labs);
    let left = await linus.post(leave, labs, { confirm_name: 'hopper-labs' });
    expect(redirectOf(left)).toMatchObject({ to: '/organizations', toast: 'organization_left' });
    expect((await refusalOf(linus.open(leavePage, labs))).status).toBe(403);
  });
});

describe('without the flag', () => {
  beforeEach(() => void (env.flags.showTwoFactorAuthenticationUi = false));

  test('the two-factor pages exist for people who are required to use it', async () => {
    let grace = await browserOf(world, 'grace');
    let mary = await browserOf(world, 'mary');
    for (let person of [grace, mary]) expect(await refusalOf(person.open(twoFactorPage, {}))).toEqual(notFound);
    await setRequirement(world, true);
    for (let person of [grace, mary]) await expect(person.open(twoFactorPage, {})).resolves.toBeTruthy();
    expect(labelsOf((await mary.open(account, {})).groups)).toContain('Two-factor authentication');
    expect(await tabsOf('ada')).not.toContain('Two-factor authentication');
  });

  test('platform admins have the pages with the setting', async () => {
    let root = await browserOf(world, 'root');
    expect(await refusalOf(root.open<unknown>(admin, {}))).toEqual(needed);
    expect(await root.open(shell, {})).toMatchObject({ username: 'root', isAdmin: true });
    expect(await root.open(twoFactorPage, {})).toMatchObject({ required_by: { administration: true } });
    expect(await tabsOf('root')).toContain('Two-factor authentication');
    await addTwoFactor(world, 'root');
    await expect(root.open(admin, {})).resolves.toBeTruthy();
  });
});

test('the error page explains what to do', () => {
  let data = { code: 'two-factor-needed', message: 'This requires two-factor authentication.' };
  let failure = readFailure({ status: 403, statusText: '', internal: false, data });
  expect(failure).toMatchObject({ title: 'Two-factor authentication is required', needsTwoFactor: true });
});

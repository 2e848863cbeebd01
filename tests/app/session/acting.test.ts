/** Acting as another owner: its start, the pages, what stays the admin's own, and its end. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as account from 'app/routes/_app.account._index';
import * as start from 'app/routes/_app.acting._index';
import * as end from 'app/routes/_app.acting.end';
import * as admin from 'app/routes/_app.admin._index';
import * as wholeAudit from 'app/routes/_app.admin.audit';
import * as shell from 'app/routes/_app';
import * as context from 'app/routes/_app.context';
import * as organization from 'app/routes/_app.organizations.$owner._index';
import * as deletePage from 'app/routes/_app.organizations.$owner.delete';
import * as members from 'app/routes/_app.organizations.$owner.members._index';
import * as pixels from 'app/routes/_app.pixels.$owner';
import * as login from 'app/routes/_guest.login';
import * as logout from 'app/routes/logout';
import type { ShellData } from 'app/shell/shell-data.server';
import { auditApi } from 'contract/admin/audit';
import { demoPassword, type SamplePerson } from 'gateway/demo/people';
import { createSampleOrganization, createSampleUser, grantFeature } from 'gateway/floor/owners';
import { platformAdminFeature } from 'gateway/people/accounts/tokens';
import { redirectOf } from '../../support/dashboard';
import { leadsTo, visitorOf, type Visitor } from '../../support/visitor';
import { createWorld, type World } from '../../support/world';

let world: World;
let root: Visitor;

beforeAll(async () => void (world = await createWorld({ attemptLimits: { perAccount: 1_000 } })));
afterAll(() => world.close());
beforeEach(async () => void (root = await browserOf('root')));
afterEach(() => void vi.restoreAllMocks());

async function browserOf(person: SamplePerson): Promise<Visitor> {
  let browser = visitorOf(world);
  await browser.post(login.action, '/login', { email: person, password: demoPassword });
  await browser.confirm();
  return browser;
}

async function actAs(owner: string): Promise<Response> {
  return root.post(start.action, '/acting', { owner });
}

async function shellOf(browser: Visitor, owner?: string): Promise<ShellData> {
  let answer = await browser.open(shell.loader, '/somewhere', owner ? { owner } : {});
  expect(answer.status).toBe(200);
  return (await answer.json()) as ShellData;
}

/** The entries of the audit log about acting and accounts, newest first. */
async function log(count: number) {
  let { results } = await (await world.as('root')).ask(auditApi.getAllAuditEvents, { query: { per_page: 100 } });
  return results.slice(0, count).map(({ action, actor, acting_as, owner }) => [action, actor, acting_as, owner]);
}

async function takeAdminFrom(person: SamplePerson): Promise<void> {
  let id = world.ids.get(person) ?? '';
  await world.records.deleteFrom('features').where('owner_id', '=', id).execute();
}

function giveAdminTo(person: SamplePerson): Promise<void> {
  return grantFeature(world.records, world.ids.get(person) ?? '', platformAdminFeature);
}

describe('the search', () => {
  test('finds people by name and address, and marks those whom an admin cannot act as', async () => {
    let found = async (q: string) => {
      let answer = await root.open(admin.loader, `/admin?q=${encodeURIComponent(q)}`);
      let { owners, total } = (await answer.json()) as { owners: { name: string }[]; total: number };
      expect(total).toBe(owners.length);
      return owners;
    };
    expect((await found('HOP')).map(({ name }) => name)).toEqual(['grace', 'hopper-labs']);
    expect(await found('root@')).toMatchObject([{ name: 'root', is_platform_admin: true }]);
    expect(await found('nobody at all')).toEqual([]);
  });

  test.each(['linus', 'grace'] as const)('is refused to %s, as is acting', async (person) => {
    let browser = await browserOf(person);
    expect((await browser.open(admin.loader, '/admin')).status).toBe(403);
    expect((await browser.open(wholeAudit.loader, '/admin/audit')).status).toBe(403);
    expect((await browser.post(start.action, '/acting', { owner: 'ada' })).status).toBe(403);
    expect((await shellOf(browser)).acting).toBeNull();
  });
});

describe('acting as a person', () => {
  test('shows their home, organizations and account, and the acting admin', async () => {
    expect(leadsTo(await actAs('Grace'))).toEqual([303, '/home/hopper-labs']);
    expect(await shellOf(root)).toMatchObject({
      username: 'grace',
      displayName: 'Grace Hopper',
      organizations: ['hopper-labs'],
      owner: { tag: 'organization', context: 'hopper-labs' },
      isAdmin: true,
      acting: { actor: 'root', as: { tag: 'user', context: 'grace' } },
    });
    let page = (await (await root.open(account.loader, '/account')).json()) as { user: { email: string } };
    expect(page.user.email).toBe('grace@example.com');
  });

  test('can switch between the owners of that person only', async () => {
    await actAs('grace');
    let switchTo = (owner: string) => root.post(context.action, '/context', { owner, path: '/account' });
    expect(leadsTo(await switchTo('grace'))).toEqual([303, '/account']);
    expect(leadsTo(await switchTo('hopper-labs'))).toEqual([303, '/organizations/hopper-labs']);
    expect((await switchTo('root')).status).toBe(403);
    expect((await switchTo('ada')).status).toBe(403);
  });

  test('keeps the admin signed in when the person is renamed or deleted', async () => {
    await createSampleUser(
      world.records,
      { username: 'renamee', email: 'renamee@example.com', passwordHash: '', emailVerifiedAt: null },
      world.now(),
    );
    await actAs('renamee');
    let saved = await root.post(account.action, '/account', { username: 'renamed', first_name: '', last_name: '' });
    expect(redirectOf(saved)).toMatchObject({ status: 303, to: '/account' });
    expect(await shellOf(root)).toMatchObject({
      username: 'renamed',
      owner: { tag: 'user', context: 'renamed' },
      acting: { actor: 'root', as: { tag: 'user', context: 'renamed' } },
    });
    expect((await log(1))[0]).toEqual(['username-changed', 'root', 'renamee', 'renamed']);

    let gone = await root.post(deletePage.action, '/account/delete', { confirm_name: 'renamed' });
    expect(redirectOf(gone)).toEqual({ status: 303, to: '/admin', toast: 'acted_account_deleted' });
    expect(await shellOf(root)).toMatchObject({ username: 'root', acting: null });
    expect(await log(2)).toContainEqual(['account-deleted', 'root', 'renamed', 'renamed']);
  });

  test('is refused for platform admins and unknown names', async () => {
    expect((await actAs('root')).status).toBe(403);
    expect((await actAs('nobody-here')).status).toBe(404);
    expect(leadsTo(await actAs(''))).toEqual([303, '/admin']);
    expect((await shellOf(root)).acting).toBeNull();
  });
});

describe('acting as an organization', () => {
  test('shows that organization only; the account is the admin’s own', async () => {
    expect(leadsTo(await actAs('hopper-labs'))).toEqual([303, '/home/hopper-labs']);
    expect(await shellOf(root)).toMatchObject({
      username: 'root',
      organizations: ['hopper-labs'],
      owner: { tag: 'organization', context: 'hopper-labs' },
      acting: { actor: 'root', as: { tag: 'organization', context: 'hopper-labs' } },
    });
  });

  // @spec 6: Acting as an organization shows and does what its owners may, its deletion included
  test('allows what its owners may do, and ends when the organization is deleted', async () => {
    let name = 'short-lived';
    let id = world.ids.get('ada') ?? '';
    await createSampleOrganization(world.records, { name, billing_email: 'bills@example.com' }, id, world.now());
    await actAs(name);
    let shown = await root.open(organization.loader, `/organizations/${name}`, { owner: name });
    expect(await shown.json()).toMatchObject({ mayChange: true, mayDelete: true });
    let list = await root.open(members.loader, `/organizations/${name}/members`, { owner: name });
    expect(await list.json()).toMatchObject({ role: 'owner', isMember: false });
    let remove = (confirm_name: string) =>
      root.post(deletePage.action, `/organizations/${name}/delete`, { confirm_name }, { owner: name });
    expect((await remove('other')).status).toBe(422);
    expect(redirectOf(await remove(name))).toEqual({
      status: 303,
      to: '/organizations',
      toast: 'organization_deleted',
    });
    expect(await shellOf(root)).toMatchObject({ username: 'root', acting: null });
    expect((await log(1))[0]).toEqual(['organization-deleted', 'root', name, name]);
  });

  test('has only the rights of a member when acting as a member', async () => {
    await actAs('linus');
    let owner = 'hopper-labs';
    let shown = await root.open(organization.loader, `/organizations/${owner}`, { owner });
    expect(await shown.json()).toMatchObject({ mayChange: false, mayDelete: false });
    expect((await root.open(deletePage.loader, `/organizations/${owner}/delete`, { owner })).status).toBe(403);
  });

  test('choosing another owner is logged as an end and a new start', async () => {
    await actAs('hopper-labs');
    await actAs('ada');
    expect(await log(2)).toEqual([
      ['acting-stopped', 'root', 'hopper-labs', 'hopper-labs'],
      ['acting-started', 'root', 'hopper-labs', 'ada'],
    ]);
    expect((await shellOf(root)).acting?.as.context).toBe('ada');
  });
});

describe('acting ends', () => {
  test('with the button, which leads to the admin’s own owner and is logged', async () => {
    await actAs('grace');
    expect(redirectOf(await root.post(end.action, '/acting/end', {}))).toEqual({
      status: 303,
      to: '/admin',
      toast: 'acting_stopped',
    });
    expect(await shellOf(root)).toMatchObject({ username: 'root', acting: null, owner: { context: 'root' } });
    expect((await log(1))[0]).toEqual(['acting-stopped', 'root', 'grace', 'grace']);
    expect(leadsTo(await root.post(end.action, '/acting/end', {}))).toEqual([303, '/home/root']);
    let shown = (await (await root.open(wholeAudit.loader, '/admin/audit?about=grace')).json()) as {
      audit: { lines: { who: string; what: string }[] };
    };
    expect(shown.audit.lines[0]).toMatchObject({ who: 'root (acting as grace)', what: 'Stopped acting as the owner' });
  });

  test('with the sign-out', async () => {
    await actAs('grace');
    await root.post(logout.action, '/logout', {});
    expect(root.jar.has('__session')).toBe(false);
    expect((await log(2)).map(([action]) => action)).toEqual(['signed-out', 'acting-stopped']);
  });

  test.each([
    ['the shell', () => root.open(shell.loader, '/pixels/ada')],
    ['a page the gateway refuses', () => root.open(pixels.loader, '/pixels/ada', { owner: 'ada' })],
  ])('when the admin role is removed: %s shows a message and leads to their own home', async (_, visit) => {
    let warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await actAs('ada');
    await takeAdminFrom('root');
    let answer = await visit();
    await giveAdminTo('root');
    expect(redirectOf(answer)).toMatchObject({ status: 303, to: '/home/root' });
    expect(root.jar.get('__toast')).toBe('acting_ended');
    expect(warn).toHaveBeenCalled();
    expect(await shellOf(root)).toMatchObject({ username: 'root', acting: null });
  });

  test('when the person they act as is deleted', async () => {
    let warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    let gone = { username: 'goner', email: 'goner@example.com', passwordHash: '', emailVerifiedAt: null };
    let { id } = await createSampleUser(world.records, gone, world.now());
    await actAs('goner');
    await world.records.deleteFrom('owners').where('id', '=', id).execute();
    expect(leadsTo(await root.open(shell.loader, '/home/goner'))).toEqual([303, '/home/root']);
    expect(warn).toHaveBeenCalled();
    expect((await shellOf(root)).acting).toBeNull();
  });
});

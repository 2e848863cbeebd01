/** The organization in context may be gone by the time a person comes back. */
import * as end from 'app/routes/_app.acting.end';
import * as shell from 'app/routes/_app';
import * as context from 'app/routes/_app.context';
import * as home from 'app/routes/_app.home._index';
import * as search from 'app/routes/_app.search';
import * as login from 'app/routes/_guest.login';
import * as start from 'app/routes/_index';
import type { ShellData } from 'app/shell/shell-data.server';
import { organizationsApi } from 'contract/organizations/organizations';
import { demoPassword } from 'gateway/demo/people';
import { leadsTo, visitorOf, type Visitor } from 'tests/support/visitor';
import { createWorld, type World } from 'tests/support/world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let world: World;
beforeAll(async () => void (world = await createWorld({ attemptLimits: { perAccount: 1_000 } })));
afterAll(() => world.close());

const about = (name: string) => ({ name, description: '', website: '', billing_email: 'bills@hopper.example' });

/** A browser of ada with the new organization `name` in context. */
async function memberOf(name: string): Promise<Visitor> {
  let grace = await world.as('grace');
  await grace.ask(organizationsApi.createOrganization, { body: about(name) });
  await grace.ask(organizationsApi.addOrganizationMember, {
    params: { name },
    body: { username: 'ada', role: 'member' },
  });
  let browser = visitorOf(world);
  await browser.post(login.action, '/login', { email: 'ada', password: demoPassword });
  await browser.post(context.action, '/context', { owner: name });
  expect(leadsTo(await browser.open(home.loader, '/home'))).toEqual([307, `/home/${name}`]);
  expect(browser.jar.get('__toast')).toBeUndefined();
  return browser;
}

async function remove(name: string): Promise<void> {
  await (await world.as('grace')).ask(organizationsApi.deleteOrganizationMember, { params: { name, username: 'ada' } });
}

describe('a member who was removed', () => {
  test('comes to their own home by every address without an owner, and see a notice', async () => {
    let browser = await memberOf('engines');
    let before = new Map(browser.jar);
    await remove('engines');
    for (let [path, loader, status] of [
      ['/', start.loader, 307],
      ['/home', home.loader, 307],
      ['/login', login.loader, 303],
      ['/context', context.loader, 303],
      ['/acting/end', end.loader, 303],
    ] as const) {
      browser.jar.clear();
      for (let [name, value] of before) browser.jar.set(name, value);
      expect(leadsTo(await browser.open(loader, path)), path).toEqual([status, '/home/ada']);
      expect(browser.jar.get('__toast'), path).toBe('context_gone');
      browser.jar.delete('__toast');
      expect(leadsTo(await browser.open(home.loader, '/home?filter_id=7'))).toEqual([307, '/home/ada?filter_id=7']);
      expect(browser.jar.get('__toast'), 'told once').toBeUndefined();
    }
  });

  test('finds their own account in the header and in the search', async () => {
    let browser = await memberOf('mills');
    await remove('mills');
    let shown = (await (await browser.open(shell.loader, '/account')).json()) as ShellData;
    expect(shown.owner).toEqual({ tag: 'user', context: 'ada' });
    expect(await (await browser.open(search.loader, '/search?q=a')).json()).toMatchObject({ owner: 'ada' });
  });
});

test('an organization that was deleted or renamed is no context', async () => {
  let grace = await world.as('grace');
  let deleted = await memberOf('looms');
  await grace.ask(organizationsApi.deleteOrganization, { params: { name: 'looms' } });
  let renamed = await memberOf('wheels');
  await grace.ask(organizationsApi.updateOrganization, { params: { name: 'wheels' }, body: about('gears') });
  for (let browser of [deleted, renamed]) {
    expect(leadsTo(await browser.open(start.loader, '/'))).toEqual([307, '/home/ada']);
    expect(browser.jar.get('__toast')).toBe('context_gone');
  }
});

test('the context stays while the gateway does not say', async () => {
  let browser = await memberOf('sails');
  let silent = { gateway: { api: async () => new Response(null, { status: 503 }) } } as unknown as World;
  let away = visitorOf(silent);
  for (let [name, value] of browser.jar) away.jar.set(name, value);
  expect(leadsTo(await away.open(home.loader, '/home'))).toEqual([307, '/home/sails']);
  expect(leadsTo(await away.open(start.loader, '/'))).toEqual([307, '/home/sails']);
  expect(away.jar.get('__toast')).toBeUndefined();
});

/**
 * The pages of organizations against a real gateway: creating, changing, joining and leaving them,
 * and the permissions of each role.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { organizationsApi } from 'contract/organizations/organizations';
import { demoPassword } from 'gateway/demo/people';
import { action as convert } from 'app/routes/_app.new-organization.convert';
import { action as create } from 'app/routes/_app.new-organization.create';
import { action as save, loader as overview } from 'app/routes/_app.organizations.$owner._index';
import { action as remove, loader as removePage } from 'app/routes/_app.organizations.$owner.delete';
import { action as resend } from 'app/routes/_app.organizations.$owner.invites.delivery';
import { action as withdraw } from 'app/routes/_app.organizations.$owner.invites.withdrawal';
import { action as leave } from 'app/routes/_app.organizations.$owner.leave';
import { action as takeOff } from 'app/routes/_app.organizations.$owner.members.$username.delete';
import { action as changeRole } from 'app/routes/_app.organizations.$owner.members.$username._index';
import { action as invite, loader as membersPage } from 'app/routes/_app.organizations.$owner.members._index';
import { loader as layout } from 'app/routes/_app.organizations.$owner';
import { loader as list } from 'app/routes/_app.organizations._index';
import { action as accept, loader as invitePage } from 'app/routes/invites.$token';
import { usersApi } from 'contract/accounts/users';
import { browserOf, redirectOf, refusalOf, refusedForm, type Browser } from '../../support/dashboard';
import { labelsOf } from '../../support/navigation';
import { createWorld, type World } from '../../support/world';

let world: World;
let ada: Browser;
let grace: Browser;
let mary: Browser;
let linus: Browser;
let labs = { owner: 'hopper-labs' };
let about = { description: 'Compilers', website: 'https://hopper.example', billing_email: 'bills@hopper.example' };

beforeAll(async () => {
  world = await createWorld();
  [ada, grace, mary, linus] = await Promise.all([
    browserOf(world, 'ada'),
    browserOf(world, 'grace'),
    browserOf(world, 'mary'),
    browserOf(world, 'linus'),
  ]);
});
afterAll(() => world.close());

describe('an organization', () => {
  test('is created, and listed with the role', async () => {
    let wrong = await refusedForm(await ada.post(create, {}, { name: 'x', ...about, website: 'nowhere' }));
    expect(wrong).toMatchObject({ status: 422, kept: { name: 'x', description: 'Compilers' } });
    expect(Object.keys(wrong.error ?? {})).toEqual(['name', 'website']);
    let taken = await refusedForm(await ada.post(create, {}, { name: 'hopper-labs', ...about }));
    expect(taken.error).toEqual({ name: ['An organization or person with this name already exists.'] });
    let bad = await refusedForm(await ada.post(create, {}, { name: 'mills', billing_email: 'nobody' }));
    expect(bad).toMatchObject({ status: 422, error: { billing_email: [expect.anything()] } });
    expect((await ada.post(create, {}, { name: 'mills' })).status).toBe(303);
    expect((await ada.open(overview, { owner: 'mills' })).organization.billing_email).toBe('ada@example.com');
    expect(redirectOf(await ada.post(create, {}, { name: 'engines', ...about }))).toEqual({
      status: 303,
      to: '/home/engines',
      toast: 'organization_created',
    });
    expect((await ada.open(list, {})).memberships).toMatchObject([
      { organization_name: 'engines', role: 'owner' },
      { organization_name: 'mills', role: 'owner' },
    ]);
  });

  test('is changed by owners and admins; members can read it', async () => {
    let answer = await mary.post(save, labs, { name: 'hopper-labs', ...about });
    expect(redirectOf(answer)).toMatchObject({ to: '/organizations/hopper-labs', toast: 'organization_saved' });
    expect(await linus.open(overview, labs)).toMatchObject({
      organization: { description: 'Compilers' },
      mayChange: false,
      mayDelete: false,
    });
    expect((await linus.post(save, labs, { name: 'hopper-labs', ...about })).status).toBe(403);
    let pagesOf = async (who: Browser) => labelsOf((await who.open(layout, labs)).groups);
    expect(await pagesOf(linus)).toEqual(['General', 'Members', 'Filters']);
    expect(await pagesOf(mary)).toEqual(['General', 'Members', 'Billing', 'Audit log', 'Filters', 'Imports']);
    expect((await refusalOf(ada.open(overview, labs))).status).toBe(403);
  });

  // @spec 5: Deleting an organization requires typing its name
  test('is deleted by an owner who types its name', async () => {
    let mine = { owner: 'short-lived' };
    await (await world.as('ada')).ask(organizationsApi.createOrganization, { body: { name: 'short-lived', ...about } });
    expect((await refusalOf(mary.open(removePage, labs))).status).toBe(403);
    let wrong = await refusedForm(await ada.post(remove, mine, { confirm_name: 'short' }));
    expect(wrong.error).toEqual({ confirm_name: ['Type the name exactly as shown.'] });
    expect(redirectOf(await ada.post(remove, mine, { confirm_name: 'short-lived' }))).toMatchObject({
      to: '/organizations',
      toast: 'organization_deleted',
    });
  });
});

describe('members', () => {
  let engines = { owner: 'engines' };

  // @spec 8: Organization invite acceptance error
  test('an invite is sent, sent again, accepted by its person only, and adds one member', async () => {
    let refused = await refusedForm(await ada.post(invite, engines, { person: 'nobody-here', role: 'member' }));
    expect(refused).toMatchObject({ status: 422, kept: { person: 'nobody-here' } });
    expect(refused.error).toHaveProperty('person');
    let form = { person: 'linus', role: 'member' };
    expect(redirectOf(await ada.post(invite, engines, form))).toMatchObject({ toast: 'invite_sent' });
    let [first] = await world.lettersTo('linus@example.com');
    expect(redirectOf(await ada.post(resend, engines, { person: 'linus' }))).toMatchObject({ toast: 'invite_sent' });
    expect((await refusedForm(await ada.post(invite, engines, { ...form, role: 'admin' }))).error).toEqual({
      person: ['Duplicate organization invite.'],
    });
    expect((await ada.open(membersPage, engines)).invites).toMatchObject([{ username: 'linus', role: 'member' }]);
    let letters = await world.lettersTo('linus@example.com');
    let token = letters
      .find(({ link }) => link !== first?.link)
      ?.link.split('/')
      .at(-1);
    let ended = first?.link.split('/').at(-1);
    expect(((await linus.open(invitePage, { token: ended })) as Response).status).toBe(422);
    let page = (await linus.open(invitePage, { token })) as Response;
    expect(await page.json()).toMatchObject({ invite: { organization_name: 'engines', role: 'member' } });
    let foreign = await refusedForm(await mary.post(accept, { token }));
    expect(foreign).toMatchObject({ status: 422, error: { '': ['Organization invite acceptance error.'] } });
    expect(redirectOf(await linus.post(accept, { token }))).toMatchObject({
      to: '/home/engines',
      toast: 'organization_joined',
    });
    await linus.post(accept, { token });
    expect((await ada.open(membersPage, engines)).members.map((member) => member.username)).toEqual(['ada', 'linus']);
  });

  test('an invite is withdrawn, and then not listed', async () => {
    await (await world.as('ada')).ask(organizationsApi.createOrganization, { body: { name: 'looms', ...about } });
    let looms = { owner: 'looms' };
    await ada.post(invite, looms, { person: 'new@example.com', role: 'admin' });
    let [letter] = await world.lettersTo('new@example.com');
    let token = letter?.link.split('/').at(-1);
    let form = { person: 'new@example.com' };
    expect(redirectOf(await ada.post(withdraw, looms, form))).toMatchObject({ toast: 'invite_withdrawn' });
    for (let action of [withdraw, resend])
      expect(redirectOf(await ada.post(action, looms, form))).toMatchObject({ toast: 'invite_gone' });
    expect(((await ada.open(invitePage, { token })) as Response).status).toBe(422);
  });

  test('roles can be changed; one owner is kept', async () => {
    let member = { ...engines, username: 'linus' };
    expect(redirectOf(await ada.post(changeRole, member, { role: 'admin' }))).toMatchObject({ toast: 'role_changed' });
    for (let [role, words] of [
      ['emperor', 'The request was not valid.'],
      ['', 'This is a required field.'],
    ] as const) {
      let refused = await refusedForm(await ada.post(changeRole, member, { role }));
      expect(refused).toMatchObject({ status: 422, error: { role: [words] } });
    }
    let alone = await refusedForm(await ada.post(changeRole, { ...engines, username: 'ada' }, { role: 'member' }));
    expect(alone.error).toEqual({ role: ['Organization needs an owner.'] });
    expect((await linus.post(takeOff, { ...engines, username: 'ada' })).status).toBe(422);
    expect((await linus.open(membersPage, labs)).invites).toBeUndefined();
    expect((await linus.post(invite, labs, { person: 'ada', role: 'member' })).status).toBe(403);
  });

  // @spec 5: Leaving an organization requires typing its name
  test('a member leaves by typing the name; the only owner cannot', async () => {
    let alone = await refusedForm(await ada.post(leave, engines, { confirm_name: 'engines' }));
    expect(alone.error).toEqual({ '': ['Organization needs an owner.'] });
    expect(redirectOf(await linus.post(leave, engines, { confirm_name: 'engines' }))).toMatchObject({
      to: '/organizations',
      toast: 'organization_left',
    });
    expect((await ada.open(membersPage, engines)).members.map((member) => member.username)).toEqual(['ada']);
  });

  test('a member is removed', async () => {
    let member = { ...labs, username: 'linus' };
    expect(redirectOf(await grace.post(takeOff, member))).toMatchObject({ toast: 'member_removed' });
    expect((await refusalOf(linus.open(membersPage, labs))).status).toBe(403);
  });
});

test('a converted account is signed out, and signs in under its new name', async () => {
  let answer = await ada.post(convert, {}, { username: 'ada-lovelace', ...about });
  expect(redirectOf(answer)).toMatchObject({ status: 303, to: '/login', toast: 'account_converted' });
  let body = { email: 'ada-lovelace', password: demoPassword };
  let signedIn = await world.with(undefined).ask(usersApi.login, { body });
  expect(signedIn.organizations).toContainEqual(expect.objectContaining({ organization_name: 'ada', role: 'owner' }));
});

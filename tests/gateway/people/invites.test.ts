import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { invitesApi } from 'contract/organizations/invites';
import * as limits from 'contract/floor/limits';
import { organizationsApi } from 'contract/organizations/organizations';
import { changeSubscription, newSubscription } from 'gateway/billing/subscriptions';
import { mailsWaitingPerOwner } from 'gateway/floor/mail/email-queue';
import { createWorld, type Caller, type World } from 'tests/support/world';
import { offer } from '../billing/billing-offers';

const { acceptInvite, deleteOrganizationInvite, getInvite, getOrganizationInvites, inviteOrganizationMember } =
  invitesApi;
const { resendOrganizationInvite } = invitesApi;

let world: World;
let ada: Caller;
let linus: Caller;
let count = 0;

beforeAll(async () => {
  world = await createWorld({ trialDays: 14 });
  [ada, linus] = await Promise.all([world.as('ada'), world.as('linus')]);
});
afterAll(() => world.close());

/** A new organization of ada, on the free plan unless `keepsTrial` is true. */
async function organization(keepsTrial = false, at: World = world): Promise<{ name: string; id: string }> {
  let body = { name: `team-${(count += 1)}`, billing_email: 'bills@example.com' };
  let { name, id } = await (await at.as('ada')).ask(organizationsApi.createOrganization, { body });
  if (!keepsTrial) await at.records.deleteFrom('subscriptions').where('owner_id', '=', id).execute();
  return { name, id };
}

function invite(name: string, body: { email?: string; username?: string }, by = ada) {
  return by.call(inviteOrganizationMember, { params: { name }, body: { ...body, role: 'member' } });
}

async function tokenTo(email: string): Promise<string> {
  return (await world.lettersTo(email)).at(-1)?.link.split('/').at(-1) ?? '';
}

async function membersOf(name: string): Promise<string[]> {
  return (await ada.ask(organizationsApi.getOrganizationMembers, { params: { name } })).results.map(
    (member) => member.username,
  );
}

async function pendingOf(name: string): Promise<(string | null)[]> {
  let { results } = await ada.ask(getOrganizationInvites, { params: { name } });
  return results.map(({ email, username }) => email ?? username);
}

describe('answers', () => {
  it('sends a link that shows the organization and adds the person as a member', async () => {
    let { name } = await organization();
    expect((await invite(name, { username: 'linus' })).status).toBe(201);
    let params = { token: await tokenTo('linus@example.com') };
    let shown = await world.with(undefined).ask(getInvite, { params });
    expect(shown).toMatchObject({ organization_name: name, username: 'linus', invited_by: 'ada', role: 'member' });
    expect(await linus.ask(acceptInvite, { params })).toMatchObject({ organization_name: name, role: 'member' });
    expect([await membersOf(name), await pendingOf(name)]).toEqual([['ada', 'linus'], []]);
  });

  it.each([1, 2, 3])('creates one member from one invite accepted several times at the same moment (%i)', async () => {
    let { name } = await organization();
    await invite(name, { email: 'linus@example.com' });
    let params = { token: await tokenTo('linus@example.com') };
    let answers = await Promise.all([1, 2, 3, 4].map(() => linus.call(acceptInvite, { params })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await membersOf(name)).toEqual(['ada', 'linus']);
  });

  // @spec 8: Duplicate organization invite
  it('creates one invite from a form sent twice at the same moment', async () => {
    let { name } = await organization(true);
    let answers = await Promise.all([1, 2, 3].map(() => invite(name, { email: 'twice@example.com' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({ code: 'duplicate-organization-invite' });
    expect(await world.lettersTo('twice@example.com')).toHaveLength(1);
    expect(await pendingOf(name)).toEqual(['twice@example.com']);
  });

  it('ends the old link when an invite is withdrawn or sent again', async () => {
    let { name } = await organization();
    await invite(name, { username: 'linus' });
    let old = await tokenTo('linus@example.com');
    let params = { name };
    await ada.ask(resendOrganizationInvite, { params, body: { username: 'linus' } });
    let fresh = await tokenTo('linus@example.com');
    expect((await linus.refusal(acceptInvite, { params: { token: old } })).code).toBe('organization-invite-not-valid');
    await ada.ask(deleteOrganizationInvite, { params, body: { username: 'linus' } });
    expect((await linus.refusal(acceptInvite, { params: { token: fresh } })).code).toBe(
      'organization-invite-not-valid',
    );
    expect((await ada.refusal(resendOrganizationInvite, { params, body: { username: 'linus' } })).code).toBe(
      'invite-not-found',
    );
  });
});

describe('refuses', () => {
  it('an invite whose email would be dropped, because too many of the organization wait', async () => {
    let { name, id } = await organization(true);
    let params = { name };
    await invite(name, { email: 'early@example.com' });
    let token = await tokenTo('early@example.com');
    let later = Date.now() + dayMs;
    let row = { owner_id: id, recipient: '', subject: '', sealed: '', attempts: 1, created_at: 0, failed_at: null };
    let rows = Array.from({ length: mailsWaitingPerOwner }, (_, i) => ({
      ...row,
      id: `${id} ${i}`,
      reason: '',
      due_at: later,
      expires_at: later,
    }));
    await world.records.insertInto('emails').values(rows).execute();
    let answer = await invite(name, { email: 'late@example.com' });
    expect([answer.status, answer.body]).toMatchObject([429, { code: 'too-many-requests' }]);
    let again = { params, body: { email: 'early@example.com' } };
    expect((await ada.refusal(resendOrganizationInvite, again)).code).toBe('too-many-requests');
    expect(await pendingOf(name)).toEqual(['early@example.com']);
    // The link that was sent stays valid.
    await world.with(undefined).ask(getInvite, { params: { token } });
    await world.records.deleteFrom('emails').where('owner_id', '=', id).execute();
    expect((await invite(name, { email: 'late@example.com' })).status).toBe(201);
    expect(await world.lettersTo('late@example.com')).toHaveLength(1);
  });

  it('an invite for another person, an expired one, and an unknown token', async () => {
    let { name } = await organization();
    await invite(name, { email: 'linus@example.com' });
    let params = { token: await tokenTo('linus@example.com') };
    let notTheirs = { status: 422, code: 'organization-invite-not-valid' };
    expect(await (await world.as('mary')).refusal(acceptInvite, { params })).toMatchObject(notTheirs);
    expect((await world.with(undefined).refusal(acceptInvite, { params })).code).toBe('not-logged-in');
    for (let route of [getInvite, acceptInvite])
      expect(await linus.refusal(route, { params: { token: 'nothing' } })).toMatchObject(notTheirs);
    expect(await membersOf(name)).toEqual(['ada']);
    let other = await createWorld({ trialDays: 14 });
    let { name: there } = await organization(true, other);
    let owner = await other.as('ada');
    await invite(there, { email: 'linus@example.com' }, owner);
    let late = { token: (await other.lettersTo('linus@example.com')).at(-1)?.link.split('/').at(-1) ?? '' };
    other.later(limits.organizationInviteDays * dayMs);
    let tardy = await other.as('linus');
    for (let route of [getInvite, acceptInvite])
      expect(await tardy.refusal(route, { params: late })).toMatchObject(notTheirs);
    await other.close();
  });

  it('to invite members and unknown people, and to withdraw invites that are not pending', async () => {
    let params = { name: 'hopper-labs' };
    let grace = await world.as('grace');
    let refused = (body: object) =>
      grace.refusal(inviteOrganizationMember, { params, body: { role: 'member', ...body } as never });
    expect(await refused({ email: 'Linus@Example.com' })).toMatchObject({
      code: 'already-organization-member',
      field: 'email',
    });
    expect(await refused({ username: 'linus' })).toMatchObject({ field: 'username' });
    expect(await refused({ username: 'nobody-here' })).toMatchObject({ code: 'user-not-found', field: 'username' });
    expect(await refused({ email: 'nowhere' })).toMatchObject({ code: 'email-is-invalid', field: 'email' });
    expect(await refused({})).toMatchObject({ code: 'email-is-required', field: 'email' });
    for (let route of [deleteOrganizationInvite, resendOrganizationInvite])
      expect(await grace.refusal(route, { params, body: { username: 'ada' } })).toMatchObject({
        status: 404,
        code: 'invite-not-found',
      });
  });

  it('an admin who invites an owner', async () => {
    let body = { email: 'new-owner@example.com', role: 'owner' as const };
    let refusal = await (
      await world.as('mary')
    ).refusal(inviteOrganizationMember, {
      params: { name: 'hopper-labs' },
      body,
    });
    expect(refusal).toMatchObject({ status: 403, code: 'permission-not-granted', field: 'role' });
  });
});

it('mails over the limit to one person', async () => {
  let { name } = await organization();
  let params = { name };
  let body = { email: 'patient@example.com' };
  await invite(name, body);
  for (let _ of [1, 2, 3, 4]) await ada.ask(resendOrganizationInvite, { params, body });
  expect(await ada.refusal(resendOrganizationInvite, { params, body })).toMatchObject({ status: 429 });
  await ada.ask(deleteOrganizationInvite, { params, body });
  expect((await invite(name, body)).status).toBe(429);
  expect((await invite(name, { email: 'somebody-else@example.com' })).status).toBe(201);
});

describe('the plan', () => {
  // @spec 6: Free plan: two members, pending invites included
  // @spec 9: Free plan: two members
  it('free allows two members, including pending invites', async () => {
    let { name } = await organization();
    expect((await ada.ask(organizationsApi.getOrganization, { params: { name } })).member_limit).toBe(2);
    expect((await invite(name, { email: 'first@example.com' })).status).toBe(201);
    let full = { code: 'max-organization-members-reached' };
    expect((await invite(name, { email: 'second@example.com' })).body).toMatchObject({ ...full, field: 'email' });
    let body = { username: 'mary', role: 'member' as const };
    expect(await ada.refusal(organizationsApi.addOrganizationMember, { params: { name }, body })).toMatchObject(full);
    await ada.ask(deleteOrganizationInvite, { params: { name }, body: { email: 'first@example.com' } });
    expect((await invite(name, { email: 'second@example.com' })).status).toBe(201);
  });

  // @spec 8: Maximum number of organization members reached
  it('free allows no more members when invites are sent at the same moment, or were sent before', async () => {
    let { name, id } = await organization(true);
    for (let username of ['linus', 'mary']) await invite(name, { username });
    await world.records.deleteFrom('subscriptions').where('owner_id', '=', id).execute();
    let [mine, hers] = [await tokenTo('linus@example.com'), await tokenTo('mary@example.com')];
    let mary = await world.as('mary');
    let join = () =>
      Promise.all([
        linus.call(acceptInvite, { params: { token: mine } }),
        mary.call(acceptInvite, { params: { token: hers } }),
      ]);
    expect((await join()).map(({ status }) => status)).toEqual([422, 422]);
    await ada.ask(deleteOrganizationInvite, { params: { name }, body: { username: 'mary' } });
    expect((await join()).map(({ status }) => status)).toEqual([200, 422]);
    let more = await organization();
    let asked = ['a', 'b', 'c'].map((one) => invite(more.name, { email: `${one}@example.com` }));
    expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });

  // @spec 6: Trial unlimited, paid more
  it('a trial and a paid plan allow any number; the limit of the free plan applies again afterwards', async () => {
    let { name, id } = await organization(true);
    expect((await ada.ask(organizationsApi.getOrganization, { params: { name } })).member_limit).toBeNull();
    for (let one of ['a', 'b', 'c']) expect((await invite(name, { email: `${one}@trial.example` })).status).toBe(201);
    await world.records.deleteFrom('subscriptions').where('owner_id', '=', id).execute();
    let { priceId } = await offer(await world.as('root'), { amount: 1_900, currency: 'usd', interval: 'monthly' });
    let row = { ...newSubscription(id, world.now()), status: 'active' as const, price_id: priceId };
    await world.records.insertInto('subscriptions').values(row).execute();
    expect((await invite(name, { email: 'd@paid.example' })).status).toBe(201);
    await changeSubscription(world.records, row.id, { status: 'canceled', ended_at: world.now() }, world.now());
    expect((await invite(name, { email: 'e@free.example' })).status).toBe(422);
  });

  // @spec 6: organizationMemberLimitOverride
  it('a limit set for the installation replaces the limit of two', async () => {
    let wide = await createWorld({ memberLimitOverride: 4 });
    let owner = await wide.as('ada');
    let { name } = await organization(false, wide);
    expect((await owner.ask(organizationsApi.getOrganization, { params: { name } })).member_limit).toBe(4);
    let asked = ['a', 'b', 'c', 'd', 'e'].map((one) => invite(name, { email: `${one}@example.com` }, owner));
    expect((await Promise.all(asked)).filter(({ status }) => status === 201)).toHaveLength(3);
    await wide.close();
  });
});

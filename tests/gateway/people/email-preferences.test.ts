import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountApi } from 'contract/accounts/account';
import { auditApi } from 'contract/admin/audit';
import { emailPreferencesApi } from 'contract/accounts/email-preferences';
import { emailVerificationApi } from 'contract/accounts/email-verification';
import { optionalEmailNames } from 'contract/accounts/optional-emails';
import { packagesApi } from 'contract/packages/packages';
import { passwordResetsApi } from 'contract/accounts/password-resets';
import { usersApi } from 'contract/accounts/users';
import { demoPassword } from 'gateway/demo/people';
import { lastWeek } from 'gateway/alerts/notifications/summary-period';
import { unsubscribeUrl } from 'gateway/alerts/unsubscribe-link';
import { createSecretSealer } from 'gateway/floor/sealer';
import { madeEvent } from 'tests/support/made-event';
import { noticePartsOf } from 'tests/support/notifications';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { getEmailPreferences, updateEmailPreferences, requestWeeklySummary } = emailPreferencesApi;
const { getUnsubscription, unsubscribe, exportProductNewsAddresses } = emailPreferencesApi;
const atFirst = { weekly_summary: false, new_company: true, alerts: true, welcome: true, product_news: false };

let world: World;
let anyone: Caller;
let count = 0;

beforeAll(async () => {
  world = await createWorld({ attemptLimits: { registrationsPerAddress: 1_000, mailsPerAccount: 3 } });
  anyone = world.with(undefined);
});
afterAll(() => world.close());

async function newcomer(more: { product_news?: boolean } = {}) {
  let username = `newcomer-${++count}`;
  let email = `${username}@example.com`;
  let body = { username, email, password: demoPassword, ...more };
  let { token } = await anyone.ask(usersApi.register, { body });
  return { username, email, caller: world.with(token), self: { params: { username } } };
}

/** The token in the newest mail whose subject begins with `subject`. */
async function tokenIn(email: string, subject: string): Promise<string> {
  let letter = (await world.lettersTo(email)).findLast((mail) => mail.subject.startsWith(subject));
  return letter?.link.split('/').at(-1) ?? '';
}

async function confirm(email: string): Promise<void> {
  await anyone.ask(emailVerificationApi.verifyEmail, { params: { token: await tokenIn(email, 'Verify your email') } });
}

async function subjects(email: string): Promise<string[]> {
  return (await world.lettersTo(email)).map(({ subject }) => subject);
}

/** The token of an unsubscribe link, as the gateway creates it. */
function tokenFor(username: string, mail: keyof typeof atFirst, ids = world.ids): string {
  let { sealer, publicUrl } = noticePartsOf(world);
  return (
    unsubscribeUrl(sealer, publicUrl, ids.get(username) ?? '', mail)
      .split('/')
      .at(-1) ?? ''
  );
}

describe('preferences', () => {
  // @spec 4: Email preferences: each optional email has a preference, read and changed by the
  //   person
  it('have defaults, and keep omitted values', async () => {
    let { caller, self } = await newcomer();
    expect(await caller.ask(getEmailPreferences, self)).toEqual(atFirst);
    let changed = await caller.ask(updateEmailPreferences, { ...self, body: { weekly_summary: true } });
    expect(changed).toEqual({ ...atFirst, weekly_summary: true });
    await caller.ask(updateEmailPreferences, { ...self, body: { new_company: false, welcome: false } });
    expect(await caller.ask(getEmailPreferences, self)).toEqual({
      weekly_summary: true,
      new_company: false,
      alerts: true,
      welcome: false,
      product_news: false,
    });
  });

  // @spec 4: Email preferences: changes of the preferences stand in the audit log
  it('are in the audit log when they change, and only then', async () => {
    let { caller, self, username } = await newcomer();
    for (let turn of [1, 2]) await caller.ask(updateEmailPreferences, { ...self, body: { weekly_summary: !!turn } });
    await caller.ask(updateEmailPreferences, { ...self, body: {} });
    let { results } = await caller.ask(auditApi.getAuditEvents, {
      params: { owner: username },
      query: { action: 'email-preferences-changed' },
    });
    expect(results).toMatchObject([{ actor: username, target: 'Weekly summary on' }]);
  });

  // @spec 4: Email preferences: two changes at the same moment both hold
  it('two changes at the same moment both apply', async () => {
    let { caller, self } = await newcomer();
    let bodies = [{ weekly_summary: true }, { product_news: true }, { new_company: false }];
    await Promise.all(bodies.map((body) => caller.ask(updateEmailPreferences, { ...self, body })));
    let after = { ...atFirst, weekly_summary: true, product_news: true, new_company: false };
    expect(await caller.ask(getEmailPreferences, self)).toEqual(after);
  });

  it('refuse values other than true and false', async () => {
    let { caller, self } = await newcomer();
    let refusal = await caller.refusal(updateEmailPreferences, { ...self, body: { welcome: 'maybe' as never } });
    expect(refusal).toMatchObject({ status: 422, code: 'request-not-valid' });
  });
});

describe('the welcome mail', () => {
  // @spec 4: Email preferences: welcome email once the address is confirmed
  it('is sent once, when the address is confirmed', async () => {
    let { email, username } = await newcomer();
    expect(await subjects(email)).toEqual(['Verify your email']);
    await confirm(email);
    let letter = (await world.lettersTo(email)).find(({ subject }) => subject === 'Welcome');
    expect(letter?.text).toContain(`http://dashboard.test/new-package/${username}`);
    await anyone.ask(passwordResetsApi.requestPasswordReset, { body: { email } });
    await anyone.ask(passwordResetsApi.resetPassword, {
      params: { token: await tokenIn(email, 'Reset') },
      body: { password: 'another-one' },
    });
    expect((await subjects(email)).filter((subject) => subject === 'Welcome')).toHaveLength(1);
  });

  it('is sent when a password reset or another address confirms the account', async () => {
    let forgetful = await newcomer();
    await anyone.ask(passwordResetsApi.requestPasswordReset, { body: { email: forgetful.email } });
    let params = { token: await tokenIn(forgetful.email, 'Reset') };
    await anyone.ask(passwordResetsApi.resetPassword, { params, body: { password: 'another-one' } });
    expect(await subjects(forgetful.email)).toContain('Welcome');

    let moving = await newcomer();
    let email = `moved-${moving.email}`;
    await moving.caller.ask(accountApi.requestEmailChange, {
      ...moving.self,
      body: { email, current_password: demoPassword },
    });
    await anyone.ask(accountApi.confirmEmailChange, { params: { token: await tokenIn(email, '') } });
    expect(await subjects(email)).toContain('Welcome');
  });

  it('is not sent to people who have switched it off', async () => {
    let { caller, self, email } = await newcomer();
    await caller.ask(updateEmailPreferences, { ...self, body: { welcome: false } });
    await confirm(email);
    expect(await subjects(email)).not.toContain('Welcome');
  });
});

describe('the unsubscribe link', () => {
  it('works without signing in, more than once, and for its kind of mail only', async () => {
    let ada = await world.as('ada');
    let self = { params: { username: 'ada' } };
    await ada.ask(updateEmailPreferences, { ...self, body: { weekly_summary: true, product_news: true } });
    let params = { token: tokenFor('ada', 'weekly_summary') };
    let shown = { username: 'ada', mail: 'weekly_summary', is_on: true };
    for (let turn of ['first', 'second']) expect(await anyone.ask(getUnsubscription, { params }), turn).toEqual(shown);
    await anyone.ask(unsubscribe, { params });
    await anyone.ask(unsubscribe, { params });
    expect(await anyone.ask(getUnsubscription, { params })).toEqual({ ...shown, is_on: false });
    expect(await ada.ask(getEmailPreferences, self)).toEqual({ ...atFirst, product_news: true });
    let { results } = await ada.ask(auditApi.getAuditEvents, {
      params: { owner: 'ada' },
      query: { action: 'email-preferences-changed' },
    });
    expect(results[0]).toMatchObject({ actor: null, owner: 'ada', target: 'Weekly summary off' });
  });

  it('ends with the account', async () => {
    let { username, caller, self } = await newcomer();
    let { id } = await world.records
      .selectFrom('owners')
      .select('id')
      .where('name', '=', username)
      .executeTakeFirstOrThrow();
    let params = { token: tokenFor(username, 'welcome', new Map([[username, id]])) };
    await caller.ask(accountApi.deleteUser, self);
    for (let route of [getUnsubscription, unsubscribe])
      expect(await anyone.refusal(route, { params })).toMatchObject({
        status: 422,
        code: 'unsubscribe-token-not-valid',
      });
  });

  // @spec 4: Email preferences: a link made elsewhere or changed is refused
  it('is refused when the gateway did not create it', async () => {
    let id = world.ids.get('ada') ?? '';
    let foreign = unsubscribeUrl(createSecretSealer(['another secret'], 'records'), '', id, 'weekly_summary')
      .split('/')
      .at(-1);
    let own = tokenFor('ada', 'weekly_summary');
    let flipped = own.slice(0, -4) + (own.at(-4) === 'A' ? 'B' : 'A') + own.slice(-3);
    for (let token of [foreign ?? '', flipped, 'nothing', 'x'.repeat(301), own.slice(0, 20)])
      expect((await anyone.refusal(unsubscribe, { params: { token } })).status).toBe(422);
  });
});

describe('the summary of last week on demand', () => {
  it('is sent on request, even with the weekly mail off, a few times an hour', async () => {
    let mary = await world.as('mary');
    let body = { type: 'file' as const, name: 'stars', incoming_path: '/stars' };
    let { id } = await mary.ask(packagesApi.createPackage, { params: { owner: 'mary' }, body: body as never });
    let time = lastWeek(world.now()).from + 1_000;
    await world.events.append([madeEvent({ artifactId: id, ownerId: world.ids.get('mary') ?? '', time })]);
    let self = { params: { username: 'mary' } };
    await mary.ask(requestWeeklySummary, self);
    expect(await subjects('mary@example.com')).toEqual(['Your week: 1 download']);
    let answers = [];
    for (let turn = 0; turn < 3; turn++) answers.push((await mary.call(requestWeeklySummary, self)).status);
    expect(answers).toEqual([204, 204, 429]);
  });

  it('is refused without events, and for an unconfirmed address', async () => {
    let linus = await world.as('linus');
    expect(await linus.refusal(requestWeeklySummary, { params: { username: 'linus' } })).toMatchObject({
      status: 422,
      code: 'nothing-to-report',
    });
    let { caller, self, email } = await newcomer();
    expect((await caller.refusal(requestWeeklySummary, self)).code).toBe('email-is-not-confirmed');
    expect(await subjects(email)).toEqual(['Verify your email']);
  });
});

describe('addresses for product news', () => {
  // @spec 6: showMarketingOptInUi: platform admins get the opted-in addresses as a file, each
  //   export audited
  it('are those of people with consent and a confirmed address; each export is logged', async () => {
    let asked = await newcomer({ product_news: true });
    let waiting = await newcomer({ product_news: true });
    let silent = await newcomer();
    expect((await asked.caller.ask(getEmailPreferences, asked.self)).product_news).toBe(true);
    await Promise.all([confirm(asked.email), confirm(silent.email)]);
    let named = { first_name: '=1+1', last_name: 'Lamarr' };
    await world.records.updateTable('users').set(named).where('email', '=', asked.email).execute();
    let root = await world.as('root');
    let { text, headers } = await root.call(exportProductNewsAddresses);
    expect(headers.get('content-disposition')).toContain('product-news-addresses.csv');
    expect(text.split('\n')[0]).toBe('email,username,first_name,last_name,asked_for_at');
    expect(text).toContain(`${asked.email},${asked.username},'=1+1,Lamarr,20`);
    for (let { email } of [waiting, silent]) expect(text).not.toContain(email);
    let { results } = await root.ask(auditApi.getAllAuditEvents, { query: { action: 'addresses-exported' } });
    expect(results).toMatchObject([{ actor: 'root', target: String(text.trim().split('\n').length - 1) }]);
  });
});

it('every optional mail can be switched off by its link', () => {
  let { sealer } = noticePartsOf(world);
  for (let mail of optionalEmailNames)
    expect(unsubscribeUrl(sealer, 'http://d.test', 'some-id', mail)).toMatch(
      /^http:\/\/d\.test\/unsubscribe\/[\w-]{40,250}$/,
    );
});

whoMay(Object.values(emailPreferencesApi));

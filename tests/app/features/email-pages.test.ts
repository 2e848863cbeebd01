/**
 * Optional mails in the dashboard, against a real gateway: preferences, notifications of a package,
 * the unsubscribe page, product news.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emailPreferencesApi } from 'contract/accounts/email-preferences';
import { packagesApi } from 'contract/packages/packages';
import { demoPassword, type SamplePerson } from 'gateway/demo/people';
import { unsubscribeUrl } from 'gateway/alerts/unsubscribe-link';
import { lastWeek } from 'gateway/alerts/notifications/summary-period';
import { env } from 'app/config/env.server';
import { loader as emailPage } from 'app/routes/_app.account.email';
import { action as savePreferences } from 'app/routes/_app.account.email_.preferences';
import { action as sendSummary } from 'app/routes/_app.account.email_.summary';
import { action as acting } from 'app/routes/_app.acting._index';
import { loader as newsFile } from 'app/routes/_app.admin.product-news[.]csv';
import { loader as adminPage } from 'app/routes/_app.admin._index';
import { loader as settingsPage } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.settings';
import {
  action as saveNotification,
  loader as notificationPage,
} from 'app/routes/_app.packages.$owner.$packageType.$packageName_.notifications';
import { action as signIn } from 'app/routes/_guest.login';
import { action as registerIt, loader as registerPage } from 'app/routes/_guest.register';
import { action as unsubscribe, loader as unsubscribePage } from 'app/routes/unsubscribe.$token';
import { emailLinks } from 'contract/floor/email-links';
import { paths } from 'app/links/paths';
import { browserOf, redirectOf, refusalOf, refusedForm, type Browser } from '../../support/dashboard';
import { madeEvent } from '../../support/made-event';
import { noticePartsOf } from '../../support/notifications';
import { visitorOf } from '../../support/visitor';
import { createWorld, type World } from '../../support/world';

let world: World;
let ada: Browser;
let grace: Browser;
let mary: Browser;
let linus: Browser;
let root: Browser;
let packageId: string;

const compiler = { owner: 'hopper-labs', packageType: 'file', packageName: 'compiler' };

beforeAll(async () => {
  world = await createWorld();
  let people = ['ada', 'grace', 'mary', 'linus', 'root'] as const;
  [ada, grace, mary, linus, root] = (await Promise.all(people.map((name) => browserOf(world, name)))) as [
    Browser,
    Browser,
    Browser,
    Browser,
    Browser,
  ];
  let body = { type: 'file' as const, name: 'compiler', incoming_path: '/compiler' };
  let made = await (
    await world.as('grace')
  ).ask(packagesApi.createPackage, { params: { owner: 'hopper-labs' }, body: body as never });
  packageId = made.id;
});
afterAll(() => world.close());
beforeEach(() => {
  env.flags.showMarketingOptInUi = false;
});

async function preferencesOf(username: SamplePerson) {
  return (await world.as(username)).ask(emailPreferencesApi.getEmailPreferences, { params: { username } });
}

describe('the email page', () => {
  // @spec 4: Email preferences: preferences on /account/email, a box for each kind
  test('shows a checkbox for each optional kind', async () => {
    let page = await ada.open(emailPage, {});
    expect(page.shown).toEqual(['weekly_summary', 'new_company', 'alerts']);
    expect(page.preferences).toMatchObject({ weekly_summary: false, new_company: true });
    env.flags.showMarketingOptInUi = true;
    expect((await ada.open(emailPage, {})).shown).toContain('product_news');
    await world.records
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('email', '=', 'ada@example.com')
      .execute();
    expect(await ada.open(emailPage, {})).toMatchObject({
      isConfirmed: false,
      shown: expect.arrayContaining(['welcome']),
    });
    await world.records
      .updateTable('users')
      .set({ email_verified_at: 1 })
      .where('email', '=', 'ada@example.com')
      .execute();
  });

  // @spec 4: Email preferences: boxes that were not shown keep what they are
  test('saves the shown checkboxes and keeps the other preferences', async () => {
    let body = { product_news: true };
    await (
      await world.as('ada')
    ).ask(emailPreferencesApi.updateEmailPreferences, { params: { username: 'ada' }, body });
    let form = { shown: 'weekly_summary new_company', weekly_summary: 'on' };
    expect(redirectOf(await ada.post(savePreferences, {}, form))).toEqual({
      status: 303,
      to: '/account/email',
      toast: 'preferences_saved',
    });
    let after = { weekly_summary: true, new_company: false, alerts: true, welcome: true, product_news: true };
    expect(await preferencesOf('ada')).toEqual(after);
    expect((await ada.open(emailPage, {})).shown, 'what is on can be taken back').toContain('product_news');
    await ada.post(savePreferences, {}, { shown: 'product_news' });
    expect(await preferencesOf('ada')).toEqual({ ...after, product_news: false });
  });

  test('sends the summary of last week, or explains why it does not', async () => {
    expect(redirectOf(await grace.post(sendSummary, {}))).toMatchObject({ toast: 'nothing_to_report' });
    let time = lastWeek(world.now()).from + 1;
    await world.events.append([madeEvent({ artifactId: packageId, time })]);
    expect(redirectOf(await grace.post(sendSummary, {}))).toEqual({
      status: 303,
      to: '/account/email',
      toast: 'summary_sent',
    });
    expect((await world.lettersTo('grace@example.com')).map(({ subject }) => subject)).toEqual([
      'Your week: 1 download',
    ]);
    let toasts = [];
    for (let turn = 0; turn < 5; turn++) toasts.push(redirectOf(await grace.post(sendSummary, {})).toast);
    expect(toasts.at(-1)).toBe('too_many_attempts');
  });
});

describe('notifications of a package', () => {
  test('are switched on with a number, changed and switched off', async () => {
    expect((await grace.open(settingsPage, compiler)).notifications).toEqual({ own: null, others: [] });
    expect(await grace.open(notificationPage, compiler)).toEqual({
      isEnabled: false,
      isPaused: false,
      downloads: 1,
      email: 'grace@example.com',
    });
    let saved = redirectOf(await grace.post(saveNotification, compiler, { enabled: 'on', downloads: '25' }));
    expect(saved).toEqual({
      status: 303,
      to: '/packages/hopper-labs/file/compiler/settings',
      toast: 'notification_on',
    });
    await mary.post(saveNotification, compiler, { enabled: 'on', downloads: '' });
    expect((await grace.open(settingsPage, compiler)).notifications).toMatchObject({
      own: { downloads: 25, is_paused: false },
      others: ['mary'],
    });
    expect((await mary.open(notificationPage, compiler)).downloads).toBe(1);
    let off = redirectOf(await grace.post(saveNotification, compiler, { downloads: 'not looked at' }));
    expect(off.toast).toBe('notification_off');
    expect((await grace.open(notificationPage, compiler)).isEnabled).toBe(false);
  });

  test('keep the typed text when it is not a number', async () => {
    let refused = await refusedForm(await grace.post(saveNotification, compiler, { enabled: 'on', downloads: '0' }));
    expect(refused).toMatchObject({
      status: 422,
      error: { downloads: ['Enter a whole number from 1 to 1,000,000.'] },
      kept: { enabled: 'on', downloads: '0' },
    });
  });

  test('show when they are paused', async () => {
    await grace.post(saveNotification, compiler, { enabled: 'on', downloads: '1' });
    await grace.post(savePreferences, {}, { shown: 'new_company' });
    expect((await grace.open(notificationPage, compiler)).isPaused).toBe(true);
    await grace.post(savePreferences, {}, { shown: 'new_company', new_company: 'on' });
  });

  test('are refused to members and strangers', async () => {
    expect((await linus.open(settingsPage, compiler)).notifications).toBeNull();
    for (let person of [linus, ada])
      expect((await refusalOf(person.open(notificationPage, compiler))).status).toBe(403);
    expect((await linus.post(saveNotification, compiler, { enabled: 'on', downloads: '1' })).status).toBe(403);
  });

  test('can be seen and switched by a platform admin who acts as the person', async () => {
    let admin = visitorOf(world);
    await admin.post(signIn, '/login', { email: 'root', password: demoPassword });
    await admin.post(acting, '/acting', { owner: 'grace' });
    let page = await admin.open(notificationPage, '/somewhere', compiler);
    expect(await page.json()).toMatchObject({ email: 'grace@example.com' });
    await admin.post(saveNotification, '/somewhere', { enabled: 'on', downloads: '7' }, compiler);
    expect((await grace.open(notificationPage, compiler)).downloads).toBe(7);
  });
});

describe('the unsubscribe page', () => {
  function linkOf(username: SamplePerson): { token: string } {
    let { sealer, publicUrl } = noticePartsOf(world);
    let url = unsubscribeUrl(sealer, publicUrl, world.ids.get(username) ?? '', 'weekly_summary');
    return { token: new URL(url).pathname.split('/').at(-1) ?? '' };
  }

  // @spec 4: Email preferences: one-click unsubscribe (RFC 8058), link works signed out, GET
  //   changes nothing
  test('asks before it switches a mail off; a post by its button or a mail program switches it off without a redirect', async () => {
    let params = linkOf('linus');
    let path = emailLinks.unsubscribe(params.token);
    await linus.post(savePreferences, {}, { shown: 'weekly_summary', weekly_summary: 'on' });
    let visitor = visitorOf(world);
    for (let turn of ['first', 'second']) {
      let { link } = (await (await visitor.open(unsubscribePage, path, params)).json()) as { link: unknown };
      expect(link, turn).toEqual({ username: 'linus', mail: 'Weekly summary', is_on: true });
    }
    let answer = await visitor.post(unsubscribe, path, { 'List-Unsubscribe': 'One-Click' }, params);
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
    expect((await preferencesOf('linus')).weekly_summary).toBe(false);
    expect(await (await visitor.open(unsubscribePage, path, params)).json()).toMatchObject({ link: { is_on: false } });
  });

  test('shows an error for an invalid link', async () => {
    let params = { token: 'nothing' };
    let page = await visitorOf(world).open(unsubscribePage, '/unsubscribe/nothing', params);
    expect([page.status, await page.json()]).toMatchObject([
      422,
      { link: null, problem: 'This link is invalid, or the account was deleted.' },
    ]);
    expect((await visitorOf(world).post(unsubscribe, '/unsubscribe/nothing', {}, params)).status).toBe(422);
  });
});

describe('product news', () => {
  // @spec 6: showMarketingOptInUi: box for product news at registration, shown by the flag; the
  //   choice is kept
  test('have a checkbox at registration with their flag, and the choice is saved', async () => {
    let visitor = visitorOf(world);
    expect(await (await visitor.open(registerPage, '/register')).json()).toMatchObject({ asksForNews: false });
    env.flags.showMarketingOptInUi = true;
    expect(await (await visitor.open(registerPage, '/register')).json()).toMatchObject({ asksForNews: true });
    let secret = { password: 'frequency-hopping', confirm_password: 'frequency-hopping' };
    let choices: Record<string, Record<string, string>> = { curious: { product_news: 'on' }, content: {} };
    for (let [username, box] of Object.entries(choices)) {
      let form = { username, email: `${username}@example.com`, ...secret, ...box };
      expect((await visitorOf(world).post(registerIt, '/register', form)).status).toBe(303);
    }
    let since = await world.records
      .selectFrom('email_preferences')
      .innerJoin('owners', 'owners.id', 'email_preferences.user_id')
      .where('product_news_since', 'is not', null)
      .select('owners.name')
      .execute();
    expect(since.map(({ name }) => name)).toEqual(['curious']);
  });

  test('have a file of addresses for platform admins', async () => {
    await world.records
      .updateTable('users')
      .set({ email_verified_at: 1 })
      .where('email', '=', 'curious@example.com')
      .execute();
    let file = await root.open(newsFile, {});
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="product-news-addresses.csv"');
    expect(await file.text()).toContain('curious@example.com,curious,');
    expect((await refusalOf(grace.open(newsFile, {}))).status).toBe(403);
    env.flags.showMarketingOptInUi = true;
    expect(await root.open(adminPage, {})).toMatchObject({ asksForNews: true });
  });
});

test('links in mails lead to pages that exist', () => {
  expect(emailLinks.home()).toBe(paths.homeRedirect());
  expect(emailLinks.forgottenPassword()).toBe(paths.forgottenPassword());
  expect(emailLinks.organizationInvite('t')).toBe(paths.invite('t'));
  expect(emailLinks.emailPreferences()).toBe(paths.accountEmail());
  expect(emailLinks.newPackage('a b')).toBe(paths.newPackage('a b'));
  expect(emailLinks.newPixel('ada')).toBe(paths.newPixel('ada'));
  expect(emailLinks.package('ada', 'npm', '@ada/engine')).toBe(paths.package('ada', 'npm', '@ada/engine'));
});

/** A form that was opened as one person is never saved for another. */
import * as start from 'app/routes/_app.acting._index';
import * as retention from 'app/routes/_app.organizations.$owner.retention';
import * as summary from 'app/routes/_app.account.email_.summary';
import * as login from 'app/routes/_guest.login';
import * as logout from 'app/routes/logout';
import * as root from 'app/root';
import { backWithFailure } from 'app/session/failure-toast.server';
import { eventRetentionApi } from 'contract/exports/event-retention';
import { demoPassword, type SamplePerson } from 'gateway/demo/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { visitorOf, type Visitor } from '../../support/visitor';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => void (world = await createWorld({ attemptLimits: { perAccount: 1_000 } })));
afterAll(() => world.close());

async function signIn(browser: Visitor, person: SamplePerson): Promise<void> {
  await browser.post(login.action, '/login', { email: person, password: demoPassword });
  await browser.confirm();
}

/** What the forms of a page that is opened now say. */
async function openedAs(browser: Visitor): Promise<string> {
  let answer = await browser.open(root.loader as never, '/account/retention');
  return ((await answer.json()) as { openedAs: string }).openedAs;
}

async function daysOf(person: SamplePerson): Promise<unknown> {
  let { days } = await (await world.as(person)).ask(eventRetentionApi.getEventRetention, { params: { owner: person } });
  return days;
}

test('two tabs that act as two people: refused with what was typed, and saved where it is sent again', async () => {
  let browser = visitorOf(world);
  await signIn(browser, 'root');
  await browser.post(start.action, '/acting', { owner: 'ada' });
  let opened_as = await openedAs(browser);
  await browser.post(start.action, '/acting', { owner: 'linus' });
  await browser.confirm();
  let [ada, linus] = [await daysOf('ada'), await daysOf('linus')];
  let answer = await browser.post(retention.action, '/account/retention', {
    opened_as,
    days: '999',
    confirmed_days: '999',
  });
  expect([answer.status, await answer.json()]).toEqual([
    409,
    {
      code: 'form-opened-as-another',
      message: 'This form was opened as root acting as ada. You are root acting as linus now. Nothing was saved.',
      typed: [['days', '999']],
      openedAs: 'root acting as linus',
    },
  ]);
  expect([await daysOf('ada'), await daysOf('linus')]).toEqual([ada, linus]);
  let again = { opened_as: await openedAs(browser), days: '999' };
  expect((await browser.post(retention.action, '/account/retention', again)).status).toBe(303);
  expect([await daysOf('ada'), await daysOf('linus')]).toEqual([ada, 999]);
});

test('two sign-ins in one browser: forms and single buttons are refused', async () => {
  let browser = visitorOf(world);
  await signIn(browser, 'ada');
  let opened_as = await openedAs(browser);
  expect(opened_as).toBe('ada');
  browser.jar.clear();
  await signIn(browser, 'grace');
  let refused = await browser.post(retention.action, '/account/retention', { opened_as, days: '999' });
  expect(refused.status).toBe(409);
  let button = await browser.post(summary.action, '/account/email/summary', { opened_as });
  expect(button.status).toBe(409);
  // Signing out is meant for the browser, whoever it is.
  expect((await browser.post(logout.action, '/logout', {})).status).toBe(303);
});

test('without scripts its page is shown, not the page it came from', async () => {
  let data = { code: 'form-opened-as-another', message: 'Nothing was saved.' };
  let errors = { page: { status: 409, statusText: '', internal: false, data } };
  let headers = new Headers({ host: 'dashboard.test', referer: 'http://dashboard.test/account' });
  expect(await backWithFailure({ method: 'POST', headers }, errors)).toBeNull();
});

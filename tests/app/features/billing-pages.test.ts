/** The billing pages against a real gateway: content, changes and permissions. */
import { beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { billingAdminApi } from 'contract/billing/billing-admin';
import { billingApi } from 'contract/billing/billing';
import { paymentsApi } from 'contract/billing/payments';
import { env } from 'app/config/env.server';
import { planChangeText, currentPlanText, planOptions } from 'app/features/billing/plan-labels';
import { action as saveCard, loader as cardPage } from 'app/routes/_app.billing.$owner.card';
import { loader as invoicePage } from 'app/routes/_app.billing.$owner.invoices.$invoiceId';
import { loader as invoiceFile } from 'app/routes/_app.billing.$owner.invoices.$invoiceId_.text';
import { action as choosePlan, loader as planPage } from 'app/routes/_app.billing.$owner.plan';
import {
  action as cancel,
  loader as cancelPage,
} from 'app/routes/_app.billing.$owner.subscriptions.$subscriptionId.cancellation';
import { action as resume } from 'app/routes/_app.billing.$owner.subscriptions.$subscriptionId.resumption';
import { loader as appShell } from 'app/routes/_app';
import { loader as billingPage } from 'app/routes/_app.organizations.$owner.billing';
import { action as addMember, loader as membersPage } from 'app/routes/_app.organizations.$owner.members._index';
import { loader as subscriptionsPage } from 'app/routes/_app.organizations.$owner.subscriptions';
import { loader as allSubscriptions } from 'app/routes/_app.subscriptions';
import { startTrial } from 'gateway/billing/subscriptions';
import { card, cards, offer } from 'tests/gateway/billing/billing-offers';
import { startFakeStripe } from 'tests/support/fake-stripe';
import { browserOf, redirectOf, refusalOf, refusedForm, type Browser } from '../../support/dashboard';
import { createWorld, type World } from '../../support/world';

const monthly = { amount: 1_900, currency: 'usd', interval: 'monthly' } as const;
const org = { owner: 'hopper-labs' };

let world: World;
let grace: Browser;
let linus: Browser;
let ada: Browser;

beforeEach(async () => {
  world = await createWorld();
  [grace, linus, ada] = await Promise.all([
    browserOf(world, 'grace'),
    browserOf(world, 'linus'),
    browserOf(world, 'ada'),
  ]);
  return () => world.close();
});

async function offered(): Promise<string> {
  return (await offer(await world.as('root'), monthly)).priceId;
}

describe('an organization', () => {
  test('chooses a plan after saving a card, changes it, cancels it and resumes it', async () => {
    let price_id = await offered();
    expect(await grace.open(planPage, org)).toMatchObject({ hasCard: false, payments: 'test', subscription: null });
    let refused = await refusedForm(await grace.post(choosePlan, org, { price_id }));
    expect(refused).toMatchObject({ status: 422, error: { '': ['No card found. Add one first.'] } });

    let home = '/organizations/hopper-labs/billing';
    expect(redirectOf(await grace.post(saveCard, org, card(cards.pays)))).toEqual({
      status: 303,
      to: home,
      toast: 'card_saved',
    });
    let preview = await grace.post(choosePlan, org, { price_id, preview: 'yes' });
    expect(preview.status).toBe(200);
    let plans = await grace.open(planPage, org);
    expect(plans.subscription).toBeNull();
    let { kept = {} } = await refusedForm(preview);
    expect(planChangeText(plans, kept).map(({ label, value }) => `${label}: ${value as string}`)).toEqual([
      'Now: Free, free',
      expect.stringMatching(/^Then: .*, \$19\.00 per month$/),
      'Members: unlimited',
      'First payment: $19.00, today',
    ]);
    expect(redirectOf(await grace.post(choosePlan, org, { price_id, discount_code: '' }))).toEqual({
      status: 303,
      to: home,
      toast: 'subscription_started',
    });
    let page = await grace.open(billingPage, org);
    expect(page).toMatchObject({ plan: 'basic', card: { last4: '4242' }, invoices: [{ due: 1_900, status: 'paid' }] });
    let invoiceId = page.invoices![0]?.id;
    expect(await grace.open(invoicePage, { ...org, invoiceId })).toMatchObject({ invoice: { number: 'INV-0001' } });

    let file = (await grace.open(invoiceFile, { ...org, invoiceId })) as Response;
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="invoice-INV-0001.txt"');
    expect((await linus.post(invoiceFile, { ...org, invoiceId })).status).toBe(403);

    let other = await offered();
    expect(planChangeText(await grace.open(planPage, org), { price_id: other }).at(-1)?.value).toBe(
      '$19.00 today, less credit for unused time',
    );
    expect(redirectOf(await grace.post(choosePlan, org, { price_id: other })).toast).toBe('subscription_changed');
    let one = { ...org, subscriptionId: page.subscription?.id };
    expect(await grace.open(cancelPage, one)).toMatchObject({ home, subscription: { price_id: other } });
    expect(redirectOf(await grace.post(cancel, one, { at: 'period-end' })).toast).toBe('subscription_canceled');
    expect((await grace.open(billingPage, org)).subscription).toMatchObject({ cancel_at_period_end: true });
    expect(redirectOf(await grace.post(resume, one))).toEqual({ status: 303, to: home, toast: 'subscription_resumed' });
    expect((await grace.open(subscriptionsPage, org)).subscriptions).toMatchObject([{ status: 'active' }]);
  });

  // @spec 6: The billing page shows what a trial, its end and the free plan give; no member is
  //   removed, and free days are offered to those who get them
  test('sees the limits of the trial and the free plan, and keeps all members when the trial ends', async () => {
    await startTrial(world.records, world.ids.get('hopper-labs') ?? '', 14, world.now());
    let page = await grace.open(billingPage, org);
    expect(currentPlanText(page)).toBe(
      'Your plan includes unlimited members until the trial ends. The free plan then includes 2 members, including ' +
        'pending invites. Existing members stay.',
    );
    let three = ['grace', 'linus', 'mary'];
    expect((await grace.open(membersPage, org)).members.map(({ username }) => username)).toEqual(three);
    let invited = await grace.post(addMember, org, { person: 'ada', role: 'member' });
    expect(redirectOf(invited).status).toBe(303);

    world.later(15 * dayMs);
    grace = await browserOf(world, 'grace');
    page = await grace.open(billingPage, org);
    expect(page.subscription?.status).toBe('incomplete_expired');
    expect(currentPlanText(page)).toBe(
      'The free plan includes 2 members, including pending invites. Paid plans include unlimited members.',
    );
    expect((await grace.open(membersPage, org)).members.map(({ username }) => username)).toEqual(three);
    let refused = await refusedForm(await grace.post(addMember, org, { person: 'root', role: 'member' }));
    expect(Object.values(refused.error ?? {})).toEqual([['Maximum number of organizations members reached.']]);
  });

  // @spec 6: The billing page shows what a trial, its end and the free plan give; no member is
  //   removed, and free days are offered to those who get them
  test('is offered a trial only if it can have one', async () => {
    await offer(await world.as('root'), { ...monthly, trial_days: 7 });
    let words = async () => planOptions(await grace.open(planPage, org)).map(({ description }) => description);
    expect(await words()).toEqual(['7 days free before the first payment.']);
    await startTrial(world.records, world.ids.get('hopper-labs') ?? '', 14, world.now());
    expect(await words()).toEqual(['']);
  });

  // @spec 4: Trial badge: green with days left (long and short), yellow once expired; hidden while
  //   suppressed
  test('has a trial badge until it has a subscription, unless the badge is suppressed', async () => {
    let days = async () => (await grace.open(appShell, org)).notices.trialDays;
    await startTrial(world.records, world.ids.get('hopper-labs') ?? '', 14, world.now());
    expect(await days()).toBeNull();
    env.flags.suppressShowTrialBadge = false;
    try {
      expect(await days()).toBe(14);
      await grace.post(saveCard, org, card(cards.pays));
      await grace.post(choosePlan, org, { price_id: await offered(), discount_code: '' });
      expect(await days()).toBe(14);
      world.later(15 * 86_400_000);
      grace = await browserOf(world, 'grace');
      expect(await days()).toBeNull();
    } finally {
      env.flags.suppressShowTrialBadge = true;
    }
  });

  // @spec 6: Organization roles; owner or admin administers
  test('shows its billing to owners and admins only', async () => {
    let mary = await browserOf(world, 'mary');
    expect(await mary.open(billingPage, org)).toMatchObject({ plan: 'free' });
    for (let person of [linus, ada])
      for (let page of [billingPage, subscriptionsPage, planPage, cardPage])
        expect((await refusalOf(person.open(page as typeof planPage, org))).status).toBe(403);
    for (let action of [choosePlan, saveCard, cancel, resume])
      expect((await linus.post(action, { ...org, subscriptionId: 'x' }, card(cards.pays))).status).toBe(403);
  });
});

describe('a person', () => {
  test('pays for their own account and returns to it', async () => {
    let price_id = await offered();
    let own = { owner: 'ada' };
    expect(redirectOf(await ada.post(saveCard, own, card(cards.declinesLater))).to).toBe('/account/billing');
    expect(redirectOf(await ada.post(choosePlan, own, { price_id }))).toEqual({
      status: 303,
      to: '/account/billing',
      toast: 'payment_failed',
    });
    expect(await ada.open(billingPage, {})).toMatchObject({ owner: 'ada', subscription: { status: 'incomplete' } });
    expect((await ada.open(subscriptionsPage, {})).subscriptions).toHaveLength(1);
  });

  test('sees the subscriptions of their owners', async () => {
    await startTrial(world.records, world.ids.get('hopper-labs') ?? '', 14, world.now());
    expect((await grace.open(allSubscriptions, {})).states).toEqual([
      { owner: 'grace', status: 'none', trial_info: null, to: '/account/subscriptions' },
      {
        owner: 'hopper-labs',
        status: 'trialing',
        trial_info: { days_remaining: 14 },
        to: '/organizations/hopper-labs/subscriptions',
      },
    ]);
    expect((await linus.open(allSubscriptions, {})).states).toMatchObject([{}, { owner: 'hopper-labs', to: null }]);
  });
});

describe('a card', () => {
  test.each([
    [card('4242'), 'card_number', 'The card number is incomplete.'],
    [card('4111111111111111'), 'card_number', 'This is not a test card. Do not enter a real card number.'],
    [card(cards.pays, { card_expiry: '1/20' }), 'card_expiry', 'The expiry date has passed.'],
    [card(cards.pays, { card_cvc: '1' }), 'card_cvc', 'The security code is incomplete.'],
    [card(cards.pays, { card_zip: '?' }), 'card_zip', 'The postal code is incorrect.'],
    [card('4000000000000119'), '', 'An unknown error occurred while saving the card. Try again.'],
  ])('%o is refused on its field, and never sent back', async (form, field, text) => {
    let answer = await ada.post(saveCard, { owner: 'ada' }, form);
    let refused = await refusedForm(answer);
    expect(refused.status).toBe(422);
    expect(refused.error?.[field]).toEqual([text]);
    expect(refused.kept).toMatchObject({ card_zip: form.card_zip, card_expiry: form.card_expiry });
    expect(JSON.stringify(refused.kept)).not.toContain(form.card_number);
    expect(refused.kept).not.toHaveProperty('card_cvc');
  });
});

describe('with Stripe', () => {
  test('plans and cards lead to Stripe’s pages', async () => {
    let fake = await startFakeStripe();
    let theirs = await createWorld({ stripe: { secretKey: 'sk_test', webhookSecret: 'whsec', apiUrl: fake.url } });
    let person = await browserOf(theirs, 'ada');
    let { priceId: price_id } = await offer(await theirs.as('root'), monthly);
    let own = { owner: 'ada' };
    expect(await person.open(cardPage, own)).toMatchObject({ payments: 'stripe' });
    let ordered = (await (await person.post(choosePlan, own, { price_id })).json()) as { continueAt: string };
    expect(ordered.continueAt).toMatch(/^https:\/\/pay\.example\/cs_/);
    expect(fake.requests.at(-1)?.fields).toMatchObject({ success_url: 'http://dashboard.test/account/billing' });
    let portal = (await (await person.post(saveCard, own)).json()) as { continueAt: string };
    expect(portal.continueAt).toMatch(/^https:\/\/pay\.example\/bps_/);

    fake.refuseNext('No such customer.');
    let refused = await refusedForm(await person.post(choosePlan, own, { price_id }));
    expect(refused).toMatchObject({ status: 422, error: { '': ['Stripe error: No such customer.'] } });
    await theirs.close();
    await fake.close();
  });
});

test('a subscription of another owner is not found', async () => {
  let price_id = await offered();
  let payer = await world.as('grace');
  await payer.ask(paymentsApi.savePaymentMethod, { params: { owner: 'grace' }, body: card(cards.pays) });
  await payer.ask(billingApi.createSubscription, { params: { owner: 'grace' }, body: { price_id } });
  let { subscription } = await payer.ask(billingApi.getBilling, { params: { owner: 'grace' } });
  let stolen = { owner: 'ada', subscriptionId: subscription?.id };
  expect((await refusalOf(ada.open(cancelPage, stolen))).code).toBe('subscription-not-found');
  expect((await ada.post(cancel, stolen, { at: 'now' })).status).toBe(404);
  let theirs = { params: { owner: 'grace', id: subscription?.id ?? '' } };
  expect(await payer.ask(billingApi.cancelSubscription, { ...theirs, body: {} })).toMatchObject({ status: 'active' });
});

describe('the file of an invoice', () => {
  // @spec 3: Billing: invoices, amount, due
  test('contains its number, days, parties, every amount and the currency', async () => {
    let params = { owner: 'ada' };
    let root = await world.as('root');
    let payer = await world.as('ada');
    await root.ask(billingAdminApi.createDiscount, { body: { code: 'less', percent_off: 10, duration: 'forever' } });
    let price_id = await offered();
    await payer.ask(paymentsApi.savePaymentMethod, { params, body: card(cards.pays) });
    await payer.ask(billingApi.createSubscription, { params, body: { price_id, discount_code: 'less' } });
    let { invoices } = await ada.open(billingPage, {});
    env.INVOICE_SELLER = ['Difference Engines Ltd', '1 Dorset Street, London', 'VAT GB 123'];
    let file = (await ada.open(invoiceFile, { ...params, invoiceId: invoices![0]?.id })) as Response;
    env.INVOICE_SELLER = [];
    let text = await file.text();
    let today = new Date(world.now()).toISOString().slice(0, 10);
    for (let line of [
      'INVOICE INV-0001',
      `Date:      ${today}`,
      'Currency:  USD',
      `Status:    paid, paid on ${today}`,
      '  Difference Engines Ltd',
      '  VAT GB 123',
      '  Ada Lovelace',
      '  ada@example.com',
    ])
      expect(text.split('\n')).toContain(line);
    expect(text).toMatch(/Product \d+ +\$19\.00\nDiscount +-\$1\.90\n-+\nPaid +\$17\.10\n$/);
  });
});

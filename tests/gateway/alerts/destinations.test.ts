/** Destinations of alerts: setup, tests, secrets and access, with a receiver that answers. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditApi } from 'contract/admin/audit';
import { alertsApi } from 'contract/alerts/alerts';
import { accountOf } from 'gateway/alerts/destinations';
import { destinationsApi } from 'contract/alerts/destinations';
import { emailPreferencesApi } from 'contract/accounts/email-preferences';
import * as limits from 'contract/floor/limits';
import { hourMs, minuteMs } from 'contract/floor/time';
import { signaturesOf, startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver';
import { createWorld, type Caller, type World } from '../../support/world';

const { createDestination, changeDestination, deleteDestination, getDestination, getDestinations } = destinationsApi;
const { getDeliveries, renewSecret, replayDelivery, testDestination } = destinationsApi;

const org = { owner: 'hopper-labs' };

let receiver: WebhookReceiver;
let world: World;
let grace: Caller;

beforeAll(async () => void (receiver = await startWebhookReceiver()));
afterAll(() => receiver.close());

beforeEach(async () => {
  receiver.taken.length = 0;
  receiver.behaviour = undefined;
  world = await createWorld({ webhookPrivateTargets: ['127.0.0.1'], attemptLimits: { deliveriesPerOwner: 4 } });
  grace = await world.as('grace');
});
afterEach(() => world.close());

function make(kind: 'webhook' | 'chat' = 'webhook', url = `${receiver.url}/hook?key=hidden`) {
  return grace.ask(createDestination, { params: org, body: { kind, name: 'Team', url } });
}

function at({ id }: { id: string }) {
  return { params: { ...org, destination_id: id } };
}

describe('a new destination', () => {
  it('shows its secret once, and its address without the query', async () => {
    let made = await make();
    let { secret, ...rest } = made;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rest).toMatchObject({ kind: 'webhook', name: 'Team', is_paused: false, created_by: 'grace' });
    expect(rest.to).toBe(`${new URL(receiver.url).host}/hook?…`);
    expect((await grace.ask(getDestinations, { params: org })).results).toEqual([rest]);
    expect((await grace.call(getDestination, at(made))).text).not.toMatch(/whsec_|hidden/);
    let row = await world.records.selectFrom('destinations').selectAll().executeTakeFirstOrThrow();
    // A secret can begin with a plus sign, which an expression would not take as text.
    for (let text of ['hidden', secret!.slice(6, 20)]) expect(JSON.stringify(row)).not.toContain(text);
  });

  it('of a chat has no secret, and shows its host alone', async () => {
    let made = await make('chat');
    expect(made).toMatchObject({ secret: null, to: new URL(receiver.url).host });
  });

  it.each([
    ['not an address', 'webhook-address-is-invalid'],
    ['ftp://example.com', 'webhook-address-is-invalid'],
    ['https://user:word@example.com', 'webhook-address-is-invalid'],
    ['https://10.1.2.3/hook', 'webhook-address-is-private'],
    ['https://[::1]/hook', 'webhook-address-is-private'],
    ['https://169.254.169.254/latest', 'webhook-address-is-private'],
    ['https://localhost/hook', 'webhook-address-is-private'],
    ['http://192.0.2.1.invalid/hook', 'webhook-needs-https'],
    ['', 'field-is-required'],
  ])('at %j is refused', async (url, code) => {
    let body = { kind: 'webhook' as const, name: 'Team', url };
    expect(await grace.refusal(createDestination, { params: org, body })).toMatchObject({ status: 422, code });
    expect((await grace.ask(getDestinations, { params: org })).results).toEqual([]);
  });

  it('is looked up some times in a while', { tags: 'slow' }, async () => {
    let limited = await createWorld({
      webhookPrivateTargets: ['127.0.0.1'],
      attemptLimits: { domainChecksPerOwner: 2 },
    });
    let caller = await limited.as('grace');
    let body = { kind: 'webhook' as const, name: 'Team', url: receiver.url };
    let { id } = await caller.ask(createDestination, { params: org, body });
    let change = { params: { ...org, destination_id: id } };
    await caller.ask(changeDestination, { ...change, body: { url: body.url } });
    expect((await caller.refusal(createDestination, { params: org, body })).code).toBe('too-many-requests');
    await caller.ask(changeDestination, { ...change, body: { name: 'Others' } });
    await limited.close();
  });

  it('is a person of the owner only', async () => {
    let body = (username: string) => ({ kind: 'email' as const, name: 'Somebody', username });
    let made = await grace.ask(createDestination, { params: org, body: body('linus') });
    expect(made).toMatchObject({ to: 'linus', secret: null });
    for (let other of ['ada', 'nobody', 'hopper-labs'])
      expect((await grace.refusal(createDestination, { params: org, body: body(other) })).code).toBe('user-not-found');
  });

  it('is not the account of a person, which is in no list and in no alert', async () => {
    let id = world.ids.get('grace')!;
    await accountOf(world.records, id, world.now());
    let own = { owner: 'grace' };
    let params = { ...own, destination_id: id };
    expect((await grace.ask(getDestinations, { params: own })).results).toEqual([]);
    for (let route of [getDestination, getDeliveries, testDestination, deleteDestination])
      expect((await grace.refusal(route, { params })).code).toBe('destination-not-found');
    let body = { kind: 'spike' as const, destination_ids: [id] };
    let refused = await grace.refusal(alertsApi.createAlert, { params: own, body });
    expect(refused).toMatchObject({ code: 'destination-not-found', field: 'destination_ids' });
  });

  it('is limited in number', { tags: 'slow' }, async () => {
    for (let i = 0; i < limits.destinationsPerOwnerMax; i++) await make();
    let body = { kind: 'webhook' as const, name: 'One more', url: receiver.url };
    expect((await grace.refusal(createDestination, { params: org, body })).code).toBe('too-many-destinations');
  });
});

describe('a test message', () => {
  it('arrives with a signature of the secret', async () => {
    let made = await make();
    let sent = await grace.ask(testDestination, at(made));
    expect(sent).toMatchObject({
      status: 'done',
      cause: 'test',
      answer_status: 200,
      answer: 'thank you',
      reason: null,
    });
    let [message] = receiver.taken;
    expect(message).toMatchObject({ path: '/hook?key=hidden', body: { type: 'test', data: { owner: 'hopper-labs' } } });
    expect(message?.headers).toMatchObject({ 'webhook-id': sent.message_id, 'content-type': 'application/json' });
    expect(signaturesOf(message!, made.secret!)).toBe(1);
    expect(signaturesOf(message!, 'whsec_AAAA')).toBe(0);
  });

  it('has text and an attachment for a chat, and mentions no person', async () => {
    await grace.ask(testDestination, at(await make('chat')));
    let [{ text, headers }] = receiver.taken as [(typeof receiver.taken)[0]];
    expect(JSON.parse(text)).toEqual({
      text: 'Test message from hopper-labs',
      attachments: [
        {
          fallback: 'Test message from hopper-labs',
          title: 'Test message from hopper-labs',
          title_link: 'http://dashboard.test/organizations/hopper-labs/alerts',
          text: 'Alerts and reports will look like this.\nThis is only a test.',
        },
      ],
    });
    expect(headers['webhook-signature']).toBeUndefined();
  });

  it('is a mail with an unsubscribe link for a person, who can switch it off', async () => {
    let body = { kind: 'email' as const, name: 'Linus', username: 'linus' };
    let made = await grace.ask(createDestination, { params: org, body });
    expect(await grace.ask(testDestination, at(made))).toMatchObject({ status: 'done', answer_status: null });
    let letter = (await world.lettersTo('linus@example.com')).at(-1);
    expect(letter?.subject).toBe('Test message from hopper-labs');
    expect(letter?.field('List-Unsubscribe')).toMatch(/^<http:\/\/dashboard\.test\/unsubscribe\/[\w-]+>$/);
    let self = { params: { username: 'linus' }, body: { alerts: false } };
    await (await world.as('linus')).ask(emailPreferencesApi.updateEmailPreferences, self);
    expect(await grace.ask(testDestination, at(made))).toMatchObject({
      status: 'failed',
      reason: 'This person left, has no verified email, or unsubscribed.',
    });
  });

  it('says why it has not arrived, and is not tried again', async () => {
    let made = await make();
    receiver.behaviour = (response) => void response.writeHead(500).end(`no\0 ${'x'.repeat(1_000)}`);
    let refused = await grace.ask(testDestination, at(made));
    expect(refused).toMatchObject({ status: 'failed', answer_status: 500, next_attempt_at: null });
    expect(refused.answer).toMatch(/^no x{296}$/);
    expect(refused.reason).toBe('The response status was not 2xx.');
    receiver.behaviour = (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    let moved = await grace.ask(testDestination, at(made));
    expect(moved.reason).toBe('The response was a redirect, and redirects are not followed.');
    receiver.behaviour = (response) => response.destroy();
    let cut = await grace.ask(testDestination, at(made));
    expect(cut).toMatchObject({ answer_status: null, reason: 'Could not connect to this URL.' });
    expect((await grace.ask(getDestination, at(made))).failing_since).not.toBeNull();
    receiver.behaviour = undefined;
    await grace.ask(testDestination, at(made));
    expect((await grace.ask(getDestination, at(made))).failing_since).toBeNull();
    expect((await grace.refusal(testDestination, at(made))).code).toBe('too-many-requests');
  });
});

describe('a secret', () => {
  it('that is renewed signs beside the one before for a day', async () => {
    let { secret: before, ...made } = await make();
    let { secret: fresh, earlier_secret_until } = await grace.ask(renewSecret, at(made));
    expect(Date.parse(earlier_secret_until!) - world.now()).toBeLessThanOrEqual(limits.earlierSecretHours * hourMs);
    await grace.ask(testDestination, at(made));
    world.later(limits.earlierSecretHours * hourMs);
    await grace.ask(testDestination, at(made));
    let counts = receiver.taken.map((message) => [before!, fresh!].map((secret) => signaturesOf(message, secret)));
    expect(counts).toEqual([
      [1, 1],
      [0, 1],
    ]);
  });

  it('that is renewed twice by a double click leaves the one in use, for as long', async () => {
    let { secret: before, ...made } = await make();
    let first = await grace.ask(renewSecret, at(made));
    let again = await grace.ask(renewSecret, at(made));
    expect(again.earlier_secret_until).toBe(first.earlier_secret_until);
    await grace.ask(testDestination, at(made));
    world.later(5 * minuteMs);
    await grace.ask(renewSecret, at(made));
    await grace.ask(testDestination, at(made));
    let counts = receiver.taken.map((message) =>
      [before!, again.secret!].map((secret) => signaturesOf(message, secret)),
    );
    expect(counts).toEqual([
      [1, 1],
      [0, 1],
    ]);
  });

  it('is a webhook’s alone', async () => {
    expect((await grace.refusal(renewSecret, at(await make('chat')))).code).toBe('destination-has-no-secret');
  });
});

describe('the log', () => {
  it('sends a message again with its id', async () => {
    let made = await make();
    let { id, message_id } = await grace.ask(testDestination, at(made));
    let again = await grace.ask(replayDelivery, { params: { ...at(made).params, delivery_id: id } });
    expect(again).toMatchObject({ cause: 'replay', status: 'done', message_id });
    expect(receiver.taken.map(({ headers }) => headers['webhook-id'])).toEqual([message_id, message_id]);
    expect(receiver.taken[0]!.text).not.toBe('');
    let { results, total } = await grace.ask(getDeliveries, at(made));
    expect([total, results.map(({ cause }) => cause)]).toEqual([2, ['replay', 'test']]);
    let other = await make();
    let missing = await grace.refusal(replayDelivery, { params: { ...at(other).params, delivery_id: id } });
    expect(missing.code).toBe('delivery-not-found');
  });
});

describe('changing', () => {
  it('moves, renames, pauses and deletes, with an audit entry for each', async () => {
    let made = await make();
    let body = { name: 'Others', url: `${receiver.url}/else`, is_paused: true };
    let changed = await grace.ask(changeDestination, { ...at(made), body });
    expect(changed).toMatchObject({ name: 'Others', to: expect.stringMatching(/\/else$/) as string, is_paused: true });
    let inside = { ...at(made), body: { url: 'https://192.168.1.1/' } };
    expect((await grace.refusal(changeDestination, inside)).code).toBe('webhook-address-is-private');
    await grace.ask(testDestination, at(made));
    expect(receiver.taken[0]?.path).toBe('/else');
    await grace.ask(deleteDestination, at(made));
    expect((await grace.refusal(getDestination, at(made))).code).toBe('destination-not-found');
    expect(await world.records.selectFrom('deliveries').selectAll().execute()).toEqual([]);
    let { results } = await grace.ask(auditApi.getAuditEvents, { params: org });
    expect(results.slice(0, 3).map(({ action }) => action)).toEqual([
      'destination-deleted',
      'destination-changed',
      'destination-created',
    ]);
  });

  it('of another owner’s destination is refused', async () => {
    let made = await make();
    let ada = await world.as('ada');
    let params = { owner: 'ada', destination_id: made.id };
    for (let route of [getDestination, deleteDestination, testDestination, getDeliveries, renewSecret])
      expect((await ada.refusal(route, { params })).code).toBe('destination-not-found');
  });
});

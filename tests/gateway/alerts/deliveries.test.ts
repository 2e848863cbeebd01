/**
 * Messages of alerts on their way: tried again, given up, taken once, never to a private network.
 */
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { destinationsApi } from 'contract/alerts/destinations';
import { emailPreferencesApi } from 'contract/accounts/email-preferences';
import * as limits from 'contract/floor/limits';
import { dayMs, hourMs, minuteMs } from 'contract/floor/time';
import { queueDelivery } from 'gateway/alerts/deliveries';
import { startDeliveryWorker } from 'gateway/alerts/jobs/delivery-worker';
import type { AlertMessage } from 'gateway/alerts/alert-message';
import { post, checkWebhookTarget } from 'gateway/alerts/post-webhook';
import { noticePartsOf } from 'tests/support/notifications';
import { startWebhookReceiver, type WebhookReceiver } from 'tests/support/webhook-receiver';
import { createWorld, type Caller, type World } from 'tests/support/world';

const org = { owner: 'hopper-labs' };
const told: AlertMessage = {
  type: 'alert.spike',
  title: 'A spike',
  sentences: ['Up.'],
  url: 'http://d.test/',
  data: {},
};

let receiver: WebhookReceiver;
let world: World;
let grace: Caller;
let params: { owner: string; destination_id: string };

beforeAll(async () => void (receiver = await startWebhookReceiver()));
afterAll(() => receiver.close());

beforeEach(async () => {
  receiver.taken.length = 0;
  receiver.behaviour = undefined;
  world = await createWorld({ webhookPrivateTargets: ['127.0.0.1'] });
  grace = await world.as('grace');
  let body = { kind: 'webhook' as const, name: 'Team', url: receiver.url };
  let { id } = await grace.ask(destinationsApi.createDestination, { params: org, body });
  params = { ...org, destination_id: id };
});
afterEach(() => world.close());

async function add(title = 'A spike'): Promise<void> {
  let to = { id: params.destination_id, owner_id: world.ids.get('hopper-labs')! };
  await queueDelivery(world.records, to, { ...told, title }, world.now());
}

async function log() {
  return (await grace.ask(destinationsApi.getDeliveries, { params })).results;
}

/** Another process over the same records. */
function another(privateTargets: string[] = ['127.0.0.1']) {
  return startDeliveryWorker({ ...noticePartsOf(world), privateTargets });
}

const failing = (response: ServerResponse) => void response.writeHead(503).end();

describe('a message', () => {
  it('is tried again with longer pauses and one id, and arrives', async () => {
    receiver.behaviour = failing;
    await add();
    let pauses = [0, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs];
    for (let [i, pause] of pauses.entries()) {
      world.later(pause);
      await world.gateway.deliveries.run();
      expect(await log()).toMatchObject([{ status: 'waiting', attempts: i + 1, answer_status: 503 }]);
      await world.gateway.deliveries.run();
      expect(receiver.taken).toHaveLength(i + 1);
    }
    receiver.behaviour = undefined;
    world.later(10 * hourMs);
    await world.gateway.deliveries.run();
    expect(await log()).toMatchObject([{ status: 'done', attempts: 7, reason: null, next_attempt_at: null }]);
    expect(new Set(receiver.taken.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await grace.ask(destinationsApi.getDestination, { params })).failing_since).toBeNull();
  });

  it('is given up after seven attempts, with one mail a day to the owners', async () => {
    receiver.behaviour = failing;
    await add('First');
    await add('Second');
    for (let i = 0; i < 8; i++) {
      await world.gateway.deliveries.run();
      world.later(11 * hourMs);
    }
    expect((await log()).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['failed', 7],
      ['failed', 7],
    ]);
    let letters = (await world.lettersTo('grace@example.com')).filter(({ subject }) => subject.includes('Delivery'));
    expect(letters.map(({ subject }) => subject)).toEqual(['Delivery to Team failed']);
    expect(letters[0]?.text).toContain('Attempts: 7. Last error: The response status was not 2xx');
    expect(letters[0]?.text).toContain(`http://dashboard.test/destinations/hopper-labs/${params.destination_id}`);
    expect(await world.lettersTo('linus@example.com')).toEqual([]);
  });

  it('waits while its destination fails, is paused, or its owner is suspended', async () => {
    receiver.behaviour = failing;
    await add('First');
    await world.gateway.deliveries.run();
    await add('Second');
    let { id } = (await log()).find(({ title }) => title === 'First')!;
    world.later(minuteMs);
    await grace.ask(destinationsApi.changeDestination, { params, body: { is_paused: true } });
    receiver.behaviour = undefined;
    await world.gateway.deliveries.run();
    expect(receiver.taken).toHaveLength(1);
    let owner = world.ids.get('hopper-labs')!;
    await grace.ask(destinationsApi.changeDestination, { params, body: { is_paused: false } });
    await world.records.updateTable('owners').set({ suspended_at: 1 }).where('id', '=', owner).execute();
    await world.gateway.deliveries.run();
    await world.records.updateTable('owners').set({ suspended_at: null }).where('id', '=', owner).execute();
    await world.gateway.deliveries.run();
    let done = (await log()).filter(({ status }) => status === 'done');
    expect(done).toHaveLength(2);
    expect(done.map((one) => one.id)).toContain(id);
  });

  it('is forgotten after the days that the log has', async () => {
    await add();
    await world.gateway.deliveries.run();
    await world.runs(limits.deliveryLogDays * dayMs + 1);
    await world.gateway.deliveries.run();
    expect(await world.records.selectFrom('deliveries').selectAll().execute()).toEqual([]);
  });
});

it('a message to a person who opted out is only logged, and does not count as a failure', async () => {
  let body = { kind: 'email' as const, name: 'Linus', username: 'linus' };
  params.destination_id = (await grace.ask(destinationsApi.createDestination, { params: org, body })).id;
  let self = { params: { username: 'linus' }, body: { alerts: false } };
  await (await world.as('linus')).ask(emailPreferencesApi.updateEmailPreferences, self);
  await add();
  await world.gateway.deliveries.run();
  expect(await log()).toMatchObject([{ status: 'failed', attempts: 1 }]);
  expect((await grace.ask(destinationsApi.getDestination, { params })).failing_since).toBeNull();
  let letters = await world.lettersTo('grace@example.com');
  expect(letters.filter(({ subject }) => subject.includes('delivered'))).toEqual([]);
});

it('a mail server that does not answer delays no webhook', async () => {
  let webhook = params.destination_id;
  let body = { kind: 'email' as const, name: 'Linus', username: 'linus' };
  params.destination_id = (await grace.ask(destinationsApi.createDestination, { params: org, body })).id;
  for (let i = 0; i < 5; i++) await add();
  params.destination_id = webhook;
  await add();
  let answer = () => {};
  let silence = new Promise<null>((resolve) => (answer = () => resolve(null)));
  let parts = { ...noticePartsOf(world), privateTargets: ['127.0.0.1'] };
  let silent = startDeliveryWorker({ ...parts, mail: { ...world.mail, sendOnce: () => silence } });
  let running = silent.run();
  await expect.poll(() => receiver.taken.length, { timeout: 30_000 }).toBe(1);
  answer();
  await running;
  await silent.close();
});

it('a run in which one message cannot be read sends the others before it ends', async () => {
  await add('Broken');
  await world.records.updateTable('deliveries').set({ message: 'no JSON' }).execute();
  await add('Whole');
  receiver.behaviour = (response) => void setTimeout(() => response.end(), 100);
  await expect(world.gateway.deliveries.run()).rejects.toThrow(SyntaxError);
  let rows = await world.records.selectFrom('deliveries').select('status').orderBy('id').execute();
  expect(rows.map(({ status }) => status)).toEqual(['running', 'done']);
});

describe('several processes', () => {
  it('send a message once', async () => {
    let others = [another(), another()];
    for (let i = 0; i < 5; i++) await add(`Message ${i}`);
    await Promise.all([world.gateway.deliveries, ...others].map((one) => one.run()));
    await Promise.all(others.map((one) => one.close()));
    expect(receiver.taken).toHaveLength(5);
    expect(new Set((await log()).map(({ status }) => status))).toEqual(new Set(['done']));
  });

  it('take over what a process has begun that ended, after a minute', async () => {
    await add();
    let due = world.now() + minuteMs;
    await world.records.updateTable('deliveries').set({ status: 'running', attempts: 1, due_at: due }).execute();
    await world.gateway.deliveries.run();
    expect(receiver.taken).toEqual([]);
    world.later(minuteMs);
    await world.gateway.deliveries.run();
    expect(await log()).toMatchObject([{ status: 'done', attempts: 2 }]);
  });

  it('send no test of a process that ended a second time', async () => {
    await add();
    let begun = { status: 'running', cause: 'test', attempts: 1, due_at: 0 } as const;
    await world.records.updateTable('deliveries').set(begun).execute();
    await world.gateway.deliveries.run();
    expect(receiver.taken).toEqual([]);
    expect(await log()).toMatchObject([{ status: 'failed', reason: 'The delivery was interrupted too many times.' }]);
  });

  it('cut off what hangs when they end, and send it later', { tags: 'slow' }, async () => {
    let begun = new Promise<void>((resolve) => (receiver.behaviour = () => resolve()));
    let one = another();
    await add();
    let running = one.run();
    await begun;
    await one.close();
    await running;
    expect(await log()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
    receiver.behaviour = undefined;
    world.later(minuteMs);
    await world.gateway.deliveries.run();
    expect(await log()).toMatchObject([{ status: 'done', attempts: 2 }]);
  });
});

describe('an address', () => {
  it('that has come to a private network since is refused at the connection', async () => {
    let strict = another([]);
    await add();
    await strict.run();
    await strict.close();
    expect(await log()).toMatchObject([
      {
        status: 'waiting',
        reason: 'This URL is on a private network, where sending is not allowed.',
        answer_status: null,
      },
    ]);
    expect(receiver.taken).toEqual([]);
  });

  it('whose name is not looked up in time is kept, as each message looks again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let asked: string[] = [];
    let kept = checkWebhookTarget('https://slow.example/', [], (host) => void asked.push(host));
    await vi.advanceTimersByTimeAsync(3_000);
    vi.useRealTimers();
    await kept;
    expect(asked).toEqual(['slow.example']);
  });

  it('that does not answer in time is given up', async () => {
    receiver.behaviour = () => undefined;
    let closing = new AbortController().signal;
    let sent = { url: new URL(receiver.url), headers: {}, body: '{}', allowed: ['127.0.0.1'], timeoutMs: 200, closing };
    expect(await post(sent)).toEqual({ reason: 'delivery-timed-out', status: null, answer: '' });
  });

  it('whose answer never ends is read to its beginning', async () => {
    receiver.behaviour = (response) => void response.writeHead(200).write('y'.repeat(10_000));
    await add();
    await world.gateway.deliveries.run();
    expect(await log()).toMatchObject([{ status: 'done', answer: 'y'.repeat(300) }]);
  });
});

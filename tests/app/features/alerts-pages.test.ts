/** The pages of alerts and destinations, against a real gateway and a receiver of webhooks. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alertsApi } from 'contract/alerts/alerts';
import { destinationsApi } from 'contract/alerts/destinations';
import { packagesApi } from 'contract/packages/packages';
import { action as changeAlertPage, loader as alertPage } from 'app/routes/_app.alerts.$owner.$alertId._index';
import { action as pauseAlert, loader as pauseAlertPage } from 'app/routes/_app.alerts.$owner.$alertId.pause';
import { action as removeAlert, loader as removeAlertPage } from 'app/routes/_app.alerts.$owner.$alertId.removal';
import { action as addByBell } from 'app/routes/_app.alerts.$owner.email-me';
import { action as addAlert, loader as newAlertPage } from 'app/routes/_app.alerts.$owner.new';
import { action as change, loader as page } from 'app/routes/_app.destinations.$owner.$destinationId._index';
import { action as replay } from 'app/routes/_app.destinations.$owner.$destinationId.deliveries.$deliveryId.replays';
import { action as pause, loader as pausePage } from 'app/routes/_app.destinations.$owner.$destinationId.pause';
import { action as remove, loader as removePage } from 'app/routes/_app.destinations.$owner.$destinationId.removal';
import { action as renew, loader as secretPage } from 'app/routes/_app.destinations.$owner.$destinationId.secret';
import { action as tryOut, loader as testsPage } from 'app/routes/_app.destinations.$owner.$destinationId.tests';
import { action as add, loader as newPage } from 'app/routes/_app.destinations.$owner.new';
import { loader as alertsPage } from 'app/routes/_app.organizations.$owner.alerts';
import { loader as appShell } from 'app/routes/_app';
import { browserOf, redirectOf, refusalOf, refusedForm, type Browser } from '../../support/dashboard';
import { sectionsOf } from '../../support/navigation';
import { signaturesOf, startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver';
import { createWorld, type Caller, type World } from '../../support/world';

const org = { owner: 'hopper-labs' };
const home = '/organizations/hopper-labs/alerts';

let receiver: WebhookReceiver;
let world: World;
let maker: Caller;
let grace: Browser;
let linus: Browser;
let engine: string;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  world = await createWorld({ webhookPrivateTargets: ['127.0.0.1'] });
  [grace, linus, maker] = await Promise.all([browserOf(world, 'grace'), browserOf(world, 'linus'), world.as('grace')]);
  let body = { type: 'docker' as const, name: 'engine', backend_registry: 'ghcr.io' };
  engine = (await maker.ask(packagesApi.createPackage, { params: org, body })).id;
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});
beforeEach(async () => {
  receiver.taken.length = 0;
  receiver.behaviour = undefined;
  await world.records.deleteFrom('alerts').execute();
  await world.records.deleteFrom('destinations').execute();
});

async function made(name = 'Team') {
  let body = { kind: 'webhook' as const, name, url: receiver.url };
  let { id, secret } = await maker.ask(destinationsApi.createDestination, { params: org, body });
  return { secret: secret!, at: { ...org, destinationId: id }, to: `/destinations/hopper-labs/${id}` };
}

const newAt = (kind: string) => `/destinations/hopper-labs/new?kind=${kind}`;

describe('a new destination', () => {
  test('is a webhook whose secret is in the answer, the only time', async () => {
    let answer = await grace.post(add, org, { name: 'Team', url: `${receiver.url}/hook` }, newAt('webhook'));
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
    let { made: shown } = (await answer.json()) as { made: { secret: string; to: string } };
    let { results } = await maker.ask(destinationsApi.getDestinations, { params: org });
    expect(shown).toEqual({
      secret: expect.stringMatching(/^whsec_/) as string,
      to: `/destinations/hopper-labs/${results[0]!.id}`,
    });
    let list = await grace.open(alertsPage, org);
    expect(list.destinations).toMatchObject([{ name: 'Team', kind: 'Webhook', page: shown.to, isPaused: false }]);
    expect(JSON.stringify(list)).not.toContain(shown.secret);
  });

  test('is a chat or a member, and leads to its page', async () => {
    let chat = await grace.post(add, org, { name: 'Channel', url: receiver.url }, newAt('chat'));
    expect(redirectOf(chat)).toMatchObject({ status: 303, toast: 'destination_added' });
    let form = await grace.open(newPage, org, newAt('email'));
    expect(form.people).toEqual(['grace', 'linus', 'mary']);
    let mail = await grace.post(add, org, { name: 'Linus', username: 'linus' }, newAt('email'));
    expect(redirectOf(mail).toast).toBe('destination_added');
    let own = await grace.open(newPage, { owner: 'grace' }, '/destinations/grace/new?kind=email');
    expect([own.people, own.home]).toEqual([['grace'], '/account/alerts']);
  });

  test.each([
    [{ url: 'https://10.0.0.1/' }, 'url', 'This URL is on a private network, where sending is not allowed.'],
    [{ url: 'nothing' }, 'url', 'Enter a URL such as https://example.com/hook.'],
    [{ name: '' }, 'name', 'This is a required field.'],
  ])('is refused for %o, and the form keeps what was typed', async (wrong, field, words) => {
    let given = { name: 'Team', url: receiver.url, ...wrong };
    let { status, error, kept } = await refusedForm(await grace.post(add, org, given, newAt('webhook')));
    expect({ status, error }).toEqual({ status: 422, error: { [field]: [words] } });
    expect(kept).toEqual(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')));
  });
});

describe('the page of a destination', () => {
  test('sends a test and a message of its log again, and says how it went', async () => {
    let { at, to } = await made();
    expect(redirectOf(await grace.post(tryOut, at))).toEqual({ status: 303, to, toast: 'message_arrived' });
    receiver.behaviour = (response) => void response.writeHead(500).end('broken');
    let [first] = (await grace.open(page, at)).deliveries;
    let again = await grace.post(replay, { ...at, deliveryId: first!.id });
    expect(redirectOf(again)).toEqual({ status: 303, to, toast: 'message_failed' });
    expect((await grace.open(page, at)).deliveries).toMatchObject([
      {
        cause: 'replay',
        status: 'failed',
        answer: '500 broken',
        reason: expect.stringContaining('2xx') as string,
      },
      { cause: 'test', status: 'done', answer: '200 thank you', reason: '' },
    ]);
    expect((await grace.open(page, at)).failingSince).not.toBeNull();
  });

  test('renames, pauses, renews the secret and deletes', async () => {
    let { at, to, secret } = await made();
    let changed = await grace.post(change, at, { name: 'Others', url: '' });
    expect(redirectOf(changed)).toEqual({ status: 303, to, toast: 'destination_changed' });
    expect(redirectOf(await grace.post(pause, at, { paused: 'yes' })).toast).toBe('destination_paused');
    expect(await grace.open(page, at)).toMatchObject({ name: 'Others', isPaused: true, home });
    expect(redirectOf(await grace.post(pause, at, { paused: 'no' })).toast).toBe('destination_resumed');
    let renewed = (await (await grace.post(renew, at)).json()) as { secret: string };
    await grace.post(tryOut, at);
    expect([secret, renewed.secret].map((one) => signaturesOf(receiver.taken[0]!, one))).toEqual([1, 1]);
    expect(redirectOf(await grace.post(remove, at))).toEqual({ status: 303, to: home, toast: 'destination_deleted' });
    expect(await refusalOf(grace.open(page, at))).toEqual({ status: 404, code: 'destination-not-found' });
  });

  test('renews the secret once for a double click, with one answer', async () => {
    let { at } = await made();
    let answers = await Promise.all([grace.post(renew, at), grace.post(renew, at)]);
    let [first, second] = await Promise.all(answers.map((answer) => answer.json() as Promise<{ secret: string }>));
    expect(first).toEqual(second);
  });

  test('is where visits of the addresses of its buttons lead', async () => {
    let { at, to } = await made();
    for (let loader of [pausePage, removePage, testsPage])
      expect(redirectOf((await grace.open(loader as typeof pausePage, at)) as Response).to).toBe(to);
  });
});

describe('alerts', () => {
  test('are chosen by their kind, made, listed in words, changed, paused and deleted', async () => {
    let { at } = await made();
    let { kinds } = await grace.open(newAlertPage, org, '/alerts/hopper-labs/new');
    expect(kinds[0]).toMatchObject({ label: 'Spike', to: '/alerts/hopper-labs/new?kind=spike' });
    let where = kinds[0]!.to;
    let { form } = await grace.open(newAlertPage, org, where);
    expect(form).toMatchObject({
      fields: ['package_id', 'percent', 'at_least'],
      packages: [{ value: engine, label: 'engine (docker)' }],
      destinations: [{ value: at.destinationId, label: 'Team' }],
    });
    let typed = { package_id: engine, percent: '80', at_least: '20', destination_ids: at.destinationId };
    expect(redirectOf(await grace.post(addAlert, org, typed, where))).toEqual({
      status: 303,
      to: home,
      toast: 'alert_added',
    });
    let [line] = (await grace.open(alertsPage, org)).alerts;
    expect(line).toMatchObject({
      kind: 'Spike',
      what: 'Downloads of engine 80% above normal (days with 20+)',
      to: 'Team',
      isPaused: false,
      lastSent: null,
    });
    let alert = { ...org, alertId: line!.id };
    expect((await grace.open(alertPage, alert)).values).toMatchObject({ package_id: engine, percent: '80' });
    let saved = await grace.post(changeAlertPage, alert, { ...typed, package_id: '', percent: '90' });
    expect(redirectOf(saved)).toEqual({ status: 303, to: home, toast: 'alert_changed' });
    expect(redirectOf(await grace.post(pauseAlert, alert, { paused: 'yes' })).toast).toBe('alert_paused');
    let { results } = await maker.ask(alertsApi.getAlerts, { params: org });
    expect(results).toMatchObject([{ kind: 'spike', percent: 90, package_id: null, is_paused: true }]);
    expect(redirectOf(await grace.post(pauseAlert, alert, { paused: 'no' })).toast).toBe('alert_resumed');
    for (let loader of [pauseAlertPage, removeAlertPage])
      expect(redirectOf((await grace.open(loader as typeof pauseAlertPage, alert)) as Response).to).toBe(line!.page);
    expect(redirectOf(await grace.post(removeAlert, alert)).toast).toBe('alert_deleted');
    expect(await refusalOf(grace.open(alertPage, alert))).toEqual({ status: 404, code: 'alert-not-found' });
  });

  test('need a destination, and numbers that are some', async () => {
    let where = '/alerts/hopper-labs/new?kind=threshold';
    let none = await grace.open(newAlertPage, org, where).catch((thrown: unknown) => thrown);
    expect(redirectOf(none as Response).to).toBe(home);
    let { at } = await made();
    let unticked = await refusedForm(await grace.post(addAlert, org, { downloads: '5', period: 'day' }, where));
    expect(unticked.error).toEqual({ destination_ids: ['Choose at least one destination.'] });
    let typed = { downloads: 'many', period: 'day', destination_ids: at.destinationId };
    let wrong = await refusedForm(await grace.post(addAlert, org, typed, where));
    expect(wrong.error).toEqual({ downloads: ['Enter a whole number of 1 or more.'] });
    expect(wrong.kept).toMatchObject({ downloads: 'many', period: 'day' });
  });

  test('of a report say when it comes', async () => {
    let { at } = await made();
    let where = '/alerts/hopper-labs/new?kind=weekly-report';
    let answer = await grace.post(addAlert, org, { destination_ids: at.destinationId }, where);
    expect(redirectOf(answer).toast).toBe('report_added');
    expect((await grace.open(alertsPage, org)).alerts[0]?.what).toBe('On Mondays from 8:00 UTC');
  });
});

test('people have the same page, members of an organization none of its pages', async () => {
  let { at } = await made();
  let body = { kind: 'weekly-report' as const, destination_ids: [at.destinationId] };
  let { id } = await maker.ask(alertsApi.createAlert, { params: org, body });
  expect(await linus.open(alertsPage, {})).toMatchObject({ alerts: [], destinations: [] });
  let labels = async (who: Browser) => sectionsOf(await who.open(appShell, org));
  expect(await labels(grace)).toContain('Alerts');
  expect(await labels(linus)).not.toContain('Alerts');
  let everything = { ...at, alertId: id, deliveryId: '1' };
  let refusal = { status: 403, code: 'permission-not-granted' };
  let loaders = [alertsPage, alertPage, newAlertPage, newPage, page, secretPage, pausePage, removePage, testsPage];
  for (let loader of loaders)
    expect(await refusalOf(linus.open(loader as typeof pausePage, everything, newAt('chat')))).toEqual(refusal);
  for (let action of [
    add,
    addAlert,
    change,
    changeAlertPage,
    pause,
    pauseAlert,
    remove,
    removeAlert,
    renew,
    replay,
    tryOut,
  ])
    expect((await linus.post(action, everything, {}, newAt('chat'))).status).toBe(403);
});

describe('the bell of a report', () => {
  test('creates alerts of its package by email, with one destination, and leads back', async () => {
    let next = '/analytics/hopper-labs?range=last-7-days';
    for (let preset of ['change', 'new-version']) {
      let sent = await grace.post(addByBell, org, { preset, package_id: engine, next });
      expect(redirectOf(sent).to).toBe(next);
    }
    let { results } = await maker.ask(alertsApi.getAlerts, { params: org });
    expect(results.map(({ kind, package_id }) => [kind, package_id])).toEqual([
      ['spike', engine],
      ['drop', engine],
      ['new-version', engine],
    ]);
    let destinations = (await maker.ask(destinationsApi.getDestinations, { params: org })).results;
    expect(destinations.map(({ kind, to }) => [kind, to])).toEqual([['email', 'grace']]);
  });

  test('does not create the same alert twice, but adds what is missing', async () => {
    let sent = (preset: string, next = '/home/hopper-labs') =>
      grace.post(addByBell, org, { preset, package_id: engine, next });
    expect(redirectOf(await sent('new-version')).toast).toBe('alert_added');
    expect(redirectOf(await sent('new-version', '/live/hopper-labs')).toast).toBe('alert_exists');
    expect(redirectOf(await sent('change')).toast).toBe('alert_added');
    let { results } = await maker.ask(alertsApi.getAlerts, { params: org });
    let drop = results.find(({ kind }) => kind === 'drop')!;
    await maker.ask(alertsApi.deleteAlert, { params: { ...org, alert_id: drop.id } });
    expect(redirectOf(await sent('change', '/live/hopper-labs')).toast).toBe('alert_added');
    let kinds = (await maker.ask(alertsApi.getAlerts, { params: org })).results.map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['drop', 'new-version', 'spike']);
  });

  test('keeps its package in “More options”', async () => {
    await made();
    let { kinds } = await grace.open(newAlertPage, org, `/alerts/hopper-labs/new?package=${engine}`);
    let { form, values } = await grace.open(newAlertPage, org, kinds[0]!.to);
    expect(form?.packages.map(({ value }) => value)).toContain(values.package_id);
    expect(values.package_id).toBe(engine);
  });

  test('is for people who may change alerts', async () => {
    let form = { preset: 'change', package_id: '', next: '/home/hopper-labs' };
    expect((await linus.post(addByBell, org, form)).status).toBe(403);
  });
});

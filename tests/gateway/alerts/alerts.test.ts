/** Alerts: what is sent, how often, and in which sentences. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { alertsApi, AlertKind, SaveAlert } from 'contract/alerts/alerts';
import { auditApi } from 'contract/admin/audit';
import { destinationsApi } from 'contract/alerts/destinations';
import { erasureApi } from 'contract/exports/erasure';
import type { Event } from 'contract/event-fields';
import { filtersApi } from 'contract/analytics/filters';
import { alertsPerOwnerMax } from 'gateway/alerts/alerts';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { withdrawnVersionsApi } from 'contract/packages/withdrawn-versions';
import { dayMs, dayOf, hourMs, minuteMs } from 'contract/floor/time';
import { claimAndQueue } from 'gateway/alerts/sent-alerts';
import { lastMonth } from 'gateway/alerts/notifications/summary-period';
import { ApiError } from 'gateway/floor/calls/api-error';
import { madeEvent } from '../../support/made-event';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver';
import { createWorld, type Caller, type World } from '../../support/world';

const { createAlert, changeAlert, deleteAlert, getAlerts } = alertsApi;
const org = { owner: 'hopper-labs' };
const acme = { companyName: 'Acme', companyDomain: 'acme.example', confidence: 0.9 };

let receiver: WebhookReceiver;
let world: World;
let grace: Caller;
let engine: string;
let destination: string;
/** Midnight (UTC) of the world's day. */
let today: number;

beforeAll(async () => void (receiver = await startWebhookReceiver()));
afterAll(() => receiver.close());

beforeEach(async () => {
  receiver.taken.length = 0;
  world = await createWorld({ webhookPrivateTargets: ['127.0.0.1'] });
  // Tests begin at noon, so that none of them crosses midnight.
  world.later(dayMs - (world.now() % dayMs) + dayMs / 2);
  today = Math.floor(world.now() / dayMs) * dayMs;
  grace = await world.as('grace');
  engine = await makePackage('engine');
  let body = { kind: 'webhook' as const, name: 'Team', url: receiver.url };
  destination = (await grace.ask(destinationsApi.createDestination, { params: org, body })).id;
});
afterEach(() => world.close());

async function makePackage(name: string): Promise<string> {
  let body = { type: 'docker' as const, name, backend_registry: 'ghcr.io' };
  return (await grace.ask(packagesApi.createPackage, { params: org, body })).id;
}

function make(kind: AlertKind, more: Partial<SaveAlert> = {}) {
  let body = { kind, destination_ids: [destination], ...more };
  return grace.ask(createAlert, { params: org, body });
}

/** Adds downloads at a time, each of another source. */
async function add(count: number, time: number, fields: Partial<Event> = {}): Promise<void> {
  let about = { artifactId: engine, ownerId: world.ids.get('hopper-labs')! };
  let one = (i: number) => madeEvent({ ...about, time: time + i, originId: BigInt(i + 1), ...fields });
  await world.events.append(Array.from({ length: count }, (_, i) => one(i)));
}

/** Looks for alerts and delivers; gives the messages that came. */
async function look() {
  receiver.taken.length = 0;
  await world.gateway.alerts.run();
  await world.gateway.deliveries.run();
  return receiver.taken.map(({ body }) => body);
}

function sentencesOf({ data }: { data: Record<string, unknown> }): string[] {
  return data.sentences as string[];
}

describe('a spike', () => {
  /** Four usual weekdays before today, then today; the look is tomorrow. */
  async function busyDay() {
    for (let week of [1, 2, 3, 4]) {
      await add(6, today - week * 7 * dayMs, { country: 'JP', version: '4.0.0', client: 'docker' });
      await add(4, today - week * 7 * dayMs, { country: 'DE', version: '4.0.0', client: 'curl' });
    }
    await add(20, today, { country: 'JP', version: '5.0.0', client: 'docker' });
    await add(5, today + hourMs, { country: 'DE', version: '4.0.0', client: 'curl' });
  }

  it('is sent the day after, once, with what has changed and why', async () => {
    await make('spike', { percent: 100, at_least: 20, package_id: engine });
    await busyDay();
    expect(await look()).toEqual([]);
    world.later(dayMs);
    let [message, ...others] = await look();
    expect(others).toEqual([]);
    let day = new Date(today).toLocaleDateString('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
    let weekday = new Date(today).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
    expect(message).toMatchObject({
      type: 'alert.spike',
      data: {
        title: `engine: downloads rose by 150% on ${day}`,
        sentences: [
          `${weekday}, ${day} (UTC) had 25 downloads, +150% vs. 10, the mean of 4 ${weekday}s.`,
          'Japan +233% (6 to 20), mostly docker pulls of 5.0.0.',
        ],
        url: 'http://dashboard.test/home/hopper-labs',
        owner: 'hopper-labs',
        package: 'engine',
        date: dayOf(today),
        downloads: 25,
        usual_downloads: 10,
        reason: { by: 'country', value: 'JP', now: 20, before: 6 },
      },
    });
    expect(await look()).toEqual([]);
    let told = (await grace.ask(getAlerts, { params: org })).results[0]?.last_told_at;
    expect(Date.parse(told!)).toBeGreaterThan(today + dayMs);
  });

  it('is none below the percentage, below the least number, or by downloads that a filter leaves out', async () => {
    let global = { query: { scope: 'global' as const }, body: { request_is_bot: { value: false } } };
    await grace.ask(filtersApi.createFilter, { params: org, ...global });
    await make('spike', { percent: 151, at_least: 1 });
    await make('spike', { percent: 10, at_least: 26 });
    await make('drop', { percent: 10, at_least: 1 });
    await busyDay();
    await add(50, today + 2 * hourMs, { isBot: true });
    world.later(dayMs);
    expect(await look()).toEqual([]);
  });

  it('needs a usual number: the same weekday before', async () => {
    await make('spike', { percent: 1, at_least: 1 });
    await add(1, today - 3 * dayMs);
    await add(50, today);
    world.later(dayMs);
    expect(await look()).toEqual([]);
  });

  it('says that there is no unusual value', { tags: 'slow' }, async () => {
    await make('spike', { percent: 50, at_least: 1 });
    await add(2, today - 7 * dayMs);
    await add(6, today);
    world.later(dayMs);
    let [message] = await look();
    expect(sentencesOf(message!)).toEqual([
      expect.stringMatching(/had 6 downloads, \+200% vs\. 2, the \w+ before\.$/) as string,
      'No single package, country, company, version or client stands out.',
    ]);
  });
});

it('a drop is sent with the part that is missing', async () => {
  let other = await makePackage('notes');
  await make('drop', { percent: 50, at_least: 10 });
  await add(10, today - 7 * dayMs, { client: 'docker' });
  await add(10, today - 7 * dayMs + hourMs, { artifactId: other, client: 'curl' });
  await add(1, today, { client: 'docker' });
  await add(8, today + hourMs, { artifactId: other, client: 'curl' });
  world.later(dayMs);
  let [message] = await look();
  expect(message?.data.title).toMatch(/^hopper-labs: downloads fell by 55% on /);
  expect(sentencesOf(message!)[1]).toBe('engine −90% (10 to 1), mostly docker pulls.');
});

describe('a threshold', () => {
  it('is sent once when it is reached in all, and not when it was before', async () => {
    await add(5, today);
    await make('threshold', { downloads: 5 });
    await make('threshold', { downloads: 8, package_id: engine });
    expect(await look()).toEqual([]);
    await add(3, today + hourMs);
    let [message, ...others] = await look();
    expect(others).toEqual([]);
    expect(message?.data).toMatchObject({ title: 'engine: 8 downloads reached', downloads: 8, since: null });
    await add(3, today + 2 * hourMs);
    expect(await look()).toEqual([]);
  });

  it('is sent by the next check after the event store refused the query of one', async () => {
    await make('threshold', { downloads: 3, package_id: engine });
    await add(3, today);
    let refusing = vi.spyOn(world.events, 'aggregate').mockRejectedValue(new ApiError('question-is-too-large'));
    expect(await look()).toEqual([]);
    refusing.mockRestore();
    let [message, ...others] = await look();
    expect(others).toEqual([]);
    expect(message?.data).toMatchObject({ title: 'engine: 3 downloads reached' });
  });

  it('of a day is sent on each day that reaches it', { tags: 'slow' }, async () => {
    await make('threshold', { downloads: 3, period: 'day' });
    await add(3, today);
    expect(await look()).toHaveLength(1);
    world.later(dayMs);
    await add(2, today + dayMs);
    expect(await look()).toEqual([]);
    await add(1, today + dayMs + hourMs);
    let [message] = await look();
    expect(message?.data).toMatchObject({ downloads: 3, period: 'day', since: dayOf(today + dayMs) });
  });
});

describe('a day without any download', () => {
  /** The looks begin on a day after four weeks with ten downloads each day. */
  async function usualDays() {
    await make('drop', { percent: 50, at_least: 5 });
    for (let day = 1; day <= 28; day++) await add(10, today - day * dayMs);
  }

  it('is sent once until downloads come again, also where each comes with a late import', async () => {
    await usualDays();
    world.later(dayMs);
    expect(await look()).toHaveLength(1);
    await add(10, today);
    world.later(dayMs);
    expect(await look()).toEqual([]);
    await add(10, today + 2 * dayMs);
    world.later(dayMs);
    expect(await look()).toEqual([]);
    world.later(dayMs);
    let [message] = await look();
    expect(message?.data).toMatchObject({ date: dayOf(today + 3 * dayMs), downloads: 0, usual_downloads: 10 });
  });
});

it(
  'a threshold that is crossed at the end of a day is sent in the next one, with that day',
  { tags: 'slow' },
  async () => {
    await make('threshold', { downloads: 3, period: 'day' });
    world.later(11 * hourMs + 50 * minuteMs);
    expect(await look()).toEqual([]);
    await add(3, today + dayMs - 5 * minuteMs);
    world.later(15 * minuteMs);
    let [message, ...others] = await look();
    expect(others).toEqual([]);
    expect(message?.data).toMatchObject({ date: dayOf(today), downloads: 3, since: dayOf(today) });
    expect(sentencesOf(message!)[0]).toMatch(/^hopper-labs had 3 downloads on \w+ \d+ \(UTC\)\.$/);
    expect(await look()).toEqual([]);
  },
);

it(
  'a threshold that the day before has reached is not sent by an alert of just after midnight',
  { tags: 'slow' },
  async () => {
    await add(3, today);
    world.later(dayMs / 2 + 5 * minuteMs);
    await make('threshold', { downloads: 3, period: 'day' });
    world.later(10 * minuteMs);
    expect(await look()).toEqual([]);
  },
);

describe('very many versions', { tags: 'slow' }, () => {
  /** Downloads of as many versions, each once. */
  async function addVersions(count: number, time: number, prefix: string) {
    let about = { artifactId: engine, ownerId: world.ids.get('hopper-labs')! };
    let one = (i: number) => madeEvent({ ...about, time, originId: BigInt(i + 1), version: `${prefix}.${i}` });
    await world.events.append(Array.from({ length: count }, (_, i) => one(i)));
  }

  const rows = () => world.records.selectFrom('alert_told').select('key').execute();

  it('at once are sent once in a day, in a short message and one row', async () => {
    await make('new-version');
    await addVersions(150, today + hourMs, '1');
    let [message, ...others] = await look();
    expect(others).toEqual([]);
    expect(message?.data.title).toBe('hopper-labs: first downloads of 150 versions');
    expect(sentencesOf(message!)[0]).toMatch(/ and 130 more were downloaded for the first time\.$/);
    expect(message?.data.versions).toHaveLength(100);
    expect(message?.data.versions).toMatchObject([{ package: 'engine', version: '1.149' }, ...Array(99).fill({})]);
    expect(message?.data.more).toBe(50);
    expect(await rows()).toEqual([{ key: `many ${dayOf(today)}` }]);
    await addVersions(120, today + 2 * hourMs, '2');
    expect(await look()).toEqual([]);
    world.later(dayMs);
    await look();
    await addVersions(120, today + dayMs + hourMs, '2');
    await add(1, today + dayMs + hourMs, { version: '3.0.0' });
    expect((await look()).map(({ data }) => data.title)).toEqual(['engine: first download of 3.0.0']);
  });

  it('one after another are sent up to a number in a day', { tags: 'slow' }, async () => {
    await make('new-version');
    for (let i = 0; i < 13; i++) {
      await addVersions(80, today + hourMs, `${i}`);
      await look();
    }
    expect(await rows()).toHaveLength(12 * 80 + 1);
    await addVersions(80, today + hourMs, 'last');
    expect(await look()).toEqual([]);
  });
});

it(
  'versions and companies of an earlier day that was imported since are not sent as new',
  { tags: 'slow' },
  async () => {
    await make('new-version');
    await make('new-company');
    let old = { companyName: 'Old', companyDomain: 'old.example', confidence: 0.9 };
    world.later(3 * dayMs);
    await look();
    await add(2, today + dayMs, { version: '1.0.0', ...old });
    await add(2, world.now() + minuteMs, { version: '1.0.0', ...old });
    expect(await look()).toEqual([]);
    await add(2, world.now() + minuteMs, { version: '2.0.0', ...acme });
    expect((await look()).map(({ data }) => data.title)).toEqual(
      expect.arrayContaining(['engine: first download of 2.0.0', 'hopper-labs: Acme at the stage investigation']),
    );
  },
);

it(
  'very many companies are a hundred in the data of an alert and of a report, which count the others',
  { tags: 'slow' },
  async () => {
    await make('new-company');
    await make('weekly-report');
    let monday = today + ((8 - new Date(today).getUTCDay()) % 7 || 7) * dayMs;
    world.later(monday - 12 * hourMs - world.now());
    let about = { artifactId: engine, ownerId: world.ids.get('hopper-labs')!, time: world.now(), confidence: 0.9 };
    let one = (i: number) => ({ originId: BigInt(i + 1), companyName: `No ${i}`, companyDomain: `no${i}.example` });
    await world.events.append(Array.from({ length: 103 }, (_, i) => madeEvent({ ...about, ...one(i) })));
    let [message] = await look();
    expect(message?.data.companies).toHaveLength(100);
    expect(message?.data.more).toBe(3);
    expect(sentencesOf(message!).slice(10)).toEqual(['And 93 more.']);
    world.later(21 * hourMs);
    let [report] = (await look()).filter(({ type }) => type === 'report.weekly');
    expect(report?.data.companies).toHaveLength(100);
    expect(report?.data.more_companies).toBe(3);
  },
);

it('a company that was seen before is sent when it comes to the stage', { tags: 'slow' }, async () => {
  let { id: artifactId } = await grace.ask(pixelsApi.createTrackingPixel, { params: org, body: { name: 'Docs' } });
  await make('new-company', { stage: 'investigation' });
  await add(1, today, { ...acme, artifactId, artifactType: 'tracking-pixel', type: 'pixel-fetch' });
  expect(await look()).toEqual([]);
  world.later(dayMs);
  await look();
  await add(3, today + dayMs + hourMs, acme);
  expect((await look()).map(({ data }) => data.title)).toEqual(['hopper-labs: Acme at the stage investigation']);
});

it('the first download of a version is sent once, several at a time in one message', async () => {
  await add(1, today, { version: '1.0.0' });
  await make('new-version');
  await add(2, today + hourMs, { version: '1.0.0' });
  expect(await look()).toEqual([]);
  await add(1, today + hourMs, { version: '2.0.0' });
  expect((await look()).map(({ data }) => data.title)).toEqual(['engine: first download of 2.0.0']);
  await add(1, today + 2 * hourMs, { version: '3.9.0' });
  await add(1, today + 2 * hourMs, { version: '3.10.0' });
  await add(1, today + 2 * hourMs, { version: '' });
  let [message, ...others] = await look();
  expect(others).toEqual([]);
  expect(message?.data.title).toBe('hopper-labs: first downloads of 2 versions');
  expect(sentencesOf(message!)[0]).toMatch(
    /^3\.10\.0 of engine and 3\.9\.0 of engine were downloaded for the first time/,
  );
});

describe('a withdrawn version', () => {
  const refused = { artifactType: 'refusal', version: '1.0.0' } as const;

  it('that no company requests any more is sent once', async () => {
    await make('withdrawn-unused');
    await grace.ask(withdrawnVersionsApi.withdrawVersion, {
      params: { ...org, package_id: engine },
      body: { version: '1.0.0', message: 'Use 1.0.1.' },
    });
    await add(1, world.now(), { ...refused, ...acme });
    for (let days of [6, 2]) {
      world.later(days * dayMs);
      await add(2, world.now() - minuteMs, { ...refused, ...(days === 6 && acme) });
      expect(await look()).toEqual([]);
    }
    world.later(6 * dayMs);
    let [message, ...others] = await look();
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      type: 'alert.withdrawn_unused',
      data: {
        title: 'engine: no company requests withdrawn version 1.0.0 any more',
        sentences: [
          'No company has requested 1.0.0 of engine for 7 days.',
          'Others, whose company is not known, made 2 requests in these days.',
        ],
        url: 'http://dashboard.test/packages/hopper-labs/docker/engine/versions?version=1.0.0',
        versions: [{ package: 'engine', version: '1.0.0', requests: 2 }],
      },
    });
    expect(await look()).toEqual([]);
  });

  it('that is restored takes the alerts about its package along, but no others', async () => {
    let params = { ...org, package_id: engine };
    for (let package_id of [engine, null]) await make('withdrawn-unused', { package_id });
    await make('new-version', { package_id: engine });
    for (let version of ['1.0.0', '2.0.0'])
      await grace.ask(withdrawnVersionsApi.withdrawVersion, { params, body: { version, message: 'Use 3.0.0.' } });
    let restore = (version: string) => grace.ask(withdrawnVersionsApi.restoreVersion, { params, body: { version } });
    expect(await restore('1.0.0')).toEqual({ deleted_alerts: 0 });
    expect(await restore('2.0.0')).toEqual({ deleted_alerts: 1 });
    let { results } = await grace.ask(getAlerts, { params: org });
    expect(results.map(({ kind, package_id }) => [kind, package_id])).toEqual([
      ['withdrawn-unused', null],
      ['new-version', engine],
    ]);
  });
});

describe('a new company', () => {
  it('is sent when it has come to the stage, once', async () => {
    await add(1, today, { companyName: 'Early', companyDomain: 'early.example', confidence: 0.9 });
    await make('new-company', { stage: 'investigation' });
    await add(2, today + hourMs, acme);
    await add(1, today + hourMs, { companyName: 'Guess', companyDomain: 'guess.example', confidence: 0.2 });
    let [message, ...others] = await look();
    expect(others).toEqual([]);
    expect(message?.data).toMatchObject({
      title: 'hopper-labs: Acme at the stage investigation',
      sentences: ['Acme (acme.example) is at the stage investigation: 2 downloads and 0 pixel views on 1 day.'],
      url: 'http://dashboard.test/companies/hopper-labs/acme.example',
      companies: [{ company: 'acme.example', name: 'Acme', stage: 'investigation', since: dayOf(today) }],
    });
    await add(2, today + 2 * hourMs, acme);
    expect(await look()).toEqual([]);
  });

  it('is in no log and no list of sent alerts once it is erased', async () => {
    await make('new-company');
    await add(2, today + hourMs, acme);
    await look();
    await grace.ask(erasureApi.eraseCompany, { params: { ...org, domain: 'acme.example' } });
    for (let table of ['deliveries', 'alert_told'] as const)
      expect(await world.records.selectFrom(table).selectAll().execute()).toEqual([]);
  });
});

describe('reports', () => {
  it('of a month come on its first day, with the change, its reason, packages and companies', async () => {
    await make('monthly-report');
    let { until } = lastMonth(world.now() + 31 * dayMs);
    let month = lastMonth(until);
    await add(4, month.before, { country: 'JP' });
    await add(4, month.before + hourMs, { country: 'DE' });
    // By day, as months differ in length.
    let lengths = (month.until - month.from) / (month.from - month.before);
    let than = (times: number) => `+${Math.round((times / lengths - 1) * 100)}%`;
    let aDay = lengths === 1 ? '' : ' a day';
    await add(12, month.from + dayMs, { country: 'JP', ...acme });
    await add(4, month.from + dayMs + hourMs, { country: 'DE' });
    world.later(until + 7 * hourMs - world.now());
    expect(await look()).toEqual([]);
    world.later(2 * hourMs);
    let [message, ...others] = await look();
    expect(others).toEqual([]);
    expect(message?.type).toBe('report.monthly');
    expect(message?.data.title).toBe(`The month of hopper-labs: 16 downloads (${than(2)})`);
    expect(sentencesOf(message!)).toEqual([
      expect.stringContaining(`(UTC): 16 (${than(2)}${aDay} vs. the month before).`) as string,
      `Japan ${than(3)}${aDay} (4 to 12), mostly downloads by curl.`,
      'Top packages: engine (16).',
      'Views: 0.',
      'New companies: Acme.',
    ]);
    world.later(hourMs);
    expect(await look()).toEqual([]);
  });

  it('of a week come on Mondays, none where nothing happened in it and before', { tags: 'slow' }, async () => {
    await make('weekly-report');
    let monday = today + ((8 - new Date(today).getUTCDay()) % 7 || 7) * dayMs + 9 * hourMs;
    world.later(monday - world.now());
    expect(await look()).toEqual([]);
    await add(3, monday + hourMs);
    world.later(7 * dayMs);
    let [message] = await look();
    expect(message?.data.title).toBe('The week of hopper-labs: 3 downloads');
    expect(sentencesOf(message!).join(' ')).not.toContain('companies');
    expect(message).toMatchObject({ data: { days: [3, 0, 0, 0, 0, 0, 0].map((downloads) => ({ downloads })) } });
  });
});

describe('an alert', () => {
  it('is paused, changed and deleted, with an audit entry for each', async () => {
    let made = await make('threshold', { downloads: 2 });
    expect(made).toMatchObject({ kind: 'threshold', downloads: 2, package_id: null, created_by: 'grace' });
    let at = { params: { ...org, alert_id: made.id } };
    let body = { kind: 'threshold' as const, downloads: 2, destination_ids: [destination] };
    await grace.ask(changeAlert, { ...at, body: { ...body, is_paused: true } });
    await add(2, today);
    expect(await look()).toEqual([]);
    await grace.ask(changeAlert, { ...at, body });
    expect(await look(), 'what came meanwhile is not told').toEqual([]);
    await grace.ask(changeAlert, { ...at, body: { ...body, downloads: 3 } });
    await add(1, today + minuteMs);
    expect(await look()).toHaveLength(1);
    await grace.ask(deleteAlert, at);
    expect((await grace.ask(getAlerts, { params: org })).results).toEqual([]);
    expect((await grace.refusal(deleteAlert, at)).code).toBe('alert-not-found');
    let { results } = await grace.ask(auditApi.getAuditEvents, { params: org, query: { action: ['alert-deleted'] } });
    expect(results.map(({ actor, target }) => [actor, target])).toEqual([['grace', 'threshold']]);
  });

  it.each([
    ['paused', { is_paused: true }],
    ['changed', { downloads: 9 }],
    ['about another kind', { kind: 'new-version' as const }],
    ['deleted', undefined],
  ])('that is %s while it is checked is not sent', async (_, change) => {
    let { id } = await make('threshold', { downloads: 2 });
    let read = await world.records.selectFrom('alerts').selectAll().executeTakeFirstOrThrow();
    let at = { params: { ...org, alert_id: id } };
    let body = { kind: 'threshold' as const, downloads: 2, destination_ids: [destination], ...change };
    await (change ? grace.ask(changeAlert, { ...at, body }) : grace.ask(deleteAlert, at));
    let message = { type: 'alert.threshold', title: '', sentences: [], url: '', data: {} };
    await claimAndQueue(world.records, read, { keys: ['threshold 2'], message }, world.now());
    for (let table of ['deliveries', 'alert_told'] as const)
      expect(await world.records.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  it('ends with its package, and outlives its destinations', async () => {
    let made = await make('new-version', { package_id: engine });
    await grace.ask(destinationsApi.deleteDestination, { params: { ...org, destination_id: destination } });
    expect((await grace.ask(getAlerts, { params: org })).results).toMatchObject([{ id: made.id, destination_ids: [] }]);
    await grace.ask(packagesApi.deletePackage, { params: { ...org, package_id: engine } });
    expect((await grace.ask(getAlerts, { params: org })).results).toEqual([]);
  });

  it.each([
    [{ destination_ids: [] }, 'alert-needs-a-destination'],
    [{ destination_ids: ['nowhere'] }, 'destination-not-found'],
    [{ package_id: 'nothing' }, 'package-not-found'],
    [{ percent: 0 }, 'alert-percent-is-invalid'],
    [{ at_least: 1.5 }, 'number-is-invalid'],
    [{ downloads: 0 }, 'number-is-invalid'],
  ])('with %o is refused', async (wrong, code) => {
    let body = { kind: 'spike' as const, destination_ids: [destination], ...wrong };
    expect((await grace.refusal(createAlert, { params: org, body })).code).toBe(code);
    expect((await grace.ask(getAlerts, { params: org })).results).toEqual([]);
  });

  it('is refused if the same one exists, with the same destinations in any order', async () => {
    let body = { kind: 'email' as const, name: 'Linus', username: 'linus' };
    let { id } = await grace.ask(destinationsApi.createDestination, { params: org, body });
    let both = { kind: 'spike' as const, destination_ids: [destination, id] };
    await grace.ask(createAlert, { params: org, body: both });
    for (let destination_ids of [
      [destination, id],
      [id, destination, id],
    ])
      expect((await grace.refusal(createAlert, { params: org, body: { ...both, destination_ids } })).code).toBe(
        'alert-already-exists',
      );
    for (let other of [{ destination_ids: [id] }, { percent: 60 }, { package_id: engine }])
      await grace.ask(createAlert, { params: org, body: { ...both, ...other } });
    expect((await grace.ask(getAlerts, { params: org })).results).toHaveLength(4);
  });

  it('is limited in number', { tags: 'slow' }, async () => {
    for (let i = 0; i < alertsPerOwnerMax; i++) await make('threshold', { downloads: i + 1 });
    let body = { kind: 'weekly-report' as const, destination_ids: [destination] };
    expect((await grace.refusal(createAlert, { params: org, body })).code).toBe('too-many-alerts');
  });

  it('is sent to all of its destinations, each with an id of its own', { tags: 'slow' }, async () => {
    let body = { kind: 'email' as const, name: 'Linus', username: 'linus' };
    let { id } = await grace.ask(destinationsApi.createDestination, { params: org, body });
    await make('new-version', { destination_ids: [destination, id] });
    await add(1, today + hourMs, { version: '1.0.0' });
    expect(await look()).toHaveLength(1);
    let letter = (await world.lettersTo('linus@example.com')).at(-1);
    expect(letter?.subject).toBe('engine: first download of 1.0.0');
    expect(letter?.text).toContain('1.0.0 of engine was downloaded for the first time.');
    let rows = await world.records.selectFrom('deliveries').select('message_id').execute();
    expect(new Set(rows.map(({ message_id }) => message_id)).size).toBe(2);
  });
});

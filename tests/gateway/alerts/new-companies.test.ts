import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emailPreferencesApi } from 'contract/accounts/email-preferences';
import { filtersApi } from 'contract/analytics/filters';
import * as limits from 'contract/floor/limits';
import { hourMs, minuteMs } from 'contract/floor/time';
import { notificationsApi } from 'contract/alerts/notifications';
import { packagesApi } from 'contract/packages/packages';
import type { SamplePerson } from 'gateway/demo/people';
import type { Event } from 'contract/event-fields';
import { newCompaniesMail } from 'gateway/alerts/notifications/new-companies';
import { setMember } from 'gateway/floor/memberships';
import { madeEvent } from 'tests/support/made-event';
import { refusingMail, startTelling, tellAll } from 'tests/support/notifications';
import { createWorld, type World } from 'tests/support/world';

let world: World;
let compiler: string;

beforeEach(async () => {
  world = await createWorld();
  compiler = await makePackage('grace', 'hopper-labs', 'compiler');
});
afterEach(() => world.close());

async function makePackage(person: SamplePerson, owner: string, name: string): Promise<string> {
  let body = { type: 'file' as const, name, incoming_path: `/${name}` };
  return (await (await world.as(person)).ask(packagesApi.createPackage, { params: { owner }, body: body as never })).id;
}

async function notify(username: SamplePerson, packageId = compiler, downloads = 1): Promise<void> {
  let params = { owner: 'hopper-labs', package_id: packageId, username };
  await (await world.as(username)).ask(notificationsApi.setPackageNotification, { params, body: { downloads } });
}

/** Adds a download by a company, `after` milliseconds from now. */
async function addDownload(company: string, after = 0, fields: Partial<Event> = {}): Promise<void> {
  let time = world.now() + after;
  let named = { companyName: company, companyDomain: `${company.toLowerCase()}.example`, confidence: 0.9 };
  await world.events.append([madeEvent({ artifactId: compiler, time, ...named, ...fields })]);
}

/** Runs the check a quarter of an hour later. Returns the number of mails it sent. */
async function runCheck(): Promise<number> {
  world.later(15 * minuteMs);
  return tellAll(world, world.gateway);
}

/** The same in a process whose mail server refuses everything. */
async function runRefused(): Promise<void> {
  let { asked, mail } = refusingMail(world);
  world.later(15 * minuteMs);
  let other = await startTelling(world, { mail });
  expect(await tellAll(world, other)).toBe(0);
  expect(asked).toHaveLength(1);
  await other.close();
}

async function letters(person: SamplePerson) {
  return (await world.lettersTo(`${person}@example.com`)).filter(({ subject }) => / uses? /.test(subject));
}

async function subjects(person: SamplePerson): Promise<string[]> {
  return (await letters(person)).map(({ subject }) => subject);
}

describe('a new company', () => {
  it('is mailed once, with an unsubscribe link', async () => {
    await notify('grace');
    expect(await runCheck()).toBe(0);
    await addDownload('Acme');
    expect(await runCheck()).toBe(1);
    let [letter] = await letters('grace');
    expect(letter?.subject).toBe('Acme uses compiler');
    expect(letter?.text).toContain('hopper-labs / compiler\n  Acme: 1 download\n');
    expect(letter?.text).toContain('http://dashboard.test/packages/hopper-labs/file/compiler');
    expect(letter?.field('List-Unsubscribe')).toMatch(/^<http:\/\/dashboard\.test\/unsubscribe\/[\w-]+>$/);
    await addDownload('Acme');
    expect(await runCheck()).toBe(0);
    expect(await letters('grace')).toHaveLength(1);
  });

  it('is mailed once it has the chosen number of downloads', async () => {
    await notify('grace', compiler, 3);
    await addDownload('Acme');
    await addDownload('Acme');
    expect(await runCheck()).toBe(0);
    await addDownload('Acme');
    expect(await runCheck()).toBe(1);
    expect((await letters('grace'))[0]?.text).toContain('Acme: 3 downloads');
  });

  it('is not a company that used the package before', async () => {
    await addDownload('Early', -5_000);
    await notify('grace');
    await addDownload('Early');
    expect(await runCheck()).toBe(0);
    await addDownload('Early');
    await addDownload('Late');
    expect(await runCheck()).toBe(1);
    expect(await subjects('grace')).toEqual(['Late uses compiler']);
  });

  it('is not a company of low confidence, a hosting provider, or one excluded by a filter', async () => {
    let bots = { query: { scope: 'global' as const }, body: { request_is_bot: { value: false } } };
    await (await world.as('grace')).ask(filtersApi.createFilter, { params: { owner: 'hopper-labs' }, ...bots });
    await notify('grace');
    await addDownload('Guess', 0, { confidence: limits.lowConfidenceBelow - 0.01 });
    await addDownload('Cloud', 0, { connectionType: 'hosting' });
    await addDownload('Robots', 0, { isBot: true });
    await addDownload('Hidden', 0, { doNotTrack: true });
    expect(await runCheck()).toBe(0);
    await addDownload('Medium', 0, { confidence: limits.lowConfidenceBelow });
    expect(await runCheck()).toBe(1);
    expect(await subjects('grace')).toEqual(['Medium uses compiler']);
  });
});

describe('mails', () => {
  it('list all companies of one check for a person', async () => {
    let linker = await makePackage('grace', 'hopper-labs', 'linker');
    await notify('grace');
    await notify('grace', linker);
    await notify('mary', linker);
    await addDownload('Acme');
    await addDownload('Bolt');
    await addDownload('Bolt', 0, { artifactId: linker });
    expect(await runCheck()).toBe(2);
    let [letter] = await letters('grace');
    expect(letter?.subject).toBe('3 new companies use 2 of your packages');
    expect(letter?.text).toMatch(
      /compiler\n {2}\w+: 1 download\n {2}\w+: 1 download\n\nhopper-labs \/ linker\n {2}Bolt/,
    );
    expect(await subjects('mary')).toEqual(['Bolt uses linker']);
  });

  it('are sent once when two processes check at the same moment', async () => {
    await notify('grace');
    await addDownload('Acme');
    let other = await startTelling(world);
    world.later(15 * minuteMs);
    expect(await tellAll(world, world.gateway, other)).toBe(1);
    await other.close();
    expect(await letters('grace')).toHaveLength(1);
  });

  it('that the server refused are sent later, including newer companies', async () => {
    await notify('grace');
    await addDownload('Acme');
    await runRefused();
    await addDownload('Bolt');
    expect(await runCheck()).toBe(1);
    expect(await subjects('grace')).toEqual(['2 new companies use compiler']);
    expect(await runCheck()).toBe(0);
  });

  it('that the server refuses for days are sent when it takes them', { tags: 'slow' }, async () => {
    await notify('grace');
    await addDownload('Acme');
    for (let turn = 0; turn < 10; turn++) {
      await runRefused();
      world.later(11 * hourMs);
    }
    expect(await runCheck()).toBe(1);
    let rows = await world.records.selectFrom('deliveries').select(['status', 'attempts']).execute();
    expect(rows).toEqual([{ status: 'done', attempts: 11 }]);
  });

  it('are not sent while switched off, and not afterwards for that time', { tags: 'slow' }, async () => {
    await notify('grace');
    let grace = await world.as('grace');
    let switchTo = (new_company: boolean) =>
      grace.ask(emailPreferencesApi.updateEmailPreferences, { params: { username: 'grace' }, body: { new_company } });
    await switchTo(false);
    await addDownload('Acme');
    expect(await runCheck()).toBe(0);
    await switchTo(true);
    await addDownload('Acme');
    await addDownload('Bolt');
    expect(await runCheck()).toBe(1);
    expect(await subjects('grace')).toEqual(['Bolt uses compiler']);
  });

  it(
    'that the server refused are not sent to people who have switched them off or lost the role',
    { tags: 'slow' },
    async () => {
      await notify('grace');
      await notify('mary');
      await addDownload('Acme');
      await runRefused();
      let off = { params: { username: 'grace' }, body: { new_company: false } };
      await (await world.as('grace')).ask(emailPreferencesApi.updateEmailPreferences, off);
      await setMember(
        world.records,
        { organizationId: world.ids.get('hopper-labs') ?? '', userId: world.ids.get('mary') ?? '' },
        'member',
        0,
      );
      world.later(minuteMs);
      expect(await runCheck()).toBe(0);
    },
  );

  it('end when the role ends, and when the notification is removed', async () => {
    await notify('grace');
    await notify('mary');
    await setMember(
      world.records,
      { organizationId: world.ids.get('hopper-labs') ?? '', userId: world.ids.get('mary') ?? '' },
      'member',
      0,
    );
    let params = { owner: 'hopper-labs', package_id: compiler, username: 'grace' };
    await (await world.as('grace')).ask(notificationsApi.deletePackageNotification, { params });
    await addDownload('Acme');
    expect(await runCheck()).toBe(0);
  });

  it('list fifty companies and say how many more there are', () => {
    let companies = Array.from({ length: 53 }, (_, i) => ({ name: `Company ${i}`, downloads: 1 }));
    let news = [{ owner: 'ada', type: 'docker' as const, package: 'ada/engine', companies, more: 0 }];
    let { subject, text } = newCompaniesMail('a@b.c', { name: 'ada', publicUrl: '', news, unsubscribeUrl: '/u' });
    expect(subject).toBe('53 new companies use ada/engine');
    expect(text).toContain('Company 49: 1 download\n  And more: 3 companies');
    expect(text).toContain('/packages/ada/docker/ada%2Fengine');
  });
});

it('a check without new events costs one query for all packages of an owner', async () => {
  await notify('grace');
  await notify('mary');
  await notify('grace', await makePackage('grace', 'hopper-labs', 'linker'));
  await addDownload('Acme');
  await runCheck();
  let asked = 0;
  let companies: typeof world.events.companies = (query) => (asked++, world.events.companies(query));
  let other = await startTelling(world, { events: { ...world.events, companies } });
  world.later(15 * minuteMs);
  expect(await tellAll(world, other)).toBe(0);
  await other.close();
  expect(asked).toBe(1);
});

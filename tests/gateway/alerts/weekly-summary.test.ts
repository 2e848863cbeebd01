import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { periodName } from 'contract/analytics/id-periods';
import { dayMs, hourMs, minuteMs } from 'contract/floor/time';
import { filtersApi } from 'contract/analytics/filters';
import { emailPreferencesApi } from 'contract/accounts/email-preferences';
import * as limits from 'contract/floor/limits';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import type { SamplePerson } from 'gateway/demo/people';
import type { Event } from 'contract/event-fields';
import { comparedText, weeklySummaryMail } from 'gateway/alerts/notifications/weekly-summary';
import { startAlerting } from 'gateway/alerts/jobs/alerting';
import { startDeliveryWorker } from 'gateway/alerts/jobs/delivery-worker';
import { setPersonalRule } from 'gateway/alerts/personal-rules';
import { createJobs } from 'gateway/floor/jobs';
import { ownerSummary } from 'gateway/alerts/notifications/owner-summary';
import { dueWeek, lastMonth, lastWeek } from 'gateway/alerts/notifications/summary-period';
import type { OwnerRow } from 'gateway/floor/db/account-schema';
import { createSampleUser, findOwner } from 'gateway/floor/owners';
import { madeEvent } from 'tests/support/made-event';
import { noticePartsOf, refusingMail, startTelling, tellAll } from 'tests/support/notifications';
import { createWorld, type World } from 'tests/support/world';

let world: World;
/** The next Monday, 08:00 UTC. Summaries requested before it include that week. */
let monday: number;

beforeEach(async () => {
  world = await createWorld();
  monday = lastWeek(world.now() + 7 * dayMs).sendAt;
});
afterEach(() => world.close());

async function switchOn(...people: SamplePerson[]): Promise<void> {
  for (let username of people) {
    let body = { weekly_summary: true };
    await (await world.as(username)).ask(emailPreferencesApi.updateEmailPreferences, { params: { username }, body });
  }
}

/** Sends at a time, Monday 08:00 at first. Returns the number of mails. */
async function sendSummaries(at = Math.max(monday, world.now())): Promise<number> {
  world.later(at - world.now());
  return tellAll(world, world.gateway);
}

async function makePackage(person: SamplePerson, owner: string, name: string): Promise<string> {
  let body = { type: 'file' as const, name, incoming_path: `/${name}` };
  return (await (await world.as(person)).ask(packagesApi.createPackage, { params: { owner }, body: body as never })).id;
}

/** Adds events `days` after the Monday on which the week started. */
async function addEvents(artifactId: string, days: number, ...visits: Partial<Event>[]): Promise<void> {
  let time = lastWeek(Math.max(monday, world.now())).from + days * dayMs;
  let ownerId = world.ids.get('ada') ?? '';
  await world.events.append(
    visits.map((visit, i) => madeEvent({ artifactId, ownerId, time: time + i, originId: BigInt(i + 1), ...visit })),
  );
}

async function summaries(person: SamplePerson) {
  let letters = await world.lettersTo(`${person}@example.com`);
  return letters.filter(({ subject }) => subject.startsWith('Your week'));
}

const counted = (now: number, before: number) => ({ now, before, change: { now, before, why: '' } });

const acme = { companyName: 'Acme', companyDomain: 'acme.example', confidence: 0.9 };

describe('a week', () => {
  // @spec 4: Email preferences: Monday 08:00 UTC
  it.each([
    ['2026-11-16T07:59:59.999Z', undefined],
    ['2026-11-16T08:00:00.000Z', ['2026-11-09', '2026-11-15']],
    ['2026-11-18T07:59:59.999Z', ['2026-11-09', '2026-11-15']],
    ['2026-11-18T08:00:00.000Z', undefined],
    ['2027-01-04T12:00:00.000Z', ['2026-12-28', '2027-01-03']],
  ])('at %s the summary of %j is due', (time, days) => {
    let week = dueWeek(Date.parse(time));
    expect(week && [week.first, week.last]).toEqual(days);
  });

  it('ends at midnight on Monday', () => {
    expect(lastWeek(Date.parse('2026-11-15T23:59:59.999Z')).first).toBe('2026-11-02');
    expect(lastWeek(Date.parse('2026-11-16T00:00:00.000Z')).first).toBe('2026-11-09');
  });
});

describe('the mail', () => {
  // @spec 4: Email preferences: weekly summary: every owner of a person against the week before
  it('includes every owner of the person, compared with the week before, and an unsubscribe link', async () => {
    await switchOn('grace');
    let compiler = await makePackage('grace', 'hopper-labs', 'compiler');
    let linker = await makePackage('grace', 'hopper-labs', 'linker');
    let grace = await world.as('grace');
    let pixel = await grace.ask(pixelsApi.createTrackingPixel, {
      params: { owner: 'hopper-labs' },
      body: { name: 'Docs' },
    });
    let own = await makePackage('grace', 'grace', 'moth');
    await addEvents(compiler, -7, {}, {}, acme, { companyName: 'Old', companyDomain: 'old.example', confidence: 0.9 });
    await addEvents(compiler, -8, {}, {});
    await addEvents(
      compiler,
      0,
      acme,
      acme,
      {},
      { companyName: 'Guess', companyDomain: 'guess.example', confidence: 0.2 },
    );
    await addEvents(linker, 6.9, { companyName: 'Newt', companyDomain: 'newt.example', confidence: 0.6 });
    await addEvents(linker, 7, {}, {});
    await addEvents(pixel.id, 3, { artifactType: 'tracking-pixel', type: 'pixel-fetch' });
    await addEvents(own, 2, { originId: 7n }, { originId: 7n });

    expect(await sendSummaries()).toBe(1);
    let [letter] = await summaries('grace');
    expect(letter?.subject).toBe('Your week: 7 downloads');
    expect(letter?.text).toMatch(/Your report for \w{3} \d+ – (\w{3} )?\d+, \d{4} \(UTC\)\./);
    expect(letter?.text).toContain('because you subscribed to the weekly summary');
    expect(letter?.text).toContain(
      [
        'grace',
        '  Downloads: 2 (none in the week before)',
        '  Unique users: 1 (none in the week before)',
        '  Views: 0',
        '  Top packages: moth: 2',
        '  Downloads by day: Mon, ',
      ].join('\n'),
    );
    expect(letter?.text).toContain(
      [
        'hopper-labs',
        '  Downloads: 5 (+25% vs. the week before)',
        '  What changed: linker 1 (none before), mostly downloads by curl.',
        '  Unique users: 4 (as in the week before)',
        '  Views: 1 (none in the week before)',
        '  Top packages: compiler: 4',
        '    linker: 1',
        '  New companies: Newt',
        '  Downloads by day: Mon, ',
      ].join('\n'),
    );
    expect(letter?.text).toMatch(/Mon, \w+ \d+: 4\n( {4}\w{3}, \w+ \d+: 0\n){5} {4}Sun, \w+ \d+: 1\n/);
    expect(letter?.text).not.toContain('none\n');
    let [url = ''] = /http:\/\/dashboard\.test\/unsubscribe\/[\w-]+/.exec(letter?.text ?? '') ?? [];
    expect(letter?.field('List-Unsubscribe')).toBe(`<${url}>`);
    expect(letter?.field('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(letter?.html).toContain(`href="${url}"`);
    await world
      .with(undefined)
      .ask(emailPreferencesApi.unsubscribe, { params: { token: url.split('/').at(-1) ?? '' } });
    expect(await sendSummaries(monday + 7 * dayMs)).toBe(0);
  });

  it('applies the filters of the owner', async () => {
    await switchOn('ada');
    let engine = await makePackage('ada', 'ada', 'engine');
    await addEvents(engine, 1, {}, { isBot: true }, { isBot: true });
    let bots = { query: { scope: 'global' as const }, body: { request_is_bot: { value: false } } };
    await (await world.as('ada')).ask(filtersApi.createFilter, { params: { owner: 'ada' }, ...bots });
    await sendSummaries();
    expect((await summaries('ada'))[0]?.subject).toBe('Your week: 1 download');
  });

  // @spec 4: Email preferences: nothing is sent about weeks without events
  it('leaves out owners without an event in both weeks, and is not sent without any', async () => {
    await switchOn('linus', 'ada');
    let old = await makePackage('ada', 'ada', 'old');
    await addEvents(old, -7.5, {});
    expect(await sendSummaries()).toBe(0);
    await addEvents(old, 1, {});
    expect(await sendSummaries(monday + hourMs), 'a week is looked at once').toBe(0);
    expect(await summaries('ada')).toEqual([]);
  });

  it('shows the direction of a change of less than one percent', () => {
    let days = { first: '2026-11-09', last: '2026-11-15' };
    let counts = { downloads: counted(2_600, 2_594), users: counted(2_594, 2_600) };
    let views = counted(7, 7);
    let owners = [{ owner: 'ada', ...counts, views, days: [], packages: [], companies: [] }];
    let { text } = weeklySummaryMail('a@b.c', { name: 'ada', publicUrl: '', days, owners, unsubscribeUrl: '/u' });
    expect(text).toContain('Downloads: 2,600 (+0.2% vs. the week before)');
    expect(text).toContain('Unique users: 2,594 (−0.2% vs. the week before)');
    expect(text).toContain('Views: 7 (as in the week before)');
  });

  describe('of people who come every day', () => {
    const steadySince = Date.parse('2026-01-01');
    async function steady(until: string): Promise<OwnerRow> {
      let artifactId = await makePackage('linus', 'linus', 'steady');
      let times = Array.from({ length: (Date.parse(until) - steadySince) / dayMs }, (_, i) => steadySince + i * dayMs);
      let visits = times.flatMap((time) =>
        [1n, 2n, 3n].map((originId) => {
          let idPeriod = periodName('monthly', Date.parse(`${new Date(time).toISOString().slice(0, 7)}-01`));
          return madeEvent({ artifactId, ownerId: world.ids.get('linus')!, time, originId, idPeriod });
        }),
      );
      await world.events.append(visits);
      return (await findOwner(world.records, 'linus'))!;
    }

    it.each([
      ['2026-03-23', 'Unique users: 3 (as in the week before)'],
      [
        '2026-04-06',
        'Unique users: 6 (not compared: a user counts once in each UTC month, and there are 2 here and 1 before)',
      ],
    ])('has no change in the week before %s, or a reason', async (monday, users) => {
      let week = lastWeek(Date.parse(monday));
      let figures = await ownerSummary(world, await steady(monday), week);
      let owners = [figures!];
      let { text } = weeklySummaryMail('a@b.c', { name: '', publicUrl: '', days: week, owners, unsubscribeUrl: '/u' });
      expect(text).toContain('Downloads: 21 (as in the week before)');
      expect(text).toContain(users);
      expect(text).not.toContain('What changed');
    });

    it('has no change in months of different lengths', async () => {
      let march = lastMonth(Date.parse('2026-04-01'));
      let figures = (await ownerSummary(world, await steady('2026-04-01'), march))!;
      expect(comparedText(figures.downloads, 'month')).toBe('93 (as many a day as in the month before)');
      expect(comparedText(figures.users, 'month')).toBe('3 (as in the month before)');
      expect(figures.reason).toBeUndefined();
    });

    it('is not compared with a week in which history begins', async () => {
      let week = lastWeek(steadySince + 12 * dayMs);
      let figures = (await ownerSummary(world, await steady('2026-01-12'), week))!;
      expect(comparedText(figures.downloads)).toBe(
        '21 (not enough history to compare: the first download was on Jan 1, 2026)',
      );
    });
  });

  it('shows a decrease', () => {
    let nothing = counted(0, 0);
    let owners = [
      {
        owner: 'ada',
        downloads: counted(0, 4),
        users: counted(0, 4),
        views: nothing,
        days: [{ date: '2026-11-09', downloads: 0 }],
        packages: [],
        companies: [],
      },
    ];
    let days = { first: '2026-11-09', last: '2026-11-15' };
    let { text } = weeklySummaryMail('a@b.c', { name: 'ada', publicUrl: '', days, owners, unsubscribeUrl: '/u' });
    expect(text).toContain('Your report for Nov 9 – 15, 2026 (UTC).');
    expect(text).toContain('Downloads: 0 (−100% vs. the week before)');
    expect(text).not.toContain('by day');
  });
});

describe('sending', () => {
  // @spec 4: Email preferences: once for each person and week, also from two processes and after a
  //   restart
  it('reaches each person once, from two processes at the same moment and after a restart', async () => {
    await switchOn('ada', 'grace', 'mary');
    for (let person of ['ada', 'grace', 'mary'] as const)
      await addEvents(await makePackage(person, person, `tool-of-${person}`), 1, {});
    let other = await startTelling(world);
    world.later(monday - world.now());
    expect(await tellAll(world, world.gateway, other)).toBe(3);
    await other.close();
    for (let later of [60_000, 7 * hourMs, 39 * hourMs]) expect(await sendSummaries(monday + later)).toBe(0);
    for (let person of ['ada', 'grace', 'mary'] as const) expect(await summaries(person)).toHaveLength(1);
    expect(await sendSummaries(monday + 7 * dayMs), 'the week after').toBe(3);
  });

  // @spec 4: Email preferences: optional email goes to confirmed addresses only
  it('includes people who switched it on before Monday and have a confirmed address', { tags: 'slow' }, async () => {
    await switchOn('ada', 'mary');
    for (let person of ['ada', 'mary'] as const) await addEvents(await makePackage(person, person, person), 1, {});
    let idOf = (person: string) => world.ids.get(person) ?? '';
    await world.records.updateTable('users').set({ email_verified_at: null }).where('id', '=', idOf('ada')).execute();
    let since = { created_at: monday + 1 };
    await world.records.updateTable('alerts').set(since).where('user_id', '=', idOf('mary')).execute();
    expect(await sendSummaries()).toBe(0);
    await world.records.updateTable('users').set({ email_verified_at: monday }).where('id', '=', idOf('ada')).execute();
    expect(await sendSummaries()).toBe(1);
  });

  it('that failed is retried later, and pauses the others until then', async () => {
    await switchOn('ada', 'mary');
    for (let person of ['ada', 'mary'] as const) await addEvents(await makePackage(person, person, person), 1, {});
    let { asked, mail } = refusingMail(world);
    let refused = await startTelling(world, { mail });
    world.later(monday - world.now());
    expect(await tellAll(world, refused)).toBe(0);
    expect(asked).toEqual(['ada@example.com']);
    await refused.close();
    expect(await sendSummaries()).toBe(1);
    expect([(await summaries('ada')).length, (await summaries('mary')).length]).toEqual([0, 1]);
    expect(await sendSummaries(monday + hourMs)).toBe(1);
    expect([(await summaries('ada')).length, (await summaries('mary')).length]).toEqual([1, 1]);
  });

  it('to an address that the server refuses delays no other', async () => {
    await switchOn('ada', 'mary');
    for (let person of ['ada', 'mary'] as const) await addEvents(await makePackage(person, person, person), 1, {});
    let { sendOnce } = world.mail;
    let refusal = { words: 'No such mailbox.', isAboutEmail: true };
    let mail = {
      ...world.mail,
      sendOnce: (message: Parameters<typeof sendOnce>[0]) =>
        message.to === 'ada@example.com' ? Promise.resolve(refusal) : sendOnce(message),
    };
    let other = await startTelling(world, { mail });
    world.later(monday - world.now());
    expect(await tellAll(world, other)).toBe(1);
    await other.close();
    expect([(await summaries('ada')).length, (await summaries('mary')).length]).toEqual([0, 1]);
  });

  it('that waits is dropped when it is too late, and when the person switches it off', async () => {
    await switchOn('ada', 'mary');
    for (let person of ['ada', 'mary'] as const) await addEvents(await makePackage(person, person, person), 1, {});
    let { mail } = refusingMail(world);
    let refused = await startTelling(world, { mail });
    world.later(monday - world.now());
    await tellAll(world, refused);
    await refused.close();
    let off = { params: { username: 'mary' }, body: { weekly_summary: false } };
    await (await world.as('mary')).ask(emailPreferencesApi.updateEmailPreferences, off);
    expect(await sendSummaries(monday + limits.weeklySummaryLateMs)).toBe(0);
    expect(await sendSummaries(monday + limits.weeklySummaryLateMs + dayMs)).toBe(0);
  });

  // @spec 4: Email preferences: a bounded number of emails a minute
  it('sends no more mails per minute than the limit', { tags: 'slow' }, async () => {
    let engine = await makePackage('grace', 'hopper-labs', 'engine');
    await addEvents(engine, 1, {});
    let now = world.now();
    let labs = world.ids.get('hopper-labs') ?? '';
    for (let i = 0; i <= limits.optionalMailsPerMinute; i++) {
      let email = `reader-${i}@example.com`;
      let given = { username: `reader-${i}`, email, passwordHash: '', emailVerifiedAt: now };
      let { id } = await createSampleUser(world.records, given, now);
      let rule = { kind: 'weekly-summary', owner_id: id, user_id: id, package_id: null } as const;
      await setPersonalRule(world.records, rule, {}, now);
      let membership = { organization_id: labs, user_id: id, role: 'member' as const, created_at: now };
      await world.records.insertInto('memberships').values(membership).execute();
    }
    // At the beginning of a minute, so that no other begins before the end.
    expect(await sendSummaries(monday + minuteMs)).toBe(limits.optionalMailsPerMinute);
    expect(await sendSummaries(world.now())).toBe(0);
    expect(await sendSummaries(monday + 2 * minuteMs)).toBe(1);
  });
});

describe('the timer', () => {
  it('sends due summaries, and ends when it is stopped', async () => {
    await switchOn('ada');
    await addEvents(await makePackage('ada', 'ada', 'engine'), 1, {});
    world.later(monday - world.now());
    let parts = noticePartsOf(world);
    let deliveries = startDeliveryWorker(parts);
    let alerts = startAlerting(parts, deliveries.wake, createJobs(parts.clock, { alerts: '* * * * * *' }));
    await expect.poll(async () => (await summaries('ada')).length, { timeout: 30_000 }).toBe(1);
    await alerts.close();
    await deliveries.close();
  });
});

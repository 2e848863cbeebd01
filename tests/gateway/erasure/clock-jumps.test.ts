/** A clock that jumps deletes nothing by age; one that runs does. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clockApi } from 'contract/admin/clock';
import { auditApi } from 'contract/admin/audit';
import { archivesApi } from 'contract/exports/archives';
import { eventRetentionApi } from 'contract/exports/event-retention';
import { packagesApi } from 'contract/packages/packages';
import { dayMs, hourMs, minuteMs, time } from 'contract/floor/time';
import { startAuditRetention } from 'gateway/floor/audit';
import { createRecordSealer } from 'gateway/floor/sealer';
import { byAge, openInstallationClock } from 'gateway/floor/installation-clock';
import { createMail } from 'gateway/floor/mail/mail';
import { madeEvent } from 'tests/support/made-event';
import { invitesApi } from 'contract/organizations/invites';
import { usersApi } from 'contract/accounts/users';
import { demoPassword } from 'gateway/demo/people';
import { createWorld, type Caller, type World } from 'tests/support/world';

const ages = [300, 200, 40, 1];
const { inviteOrganizationMember } = invitesApi;
const log = pino({ level: 'silent' });
const years = 1_500 * dayMs;

let world: World;
let ada: Caller;
let artifactId: string;
beforeEach(async () => {
  world = await createWorld({ eventDays: 365, memberLimitOverride: 20, datesEvents: true });
  ada = await world.as('ada');
  let body = { type: 'docker' as const, name: 'tools', backend_registry: 'registry.example' };
  artifactId = (await ada.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body })).id;
  await world.events.load(ages.map((days) => downloadAt(world.now() - days * dayMs)));
});
afterEach(() => world.close());

const downloadAt = (at: number) => madeEvent({ artifactId, ownerId: world.ids.get('ada')!, time: at });

/** Runs everything that deletes by age, and returns how many events are left. */
async function stored(): Promise<number> {
  let { gateway, events, mail } = world;
  await gateway.deletions.run();
  for (let job of [gateway.archives.run, gateway.exports.runDue, gateway.deliveries.run, gateway.imports.run])
    await job();
  await startAuditRetention(world.records, 365, { clock: world.now, log })();
  await world.with(undefined).ask(usersApi.login, { body: { email: 'linus@example.com', password: demoPassword } });
  await mail.idle();
  return (await events.state()).count;
}

async function doubtOf() {
  return (await (await world.as('root')).ask(clockApi.getClock)).doubt;
}

async function metric(): Promise<string | undefined> {
  return /^landfall_clock_in_doubt (\d)$/m.exec(await world.gateway.metrics.metrics())?.[1];
}

/** Everything else that is deleted by age, as far as this test makes it: the ids by table. */
async function others(): Promise<string[]> {
  let tables = ['audit_events', 'archives', 'tokens', 'invites'] as const;
  let rows = await Promise.all(tables.map((table) => world.records.selectFrom(table).select('id').execute()));
  return rows.flat().map(({ id }) => id);
}

/** An invite, a backup of an owner and what the audit log says of them. */
async function makeOthers(): Promise<string[]> {
  let grace = await world.as('grace');
  await grace.ask(archivesApi.createArchive, { params: { owner: 'hopper-labs' } });
  await world.gateway.archives.run();
  await invite('new@example.com');
  return others();
}

/** Deletes expired invites, too. */
async function invite(email: string): Promise<void> {
  let grace = await world.as('grace');
  await grace.ask(inviteOrganizationMember, { params: { name: 'hopper-labs' }, body: { email, role: 'member' } });
}

describe('a clock that jumps ahead', () => {
  it('deletes nothing, is reported, and does no harm once it is set back', async () => {
    let made = await makeOthers();
    expect([await doubtOf(), await metric()]).toEqual([null, '0']);
    let last = world.now();
    world.later(years);
    expect(await stored()).toBe(ages.length);
    await invite('newer@example.com');
    expect(await others()).toEqual(expect.arrayContaining(made));
    expect(await metric()).toBe('1');
    let doubt = (await doubtOf())!;
    expect(doubt.believed_at).toBeNull();
    expect(Date.parse(doubt.last_seen)).toBeLessThanOrEqual(last);
    expect(Date.parse(doubt.since) - last).toBeGreaterThanOrEqual(years);
    await world.events.append([downloadAt(Date.now() + years), downloadAt(Date.now() + years + minuteMs)]);
    await world.events.lastEvent();
    await world.runs(30 * dayMs);
    expect(await stored()).toBe(ages.length + 2);
    world.later(-years - 30 * dayMs);
    expect(await stored()).toBe(ages.length + 2);
    expect(Math.abs((await world.events.state()).newest! - last)).toBeLessThan(hourMs);
    expect(await others()).toEqual(expect.arrayContaining(made));
    expect([await doubtOf(), await metric()]).toEqual([null, '0']);
  });

  it('deletes what is too old when a platform admin says that it is right', async () => {
    world.later(years);
    await stored();
    let { since } = (await doubtOf())!;
    let confirm = async (person: 'root' | 'ada', moment: string) =>
      (await world.as(person)).call(clockApi.confirmClock, { body: { since: moment } });
    expect((await confirm('ada', since)).status).toBe(403);
    await confirm('root', time(Date.parse(since) - 1));
    expect(await stored()).toBe(ages.length);
    expect((await confirm('root', since)).status).toBe(204);
    expect(await stored()).toBe(0);
    expect(await doubtOf()).toBeNull();
    let { results } = await (
      await world.as('root')
    ).ask(auditApi.getAllAuditEvents, {
      query: { action: ['clock-confirmed'] },
    });
    expect(results).toMatchObject([{ actor: 'root', target: expect.stringMatching(/Z$/) }]);
  });

  it('is that of a server that was off for three months: believed after a week', async () => {
    world.later(90 * dayMs);
    expect(await stored()).toBe(ages.length);
    expect(Date.parse((await doubtOf())!.believed_at!) - world.now()).toBeLessThanOrEqual(7 * dayMs);
    await world.runs(6 * dayMs);
    expect(await stored()).toBe(ages.length);
    await world.runs(dayMs);
    expect(await stored()).toBe(3);
    expect(await doubtOf()).toBeNull();
  });

  it('is not believed after a week while another server has another time', async () => {
    let now = world.now() + 90 * dayMs;
    let server: string | undefined = 'registry.example';
    let clock = await openInstallationClock(
      world.records,
      () => now,
      log,
      async () => server,
    );
    let runs = async (days: number) => {
      for (let i = 0; i < days; i++) {
        now += dayMs;
        await clock.look(async () => null);
      }
      return clock.isInDoubt();
    };
    await clock.look(async () => null);
    expect(await runs(9)).toBe(true);
    let deleted = false;
    await byAge(world.records, now, async () => (deleted = true));
    expect(deleted).toBe(false);
    server = undefined;
    expect(await runs(1)).toBe(false);
    clock.close();
  });

  it('begins that week again at each jump', async () => {
    world.later(90 * dayMs);
    await world.runs(5 * dayMs);
    world.later(5 * dayMs);
    await world.runs(5 * dayMs);
    expect(await stored()).toBe(ages.length);
  });

  it('is believed at once after a weekend', async () => {
    await world.events.load([downloadAt(world.now() - 364 * dayMs)]);
    world.later(2.5 * dayMs);
    expect(await stored()).toBe(ages.length);
    expect(await doubtOf()).toBeNull();
  });
});

describe('a clock that is set back', () => {
  it('deletes nothing, and downloads go on from the last time', async () => {
    let made = await makeOthers();
    let last = world.now();
    world.later(-years);
    expect(await stored()).toBe(ages.length);
    expect((await doubtOf())!.clock < time(last)).toBe(true);
    // The edge of the same machine has its clock.
    let wrong = Date.now() - years;
    await world.events.append([downloadAt(wrong), downloadAt(wrong + minuteMs), downloadAt(last - hourMs)]);
    await world.events.lastEvent();
    let body = { name: 'later', type: 'docker' as const, backend_registry: 'registry.example' };
    let since = (await (await world.as('ada')).ask(packagesApi.createPackage, { params: { owner: 'ada' }, body }))
      .created_at;
    expect(Math.abs(Date.parse(since) - last)).toBeLessThan(hourMs);
    world.later(years);
    expect(await stored()).toBe(ages.length + 3);
    expect(await others()).toEqual(expect.arrayContaining(made));
    expect(await doubtOf()).toBeNull();
    let today = await world.events.latestEvents({
      packageIds: [artifactId],
      pixelIds: [],
      from: last - 2 * hourMs,
      until: last + hourMs,
      filters: [],
      corrections: [],
      limit: 10,
    });
    let [earliest, first, second] = today.map((event) => event.time).toSorted((a, b) => a - b);
    expect([earliest, second! - first!]).toEqual([last - hourMs, minuteMs]);
  });

  it('of an edge alone dates its downloads with the time at which they come', async () => {
    await world.events.append([downloadAt(world.now() - years)]);
    await world.events.lastEvent();
    expect(await stored()).toBe(ages.length + 1);
    expect(Math.abs((await world.events.state()).newest! - world.now())).toBeLessThan(hourMs);
  });

  it('after a first start with a wrong time is right once it is confirmed', async () => {
    world.later(60 * dayMs);
    await stored();
    let confirm = async () => {
      let { since } = (await doubtOf())!;
      await (await world.as('root')).call(clockApi.confirmClock, { body: { since } });
    };
    await confirm();
    world.later(-60 * dayMs);
    await stored();
    expect(world.now() - Date.now()).toBeGreaterThan(59 * dayMs);
    await confirm();
    await stored();
    expect(Math.abs(world.now() - Date.now())).toBeLessThan(hourMs);
  });
});

describe('a clock that runs', () => {
  it('deletes what gets too old, also without new downloads', async () => {
    await world.runs(100 * dayMs);
    expect(await stored()).toBe(3);
    await world.runs(300 * dayMs);
    expect(await stored()).toBe(0);
  });

  it('deletes at once what an owner wants to keep for fewer days', async () => {
    await ada.ask(eventRetentionApi.setEventRetention, { params: { owner: 'ada' }, body: { days: 30 } });
    world.later(2 * hourMs);
    expect(await stored()).toBe(1);
  });

  it('deletes old emails of the outbox; one that has jumped does not', async () => {
    let folder = path.join(world.folder, 'old-emails');
    mkdirSync(folder);
    let made = Date.now() - 5 * dayMs;
    writeFileSync(path.join(folder, `${made}-12345678.eml`), '');
    let left = async () => {
      let mail = createMail({
        place: { outbox: folder },
        from: 'Landfall <no-reply@landfall.test>',
        publicUrl: 'http://dashboard.test',
        records: world.records,
        sealer: createRecordSealer(['a secret of these tests']),
        clock: world.now,
        byAge: (deleteOld) => byAge(world.records, world.now(), deleteOld),
        log,
      });
      await mail.close();
      return readdirSync(folder).length;
    };
    expect(await left()).toBe(1);
    world.later(years);
    expect(await left()).toBe(1);
    world.later(-years);
    await world.runs(3 * dayMs);
    expect(await left()).toBe(0);
  });
});

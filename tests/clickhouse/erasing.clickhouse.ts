/** What is erased or too old leaves ClickHouse, also where the server is away for a while. */
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Event } from 'contract/event-fields';
import { dayMs } from 'contract/floor/time';
import { matchOf } from 'gateway/events/shape/corrections';
import { openRecords } from 'gateway/floor/db/open';
import type { Records } from 'gateway/floor/db/schema';
import { startEventDeletions, type EventDeletions } from 'gateway/erasure/event-deletions';
import { addTombstone, type NewTombstone } from 'gateway/floor/tombstones';
import type { EventStore } from 'gateway/events/shape/store';
import { createJobs } from 'gateway/floor/jobs';
import { openInstallationClock } from 'gateway/floor/installation-clock';
import { errorMessage } from 'net/error-message';
import { databaseOf } from 'tests/support/event-store';
import { owner, packages, randomEvents } from '../gateway/events/random-events';
import { idsIn, openScene, sorted, until, type Scene } from './scene';

const never = { 'event-deletions': '0 0 1 1 *' };
const log = pino({ level: 'silent' });

let scene: Scene;
let records: Records;
let store: EventStore;
let events: Event[];
let deletions: EventDeletions | undefined;

beforeEach(async () => {
  scene = await openScene();
  records = await openRecords({ databaseUrl: await databaseOf(scene.folder) });
  store = await scene.openStore();
  events = randomEvents(600, 12, until, 30);
  await scene.append(events);
  await store.lastEvent();
});
afterEach(async () => {
  await deletions?.stop();
  deletions = undefined;
  await records.destroy();
  await scene.close();
});

/** The job, run by hand. */
async function startJob(eventDays?: number): Promise<EventDeletions> {
  let time = await openInstallationClock(records, () => until, log);
  return (deletions = startEventDeletions(
    { records, events: store, eventDays, time, log },
    createJobs(time.now, never),
  ));
}

/** What /admin/status says of the run; empty where it did not fail. */
function failureOf({ run }: EventDeletions): Promise<string> {
  return run().then(() => '', errorMessage);
}

const about = { ownerId: owner, until: null };
const erasures: [string, NewTombstone, (event: Event) => boolean][] = [
  ['an owner', { ...about, kind: 'owner', target: owner }, () => true],
  ['a package', { ...about, kind: 'artifact', target: packages[0]! }, (event) => event.artifactId === packages[0]],
  ['a company', { ...about, kind: 'company', target: '16.example' }, (event) => event.companyDomain === '16.example'],
  ['an endpoint', { ...about, kind: 'endpoint', target: '7' }, (event) => event.endpointId === 7n],
];

describe('events of what is erased', () => {
  it.each(erasures)('leave the tables: %s', async (_, target, isErased) => {
    expect(events.filter(isErased).length).toBeGreaterThan(0);
    await addTombstone(records, target, until);
    await (await startJob()).run();
    expect(await idsIn(store)).toEqual(sorted(events.filter((event) => !isErased(event))));
    let database = await scene.openDatabase();
    let erased = await database.ask('SELECT count() AS size FROM erased');
    expect(Number(erased[0]!.size)).toBe(1);
  });

  it('leave the tables without subqueries, which replicated tables refuse: a company but for one network', async () => {
    let ofCompany = events.filter((event) => event.companyDomain === '16.example');
    let kept = matchOf(ofCompany[0]!);
    let deleting: string[] = [];
    scene.proxy.decide((statement) => {
      if (statement.startsWith('ALTER TABLE')) deleting.push(statement);
      return 'answered';
    });
    await addTombstone(records, { ...about, kind: 'company', target: '16.example', butNot: [kept] }, until);
    await (await startJob()).run();
    expect(deleting.length).toBeGreaterThan(0);
    expect(deleting.filter((statement) => statement.includes('SELECT'))).toEqual([]);
    let isErased = (event: Event) => ofCompany.includes(event) && matchOf(event) !== kept;
    expect(events.filter(isErased).length).toBeGreaterThan(0);
    expect(await idsIn(store)).toEqual(sorted(events.filter((event) => !isErased(event))));
  });

  it('leave once the server is back, where it was away', async () => {
    await scene.proxy.away();
    let [, target, isErased] = erasures[1]!;
    await addTombstone(records, target, until);
    expect(await failureOf(await startJob())).toContain('no ClickHouse server answers');
    expect(await failureOf(deletions!)).toContain('no ClickHouse server answers');
    await scene.proxy.back();
    await deletions!.run();
    expect(await idsIn(store)).toEqual(sorted(events.filter((event) => !isErased(event))));
  });

  it('leave where the answers to the deletion and to its note are lost', async () => {
    let [, target, isErased] = erasures[2]!;
    await addTombstone(records, target, until);
    for (let lost of ['ALTER TABLE events DELETE', 'INSERT INTO erased']) {
      scene.proxy.decide((statement) => (statement.startsWith(lost) ? 'answer-lost' : 'answered'));
      await (deletions ?? (await startJob())).run().catch(() => undefined);
    }
    scene.proxy.decide(() => 'answered');
    await deletions!.run();
    expect(await idsIn(store)).toEqual(sorted(events.filter((event) => !isErased(event))));
  });
});

it('old events leave once the server is back, and what came meanwhile is stored', async () => {
  await scene.proxy.away();
  expect(await failureOf(await startJob(10))).toContain('no ClickHouse server answers');
  let more = randomEvents(50, 13, until, 5);
  await scene.append(more);
  await scene.proxy.back();
  await expect.poll(() => store.lastEvent().catch(() => 0)).toBe(events.length + more.length);
  await deletions!.run();
  let kept = [...events, ...more].filter(({ time }) => time >= Math.floor(until / dayMs - 10) * dayMs);
  expect(await idsIn(store)).toEqual(sorted(kept));
});

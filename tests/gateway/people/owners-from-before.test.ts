/**
 * Owners that an earlier version deleted without a tombstone. The first start of this version
 * writes one, if nothing else can explain why the records do not have them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import Libsql from 'libsql';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { createSampleUser } from 'gateway/floor/owners';
import { recordsFile } from 'gateway/floor/db/dialect';
import { openRecords } from 'gateway/floor/db/open';
import { startEventDeletions } from 'gateway/erasure/event-deletions';
import { allTombstones } from 'gateway/floor/tombstones';
import { openInstallationClock } from 'gateway/floor/installation-clock';
import { openEventStore } from 'tests/support/event-store';
import { madeEvent } from 'tests/support/made-event';

let folder: string;
let alan: string;
let ada: string;

/** A folder of an earlier version: alan was created, then ada, then alan was deleted. */
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'from-before-'));
  let records = await openRecords({ folder });
  let add = async (username: string) => {
    await pause(5);
    let given = { username, email: `${username}@example.com`, passwordHash: '', emailVerifiedAt: 1 };
    return (await createSampleUser(records, given, Date.now())).id;
  };
  alan = await add('alan');
  ada = await add('ada');
  await records.deleteFrom('owners').where('id', '=', alan).execute();
  await records.destroy();
  let events = await openEventStore({ folder });
  await events.append([alan, ada].map((ownerId) => madeEvent({ artifactId: uuidv7(), ownerId, time: Date.now() })));
  await events.lastEvent();
  await events.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The state after a start: the owners with stored events, and those with a tombstone. */
async function start(): Promise<{ stored: string[]; buried: string[]; logged: string }> {
  let records = await openRecords({ folder });
  let events = await openEventStore({ folder, tombstones: await allTombstones(records) });
  let logged = '';
  let log = pino({ level: 'info' }, { write: (line) => void (logged += line) });
  let time = await openInstallationClock(records, Date.now, log);
  let deletions = startEventDeletions({ records, events, time, log });
  await deletions.run();
  let buried = (await allTombstones(records)).map(({ ownerId }) => ownerId);
  let stored: string[] = [];
  for (let { ownerId } of await events.artifacts())
    if ((await events.countErased({ kind: 'owner', ownerId, target: ownerId, butNot: [] })) > 0) stored.push(ownerId);
  await deletions.stop();
  time.close();
  await events.close();
  await records.destroy();
  return { stored, buried, logged };
}

function change(...statements: string[]): void {
  let database = new Libsql(path.join(folder, recordsFile));
  for (let statement of statements) database.exec(statement);
  database.close();
}

test('the events of an owner that was deleted without a tombstone are erased, once', async () => {
  expect(await start()).toMatchObject({ stored: [ada], buried: [alan] });
  change(`delete from tombstones`, `delete from owners where id = '${ada}'`);
  expect(await start()).toMatchObject({ stored: [ada], buried: [] });
});

test('an owner created after the last write to the records is kept, because the records may be an older backup', async () => {
  await pause(5);
  let late = uuidv7();
  let events = await openEventStore({ folder });
  await events.append([madeEvent({ artifactId: uuidv7(), ownerId: late, time: Date.now() })]);
  await events.lastEvent();
  await events.close();
  expect(await start()).toMatchObject({ stored: [ada, late], buried: [alan] });
});

test('an owner older than the records is kept, because the records may have been created again', async () => {
  change(`update kysely_migration set timestamp = '${new Date(Date.now() + 1_000).toISOString()}'`);
  expect(await start()).toMatchObject({ stored: [alan, ada], buried: [] });
});

test('an owner of an existing package is kept', async () => {
  let events = await openEventStore({ folder });
  let [first] = await events.artifacts();
  await events.close();
  let records = await openRecords({ folder });
  await sql`insert into packages (id, owner_id, type, name, name_key, importance, track_companies, created_at, updated_at)
    values (${first!.artifactId}, ${ada}, 'file', 'tool', 'tool', 'mid', 1, 1, 1)`.execute(records);
  await records.destroy();
  expect(await start()).toMatchObject({ stored: [alan, ada], buried: [] });
});

test('nothing is done while the records are damaged, and it is done after their repair', async () => {
  change('pragma foreign_keys = off', `insert into event_retentions (owner_id, days) values ('nobody', 7)`);
  let damaged = await start();
  expect(damaged).toMatchObject({ stored: [alan, ada], buried: [] });
  expect(damaged.logged).toContain('rows of event_retentions refer to rows that are not there');
  change(`delete from event_retentions`);
  expect(await start()).toMatchObject({ stored: [ada], buried: [alan] });
});

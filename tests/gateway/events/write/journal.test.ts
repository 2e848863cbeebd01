/**
 * The state of the journal for platform admins. Lost and damaged events are shown until an admin
 * confirms them, and again when there are more.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { journalApi } from 'contract/admin/journal';
import { installationApi } from 'contract/admin/installation';
import { journalFolder } from 'journal/files';
import { headerLine, recordLine } from 'journal/format';
import { openDroppedEventCounter, type DroppedEventCounter } from 'journal/dropped-events';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { getJournal, putSeenDamage, putSeenLosses } = journalApi;
const day = '2026-05-01T00:00:00.000Z';

let world: World;
let root: Caller;
let folder: string;
beforeEach(async () => {
  world = await createWorld();
  root = await world.as('root');
  folder = world.folder;
});
afterEach(() => world.close());

function state() {
  return root.ask(getJournal);
}

describe('without an edge', () => {
  it('reports no damage and no waiting events', async () => {
    let { problem, lag, losses, damage } = await state();
    expect([problem, lag, losses]).toEqual([null, { bytes: 0, oldest_at: null }, null]);
    expect(damage).toMatchObject({ lines: 0, missing: 0, refused: 0, unseen: null });
    expect((await root.ask(installationApi.getInstallationStatus)).journal).toEqual(await state());
  });
});

describe('lost events', () => {
  let now = Date.parse(day);
  let losses: DroppedEventCounter;
  beforeEach(async () => {
    now = Date.parse(day);
    losses = await openDroppedEventCounter(folder, { clock: () => now, warn: () => undefined });
  });
  afterEach(() => losses.close());

  async function lost() {
    return (await state()).losses!;
  }

  it('are shown until they are confirmed, and again when more are lost', async () => {
    losses.dropped(3, 'disk-full');
    now += 60_000;
    losses.dropped(4, 'disk-full');
    await expect.poll(lost).toMatchObject({ events: 7 });
    let { count_id, unseen } = await lost();
    expect(unseen).toEqual({ events: 7, since: day, until: '2026-05-01T00:01:00.000Z', reasons: ['disk-full'] });
    await root.ask(putSeenLosses, { body: { count_id, events: 7 } });
    expect(await lost()).toMatchObject({ events: 7, unseen: null });
    losses.recovered();
    now += 3_600_000;
    losses.dropped(2, 'journal-full');
    let since = '2026-05-01T01:01:00.000Z';
    await expect
      .poll(async () => (await lost()).unseen)
      .toEqual({ events: 2, since, until: since, reasons: ['journal-full'] });
  });

  it('that were lost after a page was loaded are still shown after its button is pressed', async () => {
    losses.dropped(3, 'disk-full');
    await expect.poll(lost).toMatchObject({ events: 3 });
    let { count_id } = await lost();
    losses.dropped(2, 'disk-full');
    await root.ask(putSeenLosses, { body: { count_id, events: 3 } });
    await expect.poll(async () => (await lost()).unseen?.events).toBe(2);
  });

  it('that were confirmed stay confirmed, even when an older page is posted afterwards', async () => {
    losses.dropped(5, 'disk-full');
    await expect.poll(lost).toMatchObject({ events: 5 });
    let { count_id } = await lost();
    await root.ask(putSeenLosses, { body: { count_id, events: 5 } });
    await root.ask(putSeenLosses, { body: { count_id, events: 3 } });
    expect((await lost()).unseen).toBeNull();
  });

  it('of a new count are shown, even if more events of an earlier count were confirmed', async () => {
    await root.ask(putSeenLosses, { body: { count_id: 'an earlier one', events: 100 } });
    losses.dropped(1, 'write-failed');
    await expect.poll(async () => (await lost()).unseen?.events).toBe(1);
  });

  it('on disk are counted separately from those in memory', async () => {
    losses.waiting(9, 'disk-full');
    await expect.poll(lost).toMatchObject({ events: 0, at_risk: 9, unseen: null });
  });
});

describe('damage', () => {
  it('is shown until it is confirmed, and counted in the metrics', async () => {
    let artifactId = '55555555-5555-4555-8555-555555555555';
    let event = (version: string) => madeEvent({ artifactId, time: world.now(), version });
    let damaged = recordLine(1, [event('2')]).replace('"2"', '"3"');
    mkdirSync(journalFolder(folder), { recursive: true });
    writeFileSync(
      path.join(journalFolder(folder), '0000000000000001.log'),
      headerLine({ node: 'a', epoch: 'b' }) +
        recordLine(0, [event('1')]) +
        damaged +
        recordLine(2, [event('3'), { ...event('4'), id: 'no uuid' }]),
    );
    let whole = { lines: 1, missing: 1, refused: 1 };
    await expect.poll(async () => (await state()).damage, { timeout: 30_000 }).toMatchObject(whole);
    let { count_id, unseen, folder: kept } = (await state()).damage;
    expect(unseen).toMatchObject(whole);
    expect(kept).toBe(path.join(journalFolder(folder), 'damaged'));
    let counters = await world.gateway.metrics.metrics();
    for (let line of [
      'landfall_journal_damaged_lines_total 1',
      'landfall_journal_missing_events_total 1',
      'landfall_journal_refused_events_total 1',
      'landfall_events_stored 1',
    ])
      expect(counters).toContain(`${line}\n`);
    await root.ask(putSeenDamage, { body: { count_id, lines: 1, missing: 0, refused: 1 } });
    expect((await state()).damage.unseen).toMatchObject({ lines: 0, missing: 1, refused: 0 });
    await root.ask(putSeenDamage, { body: { count_id, ...whole } });
    expect((await state()).damage).toMatchObject({ ...whole, unseen: null });
  });
});

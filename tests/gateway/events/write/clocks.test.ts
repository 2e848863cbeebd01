/**
 * Events of an edge whose clock differs from that of the store: on which day, and how often they
 * count.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hourMs, minuteMs } from 'contract/floor/time';
import { createSteadyClock } from 'edge/steady-clock';
import { openEventStore, type TestEventStore } from 'tests/support/event-store';
import { madeEvent } from 'tests/support/made-event';
import { allDownloads, packages } from '../random-events';

const midnight = Date.UTC(2026, 2, 12);
const [artifactId = ''] = packages;

let folder: string;
let now: number;
let store: TestEventStore;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'clocks-'));
  now = midnight - 5 * minuteMs;
  store = await openEventStore({ folder, clock: () => now });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Downloads of each day, as a report of the days until `until` has them. */
async function days(until: number): Promise<Record<string, number>> {
  let rows = await store.aggregate({ ...allDownloads(until), artifactIds: [artifactId], rollup: 'daily' });
  let totals: Record<string, number> = {};
  for (let { date = '', total } of rows) totals[date] = (totals[date] ?? 0) + total;
  return totals;
}

function download(time: number, originId = 1n) {
  return madeEvent({ artifactId, time, originId, version: '1.0', requestPath: '/a.tgz' });
}

it('an edge that is ahead at midnight: its downloads are of the day in which they come, and stay there', async () => {
  let ahead = 10 * minuteMs;
  await store.append([download(now + ahead, 1n), download(now + ahead, 2n)]);
  expect(await days(midnight)).toEqual({ '2026-03-11': 2 });
  now = midnight + minuteMs;
  await store.append([download(now + ahead, 3n)]);
  expect(await days(midnight)).toEqual({ '2026-03-11': 2 });
  expect(await days(midnight + 24 * hourMs)).toEqual({ '2026-03-11': 2, '2026-03-12': 1 });
  await store.close();
  store = await openEventStore({ folder, clock: () => now });
  expect(await days(midnight + 24 * hourMs)).toEqual({ '2026-03-11': 2, '2026-03-12': 1 });
});

it('an edge that is ahead: requests of one download count once, later ones again', async () => {
  let ahead = 10 * minuteMs;
  for (let pause of [0, 20_000, 40_000]) {
    now += pause;
    await store.append([download(now + ahead)]);
    await days(midnight);
  }
  expect(await days(midnight)).toEqual({ '2026-03-11': 2 });
});

it('a clock years ahead hides nothing', async () => {
  await store.append([download(now + 2 * 365 * 24 * hourMs)]);
  expect(await days(midnight)).toEqual({ '2026-03-11': 1 });
});

it('times that are over stay', async () => {
  await store.append([download(now - 30 * hourMs)]);
  expect(await days(midnight)).toEqual({ '2026-03-10': 1 });
});

it('a clock of both that is set back between two requests of one download counts one', async () => {
  let [machine, steady] = [now, 0];
  let clock = () =>
    createSteadyClock(
      () => machine,
      () => steady,
    );
  let [edge, ofStore] = [clock(), clock()];
  await store.close();
  store = await openEventStore({ folder, clock: ofStore });
  await store.append([download(edge())]);
  expect(await days(midnight)).toEqual({ '2026-03-11': 1 });
  machine -= 4 * minuteMs;
  steady += 5_000;
  machine += 5_000;
  await store.append([download(edge())]);
  expect(await days(midnight)).toEqual({ '2026-03-11': 1 });
});

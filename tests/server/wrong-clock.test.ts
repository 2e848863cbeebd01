/** The processes of an installation, started with a clock that is years ahead and years behind. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dayMs, hourMs } from 'contract/floor/time';
import { openRecords } from 'gateway/floor/db/open';
import { openEventStore } from 'tests/support/event-store';
import { start } from '../../server';
import { readSettings } from '../../server/settings';
import { seed } from '../../tools/bench/product';
import { giveAddressTables } from '../support/address-tables';
import { answerOf } from '../support/http-answer';
import { programOf } from '../support/program';

const years = 1_500 * dayMs;
const sampleEvents = 200;

/** Loaded by each process before its program. */
const shiftedClock = `
  let ahead = Number(process.env.CLOCK_AHEAD_MS);
  globalThis.Date = new Proxy(Date, {
    construct: (of, given, as) => Reflect.construct(of, given.length > 0 ? given : [of.now() + ahead], as),
    get: (of, name, as) => (name === 'now' ? () => of.now() + ahead : Reflect.get(of, name, as)),
  });`;

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wrong-clock-'));
  await seed(folder, sampleEvents);
  await giveAddressTables(folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs it until a download is answered and the rules of age have had their turn. */
async function run(aheadMs: number): Promise<void> {
  let settings = { DATA_DIR: folder, PORT: '0', GATEWAY_PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'silent' };
  let shift = {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shiftedClock)}`,
    CLOCK_AHEAD_MS: String(aheadMs),
  };
  // Twice what the oldest of the sample is.
  for (let [name, value] of Object.entries({ ...settings, ...shift, EVENT_DAYS: '800' })) vi.stubEnv(name, value);
  let role = [await programOf('tests/support/installation-role.ts')];
  let running = await start(readSettings(process.env), pino({ level: 'silent' }), { edge: role, store: role });
  try {
    await running.ready;
    let metrics = async () => (await fetch(running.metrics!)).text();
    await expect.poll(metrics).toMatch(/^landfall_job_runs_total\{name="event-deletions"\} [1-9]/m);
    expect(await metrics()).toMatch(new RegExp(`^landfall_clock_in_doubt ${aheadMs === 0 ? 0 : 1}$`, 'm'));
    let { port } = new URL(running.gateway!);
    let host = `ada.gateway.localhost:${port}`;
    let place = { host: '127.0.0.1', port, path: '/engine/v1/engine-linux.zip', headers: { host } };
    await expect.poll(async () => (await answerOf(request, place)).status).toBe(307);
  } finally {
    await running.close();
  }
}

async function stored() {
  let store = await openEventStore({ folder });
  let records = await openRecords({ folder });
  await store.lastEvent();
  let { count, oldest, newest } = await store.state();
  let audit = await records.selectFrom('audit_events').select('id').execute();
  await store.close();
  await records.destroy();
  return { count, oldest, newest, audit: audit.length };
}

it('nothing is lost, and downloads get a time that is right', { tags: 'slow', timeout: 300_000 }, async () => {
  await run(0);
  let before = await stored();
  expect(before.count).toBeGreaterThan(sampleEvents);
  for (let aheadMs of [years, -years, 0]) {
    await run(aheadMs);
    let after = await stored();
    expect(after).toMatchObject({ oldest: before.oldest, audit: before.audit });
    expect(after.count).toBeGreaterThan(before.count);
    expect(Math.abs(after.newest! - Date.now())).toBeLessThan(hourMs);
    before = after;
  }
});

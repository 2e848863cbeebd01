/** `landfall backup` beside a server that runs, with real processes and downloads. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { openEventStore } from 'gateway/events/duckdb/open';
import { seed } from '../../tools/bench/product';
import { startTraffic, type Traffic } from '../../tools/load/kill/traffic';
import { restoreCommand } from '../../cli/restore';
import { start, type Running } from '../../server';
import { readSettings } from '../../server/settings';
import { programOf } from 'tests/support/program';
import { giveAddressTables } from '../support/address-tables';

const role = [await programOf('tests/support/installation-role.ts')];
const commands = await programOf('cli/landfall.ts');
const ratePerSecond = 200;

let place: string;
let folder: string;
let packageIds: string[];
let running: Running;
let traffic: Traffic;

beforeEach(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'backup-'));
  folder = path.join(place, 'data');
  mkdirSync(folder);
  ({ packageIds } = await seed(folder, 1_000));
  await giveAddressTables(folder);
  // Files of the journal and checkpoints of the event store are so small that each copy meets
  // several.
  let TEST_OPTIONS = JSON.stringify({ journalSegmentKb: 16, eventsCheckpointKb: 32 });
  let env = { DATA_DIR: folder, PORT: '0', GATEWAY_PORT: '0', TEST_OPTIONS };
  for (let [name, value] of Object.entries({ ...env, LOG_LEVEL: 'error' })) vi.stubEnv(name, value);
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  running = await start(readSettings(process.env), pino({ level: 'silent' }), { edge: role, store: role });
  await running.ready;
  traffic = startTraffic(Number(new URL(running.gateway!).port), ratePerSecond);
  await expect.poll(() => traffic.tally.answered.size).toBeGreaterThan(ratePerSecond);
});
afterEach(async () => {
  await running.close();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(place, { recursive: true, force: true });
});

/** Runs the command line in a separate process; `during` gets its id. */
async function landfall(
  args: string[],
  during = async (_pid: number) => {},
): Promise<{ code: number | null; said: string }> {
  let child = spawn(process.execPath, [commands, ...args], { stdio: 'pipe' });
  let said = Promise.all([text(child.stdout), text(child.stderr)]);
  let gone = once(child, 'exit');
  await during(child.pid!);
  let [code] = (await gone) as [number | null];
  return { code, said: (await said).join('') };
}

/** The exit code of a backup that a signal ends soon after its start. */
async function ended(signal: NodeJS.Signals): Promise<number | null> {
  let { code } = await landfall(['backup', path.join(place, signal)], async (pid) => {
    let isBegun = () => readdirSync(place).some((name) => name.startsWith(`${signal}.unfinished-`));
    await vi.waitUntil(isBegun, { timeout: 60_000, interval: 1 });
    process.kill(pid, signal);
  });
  return code;
}

/** The downloads of a folder whose server is stopped, in the order they came. */
async function downloadsIn(of: string): Promise<number[]> {
  let store = await openEventStore({ folder: of });
  let numbers: number[] = [];
  let range = { from: Date.now() - dayMs, until: Date.now() + dayMs };
  for await (let batch of store.export({ artifactType: 'package', artifactIds: packageIds, ...range }))
    for (let { version } of batch) if (/^k\d+$/.test(version)) numbers.push(Number(version.slice(1)));
  await store.close();
  return numbers;
}

it(
  'a backup under downloads holds the first of them, each once, and no download fails',
  { timeout: 180_000, tags: 'slow' },
  async () => {
    expect(await ended('SIGTERM')).toBe(1);
    expect(await ended('SIGKILL')).toBeNull();
    let left = readdirSync(place).filter((name) => name.startsWith('SIG'));
    expect(left).toEqual([expect.stringMatching(/^SIGKILL\.unfinished-/)]);

    let before = [...traffic.tally.answered].filter((number) => !traffic.tally.late.has(number));
    let backup = path.join(place, 'backup');
    let { code, said } = await landfall(['backup', backup]);
    expect(said).toContain('of a running server');
    expect(code).toBe(0);
    let since = traffic.tally.answered.size;
    await expect.poll(() => traffic.tally.answered.size).toBeGreaterThan(since + ratePerSecond);
    await traffic.stop();
    await running.close();
    expect(traffic.tally.failures).toEqual([]);

    let restored = path.join(place, 'restored');
    expect(await restoreCommand([backup, restored])).toBe(0);
    expect(statSync(path.join(restored, 'secrets.json')).mode & 0o777).toBe(0o600);
    let [all, some] = [await downloadsIn(folder), await downloadsIn(restored)];
    expect(new Set(all).size).toBe(all.length);
    expect(some.length).toBeLessThan(all.length);
    expect(some).toEqual(all.slice(0, some.length));
    expect(before.filter((number) => !some.includes(number))).toEqual([]);
  },
);

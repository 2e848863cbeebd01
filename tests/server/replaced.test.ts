/** Both processes of a running installation are replaced under load, as at an upgrade. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { processesOf, seed, tokenOf } from '../../tools/bench/product';
import { start, type Running } from '../../server';
import { readSettings } from '../../server/settings';
import { giveAddressTables } from '../support/address-tables';
import { exportedEvents } from '../support/exported-events';
import { programOf } from '../support/program';

const role = [await programOf('tests/support/installation-role.ts')];
const redirect = 307;

let folder: string;
let token: string;
let running: Running;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'replaced-'));
  await seed(folder, 50);
  token = await tokenOf(folder, 'ada');
  await giveAddressTables(folder);
  let env = { DATA_DIR: folder, PORT: '0', GATEWAY_PORT: '0', LOG_LEVEL: 'silent' };
  for (let [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  running = await start(readSettings(process.env), pino({ level: 'silent' }), { edge: role, store: role });
  await running.ready;
});
afterAll(async () => {
  await running.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

interface Write {
  method: string;
  token: string;
  body: unknown;
}

/** The status of an answer, or what went wrong. */
function ask(address: string, host: string, agent: Agent | false, write?: Write): Promise<number | string> {
  let headers = {
    host,
    ...(write && { authorization: `Bearer ${write.token}`, 'content-type': 'application/json' }),
  };
  return new Promise((resolve) => {
    let asked = request(address, { agent: agent || undefined, method: write?.method, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode!));
      answer.once('error', (error) => resolve(`${address}: ${answer.statusCode}, then ${error.message}`));
    });
    asked.once('error', (error: NodeJS.ErrnoException) => {
      // A connection that was idle may close at the moment in which it is used again; clients know.
      if (asked.reusedSocket && error.code === 'ECONNRESET') resolve(ask(address, host, agent, write));
      else resolve(error.message);
    });
    asked.end(write && JSON.stringify(write.body));
  });
}

/** The worker that runs this has other children, without a role. */
const pids = () =>
  new Map(
    processesOf(process.pid)
      .filter(({ role: name }) => name !== '')
      .map(({ role: name, pid }) => [name, pid]),
  );

// Four processes start; with other work on the machine each takes many seconds.
it(
  'no download, call or page fails or is lost while both processes are replaced',
  { tags: 'slow', timeout: 240_000 },
  async () => {
    let before = pids();
    let isDone = false;
    let versions = new Set<string>();
    let failures: (number | string)[] = [];
    async function load(worker: number, agent: Agent | false): Promise<void> {
      for (let i = 0; !isDone; i++) {
        let version = `7.${worker}.${i}`;
        let address = `${running.gateway}/engine/${version}/engine-linux.zip`;
        let status = await ask(address, 'ada.gateway.localhost', agent);
        if (status === redirect) versions.add(version);
        else failures.push(status);
      }
    }
    let annotations = `${running.gateway}/v2/annotations/ada`;
    let created = await fetch(annotations, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ day: '2026-11-03', text: 'note' }),
    });
    let { id: note } = (await created.json()) as { id: string };
    let written = 0;
    /** Reads of the API, writes and the dashboard wait for the new store side. */
    async function loadStore(agent: Agent | false): Promise<void> {
      for (let i = 0; !isDone; i++) {
        let body = { day: '2026-11-03', text: `note ${i}` };
        let statuses = [
          await ask(`${running.gateway}/openapi.json`, 'localhost', agent),
          await ask(`${annotations}/${note}`, 'localhost', agent, { method: 'PUT', token, body }),
          await ask(`${running.dashboard}/readyz`, 'localhost', agent),
        ];
        failures.push(...statuses.filter((status) => status !== 200));
        written++;
      }
    }
    let agent = new Agent({ keepAlive: true });
    let loads = [load(1, false), load(2, false), load(3, agent), load(4, agent), loadStore(agent), loadStore(false)];
    expect(await running.replace()).toBe(true);
    await expect.poll(() => ask(`${running.gateway}/openapi.json`, 'localhost', false), { timeout: 30_000 }).toBe(200);
    isDone = true;
    await Promise.all(loads);
    agent.destroy();

    expect(failures).toEqual([]);
    let after = pids();
    expect([...after.keys()].toSorted()).toEqual(['edge', 'store']);
    for (let [name, pid] of after) expect(pid).not.toBe(before.get(name));
    let counted = async () => {
      let events = await exportedEvents(Number(new URL(running.gateway!).port));
      let found = new Set(events.map(({ version }) => version));
      return [...versions].filter((version) => !found.has(version)).length;
    };
    expect(versions.size).toBeGreaterThan(20);
    expect(written).toBeGreaterThan(2);
    await expect.poll(counted, { timeout: 30_000 }).toBe(0);
  },
);

it('a program that cannot be loaded replaces nothing', { tags: 'slow' }, async () => {
  let before = pids();
  let { edge } = { edge: role[0]! };
  role[0] = path.join(folder, 'away.mjs');
  expect(await running.replace()).toBe(false);
  role[0] = edge;
  expect(pids()).toEqual(before);
});

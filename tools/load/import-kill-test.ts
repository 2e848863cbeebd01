/**
 * `npx tsx tools/load/import-kill-test.ts`: kills all processes of the built product at random
 * moments while it imports a file in the background, and looks for every row in the event store.
 * `--kills 5` chooses how often.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { uuidv7 } from 'uuidv7';
import { eventImportsApi, type EventImport } from 'contract/exports/event-imports';
import { packagesApi } from 'contract/packages/packages';
import { usersApi } from 'contract/accounts/users';
import { demoPassword } from 'gateway/demo/people';
import { end, seed, spawnProduct, waitUntilReady, type BuiltProduct } from '../bench/product';
import { exportedEvents } from '../../tests/support/exported-events';

const { values: given } = parseArgs({ options: { kills: { type: 'string', default: '5' } } });
const kills = Number(given.kills);
const port = Number(process.env.PORT || 19_120);
const rows = 200_000;
const aliveMinMs = 500;
const aliveMaxMs = 2_500;
const version = '9.9.9';
const limitMs = 300_000;

const api = `http://127.0.0.1:${port + 1}`;

interface Asked {
  id?: string;
  token?: string;
  body?: string;
  type?: string;
}

async function ask(route: { method: string; path: string }, { id = '', token, body, type = 'json' }: Asked) {
  let headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': `application/${type}` }),
  };
  let address = api + route.path.replace('{owner}', 'ada').replace('{id}', id);
  let answer = await fetch(address, { method: route.method, headers, body: body ?? null });
  if (!answer.ok) throw new Error(`${route.method} ${route.path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** A file with an event a millisecond, all of them from today. */
function file(): string {
  let now = Date.now();
  let row = (i: number) => {
    let time = new Date(Math.max(now - i, new Date(now).setUTCHours(0, 0, 0, 0))).toISOString();
    return `${JSON.stringify({ id: uuidv7(), type: 'binary-download', package: 'history', time, version })}\n`;
  };
  return Array.from({ length: rows }, (_, i) => row(i)).join('');
}

async function run(folder: string): Promise<string[]> {
  await seed(folder, 1_000);
  let start = async (): Promise<BuiltProduct> => {
    let product = spawnProduct(folder, port);
    await waitUntilReady(product);
    return product;
  };
  let product = await start();
  let wrong: string[] = [];
  try {
    let credentials = JSON.stringify({ email: 'ada', password: demoPassword });
    let { token } = (await ask(usersApi.login, { body: credentials })) as { token: string };
    let item = { type: 'file', name: 'history', incoming_path: '/history/{v}' };
    await ask(packagesApi.createPackage, { token, body: JSON.stringify(item) });
    let sent = (await ask(eventImportsApi.uploadEventImport, {
      token,
      body: file(),
      type: 'octet-stream',
    })) as EventImport;
    await ask(eventImportsApi.startEventImport, { id: sent.id, token, body: '{}' });
    let state = async () => (await ask(eventImportsApi.getEventImport, { id: sent.id, token })) as EventImport;
    for (let i = 0; i < kills; i++) {
      await pause(aliveMinMs + Math.random() * (aliveMaxMs - aliveMinMs));
      let { status, events_total } = await state();
      process.stdout.write(`kill ${i + 1} while ${status}, after ${events_total.toLocaleString('en')} rows\n`);
      await end(product, 'SIGKILL');
      product = await start();
    }
    let until = performance.now() + limitMs;
    while ((await state()).status === 'importing' && performance.now() < until) await pause(500);
    let { status, events_total, events_failed_to_import: refused } = await state();
    if (status !== 'done' || events_total !== rows || refused > 0)
      wrong.push(`The import is ${status} after ${events_total} rows, ${refused} of them refused`);
    let ids = (await exportedEvents(port + 1)).flatMap((event) => (event.version === version ? [event.id] : []));
    process.stdout.write(`${rows} rows sent, ${ids.length} stored, ${new Set(ids).size} of them different\n`);
    if (ids.length !== rows || new Set(ids).size !== rows) wrong.push('A row is missing or stored twice');
  } finally {
    await end(product, 'SIGKILL');
  }
  return wrong;
}

let folder = mkdtempSync(path.join(tmpdir(), 'import-kill-'));
let wrong = await run(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
process.stdout.write(`${wrong.length === 0 ? 'All claims hold' : wrong.join('\n')}\n`);
process.exit(wrong.length === 0 ? 0 : 1);

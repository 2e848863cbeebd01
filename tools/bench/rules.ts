/**
 * `npx tsx tools/bench/rules.ts`: how long a change of one package takes until its answer, and how
 * long other requests wait at the edge meanwhile, with 10,000 packages of 1,000 owners.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { uuidv7 } from 'uuidv7';
import { issueToken } from 'gateway/people/accounts/tokens';
import { openRecords } from 'gateway/floor/db/open';
import { openEventStore } from 'gateway/events/duckdb/open';
import type { Records } from 'gateway/floor/db/schema';
import { seedPeople } from 'gateway/demo/people';
import { installationSecrets } from '../../server/secrets';
import { median, quantile, tableOf } from './figures';
import { end, startProduct } from './product';
import { greatest } from 'contract/floor/extremes';

const port = Number(process.env.PORT || 19_140);
const owners = 1_000;
const packagesPerOwner = 10;
const routesPerPackage = 3;
const changes = 50;
const now = Date.now();

/** Creates the owners' packages: half are Docker images, half have routes. */
async function seedOwners(records: Records): Promise<void> {
  let at = { created_at: now, updated_at: now };
  let described = { short_description: '', long_description: '', website: '', importance: 'mid' as const };
  await records.transaction().execute(async (change) => {
    for (let i = 0; i < owners; i++) {
      let owner_id = uuidv7();
      let name = `owner-${i}`;
      await change
        .insertInto('owners')
        .values({ id: owner_id, name, name_key: name, kind: 'organization', ...at })
        .execute();
      for (let j = 0; j < packagesPerOwner; j++) {
        let id = uuidv7();
        let isImage = j % 2 === 0;
        let image = isImage ? { repository_name: `app-${j}`, backend_registry: 'ghcr.io' } : {};
        let named = { type: isImage ? ('docker' as const) : ('file' as const), name: `app-${j}`, name_key: `app-${j}` };
        let row = { id, owner_id, ...named, ...described, track_companies: 1, ...image, ...at };
        await change.insertInto('packages').values(row).execute();
        await change
          .insertInto('domains')
          .values({ id, owner_id, package_id: id, pixel_id: null, name: null, created_at: now })
          .execute();
        for (let k = 0; !isImage && k < routesPerPackage; k++) {
          let incoming_path = `/app-${j}/r${k}/{version}/app-{platform}.zip`;
          let outgoing_url = `https://dl.example.com/${name}/${j}/${k}/{version}/app-{platform}.zip`;
          let route = { id: uuidv7(), package_id: id, incoming_path, outgoing_url, created_at: now };
          await change.insertInto('routes').values(route).execute();
        }
      }
    }
  });
}

interface Asked {
  method: string;
  host?: string;
  path: string;
  token?: string;
  body?: object;
}

/** Milliseconds until a request is answered. */
async function ask(agent: Agent, { method, host = 'localhost', path, token, body }: Asked): Promise<number> {
  let started = performance.now();
  let headers = { host, ...(token && { authorization: `Bearer ${token}`, 'content-type': 'application/json' }) };
  await new Promise<void>((resolve, reject) => {
    let asked = request({ agent, host: '127.0.0.1', port: port + 1, method, path, headers }, (answer) => {
      answer.resume().once('end', resolve);
      if ((answer.statusCode ?? 500) >= 400) reject(new Error(`${method} ${path} answered ${answer.statusCode}`));
    });
    asked.once('error', reject).end(body && JSON.stringify(body));
  });
  return performance.now() - started;
}

/** Sends requests one after another until `done`; gives how long each took. */
async function probe(agent: Agent, done: Promise<unknown>): Promise<number[]> {
  let isDone = false;
  void done.finally(() => (isDone = true));
  let took: number[] = [];
  let probed = { method: 'HEAD', host: 'owner-7.gateway.localhost', path: '/app-1/r0/1.0/app-linux.zip' };
  while (!isDone) took.push(await ask(agent, probed));
  return took;
}

async function measure(folder: string): Promise<void> {
  installationSecrets(folder);
  let records = await openRecords({ folder });
  let ids = await seedPeople(records, now);
  await seedOwners(records);
  let token = await issueToken(records, ids.get('ada') ?? '', 'session', now);
  await records.destroy();
  // Packages without an event store would look like an installation that lost it.
  await (await openEventStore({ folder })).close();
  let product = await startProduct(folder, port);
  let agent = new Agent({ keepAlive: true });
  try {
    let quiet = await probe(agent, new Promise((resolve) => setTimeout(resolve, 3_000)));
    let took: number[] = [];
    let change = async () => {
      for (let i = 0; i < changes; i++) {
        let body = {
          type: 'file',
          name: `tool-${i}`,
          incoming_path: `/tool-${i}/{version}`,
          outgoing_url: 'https://a.example/',
        };
        took.push(await ask(agent, { method: 'POST', path: '/v2/packages/ada', token, body }));
      }
    };
    let during = await probe(agent, change());
    let figures = [
      { name: 'a package is created, p50', value: median(took), unit: 'ms' },
      { name: 'a package is created, longest', value: greatest(took), unit: 'ms' },
      { name: 'edge, no change, p99', value: quantile(quiet, 0.99), unit: 'ms' },
      { name: 'edge, no change, longest', value: greatest(quiet), unit: 'ms' },
      { name: 'edge, changes, p99', value: quantile(during, 0.99), unit: 'ms' },
      { name: 'edge, changes, longest', value: greatest(during), unit: 'ms' },
    ];
    process.stdout.write(`${tableOf(figures)}\n`);
  } finally {
    agent.destroy();
    await end(product, 'SIGTERM');
  }
}

let folder = mkdtempSync(path.join(tmpdir(), 'bench-rules-'));
try {
  await measure(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

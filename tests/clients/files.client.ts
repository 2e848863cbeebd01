/**
 * curl, wget and aria2c with a file package. One download of a file counts once, however it is
 * requested.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addRoute, ids, startEdge, type EdgeWorld } from 'tests/edge/edge-world';
import { startFileServer, type FileServer } from 'tests/support/file-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installed, startProject, type Project } from './registry-client';

const host = 'ada.gateway.localhost';
const file = randomBytes(3 * 1024 * 1024);
const clients = [
  {
    name: 'curl',
    get: 'curl -fsSL -o disk',
    rest: 'curl -fsSL -C - -o disk',
    once: 'curl -fsSL --retry 0 -o disk',
  },
  { name: 'wget', get: 'wget -q -O disk', rest: 'wget -q -c -O disk', once: 'wget -q --tries=1 -O disk' },
  {
    name: 'aria2c',
    get: 'aria2c -q --allow-overwrite=true -o disk',
    rest: 'aria2c -q -c -o disk',
    once: 'aria2c -q --max-tries=1 -o disk',
  },
].map((client) => ({ ...client, version: installed(client.name) }));
const isHere = (name: string) => clients.some((client) => client.name === name && client.version !== undefined);

let server: FileServer;
let world: EdgeWorld;
let project: Project;
let ahead = 0;

beforeAll(async () => {
  server = await startFileServer();
  // Each request moves the clock a little, so that a busy machine cannot end the 30 s.
  let began = Date.now();
  world = await startEdge({ clock: () => began + (ahead += 1) });
  await addRoute(world.records, 'disk', '/disk/{version}', `${server.url}disk-{version}.bin`);
  project = await startProject({ host, versions });
});
afterAll(async () => {
  await project?.close();
  await world?.close();
  await server?.close();
});

/** The version of a file, once for each expected count. */
async function versions(version: string): Promise<string[]> {
  await world.settled();
  let rows = await world.aggregate(ids.file);
  return rows.flatMap(({ values, total }) => (values.version === version ? Array<string>(total).fill(version) : []));
}

/** Adds a file to the server. Returns its address at the gateway. */
function offer(version: string): string {
  server.files.set(`disk-${version}.bin`, file);
  return `http://${host}:${world.port}/disk/${version}`;
}

/** Ends the next response of the server in the middle of the file. */
function breakOffOnce(): void {
  server.behaviour = (_, response) => {
    server.behaviour = undefined;
    response.writeHead(200, { 'content-length': file.length, 'accept-ranges': 'bytes' });
    response.write(file.subarray(0, file.length / 2), () => setImmediate(() => response.destroy()));
  };
}

const downloaded = () => readFileSync(path.join(project.folder, 'disk')).equals(file);

describe.each(clients)('$name', ({ name, version: isInstalled, get, rest, once }) => {
  test.skipIf(!isInstalled)('a file counts as one download, and as another one after 31 s', async () => {
    let version = `${name}-whole`;
    let address = offer(version);
    await project.counted(version, `${get} ${address}`, 1);
    expect(downloaded()).toBe(true);
    ahead += 31_000;
    await project.counted(version, `${get} ${address}`, 1);
    expect((await world.events(ids.file)).at(-1)).toMatchObject({ client: name.replace('aria2c', 'aria2'), version });
  });

  test.skipIf(!isInstalled)('a file that breaks off and is resumed counts as one download', async () => {
    let version = `${name}-resumed`;
    let address = offer(version);
    breakOffOnce();
    let before = server.requests.length;
    await project.run('rm -f disk disk.aria2');
    await project.counted(version, `${once} ${address} || ${rest} ${address}`, 1);
    expect(server.requests.length).toBeGreaterThan(before + 1);
    expect(downloaded()).toBe(true);
  });
});

test.skipIf(!isHere('aria2c'))('aria2c: a file over four connections counts as one download', async () => {
  let address = offer('parts');
  await project.run('rm -f disk disk.aria2');
  let slowly = '--max-overall-download-limit=3M';
  await project.counted('parts', `aria2c -q -x4 -s4 -k1M ${slowly} -o disk ${address}`, 1);
  expect(server.requests.filter((one) => one.includes('disk-parts')).length).toBeGreaterThan(1);
  expect(downloaded()).toBe(true);
});

test.skipIf(!isHere('wget'))('wget -c of a complete file does not count again', async () => {
  let address = offer('complete');
  await project.counted('complete', `wget -q -O disk ${address}`, 1);
  await project.counted('complete', `wget -q -c -O disk ${address}`, 0);
  expect(downloaded()).toBe(true);
});

test.skipIf(!isHere('curl'))('curl -r 0-99 after the file does not count again', async () => {
  let address = offer('beginning');
  await project.counted('beginning', `curl -fsSL -o disk ${address}`, 1);
  await project.counted('beginning', `curl -fsSL -r 0-99 -o beginning ${address}`, 0);
  expect(readFileSync(path.join(project.folder, 'beginning'))).toHaveLength(100);
});

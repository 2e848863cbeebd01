/**
 * Helm, of which no package can be installed with npm or Debian: the requests that its source
 * (pkg/getter/httpgetter.go) sends for its commands, each without a header but the user agent.
 */
import { startRegistryWorld, type RegistryWorld } from 'tests/edge/registry-world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { report, reportSkipped } from './report';
import { tarball } from './registry-client';

const agent = 'Helm/3.16.4';
let world: RegistryWorld;
/** Requests to the gateway so far. */
let sent = 0;

beforeAll(async () => {
  reportSkipped('helm', 'is not run; the requests of its source are sent instead');
  world = await startRegistryWorld('helm', ['engine']);
  let chart = (name: string) => `- name: ${name}\n    version: 1.2.0\n    urls: [charts/${name}-1.2.0.tgz]\n`;
  world.registry.files.set(
    'index.yaml',
    `apiVersion: v1\nentries:\n  engine:\n  ${chart('engine')}  left:\n  ${chart('left')}`,
  );
  for (let name of ['engine', 'left'])
    world.registry.files.set(`charts/${name}-1.2.0.tgz`, tarball({ [`${name}/Chart.yaml`]: `name: ${name}\n` }));
});
afterAll(() => world.close());

/** GETs an address as Helm does, which follows redirects and fails on every status but 200. */
async function get(address: string): Promise<Buffer> {
  let { host, pathname } = new URL(address);
  if (host === new URL(world.registry.url).host) {
    let answer = await fetch(address);
    expect(answer.status, address).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  }
  sent += 1;
  let { status, headers, body } = await world.ask(pathname, { 'user-agent': agent });
  if (status === 307 || status === 302) return get(String(headers.location));
  expect(status, address).toBe(200);
  return body;
}

/** The URL of the archive of a chart in the index, resolved as Helm does. */
async function archiveOf(name: string): Promise<string> {
  let index = (await get(`${world.origin}/index.yaml`)).toString();
  let [, url] = new RegExp(String.raw`([^\s"[]+/${name}-1\.2\.0\.tgz)`).exec(index) ?? [];
  return new URL(url!, `${world.origin}/index.yaml`).href;
}

test.each([
  ['helm repo add gateway', 0, () => get(`${world.origin}/index.yaml`)],
  ['helm pull engine --repo', 1, async () => get(await archiveOf('engine'))],
  ['helm pull engine --verify', 1, verified],
  ['helm pull left --repo', 0, async () => get(await archiveOf('left'))],
] as const)('the requests of %s count %d times', async (what, expected, send) => {
  let [requests, before] = [sent, (await world.versions('engine')).length];
  // A pull of the same source within 30 seconds is a repeat.
  world.later(61_000);
  await send();
  let counted = (await world.versions('engine')).length - before;
  report({ client: 'helm', version: 'replayed', what, requests: sent - requests, counted, expected });
  expect(counted).toBe(expected);
});

/** The archive, and then its provenance, which this repository does not have. */
async function verified(): Promise<void> {
  let archive = await archiveOf('engine');
  await get(archive);
  await expect(get(`${archive}.prov`)).rejects.toThrow();
}

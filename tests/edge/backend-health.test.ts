/** Which targets an edge asks whether they work, how often, and whose turn it is. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterEach, expect, it } from 'vitest';
import { type AwayTargets, createBackendHealth, type PackageTargets } from 'edge/upstream/backend-health';
import { dayMs, hourMs, minuteMs } from 'contract/floor/time';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (let close of closing.splice(0)) await close();
});

/** A registry that answers with `status`, or never. */
async function registry(status: number | 'never', headers = {}) {
  let it = { url: '', asked: [] as string[], open: 0, most: 0, status };
  let server = http.createServer((request, response) => {
    it.asked.push(request.url!);
    it.most = Math.max(it.most, (it.open += 1));
    response.on('close', () => (it.open -= 1));
    if (it.status !== 'never') response.writeHead(it.status, headers).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  it.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  return it;
}

type Named = [id: string, { ownerId: string; type?: string; targets: string[] }];

/** An edge that asks every 50 ms of a clock that the test can set ahead, and that may otherwise stand still. */
function watch(packages: Record<string, Named[1]>, passed = () => performance.now()) {
  let ahead = 0;
  let away: AwayTargets = new Map();
  let found = new Map<string, PackageTargets>(
    Object.entries(packages).map(([id, { ownerId, type = 'go', targets }]) => [
      id,
      { ownerId, type, targets: new Set(targets) },
    ]),
  );
  let health = createBackendHealth({
    privateTargets: ['127.0.0.1'],
    targetsOf: (id) => found.get(id),
    addressOf: ({ type, target }) => (type === 'docker' ? `http://${target}/v2/` : target),
    clock: () => passed() + ahead,
    changed: (now) => (away = now),
    log: pino({ level: 'silent' }),
    askEvery: 50,
  });
  closing.push(health.close);
  return { ...health, away: () => [...away.keys()], later: (ms: number) => void (ahead += ms), packages: found };
}

const some = <Made>(length: number, make: (i: number) => Made) => Array.from({ length }, (_, i) => make(i));
/** On a busy machine. */
const soon = { timeout: 40_000 };
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

it('finds that a registry is away while a thousand targets of another owner never answer', async () => {
  let hanging = await registry('never');
  let own = await registry(200);
  // They lead to the registry of the other owner as well.
  let trouble = some(340, (i): Named => {
    let targets = [own.url, ...some(3, (n) => `${hanging.url}${i}/${n}`)];
    return [`p${i}`, { ownerId: 'eve', targets }];
  });
  let edge = watch({ ...Object.fromEntries(trouble), mine: { ownerId: 'ada', targets: [own.url] } });
  for (let [id] of trouble) edge.used(id);
  await pause(200);
  edge.used('mine');
  await expect.poll(() => own.asked.length, soon).toBeGreaterThan(2);
  own.status = 503;
  await expect.poll(edge.away, soon).toContain(own.url);
  own.status = 200;
  await expect.poll(edge.away, soon).not.toContain(own.url);
  expect(hanging.most).toBeLessThanOrEqual(2);
});

it('asks about packages that are used, less and less while nobody does, and not after a day', async () => {
  let [used, unused] = [await registry(200), await registry(200)];
  let edge = watch({
    used: { ownerId: 'ada', targets: [used.url] },
    unused: { ownerId: 'ada', targets: [unused.url] },
  });
  await pause(100);
  expect([...used.asked, ...unused.asked]).toEqual([]);
  edge.used('used');
  await expect.poll(() => used.asked.length, soon).toBeGreaterThan(1);
  // After an hour it is asked each minute.
  edge.later(hourMs);
  let before = used.asked.length;
  await expect.poll(() => used.asked.length, soon).toBeGreaterThan(before);
  await pause(200);
  expect(used.asked.length).toBeLessThanOrEqual(before + 2);
  edge.later(dayMs);
  await pause(50);
  before = used.asked.length;
  edge.later(hourMs);
  await pause(100);
  expect(used.asked).toHaveLength(before);
  edge.used('used');
  await expect.poll(() => used.asked.length, soon).toBeGreaterThan(before);
  expect(unused.asked).toEqual([]);
});

it('forgets a package whose fallbacks are gone', async () => {
  let away = await registry(503);
  let edge = watch({ mine: { ownerId: 'ada', targets: [away.url] } });
  edge.used('mine');
  await expect.poll(edge.away, soon).toEqual([away.url]);
  edge.packages.clear();
  await expect.poll(edge.away, soon).toEqual([]);
});

it('asks one address once for all its targets and owners, and one owner’s paths at a host less often', async () => {
  let host = await registry(200);
  let name = new URL(host.url).host;
  let images = some(50, (i): Named => [`i${i}`, { ownerId: `o${i}`, type: 'docker', targets: [name] }]);
  let paths = some(80, (i): Named => [`p${i}`, { ownerId: 'ada', targets: [`${host.url}${i}`] }]);
  let edge = watch(Object.fromEntries([...images, ...paths]), () => 0);
  for (let id of edge.packages.keys()) edge.used(id);
  await expect.poll(() => host.asked.length, soon).toBe(81);
  for (let i = 1; i <= 10; i++) {
    edge.later(50);
    await expect.poll(() => host.asked.length, soon).toBe(81 + i);
  }
  expect(host.asked.slice(81)).toEqual(some(10, () => '/v2/'));
  edge.later(80 * 50);
  await expect.poll(() => new Set(host.asked.slice(91)).size, soon).toBe(81);
});

it('finds that the other paths of a host are away without waiting for their turn', async () => {
  let host = await registry(200);
  let targets = some(60, (i) => `${host.url}${i}`);
  let edge = watch({ mine: { ownerId: 'ada', targets } });
  edge.used('mine');
  await expect.poll(() => new Set(host.asked).size, soon).toBe(60);
  host.status = 500;
  edge.failed('ada', targets[7]!);
  await expect.poll(() => edge.away().length, soon).toBe(60);
});

it('leaves a registry that limits it alone for five minutes at most, whatever clients see', async () => {
  let limited = await registry(429, { 'retry-after': '86400' });
  let edge = watch({ mine: { ownerId: 'ada', targets: [limited.url] } });
  edge.used('mine');
  await expect.poll(edge.away, soon).toEqual([limited.url]);
  edge.later(4 * minuteMs);
  edge.used('mine');
  edge.failed('ada', limited.url);
  await pause(100);
  expect(limited.asked).toHaveLength(1);
  edge.later(minuteMs);
  limited.status = 200;
  await expect.poll(edge.away, soon).toEqual([]);
});

it('asks a hundred addresses of one owner, and those of others', async () => {
  let host = await registry(200);
  let edge = watch({
    many: { ownerId: 'eve', targets: some(140, (i) => `${host.url}${i}`) },
    mine: { ownerId: 'ada', targets: [`${host.url}mine`] },
  });
  edge.used('many');
  edge.used('mine');
  await expect.poll(() => new Set(host.asked).size, soon).toBe(101);
  edge.later(minuteMs);
  await pause(200);
  expect(new Set(host.asked).size).toBe(101);
});

it('asks for an owner as often however many addresses other owners name at the host', async () => {
  let host = await registry(200);
  let organizations = some(10, (n): Named => {
    return [`p${n}`, { ownerId: `o${n}`, targets: some(90, (i) => `${host.url}${n}/${i}`) }];
  });
  let mine = `${host.url}mine`;
  let edge = watch({ ...Object.fromEntries(organizations), mine: { ownerId: 'ada', targets: [mine] } }, () => 0);
  for (let id of edge.packages.keys()) edge.used(id);
  await expect.poll(() => host.asked.length, soon).toBe(901);
  for (let i = 1; i <= 5; i++) {
    edge.later(50);
    await expect.poll(() => host.asked.length, soon).toBe(901 + i);
  }
  expect(new Set(host.asked.slice(901))).toEqual(new Set(['/mine']));
});

it('asks no hundred addresses of an owner at once because one call has failed', async () => {
  let host = await registry(200);
  let targets = some(100, (i) => `${host.url}${i}`);
  let edge = watch({ mine: { ownerId: 'ada', targets } }, () => 0);
  edge.used('mine');
  await expect.poll(() => host.asked.length, soon).toBe(100);
  // A fifth of the usual pause, for each of them.
  for (let i = 0; i < 20; i++) {
    edge.failed('ada', targets[0]!);
    edge.later(10);
    await pause(15);
  }
  expect(host.asked).toHaveLength(100);
  edge.later(80 * 10);
  await expect.poll(() => host.asked.length, soon).toBe(200);
});

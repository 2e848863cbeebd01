/** Indexes are read in parts, and weighed by what their facts take: many small versions count. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { expect, it } from 'vitest';
import { createIndexCache, weightOf } from 'edge/upstream/index-cache';
import { packumentOf } from 'edge/package-types/npm-index';
import { createProxy } from 'edge/upstream/proxy';

/** A cache, and a registry of strangers whose packages have many small versions. */
async function openCache(versions: number) {
  let registry = http.createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(packument);
  });
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
  let address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  let packument = packumentWith(versions, address);
  let proxy = createProxy(['*']);
  let cache = createIndexCache({
    proxy,
    backends: { failed: () => {} },
    clock: Date.now,
    log: pino({ level: 'silent' }),
  });
  let rule = { ownerId: 'ada', packageId: 'p', trackCompanies: true, registry: address, host: 'npm.test' };
  let questionOf = (name: string) => packumentOf({ ...rule, name }, 'http://npm.test', true);
  return {
    cache,
    questionOf,
    async ask(name: string) {
      let answer = await cache.ask(questionOf(name));
      if (typeof answer === 'string') throw new Error(answer);
      expect(answer.facts.versions.size).toBe(versions);
    },
    async close() {
      cache.close();
      proxy.close();
      registry.closeAllConnections();
      await new Promise((done) => registry.close(done));
    },
  };
}

function packumentWith(versions: number, address: string): Buffer {
  let all = Array.from(
    { length: versions },
    (_, i) => `"0.0.${i}":{"dist":{"tarball":"${address}p/-/p-0.0.${i}.tgz"}}`,
  );
  return Buffer.from(`{"name":"p","dist-tags":{"latest":"0.0.0"},"versions":{${all.join()}}}`);
}

it('forgets the first of some small documents that take much memory', { tags: 'slow' }, async () => {
  let { cache, questionOf, ask, close } = await openCache(10_000);
  let names = Array.from({ length: 12 }, (_, i) => `p-${i}`);
  for (let name of names) await ask(name);
  let isKnown = names.map((name) => cache.knows(questionOf(name)));
  expect([isKnown[0], isKnown.at(-1)]).toEqual([false, true]);
  await close();
});

it('reads a packument of ten megabytes in parts, each a small share of the work', { tags: 'slow' }, async () => {
  let { ask, close } = await openCache(100_000);
  let [longest, whole] = [0, 0];
  let isDone = false;
  let last = process.cpuUsage();
  let look = () => {
    let { user, system } = process.cpuUsage(last);
    longest = Math.max(longest, user + system);
    whole += user + system;
    last = process.cpuUsage();
    if (!isDone) setImmediate(look);
  };
  // Makes the document before anything is measured.
  await ask('warm');
  last = process.cpuUsage();
  look();
  for (let name of ['one', 'other']) await ask(name);
  isDone = true;
  // Processor time, which a busy machine makes no longer; read at once, it would be one half for each.
  expect(longest).toBeLessThan(whole / 8);
  await close();
});

it('weighs many versions by their places in memory, and as much as one after the other', () => {
  let versionsOf = (count: number) => Array.from({ length: count }, (_, i) => `0.0.${i}`);
  let facts = (all: readonly string[]) => ({
    versions: new Set(all),
    files: new Map(all.map((one) => [one, { one }])),
  });
  let text = versionsOf(50_000).join('').length;
  let weight = weightOf(facts(versionsOf(50_000)));
  expect(weight).toBeGreaterThan(20 * text);
  let parts = 50 * weightOf(facts(versionsOf(1_000)));
  expect(Math.abs(weight / parts - 1)).toBeLessThan(0.1);
});

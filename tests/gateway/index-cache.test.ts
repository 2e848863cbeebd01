/** Indexes in memory are weighed by what their facts take, so that many small versions count. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { expect, it } from 'vitest';
import { createIndexCache, weightOf } from 'edge/index-cache';
import { packumentOf } from 'edge/package-types/npm-index';
import { createProxy } from 'edge/proxy';

const versions = 10_000;

/** A packument of about a megabyte, as registries of strangers may give it. */
function packument(address: string): string {
  let all = Array.from(
    { length: versions },
    (_, i) => `"0.0.${i}":{"dist":{"tarball":"${address}p/-/p-0.0.${i}.tgz"}}`,
  );
  return `{"name":"p","dist-tags":{"latest":"0.0.0"},"versions":{${all.join()}}}`;
}

it('forgets the first of some small documents that take much memory', { tags: 'slow' }, async () => {
  let registry = http.createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(packument(address));
  });
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
  let address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  let proxy = createProxy(['*']);
  let cache = createIndexCache({ proxy, clock: Date.now, log: pino({ level: 'silent' }) });
  let rule = { ownerId: 'ada', packageId: 'p', trackCompanies: true, registry: address, host: 'npm.test' };
  let questions = Array.from({ length: 12 }, (_, i) =>
    packumentOf({ ...rule, name: `p-${i}` }, 'http://npm.test', true),
  );
  for (let question of questions) {
    let answer = await cache.ask(question);
    if (typeof answer === 'string') throw new Error(answer);
    expect(answer.facts.versions.size).toBe(versions);
  }
  let isKnown = questions.map((question) => cache.knows(question));
  expect([isKnown[0], isKnown.at(-1)]).toEqual([false, true]);
  cache.close();
  proxy.close();
  registry.closeAllConnections();
  registry.close();
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

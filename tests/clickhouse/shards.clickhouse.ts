/** Several servers share the events: every owner's are on one of them, each event once. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Event } from 'contract/event-fields';
import { dayMs } from 'contract/shared/time';
import { createRandom } from 'gateway/demo/random';
import { connect } from 'gateway/events/clickhouse/client';
import { openClickhouseAnswers, openClickhouseStore } from 'gateway/events/clickhouse/open';
import { serverIndexOf } from 'gateway/events/clickhouse/shards';
import { openEventStore } from 'gateway/events/duckdb/open';
import type { EventStore } from 'gateway/events/store';
import { openJournal } from 'journal/journal';
import { openLossyProxy, type LossyProxy } from 'tests/support/lossy-proxy';
import { randomQueries } from '../gateway/events/query-and-append';
import { randomEvents, withRepeats } from '../gateway/events/random-events';
import { until } from './scene';
import { ownersOf, shared } from './shared-events';

const servers = 3;
const owners = ownersOf(servers);

let folder: string;
let proxies: LossyProxy[];
let urls: string[];
let stores: EventStore[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'shards-'));
  stores = [];
  proxies = [];
  for (let i = 0; i < servers; i++) proxies.push(await openLossyProxy(process.env.TEST_EVENTS_URL!));
  urls = proxies.map(({ url }, i) => new URL(`${path.basename(folder).replace('-', '_')}_${i}`, url).href);
});
afterEach(async () => {
  for (let store of stores) await store.close();
  for (let proxy of proxies) await proxy.close();
  rmSync(folder, { recursive: true });
});

const addresses = ([url = '', ...cluster] = urls) => ({ url, cluster });

async function openShared(given = urls): Promise<EventStore> {
  let store = await openClickhouseStore({ folder, ...addresses(given), warn: () => undefined });
  stores.push(store);
  return store;
}

async function append(events: readonly Event[]): Promise<void> {
  let journal = openJournal(folder);
  for (let at = 0; at < events.length; at += 100) await journal.append(events.slice(at, at + 100));
  await journal.close();
}

/** The ids that each server has. */
async function idsByServer(): Promise<string[][]> {
  return Promise.all(
    urls.map(async (url) => {
      let server = await connect(url);
      let rows = await server.ask('SELECT id FROM events');
      await server.close();
      return rows.map(({ id }) => String(id)).sort();
    }),
  );
}

function expected(events: readonly Event[]): string[][] {
  return urls.map((_, place) =>
    events
      .filter(({ ownerId }) => serverIndexOf(ownerId, servers) === place)
      .map(({ id }) => id)
      .sort(),
  );
}

describe('events spread over servers', () => {
  it('are those of its owners on each, and all questions are answered as by one store', async () => {
    let events = withRepeats(shared(randomEvents(900, 41, until, 40), owners), createRandom(9));
    let store = await openShared();
    await append(events);
    expect(await store.lastEvent()).toBe(events.length);
    expect(await idsByServer()).toEqual(expected(events));
    let other = mkdtempSync(path.join(tmpdir(), 'one-store-'));
    let one = await openEventStore({ folder: other });
    let answers = await openClickhouseAnswers({ folder, ...addresses() });
    stores.push(one, answers);
    let journal = openJournal(other);
    for (let at = 0; at < events.length; at += 100) await journal.append(events.slice(at, at + 100));
    await journal.close();
    await one.lastEvent();
    for (let each of [store, answers]) expect(await each.state()).toEqual(await one.state());
    for (let [i, { packages, pixels, id }] of owners.entries()) {
      for (let [n, query] of randomQueries(25, 50 + i, until).entries()) {
        let filters = n % 3 === 0 ? [{ artifacts: [packages[0]!, pixels[0]!] }] : [];
        let asked = { ...query, artifactIds: query.artifactType === 'package' ? packages : pixels, filters };
        let known = await one.aggregate(asked);
        for (let each of [store, answers]) expect(await each.aggregate(asked), JSON.stringify(asked)).toEqual(known);
      }
      let all = { packageIds: packages, pixelIds: pixels, from: 0, until: until * 2, includeLowConfidence: true };
      let byName = <T extends { company: string }>(rows: T[]) => rows.sort((a, b) => (a.company < b.company ? -1 : 1));
      expect(byName(await store.companies(all))).toEqual(byName(await one.companies(all)));
      let age = { before: until - 30 * dayMs, ownerId: id };
      expect(await store.countExpired(age)).toBe(await one.countExpired(age));
    }
    let old = { before: until - 25 * dayMs };
    let erased = { kind: 'endpoint', ownerId: owners[1]!.id, target: '7', butNot: [], until: null, id: 'a' } as const;
    expect(await store.erase(erased)).toBe(await one.erase(erased));
    expect(await store.deleteExpired(old)).toBe(await one.deleteExpired(old));
    expect((await store.state()).count).toBe((await one.state()).count);
    for (let { packages, pixels } of owners) {
      let firsts = { packageIds: packages, pixelIds: pixels, includeLowConfidence: true };
      expect([...(await store.firstDates(firsts))].sort()).toEqual([...(await one.firstDates(firsts))].sort());
    }
    let twice = [...events.slice(-5), ...shared(randomEvents(5, 77, until, 3), owners)].map((event) => ({
      event,
      formerArtifactId: '',
    }));
    expect(await store.import(twice)).toEqual(await one.import(twice));
  });

  it('are stored once where requests and answers of each server are lost at random', async () => {
    let store = await openShared();
    let random = createRandom(17);
    let fates = ['answered', 'answered', 'request-lost', 'answer-lost'] as const;
    for (let proxy of proxies)
      proxy.decide((statement) => (statement.startsWith('INSERT') ? fates[random.below(4)]! : 'answered'));
    let events: Event[] = [];
    for (let round = 0; round < 5; round++) {
      let fresh = shared(randomEvents(60, 100 + round, until, 30), owners);
      events.push(...fresh);
      await append(fresh);
      await store.lastEvent().catch(() => undefined);
    }
    for (let proxy of proxies) proxy.decide(() => 'answered');
    await expect.poll(() => store.lastEvent().catch(() => 0)).toBe(events.length);
    expect(await idsByServer()).toEqual(expected(events));
  });

  it('wait in the journal while one server is away, which a sentence names', async () => {
    let store = await openShared();
    let events = shared(randomEvents(60, 5, until, 30), owners);
    await append(events.slice(0, 30));
    await store.lastEvent();
    await proxies[2]!.away();
    await append(events.slice(30));
    let host = new URL(proxies[2]!.url).host;
    await expect.poll(() => store.writeProblem()).toContain(`no ClickHouse server answers at ${host}`);
    expect(await store.readProblem()).toContain('correct EVENTS_URL');
    await proxies[2]!.back();
    await expect.poll(() => store.lastEvent().catch(() => 0)).toBe(events.length);
    expect(await idsByServer()).toEqual(expected(events));
  });

  it('are stored except for one that its server refuses', async () => {
    let store = await openShared();
    let events = shared(randomEvents(30, 8, until, 30), owners);
    // The server of the last row is sent its rows last.
    let refused = events.at(-1)!;
    let server = await connect(urls[serverIndexOf(refused.ownerId, servers)]!);
    await server.run(
      `ALTER TABLE events ADD CONSTRAINT numbers CHECK if(user_agent = 'refused', toUInt8(user_agent) = 1, 1)`,
    );
    await server.close();
    await append(events.map((event) => (event === refused ? { ...event, userAgent: 'refused' } : event)));
    await expect.poll(() => store.lastEvent().catch(() => 0)).toBe(29);
    expect(await idsByServer()).toEqual(expected(events.slice(0, -1)));
    expect((await store.journal()).damage).toMatchObject({ refused: 1 });
  });

  it('are stored once where the process is killed at random moments', async () => {
    let random = createRandom(23);
    let script = path.join(import.meta.dirname, 'killed-shipper.ts');
    for (let round = 0; round < 4; round++) {
      let child = fork(script, [folder, urls.join(','), String(round)], { execArgv: ['--import', 'tsx'] });
      await once(child, 'message');
      await pause(random.below(500));
      let gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    let store = await openShared();
    let written = readFileSync(path.join(folder, 'written'), 'utf8').trimEnd().split('\n');
    let end = await store.lastEvent();
    let stored = (await idsByServer()).flat();
    expect(new Set(stored).size).toBe(stored.length);
    expect(written.filter((id) => !stored.includes(id))).toEqual([]);
    expect(end).toBe(stored.length);
  });
});

describe('a cluster is refused', () => {
  const cases: [string, () => string[], RegExp][] = [
    ['without one of its servers', () => urls.slice(0, 2), /has 3 databases, and EVENTS_URL names 2/],
    ['with the servers in another order', () => [urls[0]!, urls[2]!, urls[1]!], /number 2 of EVENTS_URL was number 3/],
    ['with another database in place of one', () => [...urls.slice(0, 2), `${urls[2]}_new`], /has lost its events/],
    ['with another server as the first', () => [urls[1]!, urls[0]!, urls[2]!], /number 1 of EVENTS_URL was number 2/],
    ['as a single server', () => urls.slice(0, 1), /has 3 databases, and EVENTS_URL names 1/],
  ];
  it.each(cases)('%s', async (_, given, sentence) => {
    await (await openShared()).close();
    await expect(openShared(given())).rejects.toThrow(sentence);
    await expect(openClickhouseAnswers({ folder, ...addresses(given()) })).rejects.toThrow(sentence);
  });

  it('where the first server has events from before there were more', async () => {
    let alone = await openShared(urls.slice(0, 1));
    await append(shared(randomEvents(5, 3, until, 30), owners));
    await alone.lastEvent();
    await alone.close();
    await expect(openShared()).rejects.toThrow('A cluster must start with empty databases');
  });

  it('by a read-only process, before another one stores events', async () => {
    await expect(openClickhouseAnswers({ folder, ...addresses() })).rejects.toThrow('Start the process with ROLE=jobs');
  });

  it('while a server is away at the start', async () => {
    await proxies[1]!.away();
    await expect(openShared()).rejects.toThrow('Start it, or correct EVENTS_URL');
    await proxies[1]!.back();
    await openShared();
  });
});

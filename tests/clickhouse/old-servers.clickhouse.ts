/**
 * Events reach two real servers once, whatever happens to them: processes that are killed, away or
 * come back without their files, and connections that break. The servers are those of Debian,
 * 18.16, which the product would refuse: tools/tests/clickhouse/old-translation.ts translates the
 * version, DDL and settings. They know no tokens, so that nothing stands between an insert that is
 * sent again and its rows but the question how far the table is.
 *
 * What they cannot show: indexes within a table, tokens, deletions, and the questions of reports.
 * The other tests show these on the current engine.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Event } from 'contract/event-fields';
import { createRandom } from 'gateway/demo/random';
import { connect } from 'gateway/events/clickhouse/client';
import { shipJournal } from 'gateway/events/clickhouse/ship-journal';
import type { EventStore } from 'gateway/events/store';
import { belonging, made, openOldScene, startOldPair, type OldPair, type OldScene } from './old-scene';

const programs = process.env.TEST_OLD_CLICKHOUSE;
const log = pino({ level: 'silent' });
const toEvents = 'INSERT INTO events';

let pair: OldPair;
let scene: OldScene;

describe.skipIf(!programs)('on two real servers', () => {
  beforeAll(async () => void (pair = await startOldPair(programs!)));
  afterAll(() => pair.remove());
  beforeEach(async () => {
    for (let server of pair.servers) await server.start();
    scene = openOldScene(pair);
  });
  afterEach(() => scene.close());

  /** All of them are stored, each once and on the server of its owner. */
  async function expectStored(store: EventStore, events: readonly Event[]): Promise<void> {
    await expect.poll(() => store.lastEvent().catch(() => 0)).toBe(events.length);
    for (let place of [0, 1]) expect(await scene.idsOn(place)).toEqual(belonging(events, place));
  }

  /** Kills a server some milliseconds after the next such statement; resolves when it has ended. */
  function killDuring(at: number, start: string, afterMs: number): Promise<void> {
    let [server, proxy] = [pair.servers[at]!, pair.proxies[at]!];
    return new Promise((resolve) =>
      proxy.decide((statement) => {
        if (!statement.startsWith(start)) return 'answered';
        proxy.decide(() => 'answered');
        void pause(afterMs)
          .then(() => server.stop('SIGKILL'))
          .then(resolve);
        return 'answered';
      }),
    );
  }

  it('the events of each owner are on one, and one that is sent twice would be there twice', async () => {
    let store = await scene.openStore();
    let events = made(400, 1);
    for (let at = 0; at < events.length; at += 50) await scene.append(events.slice(at, at + 50));
    await expectStored(store, events);
    for (let place of [0, 1]) expect((await scene.idsOn(place)).length).toBeGreaterThan(100);
    let server = await connect(scene.url);
    for (let i = 0; i < 2; i++) await server.insert('store', [{ version: 1 }], 'one-token');
    let versions = await pair.servers[0]!.column(`SELECT version FROM ${scene.database}.store WHERE version = 1`);
    expect(versions).toEqual(['1', '1']);
    await server.close();
  });

  it.each([0, 1])('events are stored once where server %i is killed while it takes them', async (at) => {
    let store = await scene.openStore();
    let random = createRandom(31 + at);
    let [server, other] = [pair.servers[at]!, pair.servers[1 - at]!];
    let events: Event[] = [];
    for (let round = 0; round < 6; round++) {
      let killed = killDuring(at, toEvents, random.below(15));
      let fresh = made(600, 100 * at + round);
      events.push(...fresh.slice(0, 500));
      await scene.append(fresh.slice(0, 500));
      await killed;
      events.push(...fresh.slice(500));
      await scene.append(fresh.slice(500));
      await expect.poll(() => store.readProblem()).toContain('no ClickHouse server answers at');
      expect((await store.journal()).lag.bytes).toBeGreaterThan(0);
      expect(await other.column('SELECT 1')).toEqual(['1']);
      pair.proxies[at]!.decide(() => 'answered');
      await server.start();
      await expectStored(store, events);
    }
    expect(store.writeProblem()).toBeUndefined();
  });

  it.each([0, 1])('what was there stays while server %i is away for a while, and the rest waits', async (at) => {
    let store = await scene.openStore();
    let [first, second] = [made(80, 2), made(120, 3)];
    await scene.append(first);
    await expectStored(store, first);
    await pair.servers[at]!.stop();
    for (let i = 0; i < 6; i++) {
      await scene.append(second.slice(20 * i, 20 * i + 20));
      await pause(300);
    }
    expect(store.writeProblem()).toContain('no ClickHouse server answers at');
    expect(await scene.idsOn(1 - at)).toEqual(belonging(first, 1 - at));
    await pair.servers[at]!.start();
    await expectStored(store, [...first, ...second]);
  });

  it('edge nodes send to the first while the other is away, and again after it was killed itself', async () => {
    let [first, second] = [pair.servers[0]!, pair.servers[1]!];
    let shipping = shipJournal({ folder: scene.folder, url: scene.url, clock: Date.now, log });
    let arrived = async () =>
      Number((await first.column(`SELECT sum(next - place) FROM ${scene.database}.arrivals FINAL`))[0]);
    await second.stop('SIGKILL');
    await scene.append(made(50, 4));
    await expect.poll(() => arrived().catch(() => 0)).toBe(50);
    let killed = killDuring(0, 'INSERT INTO arrivals', 5);
    await scene.append(made(70, 5));
    await killed;
    await scene.append(made(30, 6));
    await expect.poll(async () => (await shipping.state()).problem).toContain('no ClickHouse server answers at');
    expect((await shipping.state()).bytes).toBeGreaterThan(0);
    await first.start();
    await second.start();
    await expect.poll(() => arrived().catch(() => 0)).toBe(150);
    await expect.poll(async () => (await shipping.state()).bytes).toBe(0);
    await shipping.close();
  });

  it.each([0, 1])('a range whose answer is lost on the way from server %i is not stored twice', async (at) => {
    let store = await scene.openStore();
    let lost = 0;
    pair.proxies[at]!.decide((statement) =>
      /^INSERT INTO (events|progress)/.test(statement) && lost++ % 2 === 0 ? 'answer-lost' : 'answered',
    );
    let events: Event[] = [];
    for (let round = 0; round < 5; round++) {
      let fresh = made(60, 10 + round);
      events.push(...fresh);
      await scene.append(fresh);
      await store.lastEvent().catch(() => undefined);
    }
    await expectStored(store, events);
    expect(lost).toBeGreaterThan(0);
  });

  it('while both are down, a start reports it, and afterwards all events since are stored', async () => {
    for (let server of pair.servers) await server.stop();
    let events = made(90, 20);
    await scene.append(events.slice(0, 40));
    await expect(scene.openStore()).rejects.toThrow(/no ClickHouse server answers at .* correct EVENTS_URL/);
    await scene.append(events.slice(40));
    for (let server of pair.servers) await server.start();
    await expectStored(await scene.openStore(), events);
  });

  describe('a server that comes back without its files', () => {
    const sentences = [/must start with empty databases/, /number 2 of EVENTS_URL has lost its events/];

    it.each([0, 1])('is named at once and refused at the next start: %i', async (at) => {
      let store = await scene.openStore();
      let first = made(40, 30);
      await scene.append(first);
      await expectStored(store, first);
      await loseFiles(at);
      await scene.append(made(40, 31));
      await expect.poll(() => store.writeProblem()).toContain(`Database ${scene.database} doesn't exist`);
      expect(await scene.idsOn(1 - at)).toEqual(belonging(first, 1 - at));
      await store.close();
      await expect(scene.openStore()).rejects.toThrow(sentences[at]);
      await expect(scene.openStore()).rejects.toThrow(sentences[at]);
    });

    it('is refused where it is the only one', async () => {
      let alone = { cluster: [] };
      let store = await scene.openStore(alone);
      await scene.append(made(40, 32));
      expect(await store.lastEvent()).toBe(40);
      await store.close();
      await loseFiles(0);
      await expect(scene.openStore(alone)).rejects.toThrow('has 0 events, and 40 were sent by this installation');
    });

    async function loseFiles(at: number): Promise<void> {
      let server = pair.servers[at]!;
      await server.stop('SIGKILL');
      server.empty();
      await server.start();
    }
  });
});

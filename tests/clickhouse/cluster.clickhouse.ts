/**
 * Events reach a real cluster once, also when its servers fail. They are those of Debian, 18.16,
 * which the product would refuse: tools/tests/clickhouse/translation.ts translates. They know an
 * insert that comes twice by its rows, not by its token.
 *
 * What they cannot show: tokens, deletions, the questions of reports, and shards that are not asked.
 * The other tests show these on the current engine, on one server.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Event } from 'contract/event-fields';
import { createRandom } from 'gateway/demo/random';
import { rebalance, type PartitionMove } from 'gateway/events/clickhouse/rebalance';
import { shipJournal } from 'gateway/events/clickhouse/ship-journal';
import { partitionMax, partitionOf } from 'gateway/events/shape/ends';
import type { EventStore } from 'gateway/events/shape/store';
import { hasCluster, clusterName } from '../../tools/tests/clickhouse/servers';
import { made, openClusterScene, shardOf, startCluster, type ClusterScene, type StartedCluster } from './cluster-scene';

const log = pino({ level: 'silent' });
const toEvents = 'INSERT INTO events';

let cluster: StartedCluster;
let scene: ClusterScene;

describe.skipIf(!hasCluster)('on two shards of two replicas', () => {
  beforeAll(async () => void (cluster = await startCluster()));
  afterAll(() => cluster.remove());
  beforeEach(async () => {
    await cluster.startAll();
    scene = openClusterScene(cluster);
  });
  afterEach(() => scene.close());

  function belonging(events: readonly Event[], shard: number): string[] {
    return events
      .filter(({ ownerId }) => shardOf(ownerId) === shard)
      .map(({ id }) => id)
      .sort();
  }

  /** All of them are stored, each once and on both replicas of the shard of its owner. */
  async function expectStored(store: EventStore, events: readonly Event[]): Promise<void> {
    await expect.poll(() => store.lastEvent().catch(() => 0), { timeout: 120_000 }).toBe(events.length);
    for (let [shard, replicas] of cluster.shards.entries())
      for (let server of replicas) await expect.poll(() => scene.idsOn(server)).toEqual(belonging(events, shard));
  }

  /** Kills a server some milliseconds after the next such statement; resolves when it has ended. */
  function killDuring(at: number, start: string, afterMs: number): Promise<void> {
    return new Promise((resolve) =>
      cluster.proxy.decide((statement) => {
        if (!statement.startsWith(start)) return 'answered';
        cluster.proxy.decide(() => 'answered');
        void pause(afterMs)
          .then(() => cluster.servers[at]!.stop('SIGKILL'))
          .then(resolve);
        return 'answered';
      }),
    );
  }

  it('the events of each owner are on the replicas of one shard', async () => {
    let store = await scene.openStore();
    let events = made(400, 1);
    for (let at = 0; at < events.length; at += 50) await scene.append(events.slice(at, at + 50));
    await expectStored(store, events);
    let rows = await cluster.servers[3]!.column(`SELECT count() FROM ${scene.database}.partition_shards`);
    expect(rows).toEqual([String(partitionMax)]);
    await store.close();
    let again = await scene.openStore();
    expect(await again.lastEvent()).toBe(400);
    expect((await again.state()).count).toBe(400);
  });

  it.each([0, 1, 2])('events are stored once where server %i is killed while it takes them', async (at) => {
    let store = await scene.openStore();
    let random = createRandom(31 + at);
    let events: Event[] = [];
    for (let round = 0; round < 3; round++) {
      let killed = killDuring(at, toEvents, random.below(30));
      let fresh = made(300, 100 * at + round);
      events.push(...fresh);
      await scene.append(fresh.slice(0, 200));
      await killed;
      await scene.append(fresh.slice(200));
      await expect.poll(() => store.writeProblem()).toBeDefined();
      expect((await store.journal()).lag.bytes).toBeGreaterThan(0);
      await cluster.servers[at]!.start();
      await expectStored(store, events);
    }
    expect((await store.journal()).damage.refused).toBe(0);
  });

  it('what was there stays while a shard is away for a while, and the rest waits', async () => {
    let store = await scene.openStore();
    let [first, second] = [made(80, 2), made(120, 3)];
    await scene.append(first);
    await expectStored(store, first);
    for (let server of cluster.shards[1]!) await server.stop();
    await scene.append(second);
    await expect.poll(() => store.writeProblem()).toBeDefined();
    expect(await store.lastEvent()).toBe(first.length);
    for (let server of cluster.shards[1]!) await server.start();
    await expectStored(store, [...first, ...second]);
    expect((await store.journal()).damage.refused).toBe(0);
  });

  it('events wait while ZooKeeper is away', async () => {
    let store = await scene.openStore();
    let [first, second] = [made(40, 4), made(60, 5)];
    await scene.append(first);
    await expectStored(store, first);
    await cluster.zookeeper.stop('SIGKILL');
    await scene.append(second);
    await expect.poll(() => store.writeProblem()).toBeDefined();
    await cluster.zookeeper.start();
    await expectStored(store, [...first, ...second]);
  });

  it('a range whose answer is lost on the way is not stored twice', async () => {
    let store = await scene.openStore();
    let lost = 0;
    cluster.proxy.decide((statement) =>
      /^INSERT INTO (events|progress|artifacts)/.test(statement) && lost++ % 2 === 0 ? 'answer-lost' : 'answered',
    );
    let events: Event[] = [];
    for (let round = 0; round < 5; round++) {
      let fresh = made(60, 10 + round);
      events.push(...fresh);
      await scene.append(fresh);
      await store.lastEvent().catch(() => undefined);
    }
    await expectStored(store, events);
    expect(lost).toBeGreaterThan(5);
  });

  it('edge nodes keep their events while most servers are away', async () => {
    await (await scene.openStore()).close();
    let shipping = shipJournal({
      folder: scene.folder,
      url: scene.url,
      cluster: clusterName,
      clock: Date.now,
      log,
    });
    let arrived = async () =>
      Number((await cluster.servers[0]!.column(`SELECT sum(next - place) FROM ${scene.database}.arrivals FINAL`))[0]);
    await scene.append(made(50, 6));
    await expect.poll(arrived).toBe(50);
    for (let server of cluster.shards[1]!) await server.stop('SIGKILL');
    await cluster.servers[1]!.stop('SIGKILL');
    await scene.append(made(70, 7));
    await expect.poll(async () => (await shipping.state()).problem).toBeDefined();
    expect((await shipping.state()).bytes).toBeGreaterThan(0);
    await cluster.startAll();
    await expect.poll(() => arrived().catch(() => 0), { timeout: 120_000 }).toBe(120);
    await expect.poll(async () => (await shipping.state()).bytes).toBe(0);
    await shipping.close();
  });

  it('a shard that was added gets its part of the owners', async () => {
    await restartWith(1);
    let events = made(200, 8);
    let store = await scene.openStore();
    await scene.append(events);
    await expect.poll(() => store.lastEvent()).toBe(events.length);
    expect((await scene.idsOn(cluster.servers[0]!)).length).toBe(events.length);
    await store.close();
    // Summaries, which this version cannot make: of packages, pixels and owners, each one row.
    let rows = `SELECT 0 AS shard, toUInt64(key + 1) AS part, key AS artifact, today() AS day FROM ${scene.database}.artifacts`;
    for (let made of [rows, rows.replaceAll('key', '(-1 - key)').replace('(-1 - key) + 1', '5')])
      await cluster.servers[0]!.column(
        `INSERT INTO ${scene.database}.daily_programs_local (shard, part, artifact, day) ${made}`,
      );
    await restartWith(2);
    let address = { url: scene.url, cluster: clusterName };
    let planned = await rebalance(address, { isCheck: true, tell: () => undefined });
    let told: PartitionMove[] = [];
    expect(await rebalance(address, { isCheck: false, tell: (move) => void told.push(move) })).toEqual(planned);
    expect(told).toEqual(planned);
    let moved = planned.map(({ partition }) => partition);
    let ofSecond = events.filter(({ ownerId }) => moved.includes(partitionOf(ownerId))).map(({ id }) => id);
    expect(ofSecond.length).toBeGreaterThan(events.length / 4);
    for (let server of cluster.shards[1]!) await expect.poll(() => scene.idsOn(server)).toEqual(ofSecond.toSorted());
    let owners = [...new Set(events.map(({ ownerId }) => ownerId))].filter((id) => moved.includes(partitionOf(id)));
    let keys = `SELECT key FROM ${scene.database}.artifacts WHERE owner IN (${owners.map((id) => `'${id}'`).join(', ')})`;
    let summaries = `SELECT artifact FROM ${scene.database}.daily_programs_local ORDER BY artifact`;
    let expected = (await cluster.servers[0]!.column(keys)).flatMap((key) => [Number(key), -1 - Number(key)]);
    expect(expected.length).toBeGreaterThan(2);
    for (let server of cluster.shards[1]!)
      await expect
        .poll(async () => (await server.column(summaries)).map(Number))
        .toEqual(expected.toSorted((a, b) => a - b));
    let again = await scene.openStore();
    let more = made(100, 9);
    await scene.append(more);
    await expect.poll(() => again.lastEvent()).toBe(events.length + more.length);
    let added = more.filter(({ ownerId }) => moved.includes(partitionOf(ownerId))).map(({ id }) => id);
    for (let server of cluster.shards[1]!)
      await expect.poll(() => scene.idsOn(server)).toEqual([...ofSecond, ...added].toSorted());
    let artifacts = `SELECT count() FROM ${scene.database}.artifacts`;
    await expect.poll(() => cluster.servers[3]!.column(artifacts)).toEqual(await cluster.servers[0]!.column(artifacts));
  });

  async function restartWith(shards: number): Promise<void> {
    for (let server of cluster.servers) await server.stop();
    cluster.limit(shards);
    await cluster.startAll();
  }
});

/**
 * Two shards of two replicas of Debian's ClickHouse for all tests of a file. EVENTS_URL is the first
 * server, behind what translates for it, and that behind what can lose requests and answers.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Event } from 'contract/event-fields';
import type { EventStore } from 'gateway/events/shape/store';
import { partitionMax, partitionOf } from 'gateway/events/shape/ends';
import { openJournal } from 'journal/journal';
import { openOnClickhouse } from 'tests/support/event-store';
import { openLossyProxy, type LossyProxy } from 'tests/support/lossy-proxy';
import {
  createCluster,
  clusterName,
  givenProgram,
  portsNeeded,
  type Cluster,
  type ClickhouseServer,
} from '../../tools/tests/clickhouse/servers';
import { openTranslator, today, words18 } from '../../tools/tests/clickhouse/translation';
import { freePorts } from '../attack/target';
import { randomEvents } from '../gateway/events/random-events';
import { until } from './scene';
import { ownersOf, shared } from './shared-events';

export interface StartedCluster extends Cluster {
  servers: ClickhouseServer[];
  proxy: LossyProxy;
  /** Starts the servers that are not running. */
  startAll(): Promise<void>;
  remove(): Promise<void>;
}

export async function startCluster(): Promise<StartedCluster> {
  let home = mkdtempSync(path.join(tmpdir(), 'cluster-'));
  let cluster = createCluster(home, 2, await freePorts(portsNeeded(2)));
  let servers = cluster.shards.flat();
  async function startAll(): Promise<void> {
    await cluster.zookeeper.start();
    await Promise.all(servers.map((server) => server.start()));
  }
  /** A server of this version can end at its first statement for all servers. */
  async function untilStarted(): Promise<void> {
    for (let triesLeft = 10; ; triesLeft--) {
      await startAll();
      try {
        return void (await servers[0]!.column(`CREATE DATABASE IF NOT EXISTS ready ON CLUSTER ${clusterName}`));
      } catch (error) {
        if (triesLeft === 0) throw error;
      }
    }
  }

  await untilStarted();
  let translator = await openTranslator(servers[0]!.url, givenProgram ? today : words18);
  let proxy = await openLossyProxy(translator.url);
  return {
    ...cluster,
    servers,
    proxy,
    startAll,
    async remove() {
      for (let one of [proxy, translator]) await one.close();
      await cluster.stop();
      rmSync(home, { recursive: true });
    },
  };
}

/** Counted from 0: at first each shard of two has half of the partitions. */
export const shardOf = (ownerId: string) => Number(partitionOf(ownerId) > partitionMax / 2);

/** Two for each shard. */
const owners = [0, 1].flatMap((shard) =>
  ownersOf(20)
    .filter(({ id }) => shardOf(id) === shard)
    .slice(0, 2),
);

export const made = (count: number, seed: number, of = owners) => shared(randomEvents(count, seed, until, 30), of);

/** A folder, and a database of the cluster. */
export interface ClusterScene {
  folder: string;
  database: string;
  url: string;
  openStore(): Promise<EventStore>;
  append(events: readonly Event[]): Promise<void>;
  /** The ids that a server has, read without the product; each as often as it is there. */
  idsOn(server: ClickhouseServer): Promise<string[]>;
  close(): Promise<void>;
}

export function openClusterScene({ proxy }: StartedCluster): ClusterScene {
  let folder = mkdtempSync(path.join(tmpdir(), 'old-'));
  let database = path.basename(folder).replace('-', '_');
  let url = new URL(database, proxy.url).href;
  let stores: EventStore[] = [];
  proxy.decide(() => 'answered');
  return {
    folder,
    database,
    url,
    async openStore() {
      let store = await openOnClickhouse({ folder, url, cluster: clusterName });
      stores.push(store);
      return store;
    },
    async append(events) {
      let journal = openJournal(folder);
      await journal.append(events);
      await journal.close();
    },
    idsOn: (server) => server.column(`SELECT toString(id) AS id FROM ${database}.events_local ORDER BY id`),
    async close() {
      for (let store of stores) await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

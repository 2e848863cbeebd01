/**
 * Two servers of Debian's ClickHouse in EVENTS_URL, for all tests of a file. Each
 * is behind what translates for it, and that behind what can lose requests and answers.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Event } from 'contract/event-fields';
import { openClickhouseStore } from 'gateway/events/clickhouse/open';
import { serverIndexOf } from 'gateway/events/clickhouse/shards';
import type { EventStore } from 'gateway/events/store';
import { openJournal } from 'journal/journal';
import { openLossyProxy, type LossyProxy } from 'tests/support/lossy-proxy';
import { createOldServer, type OldServer } from '../../tools/tests/clickhouse/old-server';
import { openTranslator } from '../../tools/tests/clickhouse/old-translation';
import { freePorts } from '../attack/target';
import { randomEvents } from '../gateway/events/random-events';
import { until } from './scene';
import { ownersOf, shared } from './shared-events';

export interface OldPair {
  servers: OldServer[];
  proxies: LossyProxy[];
  remove(): Promise<void>;
}

export async function startOldPair(programs: string): Promise<OldPair> {
  let home = mkdtempSync(path.join(tmpdir(), 'old-servers-'));
  let ports = await freePorts(4);
  let servers = [0, 2].map((at) => createOldServer(programs, path.join(home, String(at)), ports.slice(at, at + 2)));
  for (let server of servers) await server.start();
  let translators = await Promise.all(servers.map(({ url }) => openTranslator(url)));
  let proxies = await Promise.all(translators.map(({ url }) => openLossyProxy(url)));
  return {
    servers,
    proxies,
    async remove() {
      for (let one of [...proxies, ...translators]) await one.close();
      for (let server of servers) await server.stop('SIGKILL');
      rmSync(home, { recursive: true });
    },
  };
}

/** One owner for each server. */
export const owners = ownersOf(2);

export const made = (count: number, seed: number) => shared(randomEvents(count, seed, until, 30), owners);

/** A folder, and separate databases on both servers. */
export interface OldScene {
  folder: string;
  database: string;
  url: string;
  cluster: string[];
  openStore(parts?: { url?: string; cluster?: string[] }): Promise<EventStore>;
  append(events: readonly Event[]): Promise<void>;
  /** The ids that the server at a place has, read without the product; each as often as it is there. */
  idsOn(place: number): Promise<string[]>;
  close(): Promise<void>;
}

export function openOldScene({ servers, proxies }: OldPair): OldScene {
  let folder = mkdtempSync(path.join(tmpdir(), 'old-'));
  let database = path.basename(folder).replace('-', '_');
  let [url = '', ...cluster] = proxies.map((proxy) => new URL(database, proxy.url).href);
  let stores: EventStore[] = [];
  for (let proxy of proxies) proxy.decide(() => 'answered');
  return {
    folder,
    database,
    url,
    cluster,
    async openStore(parts) {
      let store = await openClickhouseStore({ folder, url, cluster, warn: () => undefined, ...parts });
      stores.push(store);
      return store;
    },
    async append(events) {
      let journal = openJournal(folder);
      await journal.append(events);
      await journal.close();
    },
    idsOn: (place) => servers[place]!.column(`SELECT toString(id) AS id FROM ${database}.events ORDER BY id`),
    async close() {
      for (let store of stores) await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The ids of these events that belong on the server at a place. */
export function belonging(events: readonly Event[], place: number): string[] {
  return events
    .filter(({ ownerId }) => serverIndexOf(ownerId, 2) === place)
    .map(({ id }) => id)
    .sort();
}

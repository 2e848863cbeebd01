/** A folder and a database of a test, with what can be lost between them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rowsOn } from 'gateway/events/clickhouse/definitions';
import { connect, type Clickhouse } from 'gateway/events/clickhouse/client';
import { withoutPartition } from 'gateway/events/clickhouse/spans';
import { firstOf } from 'gateway/events/shape/ends';
import type { EventStore } from 'gateway/events/shape/store';
import type { Event } from 'contract/event-fields';
import { openJournal } from 'journal/journal';
import { openOnClickhouse } from 'tests/support/event-store';
import { openLossyProxy, type LossyProxy } from 'tests/support/lossy-proxy';
import { packages, pixels } from '../gateway/events/random-events';

export const until = Date.UTC(2026, 2, 12);

export interface Scene {
  folder: string;
  /** The address of the database, and by way of the proxy. */
  url: string;
  proxiedUrl: string;
  proxy: LossyProxy;
  openStore(parts?: { folder?: string; url?: string; databaseUrl?: string }): Promise<EventStore>;
  /** The database, without a store. */
  openDatabase(): Promise<Clickhouse>;
  append(events: readonly Event[], folder?: string): Promise<void>;
  close(): Promise<void>;
}

export async function openScene(): Promise<Scene> {
  let server = process.env.TEST_EVENTS_URL!;
  let folder = mkdtempSync(path.join(tmpdir(), 'shipping-'));
  let proxy = await openLossyProxy(server);
  let opened: { close(): Promise<void> }[] = [];
  let [url, proxiedUrl] = [server, proxy.url].map(
    (base) => new URL(path.basename(folder).replace('-', '_'), base).href,
  );
  let scene = { folder, url: url!, proxiedUrl: proxiedUrl!, proxy };
  return {
    ...scene,
    async openStore(parts) {
      let store = await openOnClickhouse({ folder, url: scene.proxiedUrl, ...parts });
      opened.push(store);
      return store;
    },
    async openDatabase() {
      let database = await connect({ url: scene.url });
      opened.push(database);
      return database;
    },
    async append(events, to = folder) {
      let journal = openJournal(to);
      await journal.append(events);
      await journal.close();
    },
    async close() {
      for (let one of opened) await one.close();
      await proxy.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The ids of all stored events. */
export async function idsIn(store: EventStore): Promise<string[]> {
  let ids: string[] = [];
  let range = { from: 0, until: until + 1, raw: true };
  for (let [artifactType, artifactIds] of [
    ['package', packages],
    ['tracking-pixel', pixels],
  ] as const)
    for await (let batch of store.export({ artifactType, artifactIds: [...artifactIds], ...range }))
      ids.push(...batch.map(({ id }) => id));
  return ids.sort();
}

export const sorted = (events: readonly Event[]) => events.map(({ id }) => id).sort();

/**
 * Numbers the stored events as a version did in which one machine had one sequence; returns how
 * many there are.
 */
export async function numberAsBefore(server: Clickhouse): Promise<number> {
  let { ask, run, insert } = server;
  let [row] = await ask('SELECT count() AS size FROM events');
  let rows = await ask("SELECT node, epoch, next FROM progress WHERE epoch NOT IN ('', 'installation')");
  let places = new Map(
    rows.map(({ node, epoch, next }) => [withoutPartition(String(epoch)), { node, next: String(next) }]),
  );
  let size = Number(row!.size);
  let number = 'row_number() OVER (ORDER BY time, id) - 1';
  await run(
    `INSERT INTO events SELECT * REPLACE (${number} AS seq) FROM (SELECT * FROM events WHERE seq >= ${firstOf(1)})`,
  );
  await run(`ALTER TABLE ${rowsOn(server, 'events')} DELETE WHERE seq >= ${firstOf(1)}`);
  for (let table of ['progress', 'changed_decisions', 'summary_parts', 'summary_state'])
    await run(`TRUNCATE TABLE IF EXISTS ${rowsOn(server, table)}`);
  await insert('progress', [
    ...[...places].map(([epoch, place]) => ({ epoch, ...place })),
    { node: '', epoch: '', next: size },
  ]);
  return size;
}

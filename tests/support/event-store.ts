/** An event store in the process of the tests, with its own journal in place of an edge. */
import path from 'node:path';
import type { Event } from 'contract/event-fields';
import { openClickhouseStore } from 'gateway/events/clickhouse/open';
import { openEventStore as openEmbedded, type EventStoreSettings } from 'gateway/events/duckdb/open';
import type { EventStore } from 'gateway/events/store';
import { openJournal } from 'journal/journal';

export interface TestEventStore extends EventStore {
  /** Writes events to the journal, as an edge does; later queries include them. */
  append(events: readonly Event[]): Promise<void>;
}

/**
 * The server for the tests of `npx tsx tools/tests/test-clickhouse.ts`; a folder has a database of
 * its own there.
 */
const server = process.env.TEST_EVENTS_URL;

function openStore(settings: EventStoreSettings): Promise<EventStore> {
  if (!server) return openEmbedded(settings);
  let { folder, ...others } = settings;
  let { warn, resolve, tombstones, clock, dated } = others;
  let parts = { folder, warn, resolve, tombstones, clock, dated };
  let database = path.basename(folder).replaceAll(/[^A-Za-z0-9]/g, '_');
  return openClickhouseStore({ ...parts, url: new URL(database, server).href });
}

export async function openEventStore(settings: EventStoreSettings): Promise<TestEventStore> {
  let store = await openStore(settings);
  let journal = openJournal(settings.folder);
  return {
    ...store,
    append: journal.append,
    async close() {
      await journal.close();
      await store.close();
    },
  };
}

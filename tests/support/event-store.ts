/** An event store in the process of the tests, with its own journal in place of an edge. */
import path from 'node:path';
import pino from 'pino';
import type { Event } from 'contract/event-fields';
import { openClickhouseStore, type OneMachine } from 'gateway/events/clickhouse/one-machine';
import { openEventStore as openEmbedded, type EventStoreSettings } from 'gateway/events/duckdb/open';
import type { EventStore } from 'gateway/events/shape/store';
import { openPgSession } from 'gateway/floor/db/session';
import type { Tombstone } from 'gateway/floor/db/tombstone';
import { openJournal } from 'journal/journal';
import { migratedRecordsPlace } from './records-place';

export interface TestEventStore extends EventStore {
  /** Writes events to the journal, as an edge does; later queries include them. */
  append(events: readonly Event[]): Promise<void>;
}

interface TestStoreSettings extends EventStoreSettings {
  /**
   * The PostgreSQL database with the records, next to events on ClickHouse; one of its own by
   * default.
   */
  databaseUrl?: string | undefined;
}

/**
 * The server for the tests of `npx tsx tools/tests/test-clickhouse.ts`; a folder has a database of
 * its own there.
 */
const server = process.env.TEST_EVENTS_URL;

const databases = new Map<string, Promise<string>>();

/** The PostgreSQL database next to the events of a folder. */
export function databaseOf(folder: string): Promise<string> {
  let known = databases.get(folder) ?? createDatabase();
  databases.set(folder, known);
  return known;
}

async function createDatabase(): Promise<string> {
  let { place } = await migratedRecordsPlace();
  if ('databaseUrl' in place) return place.databaseUrl;
  throw new Error('Events on ClickHouse need TEST_DATABASE_URL.');
}

interface OnClickhouse extends Pick<OneMachine, 'folder' | 'url' | 'cluster' | 'clock' | 'dated'> {
  resolve?: OneMachine['resolve'] | undefined;
  tombstones?: readonly Tombstone[] | undefined;
  databaseUrl?: string | undefined;
  warn?: ((sentence: string) => void) | undefined;
}

/** As one machine opens it. */
export async function openOnClickhouse(given: OnClickhouse): Promise<EventStore> {
  let { folder, databaseUrl, tombstones = [], warn, resolve = async (events) => events, ...parts } = given;
  let session = await openPgSession(databaseUrl ?? (await databaseOf(folder)));
  let log = pino({ level: warn ? 'error' : 'silent' }, { write: (line) => tellSentence(line, warn) });
  try {
    let own = { ...parts, folder, resolve, session, log, tombstones: async () => tombstones };
    let store = await openClickhouseStore(own);
    return { ...store, close: () => store.close().finally(session.close) };
  } catch (error) {
    session.close();
    throw error;
  }
}

function tellSentence(line: string, warn: (sentence: string) => void = () => undefined): void {
  let { err, msg } = JSON.parse(line) as { err?: unknown; msg: string };
  if (err === undefined) warn(msg);
}

function openStore(settings: TestStoreSettings): Promise<EventStore> {
  if (!server) return openEmbedded(settings);
  let { folder, resolve, tombstones, clock, dated, databaseUrl, warn } = settings;
  let database = path.basename(folder).replaceAll(/[^A-Za-z0-9]/g, '_');
  let url = new URL(database, server).href;
  return openOnClickhouse({ folder, url, resolve, tombstones, clock, dated, databaseUrl, warn });
}

export async function openEventStore(settings: TestStoreSettings): Promise<TestEventStore> {
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

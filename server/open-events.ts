/** The event store of this process, opened from the settings, and when its answers change. */
import path from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { asksForOthers } from 'contract/analytics/audience';
import { createAgentReader } from 'edge/enrich/agent';
import { classifyName } from 'edge/enrich/classify';
import { createSteadyClock } from 'edge/steady-clock';
import { applyErasureList, erasureListName } from 'gateway/erasure/erasure-list';
import { openClickhouseStore } from 'gateway/events/clickhouse/one-machine';
import { openClickhouseAnswers } from 'gateway/events/clickhouse/open';
import type { Storer } from 'gateway/events/clickhouse/storer';
import { openEventStore } from 'gateway/events/duckdb/open';
import type { NamingRules } from 'gateway/events/duckdb/relabel';
import type { EventStore } from 'gateway/events/shape/store';
import type { RecordsPlace } from 'gateway/floor/db/open';
import type { Records } from 'gateway/floor/db/schema';
import type { PgSession } from 'gateway/floor/db/session';
import type { InstallationClock } from 'gateway/floor/installation-clock';
import { createNames } from 'gateway/floor/names';
import { allTombstones } from 'gateway/floor/tombstones';
import { createImageProvisioning } from 'gateway/packages/image-provisioning';
import { refuseLostEvents, refuseUnmovedEvents } from './data-folder';
import type { InstallationSecrets } from './secrets';
import type { Settings } from './settings';
import { storeAlone } from './store-events';

/** One of several processes that share the stores. */
export interface OneOfMany {
  databaseUrl: string;
  /** In the process that runs the jobs: the session with their lock, and what stores events here. */
  jobs?: { lock: PgSession; storer: Pick<Storer, 'failure' | 'damage' | 'addRefused' | 'flush'> } | undefined;
}

interface EventsPlace {
  settings: Settings;
  secrets: Pick<InstallationSecrets, 'salt' | 'earlier'>;
  records: Records;
  time: Pick<InstallationClock, 'now' | 'dated'>;
  many?: OneOfMany | undefined;
  /** Gets what has to be closed after the store. */
  closing: (() => unknown)[];
  log: Logger;
}

/** Throws if the folder's events are lost, or not moved to the server that the settings name. */
export async function openEvents({ settings, secrets, records, time, ...rest }: EventsPlace): Promise<EventStore> {
  let { many, closing, log } = rest;
  let folder = path.resolve(settings.DATA_DIR);
  let own = { domain: settings.GATEWAY_DOMAIN, publicUrl: settings.PUBLIC_URL };
  await applyErasureList(
    records,
    createNames([secrets.salt, ...secrets.earlier]),
    path.join(folder, erasureListName),
    log,
  );
  let parts = {
    folder,
    warn: (sentence: string) => log.error(sentence),
    resolve: createImageProvisioning(records, own, time.now).resolve,
    clock: createSteadyClock(time.now),
    dated: time.dated,
  };
  if (settings.EVENTS_URL) {
    refuseUnmovedEvents(folder);
    let address = { url: settings.EVENTS_URL, cluster: settings.EVENTS_CLUSTER_NAME };
    let tombstones = () => allTombstones(records);
    if (!many) {
      let session = await storeAlone(settings, closing, log);
      return openClickhouseStore({ ...parts, ...address, tombstones, log, session });
    }
    let writes = many.jobs && { ...many.jobs, session: many.jobs.lock, tombstones: await tombstones() };
    return openClickhouseAnswers({ folder, ...address, warn: parts.warn, writes });
  }
  refuseLostEvents(folder, await hasPackages(records));
  return openEventStore({
    ...parts,
    tombstones: await allTombstones(records),
    checkpointKb: settings.TEST_OPTIONS.eventsCheckpointKb,
    rules: companyNamingRules(),
  });
}

async function hasPackages(records: Records): Promise<boolean> {
  let first = (table: 'packages' | 'pixels') => records.selectFrom(table).select('id').limit(1).executeTakeFirst();
  return Boolean((await first('packages')) ?? (await first('pixels')));
}

/**
 * Today's rules for companies that an earlier version has stored: the store side cannot import the
 * edge.
 */
export function companyNamingRules(): NamingRules {
  let agentOf = createAgentReader();
  return { ofCompany: classifyName, asksForOthers: (userAgent) => asksForOthers(agentOf(userAgent).rule) };
}

interface Opened {
  records: Records;
  place: RecordsPlace;
  events: Pick<EventStore, 'deletions'>;
}

/**
 * Changes after every commit to the records, by any process, and after events are deleted.
 * Undefined with stores on servers.
 */
export function readStoresVersion(
  { EVENTS_URL }: { EVENTS_URL?: string | undefined },
  { records, place, events }: Opened,
): () => Promise<string | undefined> {
  if (EVENTS_URL || !('folder' in place)) return async () => undefined;
  return async () => {
    // On the reading connection: SQLite does not count a connection's own commits.
    let asked = sql<{ data_version: number }>`select data_version from pragma_data_version`;
    let [row] = (await asked.execute(records)).rows;
    return `${row!.data_version} ${events.deletions()}`;
  };
}

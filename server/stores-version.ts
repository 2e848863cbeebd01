import { sql } from 'kysely';
import type { RecordsPlace } from 'gateway/floor/db/open';
import type { Records } from 'gateway/floor/db/schema';
import type { EventStore } from 'gateway/events/shape/store';

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

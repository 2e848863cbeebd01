/** Whether anything in the stores of this machine has changed. */
import { sql } from 'kysely';
import type { RecordsPlace } from 'gateway/floor/db/open';
import type { Records } from 'gateway/floor/db/schema';
import type { EventStore } from 'gateway/events/store';

interface Opened {
  records: Records;
  place: RecordsPlace;
  events: Pick<EventStore, 'deletions'>;
}

/**
 * Gives another text after every commit to the records, whichever process made it, and after events
 * were deleted; undefined with stores on servers, where only those could say.
 */
export function readStoresVersion(
  { EVENTS_URL }: { EVENTS_URL?: readonly string[] | undefined },
  { records, place, events }: Opened,
): () => Promise<string | undefined> {
  if (EVENTS_URL || !('folder' in place)) return async () => undefined;
  return async () => {
    // By the connection that reads: SQLite leaves out what a connection has committed itself.
    let asked = sql<{ data_version: number }>`select data_version from pragma_data_version`;
    let [row] = (await asked.execute(records)).rows;
    return `${row!.data_version} ${events.deletions()}`;
  };
}

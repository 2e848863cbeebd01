/** An event store in the process of the tests, with its own journal in place of an edge. */
import type { Event } from 'contract/event-fields';
import { openEventStore as openStore, type EventStoreSettings } from 'gateway/events/duckdb';
import type { EventStore } from 'gateway/events/store';
import { openJournal } from 'journal/journal';

export interface TestEventStore extends EventStore {
  /** Writes events to the journal, as an edge does; later queries include them. */
  append(events: readonly Event[]): Promise<void>;
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

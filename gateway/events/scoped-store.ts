/**
 * An event store for the questions of one call: at one moment, and as long as its answers are
 * wanted.
 */
import type { SnapshotOptions } from './query/snapshot';
import type { EventStore } from './store';

/**
 * The same store, which answers as if no event had come after the last one named. What is deleted
 * meanwhile is missing in its answers all the same.
 */
export function snapshotAt<Store extends EventStore>(events: Store, lastEvent: number): Store {
  return { ...asking(events, { lastEvent }), lastEvent: async () => lastEvent, lastStoredEvent: () => lastEvent };
}

/** The same store, whose questions end once `gone` is aborted. */
export function withSignal<Store extends EventStore>(events: Store, gone: AbortSignal): Store {
  return asking(events, { gone });
}

function asking<Store extends EventStore>(events: Store, given: SnapshotOptions): Store {
  return {
    ...events,
    aggregate: (query) => events.aggregate({ ...query, ...given }),
    export: (query) => events.export({ ...query, ...given }),
    latestEvents: (query) => events.latestEvents({ ...query, ...given }),
    perMinute: (query) => events.perMinute({ ...query, ...given }),
    companies: (query) => events.companies({ ...query, ...given }),
    companyDays: (query) => events.companyDays({ ...query, ...given }),
    companyArtifacts: (query) => events.companyArtifacts({ ...query, ...given }),
    companyEvents: (query) => events.companyEvents({ ...query, ...given }),
    matches: (query) => events.matches({ ...query, ...given }),
    firstDates: (query) => events.firstDates({ ...query, ...given }),
    countErased: (about, asOf) => events.countErased(about, { ...asOf, ...given }),
    countExpired: (age, asOf) => events.countExpired(age, { ...asOf, ...given }),
  };
}

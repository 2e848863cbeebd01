/**
 * An event store for the queries of one API call: a fixed snapshot, and a signal that cancels them.
 */
import type { SnapshotOptions } from './shape/snapshot';
import type { EventReader } from './shape/store';

/** The store at the snapshot of `lastEvent`. Events deleted since are missing all the same. */
export function snapshotAt<Store extends EventReader>(events: Store, lastEvent: number): Store {
  return { ...asking(events, { lastEvent }), lastEvent: async () => lastEvent, lastStoredEvent: () => lastEvent };
}

export function withSignal<Store extends EventReader>(events: Store, gone: AbortSignal): Store {
  return asking(events, { signal: gone });
}

function asking<Store extends EventReader>(events: Store, given: SnapshotOptions): Store {
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

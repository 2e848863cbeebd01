/** An event store at one moment: all questions to it know the same last event. */
import type { EventStore } from './store';

/**
 * The same store, which answers as if no event had come after the last one named. What is deleted
 * meanwhile is missing in its answers all the same.
 */
export function upTo<Store extends EventStore>(events: Store, lastEvent: number): Store {
  return {
    ...events,
    lastEvent: async () => lastEvent,
    lastStored: () => lastEvent,
    aggregate: (query) => events.aggregate({ ...query, lastEvent }),
    export: (query) => events.export({ ...query, lastEvent }),
    newest: (query) => events.newest({ ...query, lastEvent }),
    perMinute: (query) => events.perMinute({ ...query, lastEvent }),
    companies: (query) => events.companies({ ...query, lastEvent }),
    companyDays: (query) => events.companyDays({ ...query, lastEvent }),
    companyArtifacts: (query) => events.companyArtifacts({ ...query, lastEvent }),
    companyEvents: (query) => events.companyEvents({ ...query, lastEvent }),
    matches: (query) => events.matches({ ...query, lastEvent }),
    countErased: (about) => events.countErased(about, { lastEvent }),
    countOld: (age) => events.countOld(age, { lastEvent }),
  };
}

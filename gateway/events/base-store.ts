/** The methods of an event store that are the same for every engine. */
import type { Event } from 'contract/event-fields';
import { createCompanyQueries } from './query/companies';
import type { CachedAggregates } from './cache/cached-aggregates';
import type { QueryEngine } from './query/dialect';
import { endFor, hasReached } from './shape/ends';
import { exportEvents } from './query/export';
import { firstDates } from './query/first-dates';
import { createImport } from './write/import';
import { journalState, writeProblem } from './write/journal-state';
import { createLatestEvents } from './query/latest-events';
import { stateOf } from './query/state';
import type { EventStore } from './shape/store';
import type { EventWriter } from './write/writer';

/** What an engine does in its own way. */
export type Deletions = Pick<
  EventStore,
  'erase' | 'deleteExpired' | 'overwriteDeleted' | 'countErased' | 'countExpired'
>;

export type BaseStore = Omit<
  EventStore,
  keyof Deletions | 'freezeFile' | 'countingChange' | 'load' | 'readProblem' | 'verifyBlocks' | 'damage' | 'close'
>;

/** `folder` has the journal. */
export function createBaseStore(
  engine: QueryEngine,
  writer: EventWriter,
  counts: CachedAggregates,
  folder: string,
): BaseStore {
  let companies = createCompanyQueries(engine, writer);
  return {
    async lastEvent(ownerId) {
      let size = await writer.flush();
      return ownerId === undefined ? size : endFor(writer.ends(), ownerId);
    },
    lastStoredEvent: (ownerId) => endFor(writer.ends(), ownerId),
    hasStored: (lastEvent, ownerId) => hasReached(writer.ends(), lastEvent, ownerId),
    aggregate: counts.aggregate,
    cacheCounts: counts.cacheCounts,
    deletions: counts.deletions,
    verifyCache: counts.verifyCache,
    export: (query) => exportEvents(engine, writer, query),
    ...createLatestEvents(engine, writer),
    companies: companies.counts,
    companyDays: companies.days,
    companyArtifacts: companies.byArtifact,
    companyEvents: companies.events,
    matches: companies.matches,
    artifacts: async () => {
      await writer.flush();
      return writer.artifacts().all();
    },
    firstDates: (query) => firstDates(engine, writer.artifacts(), query),
    addTombstones: writer.addTombstones,
    state: () => stateOf(engine, writer),
    journal: () => journalState(folder, writer),
    writeProblem: () => writeProblem(folder, writer.failure()),
    import: createImport(engine, writer),
  };
}

/** Larger batches survive the young generation and cost a full garbage collection. */
const loadBatch = 5_000;

/** Loads events into the table and clears the cache; returns their number. */
export async function loadEvents(
  writer: EventWriter,
  counts: CachedAggregates,
  events: Iterable<Event>,
): Promise<number> {
  let count = 0;
  for (let batch of batchesOf(events, loadBatch)) {
    await writer.load(batch);
    count += batch.length;
  }
  counts.clear();
  return count;
}

function* batchesOf(events: Iterable<Event>, size: number): Generator<Event[]> {
  let batch: Event[] = [];
  for (let event of events) {
    if (batch.push(event) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

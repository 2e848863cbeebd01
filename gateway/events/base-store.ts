/** What every event store answers in the same way, whatever engine it has. */
import type { Event } from 'contract/event-fields';
import { createCompanies } from './query/companies';
import type { Counts } from './cache/cached-aggregates';
import type { Deletions } from './duckdb/deletions';
import type { Answering } from './query/dialect';
import { exportEvents } from './query/export';
import { keptFirsts } from './query/first-dates';
import { createImport } from './write/import';
import { journalState, problemOf } from './write/journal-state';
import { createNewest } from './query/latest-events';
import { stateOf } from './query/state';
import type { EventStore } from './store';
import type { Writer } from './write/writer';

export type Answers = Omit<
  EventStore,
  keyof Deletions | 'keepFile' | 'countingChange' | 'load' | 'unreachable' | 'close'
>;

/** Answers from an engine, with the journal of `folder` behind the writer. */
export function createAnswers(engine: Answering, writer: Writer, counts: Counts, folder: string): Answers {
  let companies = createCompanies(engine, writer);
  return {
    lastEvent: writer.settle,
    lastStored: writer.end,
    aggregate: counts.aggregate,
    answerCounts: counts.answerCounts,
    deletions: counts.deletions,
    recount: counts.recount,
    export: (query) => exportEvents(engine, writer, query),
    ...createNewest(engine, writer),
    companies: companies.counts,
    companyDays: companies.days,
    companyArtifacts: companies.byArtifact,
    companyEvents: companies.events,
    matches: companies.matches,
    artifacts: async () => {
      await writer.settle();
      return writer.artifacts().all();
    },
    keptFirsts: (query) => keptFirsts(engine, writer.artifacts(), query),
    refuse: writer.refuse,
    state: () => stateOf(engine, writer),
    journal: () => journalState(folder, writer),
    problem: () => problemOf(folder, writer.failure()),
    import: createImport(engine, writer),
  };
}

/** More would outlive the memory that is cleaned often and cheaply. */
const loadBatch = 5_000;

/** Loads events into the table, and forgets what was counted before; gives their number. */
export async function loadEvents(writer: Writer, counts: Counts, events: Iterable<Event>): Promise<number> {
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

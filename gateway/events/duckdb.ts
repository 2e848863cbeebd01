/** The embedded event store: DuckDB in one folder, owned by one process. */
import type { Event } from 'contract/event-fields';
import { refuseNewerJournal } from 'journal/headers';
import { createCompanies } from './companies';
import { createCounts } from './counts';
import { openEngine } from './engine';
import { exportEvents } from './export';
import { journalState, problemOf } from './journal-state';
import { stateOf } from './state';
import type { EventStore } from './store';
import { createWriter, type WriterParts } from './writer';

export interface EventStoreSettings {
  /** Where the store's file lies; made if need be. */
  folder: string;
  /**
   * Memory the engine may take for its questions and its cache, in megabytes; more work goes
   * through its temporary files.
   */
  memoryMb?: number;
  /** Kilobytes the engine writes from one checkpoint to the next; its own number when left out. */
  checkpointKb?: number | undefined;
  /** Told what was found damaged and what became of it; on standard error when left out. */
  warn?: (sentence: string) => void;
  /** As that of the writer; events stay as they are when left out. */
  resolve?: WriterParts['resolve'];
}

const memoryMbDefault = 128;
const loadBatch = 50_000;

/**
 * Opens the store, empty at the first time. Throws, with nothing changed, where the folder is in
 * use already, where a newer version has written it, and where its file is damaged.
 */
export async function openEventStore({
  folder,
  memoryMb = memoryMbDefault,
  checkpointKb,
  warn = (sentence) => process.stderr.write(`${sentence}\n`),
  resolve = async (events) => events,
}: EventStoreSettings): Promise<EventStore> {
  await refuseNewerJournal(folder);
  let engine = await openEngine(folder, { memoryMb, checkpointKb });
  let taken = (events: readonly Event[]) => counts.written(events);
  let writer = await createWriter(engine, { folder, warn, resolve, taken }).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  let counts = createCounts(engine, writer);
  let companies = createCompanies(engine, writer);
  let closing: Promise<void> | undefined;

  return {
    aggregate: counts.aggregate,
    recount: counts.recount,
    export: (query) => exportEvents(engine, writer, query),
    companies: companies.counts,
    companyDays: companies.days,
    companyArtifacts: companies.byArtifact,
    companyEvents: companies.events,
    state: () => stateOf(engine, writer),
    journal: () => journalState(folder, writer),
    problem: () => problemOf(folder, writer.failure()),
    async load(events) {
      let count = 0;
      for (let batch of batchesOf(events, loadBatch)) {
        await writer.load(batch);
        count += batch.length;
      }
      counts.clear();
      await engine.writer().run('CHECKPOINT');
      return count;
    },
    close: () => (closing ??= writer.close().then(() => engine.close())),
  };
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

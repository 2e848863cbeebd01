/** The embedded event store: DuckDB in one folder, owned by one process. */
import { createCompanies } from './companies';
import { createCounts } from './counts';
import { openEngine } from './engine';
import type { Event } from './event';
import { exportEvents } from './export';
import { stateOf } from './state';
import type { EventStore } from './store';
import { createWriter } from './writer';

export interface EventStoreSettings {
  /** Where the store's file lies; made if need be. */
  folder: string;
  /** Memory the engine may take for its questions and its cache, in megabytes; more work goes through its temporary files. */
  memoryMb?: number;
}

const memoryMbDefault = 128;
const loadBatch = 50_000;

/** Opens the store, empty at the first time. Throws where the folder is in use already. */
export async function openEventStore({ folder, memoryMb = memoryMbDefault }: EventStoreSettings): Promise<EventStore> {
  let engine = await openEngine(folder, memoryMb);
  let writer = await createWriter(engine, folder).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  let counts = createCounts(engine, writer);
  let companies = createCompanies(engine, writer);
  let closing: Promise<void> | undefined;

  return {
    async append(events) {
      await writer.append(events);
      counts.written(events);
    },
    aggregate: counts.aggregate,
    recount: counts.recount,
    export: (query) => exportEvents(engine, writer, query),
    companies: companies.counts,
    companyDays: companies.days,
    companyArtifacts: companies.byArtifact,
    companyEvents: companies.events,
    state: () => stateOf(engine, writer),
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

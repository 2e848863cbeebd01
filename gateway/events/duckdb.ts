/** The embedded event store: DuckDB in one folder, owned by one process. */
import { compareRows, advance, eventsFor, limited } from './advance';
import { countsNothingButTotals } from './aggregate-sql';
import { createAnswers, type Answer } from './answers';
import { createCompanies } from './companies';
import { countAll } from './count';
import { countsByVariable } from './dimensions';
import { openEngine, type Engine } from './engine';
import type { Event } from './event';
import { exportEvents } from './export';
import type { AggregateQuery, EventStore } from './store';
import { createVisits } from './visits';
import { createWriter, type Writer } from './writer';

export interface EventStoreSettings {
  /** Where the store's file lies; made if need be. */
  folder: string;
  /** Memory the engine may take for its questions and its cache, in megabytes; more work goes through its temporary files. */
  memoryMb?: number;
}

const memoryMbDefault = 128;
const loadBatch = 50_000;

/** Longer answers are counted anew each time: carrying them forward would not be worth the memory. */
const completeMax = 5_000;

/** Opens the store, empty at the first time. Throws where the folder is in use already. */
export async function openEventStore({ folder, memoryMb = memoryMbDefault }: EventStoreSettings): Promise<EventStore> {
  let engine = await openEngine(folder, memoryMb);
  let writer = await createWriter(engine, folder).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  let answers = createAnswers();
  let ask = createAsking(engine, writer);
  let companies = createCompanies(engine, writer);
  let closing: Promise<void> | undefined;

  return {
    async append(events) {
      await writer.append(events);
      answers.written(events);
    },
    async aggregate(query) {
      let { rows } = await answers.get(query, (outdated) => ask(query, outdated));
      return limited(query, rows);
    },
    export: (query) => exportEvents(engine, writer, query),
    companies: companies.counts,
    companyDays: companies.days,
    companyArtifacts: companies.byArtifact,
    companyEvents: companies.events,
    async load(events) {
      let count = 0;
      for (let batch of batchesOf(events, loadBatch)) {
        await writer.load(batch);
        count += batch.length;
      }
      answers.clear();
      await engine.writer().run('CHECKPOINT');
      return count;
    },
    close: () => (closing ??= writer.close().then(() => engine.close())),
  };
}

/** How a question is answered: from the outdated answer and what came since where that is possible, else from the start. */
function createAsking(engine: Engine, writer: Writer) {
  let visits = createVisits(engine, writer.artifacts);

  async function carryForward(query: AggregateQuery, keys: number[], outdated: Answer): Promise<Answer | undefined> {
    let since = writer.since(outdated.end);
    if (!since) return undefined;
    let end = writer.end();
    let fresh = eventsFor(query, since);
    if (fresh.length === 0) return { ...outdated, end };
    let endpoints = [...new Set(fresh.map(({ endpointId }) => endpointId))];
    let earlier = countsNothingButTotals(query) ? [] : await visits.of(query, { keys, end: outdated.end }, endpoints);
    if (!earlier) return undefined;
    let rows = advance(query, outdated.rows, fresh, earlier);
    return rows.length > completeMax ? undefined : { end, rows, complete: true };
  }

  async function count(query: AggregateQuery, keys: number[], small: boolean): Promise<Answer> {
    let scope = { keys, end: writer.end() };
    if (small) {
      let rows = await countAll(engine, writer.artifacts(), { ...query, limit: undefined }, scope, completeMax + 1);
      let complete = !countsByVariable(query.breakdowns);
      if (rows.length <= completeMax) return { end: scope.end, rows: rows.sort(compareRows), complete };
    }
    let rows = await countAll(engine, writer.artifacts(), query, scope, Number.MAX_SAFE_INTEGER);
    return { end: scope.end, rows, complete: false };
  }

  return async (query: AggregateQuery, outdated?: Answer): Promise<Answer> => {
    await writer.settle();
    let keys = writer.artifacts().keysOf(query.artifactType, query.artifactIds);
    if (keys.length === 0) return { end: writer.end(), rows: [], complete: true };
    let carried = outdated?.complete ? await carryForward(query, keys, outdated) : undefined;
    return carried ?? count(query, keys, countsByVariable(query.breakdowns) || (outdated?.complete ?? true));
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

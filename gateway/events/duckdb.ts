/** The embedded event store: DuckDB in one folder, owned by one process. */
import type { DuckDBDateValue, DuckDBValue } from '@duckdb/node-api';
import { aggregateSql, type AggregateSql } from './aggregate-sql';
import { createAnswers } from './answers';
import type { Artifacts } from './artifacts';
import { msOf } from './columns';
import { openEngine, type Engine } from './engine';
import type { Event } from './event';
import { exportEvents } from './export';
import type { AggregateQuery, AggregateRow, EventStore } from './store';
import { createWriter } from './writer';

export interface EventStoreSettings {
  /** Where the store's file lies; made if need be. */
  folder: string;
  /** Memory the engine may take for its questions and its cache, in megabytes; more work goes through its temporary files. */
  memoryMb?: number;
}

const memoryMbDefault = 160;
const loadBatch = 50_000;

/** Opens the store, empty at the first time. Throws where the folder is in use already. */
export async function openEventStore({ folder, memoryMb = memoryMbDefault }: EventStoreSettings): Promise<EventStore> {
  let engine = await openEngine(folder, memoryMb);
  let writer = await createWriter(engine).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  let answers = createAnswers();

  async function append(events: readonly Event[]): Promise<void> {
    await writer.append(events);
    answers.written(events);
  }

  return {
    append,
    async aggregate(query) {
      let artifacts = writer.artifacts();
      let keys = artifacts.keysOf(query.artifactType, query.artifactIds);
      if (keys.length === 0) return [];
      return answers.get(query, () => ask(engine, query, keys, artifacts));
    },
    export: (query) => exportEvents(engine, writer, query),
    async load(events) {
      let count = 0;
      for (let batch of batchesOf(events, loadBatch)) {
        await writer.append(batch);
        count += batch.length;
      }
      answers.clear();
      await engine.writer().run('CHECKPOINT');
      return count;
    },
    close: () => writer.idle().then(() => engine.close()),
  };
}

async function ask(
  engine: Engine,
  query: AggregateQuery,
  keys: readonly number[],
  artifacts: Artifacts,
): Promise<AggregateRow[]> {
  let sql = aggregateSql(query, keys);
  let rows = await engine.read(async (connection) => (await connection.run(sql.text)).getRowObjects());
  return rows.map((row) => rowOf(row, sql, artifacts));
}

function rowOf(row: Record<string, DuckDBValue>, sql: AggregateSql, artifacts: Artifacts): AggregateRow {
  let answer: AggregateRow = {
    values: {},
    total: Number(row.total),
    uniqueOrigins: Number(row.origins),
    uniqueEndpoints: Number(row.endpoints),
  };
  for (let [i, field] of sql.fields.entries()) answer.values[field] = row[`v${i}`] as string;
  if (sql.withArtifact) answer.artifactId = artifacts.artifactOf(row.a as number).artifactId;
  if (sql.withDate) answer.date = (row.day as DuckDBDateValue).toString();
  if (sql.withSeen) {
    answer.firstSeen = msOf(row.first);
    answer.lastSeen = msOf(row.last);
  }
  return answer;
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

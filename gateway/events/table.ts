/** The event table: rows in, in commits that are all or nothing, each row in its place. */
import type { DuckDBAppender } from '@duckdb/node-api';
import { readArtifacts, type Artifacts } from './artifacts';
import { columns } from './columns';
import type { Engine } from './engine';
import type { Event } from './event';

export interface Table {
  /** Adds events at the end in one commit. One call at a time; after a failed call ask `end` again, its commit may have come through. */
  add(events: readonly Event[]): Promise<void>;
  /** Every row has a lower `seq`; asks the engine after a failure. */
  end(): Promise<number>;
  artifacts(): Artifacts;
}

const statements = [
  'CREATE TABLE IF NOT EXISTS artifacts (key INTEGER NOT NULL, type VARCHAR NOT NULL, id VARCHAR NOT NULL, owner VARCHAR NOT NULL)',
  `CREATE TABLE IF NOT EXISTS events (${columns.map(({ name, type }) => `${name} ${type}`).join(', ')})`,
];

/** Opens the table, made if it is missing. */
export async function openTable(engine: Engine): Promise<Table> {
  for (let statement of statements) await engine.writer().run(statement);
  let artifacts = await readArtifacts(engine.writer());
  let end = await endOf(engine);
  let appender: DuckDBAppender | undefined;
  let failure: unknown;

  async function recover(): Promise<void> {
    appender = undefined;
    await engine.renew(failure);
    artifacts = await readArtifacts(engine.writer());
    end = await endOf(engine);
    failure = undefined;
  }

  return {
    async add(events) {
      let connection = engine.writer();
      try {
        await connection.run('BEGIN');
        appender ??= await connection.createAppender('events');
        fill(appender, events, artifacts, end);
        appender.flushSync();
        await artifacts.save(connection);
        await connection.run('COMMIT');
        artifacts.saved();
        end += events.length;
      } catch (error) {
        failure = error ?? new Error('The event table failed');
        throw error;
      }
    },
    async end() {
      if (failure !== undefined) await recover();
      return end;
    },
    artifacts: () => artifacts,
  };
}

async function endOf(engine: Engine): Promise<number> {
  let rows = await (await engine.writer().run('SELECT max(seq) FROM events')).getRows();
  let highest = rows[0]?.[0] as bigint | null;
  return highest === null ? 0 : Number(highest) + 1;
}

function fill(appender: DuckDBAppender, events: readonly Event[], artifacts: Artifacts, end: number): void {
  let seq = end;
  for (let event of events) {
    let placed = { seq: seq++, artifact: artifacts.keyOf(event), event };
    for (let column of columns) column.write(appender, placed);
    appender.endRow();
  }
}

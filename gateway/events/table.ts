/**
 * The event table: rows in, in commits that are all or nothing, each row in its place; its columns
 * follow the version.
 */
import type { DuckDBAppender } from '@duckdb/node-api';
import type { Event } from 'contract/event-fields';
import { readArtifacts, type Artifacts } from './artifacts';
import { columns, type Column } from './columns';
import type { Engine } from './engine';
import { migrateTables } from './migrate';

export interface Table {
  /**
   * Adds events in one commit, at the end or, further on, from the place `seq`. One call at a time;
   * after a failed call
   * ask `end` again, its commit may have come through.
   */
  add(events: readonly Event[], seq?: number): Promise<void>;
  /** Every row has a lower `seq`; asks the engine after a failure. */
  end(): Promise<number>;
  artifacts(): Artifacts;
}

/** Opens the table, made if it is missing and brought to today's version. */
export async function openTable(engine: Engine): Promise<Table> {
  let names = await migrateTables(engine.writer());
  let inOrder = names.map((name) => columns.find((column) => column.name === name)!);
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
    async add(events, seq = end) {
      let connection = engine.writer();
      try {
        await connection.run('BEGIN');
        appender ??= await connection.createAppender('events');
        fill(appender, inOrder, events, artifacts, seq);
        appender.flushSync();
        await artifacts.save(connection);
        await connection.run('COMMIT');
        artifacts.saved();
        end = seq + events.length;
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

function fill(
  appender: DuckDBAppender,
  inOrder: readonly Column[],
  events: readonly Event[],
  artifacts: Artifacts,
  start: number,
): void {
  let seq = start;
  for (let event of events) {
    let placed = { seq: seq++, artifact: artifacts.keyOf(event), event };
    for (let column of inOrder) column.write(appender, placed);
    appender.endRow();
  }
}

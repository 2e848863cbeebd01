/**
 * The event table: rows in, in commits that are all or nothing, each row in its place; its columns
 * follow the version.
 */
import type { DuckDBAppender } from '@duckdb/node-api';
import type { Event } from 'contract/event-fields';
import { readArtifacts, type Artifacts } from './artifacts';
import { columns, type Column } from './columns';
import type { Engine } from './engine';
import type { Origin } from 'journal/format';
import type { Mark } from 'journal/reader';
import { migrateTables } from './migrate';

export interface Table {
  /**
   * Adds events at the end, and notes how far their journals are stored then, in one commit. One
   * call at a time; after a failed call ask `end` again, its commit may have come through.
   */
  add(events: readonly Event[], marks: readonly Mark[]): Promise<void>;
  /** How far each journal is stored. */
  marks(): Mark[];
  /** Every row has a lower `seq`; asks the engine after a failure. */
  end(): Promise<number>;
  artifacts(): Artifacts;
}

/**
 * Opens the table, made if it is missing and brought to today's version. `epochs` are those of the
 * journal's files: a table from before journals were noted has what lies before its end of each.
 */
export async function openTable(engine: Engine, epochs: readonly Origin[]): Promise<Table> {
  let names = await migrateTables(engine.writer(), epochs);
  let inOrder = names.map((name) => columns.find((column) => column.name === name)!);
  let artifacts = await readArtifacts(engine.writer());
  let end = await endOf(engine);
  let marks = await marksOf(engine);
  let appender: DuckDBAppender | undefined;
  let failure: unknown;

  async function recover(): Promise<void> {
    appender = undefined;
    await engine.renew(failure);
    artifacts = await readArtifacts(engine.writer());
    end = await endOf(engine);
    marks = await marksOf(engine);
    failure = undefined;
  }

  return {
    async add(events, fresh) {
      let connection = engine.writer();
      try {
        await connection.run('BEGIN');
        appender ??= await connection.createAppender('events');
        fill(appender, inOrder, { events, seq: end }, artifacts);
        appender.flushSync();
        await artifacts.save(connection);
        for (let { node, epoch, next } of fresh) await connection.run(noteMark, [node, epoch, BigInt(next)]);
        await connection.run('COMMIT');
        artifacts.saved();
        end += events.length;
        for (let mark of fresh) marks.set(mark.epoch, mark);
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
    marks: () => [...marks.values()],
  };
}

const noteMark = 'INSERT INTO journals VALUES ($1, $2, $3) ON CONFLICT (epoch) DO UPDATE SET next = excluded.next';

async function marksOf(engine: Engine): Promise<Map<string, Mark>> {
  let rows = await (await engine.writer().run('SELECT node, epoch, next FROM journals')).getRows();
  return new Map(
    rows.map(([node, epoch, next]) => [
      String(epoch),
      { node: String(node), epoch: String(epoch), next: Number(next) },
    ]),
  );
}

async function endOf(engine: Engine): Promise<number> {
  let rows = await (await engine.writer().run('SELECT max(seq) FROM events')).getRows();
  let highest = rows[0]?.[0] as bigint | null;
  return highest === null ? 0 : Number(highest) + 1;
}

function fill(
  appender: DuckDBAppender,
  inOrder: readonly Column[],
  { events, seq: first }: { events: readonly Event[]; seq: number },
  artifacts: Artifacts,
): void {
  let seq = first;
  for (let event of events) {
    let placed = { seq: seq++, artifact: artifacts.keyOf(event), event };
    for (let column of inOrder) column.write(appender, placed);
    appender.endRow();
  }
}

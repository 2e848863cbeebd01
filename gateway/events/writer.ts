/** Writes events: one call, one commit, all of its events or none, also when the engine failed half-way through the call before. */
import type { DuckDBAppender } from '@duckdb/node-api';
import { readArtifacts, type Artifacts } from './artifacts';
import { columns } from './columns';
import type { Engine } from './engine';
import type { Event } from './event';

export interface Writer {
  append(events: readonly Event[]): Promise<void>;
  artifacts(): Artifacts;
  /** Every event in the store has a lower `seq`. */
  end(): number;
  /** The events from a `seq` on to the end, as far as they are still in memory; undefined when they are not. */
  since(seq: number): readonly Event[] | undefined;
  /** Resolves when nothing is being written. */
  idle(): Promise<void>;
}

const recentMax = 8_192;

const tables = [
  'CREATE TABLE IF NOT EXISTS artifacts (key INTEGER NOT NULL, type VARCHAR NOT NULL, id VARCHAR NOT NULL, owner VARCHAR NOT NULL)',
  `CREATE TABLE IF NOT EXISTS events (${columns.map(({ name, type }) => `${name} ${type}`).join(', ')})`,
];

/** Makes the tables where they are missing and finds the place where the next event goes. */
export async function createWriter(engine: Engine): Promise<Writer> {
  for (let table of tables) await engine.writer().run(table);
  let artifacts = await readArtifacts(engine.writer());
  let end = await endOf(engine);
  let appender: DuckDBAppender | undefined;
  let recent: Event[] = [];
  let failure: unknown;
  let last: Promise<void> = Promise.resolve();

  /** After a failure it is not known whether the commit came through: look, before anything is written twice. */
  async function recover(): Promise<Set<string>> {
    appender = undefined;
    await engine.renew(failure);
    let rows = await engine.writer().run(`SELECT id::VARCHAR FROM events WHERE seq >= ${end}`);
    let written = new Set((await rows.getRows()).map(([id]) => id as string));
    artifacts = await readArtifacts(engine.writer());
    end = await endOf(engine);
    recent = [];
    failure = undefined;
    return written;
  }

  async function commit(events: readonly Event[]): Promise<void> {
    let written = failure === undefined ? undefined : await recover();
    let fresh = written?.size ? events.filter(({ id }) => !written.has(id)) : events;
    if (fresh.length === 0) return;
    let connection = engine.writer();
    try {
      await connection.run('BEGIN');
      appender ??= await connection.createAppender('events');
      fill(appender, fresh, artifacts, end);
      appender.flushSync();
      await artifacts.save(connection);
      await connection.run('COMMIT');
      artifacts.saved();
      end += fresh.length;
      recent = recentOf(recent, fresh);
    } catch (error) {
      failure = error ?? new Error('The event store failed');
      throw error;
    }
  }

  return {
    append(events) {
      let mine = last.then(() => commit(events));
      last = mine.catch(() => {});
      return mine;
    },
    artifacts: () => artifacts,
    end: () => end,
    since(seq) {
      let missing = seq - (end - recent.length);
      return missing < 0 ? undefined : recent.slice(missing);
    },
    idle: () => last,
  };
}

async function endOf(engine: Engine): Promise<number> {
  let rows = await (await engine.writer().run('SELECT max(seq) FROM events')).getRows();
  let highest = rows[0]?.[0] as bigint | null;
  return highest === null ? 0 : Number(highest) + 1;
}

/** Grows in place up to twice the number kept, then starts again from the last ones. */
function recentOf(recent: Event[], fresh: readonly Event[]): Event[] {
  if (recent.length + fresh.length > 2 * recentMax) return [...recent, ...fresh].slice(-recentMax);
  recent.push(...fresh);
  return recent;
}

function fill(appender: DuckDBAppender, events: readonly Event[], artifacts: Artifacts, end: number): void {
  let seq = end;
  for (let event of events) {
    let placed = { seq: seq++, artifact: artifacts.keyOf(event), event };
    for (let column of columns) column.write(appender, placed);
    appender.endRow();
  }
}

/**
 * Reads the events of a database on a single server, to migrate them to another one or to a
 * cluster.
 */
import { daysSince1970, type EventsFile } from '../moved-events';
import type { EngineRow } from '../query/dialect';
import { inEnds } from '../shape/ends';
import { installation } from './claim';
import { connect, type Clickhouse } from './client';
import { clickhouseColumns, eventFromValues } from './columns';
import { countedAtEnds } from './dialect';
import { deletions } from './follower';
import { literal } from './literals';
import { migrateTables } from './schema';
import { partitionProgress, readServerArtifacts } from './stored';

const arrivalsAtOnce = 500;

export interface EventsDatabase extends EventsFile {
  /** What edges have sent and is not stored yet, in parts. */
  arrivals(): AsyncIterable<EngineRow[]>;
}

export async function openEventsDatabase(url: string): Promise<EventsDatabase> {
  let server = await connect({ url });
  try {
    await migrateTables(server);
    return await opened(server);
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function opened(server: Clickhouse): Promise<EventsDatabase> {
  let { ask } = server;
  let columns = clickhouseColumns.map(({ name }) => name).join(', ');
  let artifacts = await readServerArtifacts(server);
  // Before how far the events are: a journal must not be further than they are.
  let progress = await ask(
    `SELECT node, epoch, max(next) AS next FROM progress WHERE epoch NOT IN (${literal(deletions)}, ${literal(installation)}) GROUP BY node, epoch`,
  );
  let { ends } = await partitionProgress(server);
  let counts = await countedAtEnds(ask, ends);
  // Rows of a range that is not stored whole have later numbers; it is sent again.
  let where = (more: string) => `FROM events WHERE ${inEnds(ends)} AND ${more}`;
  let decided = inEnds(
    ends.map((end) => end && end + 1),
    'last_event',
  );

  return {
    ends,
    artifacts,
    progress: progress.map(withTexts),
    async countFrom(seq) {
      let [row] = await ask(`SELECT count() AS size ${where(`seq >= ${seq}`)}`);
      return Number(row?.size);
    },
    async rowsFrom(seq, limit) {
      let rows = await ask(`SELECT ${columns} ${where(`seq >= ${seq}`)} ORDER BY seq LIMIT ${limit}`);
      return rows.map((row) => ({
        seq: Number(row.seq),
        artifact: Number(row.artifact),
        event: eventFromValues(row, artifacts.artifactOf),
        wasCounted: Boolean(row.counted),
        rule: String(row.counting_rule),
      }));
    },
    async changes({ lastEvent, seq }, limit) {
      let rows = await ask(
        `SELECT DISTINCT seq, last_event FROM changed_decisions WHERE ${decided} AND (last_event > ` +
          `${lastEvent} OR (last_event = ${lastEvent} AND seq >= ${seq})) ORDER BY last_event, seq LIMIT ${limit}`,
      );
      return rows.map((row) => ({ seq: Number(row.seq), last_event: Number(row.last_event) }));
    },
    erased: async () => (await ask('SELECT DISTINCT id FROM erased')).map(({ id }) => ({ id: String(id) })),
    async firstSeen() {
      let rows = await ask('SELECT artifact, match, company, low, first FROM first_seen');
      return rows.map((row) => ({ ...row, first: String(row.first) }));
    },
    async blocks(size, until) {
      let rows = await ask(
        `SELECT intDiv(seq, ${size}) AS block, count() AS events, sum(seq) AS places ${where(`seq < ${until}`)} ` +
          'GROUP BY block',
      );
      return rows.map((row) => ({
        block: Number(row.block),
        events: Number(row.events),
        places: BigInt(String(row.places)),
      }));
    },
    async seqsOf(block, size) {
      let rows = await ask(`SELECT seq ${where(`seq >= ${block * size} AND seq < ${(block + 1) * size}`)}`);
      return rows.map((row) => Number(row.seq));
    },
    days: async (until) => (await ask(daysSql(counts, where(`seq < ${until}`)))).map(daysSince1970),
    async *arrivals() {
      let tables = await ask("SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'arrivals'");
      for (let offset = 0; tables.length > 0; offset += arrivalsAtOnce) {
        let rows = await ask(
          `SELECT * FROM arrivals ORDER BY node, epoch, place LIMIT ${arrivalsAtOnce} OFFSET ${offset}`,
        );
        if (rows.length === 0) return;
        yield rows.map(withTexts);
      }
    },
    close: () => void server.close(),
  };
}

/** Events by artifact and day, as EventsFile.days has them. */
export function daysSql(counts: string, source: string): string {
  return (
    `WITH ${counts} AS is_counted SELECT artifact, intDiv(time, 86400000) AS day, count() AS events, ` +
    'countIf(is_counted) AS counted, uniqExactIf(origin_id, is_counted) AS origins, ' +
    `uniqExactIf(endpoint_id, is_counted) AS endpoints, sum(seq) AS places ${source} GROUP BY artifact, day`
  );
}

/** Numbers of 64 bits are texts in a row that is inserted. */
function withTexts(row: EngineRow): EngineRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
  );
}

/** Reads an `events.duckdb` without a writer, to migrate it to another store. */
import path from 'node:path';
import { DuckDBInstance, type DuckDBValue } from '@duckdb/node-api';
import { daysSince1970, type EventsFile } from '../moved-events';
import type { ArtifactKeys } from '../shape/artifact-keys';
import { hashOf, textOf } from '../query/dialect';
import { duckdbColumns, eventFromRow } from './columns';
import { storeVersion } from '../write/store-version';
import { eventsFile } from './engine';
import { readStoreVersion } from './migrate';
import { readArtifacts } from './table';

/** Throws if a process writes to it, or if it has another version. */
export async function openEventsFile(folder: string): Promise<EventsFile> {
  let instance = await DuckDBInstance.create(path.join(folder, eventsFile), { access_mode: 'READ_ONLY' });
  let connection = await instance.connect();
  let close = () => {
    connection.closeSync();
    instance.closeSync();
  };
  let ask = async (text: string) => (await connection.run(text)).getRowObjects();
  try {
    let version = await readStoreVersion(connection);
    if (version !== storeVersion)
      throw new Error(
        `${path.join(folder, eventsFile)} has version ${version}, and this Landfall writes ${storeVersion}. Start its server ` +
          'once, which migrates it.',
      );
    let artifacts = await readArtifacts(connection);
    let [last] = await ask(
      'SELECT greatest((SELECT max(seq) + 1 FROM events), (SELECT max(next) FROM deletions), 0) AS e',
    );
    let marks = await ask('SELECT node, epoch, next FROM journals');
    let end = Number(last!.e);
    return {
      ...questions(ask, artifacts),
      ends: [end],
      artifacts,
      progress: [
        ...marks.map(({ node, epoch, next }) => ({ node, epoch, next: String(next) })),
        { node: '', epoch: '', next: end },
      ],
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

type Ask = (text: string) => Promise<Record<string, DuckDBValue>[]>;

const names = duckdbColumns.map(({ name }) => name).join(', ');
/** An odd number of changes means the stored flag was the opposite before. */
const changedBack = 'SELECT seq FROM changed_decisions GROUP BY seq HAVING count(*) % 2 = 1';

function questions(
  ask: Ask,
  { artifactOf }: Pick<ArtifactKeys, 'artifactOf'>,
): Omit<EventsFile, 'ends' | 'artifacts' | 'progress' | 'close'> {
  return {
    async countFrom(seq) {
      let [row] = await ask(`SELECT count(*) AS size FROM events WHERE seq >= ${seq}`);
      return Number(row!.size);
    },
    async rowsFrom(seq, limit) {
      let found = `SELECT ${names} FROM events WHERE seq >= ${seq} ORDER BY seq LIMIT ${limit}`;
      let rows = await ask(
        `SELECT *, counted <> (seq IN (${changedBack})) AS was_counted FROM (${found}) ORDER BY seq`,
      );
      return rows.map((row) => ({
        seq: Number(row.seq),
        artifact: Number(row.artifact),
        event: eventFromRow(row, artifactOf),
        wasCounted: Boolean(row.was_counted),
        rule: textOf(row.counting_rule),
      }));
    },
    async changes({ lastEvent, seq }, limit) {
      let rows = await ask(
        `SELECT DISTINCT last_event, seq FROM changed_decisions WHERE last_event > ${lastEvent} OR ` +
          `(last_event = ${lastEvent} AND seq >= ${seq}) ORDER BY last_event, seq LIMIT ${limit}`,
      );
      return rows.map((row) => ({ seq: Number(row.seq), last_event: Number(row.last_event) }));
    },
    erased: async () => (await ask('SELECT id FROM erased')).map(({ id }) => ({ id: String(id) })),
    async firstSeen() {
      let rows = await ask('SELECT artifact, match, company, low, epoch_ms(first) AS first FROM first_seen');
      return rows.map((row) => ({ ...row, low: Number(row.low), first: String(row.first) }));
    },
    async blocks(size, until) {
      let rows = await ask(
        `SELECT seq // ${size} AS block, count(*) AS events, sum(seq) AS places FROM events WHERE seq < ${until} GROUP BY 1`,
      );
      return rows.map((row) => ({
        block: Number(row.block),
        events: Number(row.events),
        places: hashOf(row.places),
      }));
    },
    async seqsOf(block, size) {
      let rows = await ask(`SELECT seq FROM events WHERE seq >= ${block * size} AND seq < ${(block + 1) * size}`);
      return rows.map((row) => Number(row.seq));
    },
    async days(until) {
      let rows = await ask(
        'SELECT artifact, epoch_ms(time) // 86400000 AS day, count(*) AS events, count(*) FILTER (counted) AS counted, ' +
          'count(DISTINCT origin_id) FILTER (counted) AS origins, count(DISTINCT endpoint_id) FILTER (counted) AS ' +
          `endpoints, sum(seq) AS places FROM events WHERE seq < ${until} GROUP BY 1, 2`,
      );
      return rows.map(daysSince1970);
    },
  };
}

/**
 * Reads the events of databases on single servers, to migrate them: one, or several that an earlier
 * version filled, each with the events of some owners and the first with what concerns all.
 */
import { daysSince1970, type EventsFile } from '../duckdb/events-file';
import type { EngineRow } from '../query/dialect';
import { connect, type Clickhouse } from './client';
import { clickhouseColumns, eventFromValues } from './columns';
import { clickhouseDialect } from './dialect';
import { literal } from './literals';
import { progressOf, readServerArtifacts } from './stored';

const arrivalsAtOnce = 500;

export interface OldDatabases extends EventsFile {
  /** What edge nodes have sent and is not stored yet, in parts. */
  arrivals(): AsyncIterable<EngineRow[]>;
}

/** Throws if they are not all databases of one installation. */
export async function openOldDatabases(urls: readonly string[]): Promise<OldDatabases> {
  let servers: Clickhouse[] = [];
  let close = () => void Promise.all(servers.map((server) => server.close()));
  try {
    for (let url of urls) servers.push(await connect({ url }));
    return await opened(await inOrder(servers), close);
  } catch (error) {
    close();
    throw error;
  }
}

/** The first one first. A database of several notes its place among them. */
async function inOrder(servers: readonly Clickhouse[]): Promise<Clickhouse[]> {
  let found = await Promise.all(
    servers.map(async (server) => {
      let [row] = (await hasTable(server, 'shard')) ? await server.ask('SELECT * FROM shard') : [];
      return { server, installation: row?.installation, place: Number(row?.place ?? 0), size: Number(row?.size ?? 1) };
    }),
  );
  let isOne = new Set(found.map(({ installation }) => installation)).size === 1;
  let places = new Set(found.map(({ place }) => place));
  if (!isOne || places.size < servers.length || found.some(({ size }) => size !== servers.length))
    throw new Error(
      `EVENTS_URL does not name all databases of one installation: it names ${servers.length}, and the first belongs ` +
        `to ${found[0]!.size}.`,
    );
  return found.sort((a, b) => a.place - b.place).map(({ server }) => server);
}

async function hasTable({ ask }: Clickhouse, name: string): Promise<boolean> {
  let rows = await ask(`SELECT name FROM system.tables WHERE database = currentDatabase() AND name = ${literal(name)}`);
  return rows.length > 0;
}

async function opened(servers: readonly Clickhouse[], close: () => void): Promise<OldDatabases> {
  let first = servers[0]!;
  let askAll = async (text: string) => (await Promise.all(servers.map(({ ask }) => ask(text)))).flat();
  let [store] = await first.ask('SELECT max(version) AS version FROM store');
  let columns = columnsSince(Number(store?.version));
  let artifacts = await readServerArtifacts(first);
  let { end, marks } = await progressOf(first, { askEvents: askAll });
  let counts = await clickhouseDialect.countedAt(first.ask, end);
  // Rows of a range that is not stored whole have later numbers; it is sent again.
  let where = (more: string) => `FROM events WHERE seq < ${end} AND ${more}`;

  return {
    end,
    artifacts: artifacts.all(),
    marks: [...marks.values()],
    async countFrom(seq) {
      let rows = await askAll(`SELECT count() AS size ${where(`seq >= ${seq}`)}`);
      return rows.reduce((sum, { size }) => sum + Number(size), 0);
    },
    async rowsFrom(seq, limit) {
      let rows = await askAll(`SELECT ${columns} ${where(`seq >= ${seq}`)} ORDER BY seq LIMIT ${limit}`);
      return rows
        .map((row) => ({
          seq: Number(row.seq),
          artifact: Number(row.artifact),
          event: eventFromValues(row, artifacts.artifactOf),
          wasCounted: Boolean(row.counted),
          rule: String(row.counting_rule),
        }))
        .sort((a, b) => a.seq - b.seq)
        .slice(0, limit);
    },
    async changes({ lastEvent, seq }, limit) {
      let rows = await first.ask(
        `SELECT DISTINCT seq, last_event FROM changed_decisions WHERE last_event <= ${end} AND (last_event > ` +
          `${lastEvent} OR (last_event = ${lastEvent} AND seq >= ${seq})) ORDER BY last_event, seq LIMIT ${limit}`,
      );
      return rows.map((row) => ({ seq: Number(row.seq), last_event: Number(row.last_event) }));
    },
    erased: async () => (await first.ask('SELECT DISTINCT id FROM erased')).map(({ id }) => ({ id: String(id) })),
    async firstSeen() {
      let rows = await askAll('SELECT artifact, match, company, low, first FROM first_seen');
      return rows.map((row) => ({ ...row, first: String(row.first) }));
    },
    async blocks(size, until) {
      let rows = await askAll(
        `SELECT intDiv(seq, ${size}) AS block, count() AS events, sum(seq) AS places ${where(`seq < ${until}`)} ` +
          'GROUP BY block',
      );
      let blocks = new Map<number, { block: number; events: number; places: bigint }>();
      for (let row of rows) {
        let block = Number(row.block);
        let { events, places } = blocks.get(block) ?? { events: 0, places: 0n };
        let sum = { events: events + Number(row.events), places: places + BigInt(String(row.places)) };
        blocks.set(block, { block, ...sum });
      }
      return [...blocks.values()];
    },
    async seqsOf(block, size) {
      let rows = await askAll(`SELECT seq ${where(`seq >= ${block * size} AND seq < ${(block + 1) * size}`)}`);
      return rows.map((row) => Number(row.seq));
    },
    days: async (until) => (await askAll(daysSql(counts, where(`seq < ${until}`)))).map(daysSince1970),
    async *arrivals() {
      if (!(await hasTable(first, 'arrivals'))) return;
      for (let offset = 0; ; offset += arrivalsAtOnce) {
        let rows = await first.ask(
          `SELECT * FROM arrivals ORDER BY node, epoch, place LIMIT ${arrivalsAtOnce} OFFSET ${offset}`,
        );
        if (rows.length === 0) return;
        yield rows.map(withTexts);
      }
    },
    close,
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

/** All columns, of which later ones have the value of earlier rows. */
function columnsSince(version: number): string {
  return clickhouseColumns
    .map(({ name, type, since, before }) =>
      since <= version ? name : `${before || `defaultValueOfTypeName('${type}')`} AS ${name}`,
    )
    .join(', ');
}

/** Numbers of 64 bits are texts in a row that is inserted. */
function withTexts(row: EngineRow): EngineRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
  );
}

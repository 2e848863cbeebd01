/**
 * The servers that share an installation's events. All events of an owner are on one server, so
 * distinct counts never need two.
 */
import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { EngineRow } from '../query/dialect';
import { connect, type Clickhouse } from './client';
import { migrateShard } from './schema';

export interface Shards {
  /** Also has what concerns all events, such as progress, and the records of edge nodes. */
  head: Clickhouse;
  all: readonly Clickhouse[];
  /** Index of the server with the events of an owner. */
  placeOf(ownerId: string): number;
  /** Rows of all servers, one after the other. */
  askAll(text: string, parameters?: readonly string[]): Promise<EngineRow[]>;
  close(): Promise<void>;
}

export interface ServerAddresses {
  /** The first of EVENTS_URL: `https://user:password@host:8443/database`. */
  url: string;
  /** The others of EVENTS_URL. */
  cluster?: readonly string[] | undefined;
}

/**
 * Connects and migrates the tables. `begins`: empty servers join the installation. Throws an Error
 * with advice when a server is unreachable, or is not the one recorded for this position.
 */
export async function openShards({ url, cluster = [] }: ServerAddresses, begins: boolean): Promise<Shards> {
  let all: Clickhouse[] = [];
  let close = async () => void (await Promise.all(all.map((server) => server.close())));
  try {
    all.push(await connect(url));
    for (let address of cluster) all.push(await connect(address));
    // Before creating tables: a running process must not store in a server that has lost its own.
    await checkPlaces(all, begins);
    for (let server of all) await migrateShard(server);
  } catch (error) {
    await close();
    throw error;
  }
  let places = new Map<string, number>();
  return {
    head: all[0]!,
    all,
    placeOf(ownerId) {
      if (all.length === 1) return 0;
      let place = places.get(ownerId);
      if (place === undefined) places.set(ownerId, (place = serverIndexOf(ownerId, all.length)));
      return place;
    },
    askAll: async (text, parameters) => (await Promise.all(all.map((server) => server.ask(text, parameters)))).flat(),
    close,
  };
}

/** Must never change: it decides where an owner's events are. */
export function serverIndexOf(ownerId: string, servers: number): number {
  return createHash('sha256').update(ownerId).digest().readUInt32BE(0) % servers;
}

/** Position of a server in its installation. */
interface Place {
  installation: string;
  place: number;
  size: number;
}

/** A single server has no recorded position. */
async function checkPlaces(all: readonly Clickhouse[], begins: boolean): Promise<void> {
  let [first, ...others] = await Promise.all(all.map(placeNoted));
  if (first) return checkNoted(first, others);
  if (all.length === 1) return;
  for (let [place, server] of all.entries())
    if (await hasEvents(server))
      throw wrong(`the database ${nameOf(place)} already has events. A cluster must start with empty databases.`);
  if (!begins) throw wrong('nothing is stored there yet. Start the process with ROLE=jobs first.');
  let installation = uuidv7();
  // The first is recorded last: until then everything is repeated at the next start.
  for (let [place, server] of [...all.entries()].reverse())
    await note(server, { installation, place, size: all.length });
}

function checkNoted(first: Place, others: readonly (Place | undefined)[]): void {
  let size = others.length + 1;
  if (first.place !== 0) throw wrong(`the database ${nameOf(0)} was ${nameOf(first.place)}. ${asBefore}`);
  if (first.size !== size)
    throw wrong(`this installation has ${first.size} databases, and EVENTS_URL names ${size}. ${asBefore}`);
  for (let [i, other] of others.entries()) {
    let name = nameOf(i + 1);
    if (!other) throw wrong(`the database ${name} has lost its events, or is another one. Restore it.`);
    if (other.installation !== first.installation)
      throw wrong(`the database ${name} has events of another installation. ${asBefore}`);
    if (other.place !== i + 1) throw wrong(`the database ${name} was ${nameOf(other.place)}. ${asBefore}`);
  }
}

const asBefore = 'Name the same databases as before, in the same order.';

function wrong(sentence: string): Error {
  return new Error(`The events on ClickHouse: ${sentence}`);
}

function nameOf(place: number): string {
  return `number ${place + 1} of EVENTS_URL`;
}

async function placeNoted({ ask }: Clickhouse): Promise<Place | undefined> {
  if (!(await hasTable(ask, 'shard'))) return undefined;
  let [row] = await ask('SELECT installation, place, size FROM shard');
  return row && { installation: String(row.installation), place: Number(row.place), size: Number(row.size) };
}

async function note(server: Clickhouse, place: Place): Promise<void> {
  await server.run('DROP TABLE IF EXISTS shard');
  await server.run(
    'CREATE TABLE shard (installation String, place UInt32, size UInt32) ENGINE = MergeTree ORDER BY place',
  );
  await server.insert('shard', [place]);
}

async function hasTable(ask: Clickhouse['ask'], name: string): Promise<boolean> {
  let [table] = await ask(
    `SELECT count() AS size FROM system.tables WHERE database = currentDatabase() AND name = '${name}'`,
  );
  return Number(table?.size) > 0;
}

async function hasEvents({ ask }: Clickhouse): Promise<boolean> {
  if (!(await hasTable(ask, 'events'))) return false;
  let [row] = await ask('SELECT count() AS size FROM events');
  return Number(row?.size) > 0;
}

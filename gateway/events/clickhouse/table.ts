/**
 * Ships events to ClickHouse, each once: a range is written down before it is sent, goes with a
 * token of its own, and before anything is sent again the server is asked how far it has come.
 */
import { createOneByOne } from '../one-by-one';
import { setTimeout as pause } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import type { Event } from 'contract/event-fields';
import type { Mark } from 'journal/reader';
import { createArtifacts, type Artifact, type Artifacts } from '../artifacts';
import { decide, type RequestsAsked, type StoredRequest } from '../decisions';
import type { OpenTable } from '../event-table';
import type { Clickhouse } from './client';
import { rowOf } from './columns';
import { clickhouseDialect, countedAmong } from './dialect';
import { isRefused } from './explain';
import { literal } from './literals';
import type { Range, RangeStore } from './range-file';

/** How long a server may go on with rows whose sender has gone. */
const goesOnMs = 10_000;
const lookMs = 100;

/** The tables have to be there. */
export function clickhouseTable(server: Clickhouse, ranges: RangeStore): OpenTable {
  return async (_, decided) => {
    let artifacts: Artifacts;
    let end = 0;
    let marks = new Map<string, Mark>();
    let hasFailed = false;
    let { inTurn, close } = createOneByOne();
    await recover();

    /** Brings what may have been sent to an end, and asks how far everything has come. */
    async function recover(): Promise<void> {
      let range = await ranges.pending();
      if (range) await sendAgain(range);
      let known = await progressOf(server);
      let shipped = await ranges.lastShipped();
      if (known.end < shipped) throw isOlder(known.end, shipped, ranges.forgotten);
      // The row that says it can be deleted one day.
      if (!known.isNoted) await note([...known.marks.values()], known.end);
      artifacts = await artifactsOf(server);
      ({ end, marks } = known);
      hasFailed = false;
    }

    async function recovered(): Promise<void> {
      if (hasFailed) await recover();
    }

    /** A range that is refused now is not there any more afterwards; its events are added anew. */
    async function sendAgain(range: Range): Promise<void> {
      await untilEnded(server, range.token);
      await ship(range).catch((error: unknown) => {
        if (!isRefused(error)) throw error;
      });
    }

    async function ship(range: Range): Promise<void> {
      await send(range).catch(async (error: unknown) => {
        if (isRefused(error)) await takeBack(range);
        throw error;
      });
      await ranges.shipped(range.end);
    }

    /** Whatever of it is there already is not sent again. */
    async function send(range: Range): Promise<void> {
      if (!(await isStored(server, range))) {
        await server.insert('artifacts', range.artifacts);
        await server.insert('changed_decisions', range.changes);
        await server.insert('events', range.events, range.token);
      }
      await note(range.marks, range.end);
    }

    function note(reached: readonly Mark[], next: number): Promise<void> {
      return server.insert('progress', [...reached, { node: '', epoch: '', next }]);
    }

    async function add(events: readonly Event[], fresh: readonly Mark[]): Promise<void> {
      let keys = events.map((event) => artifacts.keyOf(event));
      let find = (asked: RequestsAsked) => findRequests(server, asked, end);
      let decisions = await decide(find, { events, artifacts: keys, seq: end });
      let range: Range = {
        token: uuidv7(),
        first: end,
        end: end + events.length,
        events: events.map((event, i) =>
          rowOf(event, {
            seq: end + i,
            artifact: keys[i]!,
            wasCounted: decisions.wasCounted[i]!,
            rule: decisions.rules[i]!,
            marks: i === events.length - 1 ? JSON.stringify(fresh) : '',
          }),
        ),
        artifacts: artifacts.unsaved().map(({ key, artifactType, artifactId, ownerId }) => ({
          key,
          type: artifactType,
          id: artifactId,
          owner: ownerId,
        })),
        changes: decisions.changes.map(({ seq, lastEvent }) => ({ seq, last_event: lastEvent })),
        marks: [...fresh],
      };
      await ranges.write(range);
      decided(events, decisions);
      await ship(range);
      artifacts.saved();
      end = range.end;
      for (let mark of fresh) marks.set(mark.epoch, mark);
    }

    /**
     * Rows that the server refuses for what is in them are not sent again; the flusher finds which.
     */
    async function takeBack({ first, changes }: Range): Promise<void> {
      if (changes.length > 0) await server.run(`ALTER TABLE changed_decisions DELETE WHERE last_event > ${first}`);
      await ranges.drop();
    }

    return {
      add: (events, fresh) =>
        inTurn(async () => {
          try {
            await add(events, fresh);
          } catch (error) {
            hasFailed = true;
            throw error;
          }
        }),
      marks: () => [...marks.values()],
      end: () =>
        inTurn(async () => {
          await recovered();
          return end;
        }),
      artifacts: () => artifacts,
      close,
    };
  };
}

interface Progress {
  end: number;
  marks: Map<string, Mark>;
  /** False where only the events say it. */
  isNoted: boolean;
}

/**
 * The number of the last event, and how far each journal is stored. Events behind the noted number
 * are those of a range that was not noted any more: its last row says it.
 */
async function progressOf({ ask }: Clickhouse): Promise<Progress> {
  let rows = await ask('SELECT node, epoch, max(next) AS next FROM progress GROUP BY node, epoch');
  let all = rows.map(({ node, epoch, next }) => ({ node: String(node), epoch: String(epoch), next: Number(next) }));
  let end = all.find(({ epoch }) => epoch === '')?.next ?? 0;
  let marks = new Map(all.filter(({ epoch }) => epoch !== '').map((mark) => [mark.epoch, mark]));
  let behind = await ask(`SELECT seq, marks FROM events WHERE seq >= ${end} AND marks <> '' ORDER BY seq`);
  for (let row of behind) {
    end = Number(row.seq) + 1;
    for (let mark of JSON.parse(String(row.marks)) as Mark[]) marks.set(mark.epoch, mark);
  }
  return { end, marks, isNoted: behind.length === 0 };
}

/** Whether a range has come through. Events of others in its place may be just as many. */
async function isStored({ ask }: Clickhouse, { first, end, events }: Range): Promise<boolean> {
  let borders = [...new Set([events[0], events.at(-1)])].filter((row) => row !== undefined).map(({ id }) => String(id));
  let own = borders.length === 0 ? '0' : clickhouseDialect.hasId(borders);
  let [row] = await ask(
    `SELECT count() AS size, countIf(${own}) AS own, max(seq) AS last FROM events WHERE seq >= ${first}`,
  );
  let [size, found, last] = [row?.size, row?.own, row?.last].map(Number);
  if (size === 0) return false;
  if (size !== events.length || found !== borders.length || last !== end - 1) throw isForeign();
  return true;
}

export async function artifactsOf({ ask }: Clickhouse): Promise<Artifacts> {
  let rows = await ask('SELECT DISTINCT key, type, id, owner FROM artifacts ORDER BY key');
  return createArtifacts(
    rows.map(({ type, id, owner }) => ({ artifactType: type, artifactId: id, ownerId: owner }) as Artifact),
  );
}

/** A server may go on with rows after their sender has lost the connection. */
export async function untilEnded({ ask }: Clickhouse, token: string): Promise<void> {
  let started = performance.now();
  for (;;) {
    let [row] = await ask('SELECT count() AS size FROM system.processes WHERE query_id = $1', [token]);
    if (Number(row?.size) === 0) return;
    if (performance.now() - started > goesOnMs) throw new Error('ClickHouse still takes what was sent before.');
    await pause(lookMs);
  }
}

/** The stored requests of some origins, with what is decided about them now. */
async function findRequests(
  { ask }: Clickhouse,
  { artifacts, origins, paths, before, first, until }: RequestsAsked,
  end: number,
): Promise<StoredRequest[]> {
  let path = paths.length === 0 ? '0' : `request_path IN (${paths.map(literal).join(', ')})`;
  let found =
    `events WHERE artifact IN (${artifacts.join(', ')}) AND time >= ${before} AND time <= ${until} AND ` +
    `${clickhouseDialect.isOneOf('origin_id', origins)} AND (type = 'manifest-fetch' OR ${path}) ` +
    `AND request_path <> '' AND NOT do_not_track`;
  let counted = countedAmong(`SELECT seq FROM ${found}`, end);
  let rows = await ask(
    'SELECT seq, id, time, version, request_path, type, is_counted, artifact, origin_id FROM ' +
      `(SELECT *, ${counted} AS is_counted FROM ${found}) AS found WHERE is_counted OR time >= ${first}`,
  );
  return rows.map((row) => ({
    seq: Number(row.seq),
    id: String(row.id),
    time: Number(row.time),
    version: String(row.version),
    requestPath: String(row.request_path),
    isManifest: row.type === 'manifest-fetch',
    isCounted: Boolean(row.is_counted),
    artifact: row.artifact as number,
    originId: row.origin_id as bigint,
  }));
}

function isForeign(): Error {
  return new Error(
    'The database of EVENTS_URL has events that this server has not sent: another one writes to it. Give each ' +
      'installation a database of its own.',
  );
}

function isOlder(end: number, shipped: number, forgotten: string): Error {
  return new Error(
    `The database of EVENTS_URL has ${end} events, and ${shipped} were sent by this installation. Correct EVENTS_URL, ` +
      `or restore the database. To go on with what it has, ${forgotten}.`,
  );
}

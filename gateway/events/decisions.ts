/**
 * Decides which of the events that come into the table count, and changes what was decided about
 * stored ones where an event comes late. What a state knew stays known: each change is noted with the
 * number of the event that made it.
 */
import { listValue, LIST, UBIGINT, VARCHAR, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import type { Event } from 'contract/event-fields';
import { repeatMs } from 'contract/limits';
import { msOf } from './columns';
import { createGroup, groupOf, ruleFor, type Asked, type Group } from './one-download';

/** A batch of events on its way into the table. */
export interface Arriving {
  events: readonly Event[];
  /** The numbers of their artifacts. */
  artifacts: readonly number[];
  /** The place of the first. */
  seq: number;
}

/** What was decided about an event has changed. */
export interface Change {
  seq: number;
  time: number;
  artifact: number;
  /** The number of the event that changed it: the first state in which the new decision holds. */
  lastEvent: number;
}

export interface Decided {
  /** Of each event, once the last of them is stored, and at the moment it is stored itself. */
  isCounted: boolean[];
  wasCounted: boolean[];
  rules: string[];
  changes: Change[];
}

/** What comes after the events of a batch is read for so long; longer where it can matter. */
const reachMs = 10 * repeatMs;

/** Decides a batch inside the transaction that adds it. Stored decisions stay for `saveChanges`. */
export async function decide(connection: DuckDBConnection, batch: Arriving): Promise<Decided> {
  for (let reach = reachMs; ; reach *= 16) {
    let decided = await decideWithin(connection, batch, reach);
    if (decided) return decided;
  }
}

/** Undefined where a later request than those that are read may matter. */
async function decideWithin(
  connection: DuckDBConnection,
  { events, artifacts, seq: first }: Arriving,
  reach: number,
): Promise<Decided | undefined> {
  let names = events.map((event, i) => groupOf(event, artifacts[i]!));
  let grouped = events.filter((_, i) => names[i] !== undefined);
  let isCounted = events.map(() => true);
  let decided: Decided = { isCounted, wasCounted: [...isCounted], rules: events.map(ruleFor), changes: [] };
  if (grouped.length === 0) return decided;
  let until = Math.max(...grouped.map(msStored)) + reach;
  let stored = await storedOf(connection, grouped, new Set(names), until);
  let groups = new Map<string, Group>();
  let asked = new Map<number, Asked>();
  for (let [i, event] of events.entries()) {
    let name = names[i];
    if (name === undefined) continue;
    let group = groups.get(name);
    if (!group) groups.set(name, (group = createGroup(stored.get(name) ?? [])));
    let request = askedBy(event, first + i);
    let changed = group.add(request);
    decided.wasCounted[i] = request.isCounted;
    asked.set(i, request);
    for (let { seq, time } of changed)
      decided.changes.push({ seq, time, artifact: artifacts[i]!, lastEvent: first + i + 1 });
  }
  if ([...groups.values()].some((group) => group.reach() > until)) return undefined;
  for (let [i, request] of asked) isCounted[i] = request.isCounted;
  return decided;
}

function askedBy(event: Event, seq: number): Asked {
  let { id, version, requestPath } = event;
  let time = msStored(event);
  return { seq, id, time, version, requestPath, isManifest: event.type === 'manifest-fetch', isCounted: true };
}

/** The table has whole milliseconds. */
function msStored({ time }: Event): number {
  return Math.trunc(time);
}

/**
 * The stored requests of some groups that can matter for these events: before them only those that
 * count.
 */
async function storedOf(
  connection: DuckDBConnection,
  events: readonly Event[],
  wanted: ReadonlySet<string | undefined>,
  until: number,
): Promise<Map<string, Asked[]>> {
  let first = Math.min(...events.map(msStored));
  let paths = events.flatMap(({ type, requestPath }) => (type === 'manifest-fetch' ? [] : [requestPath]));
  let origins = events.map(({ originId }) => BigInt.asUintN(64, originId));
  let text =
    'SELECT seq, id, time, version, request_path, type, counted, artifact, origin_id FROM events ' +
    `WHERE time >= make_timestamp(${first - repeatMs}000) AND time <= make_timestamp(${until}000) ` +
    `AND (counted OR time >= make_timestamp(${first}000)) AND request_path <> '' AND NOT do_not_track ` +
    'AND origin_id IN (SELECT unnest($1)) ' +
    `AND (type = 'manifest-fetch' OR request_path IN (SELECT unnest($2))) ORDER BY time, id`;
  let values = [listValue([...new Set(origins)]), listValue([...new Set(paths)])];
  let rows = await (await connection.run(text, values, [LIST(UBIGINT), LIST(VARCHAR)])).getRows();
  let groups = new Map<string, Asked[]>();
  for (let row of rows) {
    let request = storedRequest(row);
    let path = request.isManifest ? '' : request.requestPath;
    let name = `${row[7] as number} ${row[8] as bigint} ${path}`;
    if (!wanted.has(name)) continue;
    let group = groups.get(name);
    if (group) group.push(request);
    else groups.set(name, [request]);
  }
  return groups;
}

function storedRequest([seq, id, time, version, requestPath, type, counted]: DuckDBValue[]): Asked {
  return {
    seq: Number(seq),
    id: String(id),
    time: msOf(time),
    version: version as string,
    requestPath: requestPath as string,
    isManifest: type === 'manifest-fetch',
    isCounted: counted as boolean,
  };
}

/** Notes the changes, and brings events that were stored before to what is decided now. */
export async function saveChanges(
  connection: DuckDBConnection,
  changes: readonly Change[],
  firstSeq: number,
): Promise<void> {
  if (changes.length === 0) return;
  let rows = changes.map(({ seq, lastEvent }) => `(${seq}, ${lastEvent})`).join(', ');
  await connection.run(`INSERT INTO changed_decisions VALUES ${rows}`);
  let isOther = new Set<number>();
  for (let { seq } of changes) if (!isOther.delete(seq)) isOther.add(seq);
  let stored = [...isOther].filter((seq) => seq < firstSeq).sort((a, b) => a - b);
  if (stored.length === 0) return;
  await connection.run(
    `UPDATE events SET counted = NOT counted WHERE seq BETWEEN ${stored[0]} AND ${stored.at(-1)} ` +
      `AND seq IN (${stored.join(', ')})`,
  );
}

/**
 * The condition on stored events that count, as of a last event; for a question in the same
 * transaction.
 */
export async function countedAt(connection: DuckDBConnection, lastEvent: number): Promise<string> {
  let rows = await (await connection.run('SELECT max(last_event) FROM changed_decisions')).getRows();
  if (Number(rows[0]?.[0] ?? 0) <= lastEvent) return 'counted';
  let changedLater =
    `SELECT changed_decisions.seq FROM changed_decisions WHERE last_event > ${lastEvent} ` +
    'GROUP BY ALL HAVING count(*) % 2 = 1';
  return `(counted <> (seq IN (${changedLater})))`;
}

/** What memory knows of the decisions about events that came since the start. */
export interface RecentDecisions {
  note(events: readonly Event[], decided: Decided): void;
  /** Whether an event counted when it was stored. */
  counted(event: Event): boolean;
  /** Whether a decision has changed between two states. */
  haveChanged(from: number, until: number): boolean;
}

/** States with changes that are remembered; a question about an earlier one is counted anew. */
const changesMax = 10_000;

export function createRecentDecisions(): RecentDecisions {
  let repeats = new WeakSet<Event>();
  let changedAt: number[] = [];
  let forgotten = 0;
  return {
    note(events, { wasCounted, changes }) {
      for (let [i, event] of events.entries())
        if (wasCounted[i]) repeats.delete(event);
        else repeats.add(event);
      for (let { lastEvent } of changes) changedAt.push(lastEvent);
      if (changedAt.length <= changesMax) return;
      forgotten = Math.max(forgotten, ...changedAt.slice(0, -changesMax / 2));
      changedAt = changedAt.slice(-changesMax / 2);
    },
    counted: (event) => !repeats.has(event),
    haveChanged: (from, until) => from < forgotten || changedAt.some((at) => at > from && at <= until),
  };
}

/**
 * Decides which new events count, and revises the decisions about stored events when one arrives
 * late. A batch is decided as a whole, so the work grows linearly however it is ordered. Earlier
 * snapshots stay reproducible: each change is stored with the number of the batch's last event.
 */
import type { Event } from 'contract/event-fields';
import { repeatMs } from 'contract/floor/limits';
import { decideGroup, dedupeGroup, ruleFor, type DownloadRequest } from './dedupe-rule';

export interface EventBatch {
  events: readonly Event[];
  /** Artifact keys of the events. */
  artifacts: readonly number[];
  /** Sequence number of the first event. */
  seq: number;
}

export interface DecisionChange {
  seq: number;
  time: number;
  artifact: number;
  /** The first snapshot with the new decision: the end of the batch that changed it. */
  lastEvent: number;
}

export interface CountDecisions {
  /** One for each event. */
  isCounted: boolean[];
  rules: string[];
  changes: DecisionChange[];
}

/** Stored requests that may affect others. */
export interface RequestQuery {
  /** Artifact keys. */
  artifacts: readonly number[];
  origins: readonly bigint[];
  paths: readonly string[];
  /** Milliseconds. Between `before` and `first`, only requests that count are needed. */
  before: number;
  first: number;
  until: number;
}

export interface StoredRequest extends DownloadRequest {
  artifact: number;
  originId: bigint;
}

/**
 * Finds at least the stored manifest requests, and those for one of the paths, of these artifacts
 * and origins.
 */
export type FindRequests = (asked: RequestQuery) => Promise<StoredRequest[]>;

/** How far past a batch requests are read first; extended when later ones matter. */
const reachMs = 10 * repeatMs;

/** Decides a batch before it is added. The caller applies the changes to stored events. */
export async function decideCounts(find: FindRequests, batch: EventBatch): Promise<CountDecisions> {
  for (let reach = reachMs; ; reach *= 16) {
    let decided = await decideWithin(find, batch, reach);
    if (decided) return decided;
  }
}

/** Undefined if a request after `reach` may matter. */
async function decideWithin(
  find: FindRequests,
  { events, artifacts, seq: first }: EventBatch,
  reach: number,
): Promise<CountDecisions | undefined> {
  let names = events.map((event, i) => dedupeGroup(event, artifacts[i]!));
  let grouped = events.filter((_, i) => names[i] !== undefined);
  let decided: CountDecisions = { isCounted: events.map(() => true), rules: events.map(ruleFor), changes: [] };
  if (grouped.length === 0) return decided;
  let until = grouped.reduce((last, event) => Math.max(last, msStored(event)), 0) + reach;
  let keys = artifacts.filter((_, i) => names[i] !== undefined);
  let stored = await storedOf(find, { events: grouped, artifacts: keys }, new Set(names), until);
  let fresh = new Map<string, DownloadRequest[]>();
  for (let [i, event] of events.entries()) {
    let name = names[i];
    if (name === undefined) continue;
    let request = askedBy(event, first + i);
    let group = fresh.get(name);
    if (group) group.push(request);
    else fresh.set(name, [request]);
  }
  for (let [name, requests] of fresh) {
    let { changed, reach: reached } = decideGroup(stored.get(name) ?? [], requests);
    if (reached > until) return undefined;
    for (let { seq, isCounted } of requests) decided.isCounted[seq - first] = isCounted;
    let artifact = artifacts[requests[0]!.seq - first]!;
    for (let { seq, time } of changed) decided.changes.push({ seq, time, artifact, lastEvent: first + events.length });
  }
  return decided;
}

function askedBy(event: Event, seq: number): DownloadRequest {
  let { id, version, requestPath } = event;
  let time = msStored(event);
  return { seq, id, time, version, requestPath, isManifest: event.type === 'manifest-fetch', isCounted: true };
}

/** The table stores whole milliseconds. */
function msStored({ time }: Event): number {
  return Math.trunc(time);
}

async function storedOf(
  find: FindRequests,
  { events, artifacts }: Pick<EventBatch, 'events' | 'artifacts'>,
  wanted: ReadonlySet<string | undefined>,
  until: number,
): Promise<Map<string, DownloadRequest[]>> {
  let first = events.reduce((least, event) => Math.min(least, msStored(event)), Number.POSITIVE_INFINITY);
  let paths = events.flatMap(({ type, requestPath }) => (type === 'manifest-fetch' ? [] : [requestPath]));
  let origins = new Set(events.map(({ originId }) => BigInt.asUintN(64, originId)));
  let asked = {
    artifacts: [...new Set(artifacts)],
    origins: [...origins],
    paths: [...new Set(paths)],
    before: first - repeatMs,
    first,
    until,
  };
  let groups = new Map<string, DownloadRequest[]>();
  for (let request of await find(asked)) {
    let path = request.isManifest ? '' : request.requestPath;
    let name = `${request.artifact} ${request.originId} ${path}`;
    if (!wanted.has(name)) continue;
    let group = groups.get(name);
    if (group) group.push(request);
    else groups.set(name, [request]);
  }
  return groups;
}

/** Decisions about events since the start, in memory. */
export interface RecentDecisions {
  note(events: readonly Event[], decided: CountDecisions): void;
  /** Whether the event counted when it was stored. */
  counted(event: Event): boolean;
  /** Whether any decision changed between two snapshots. */
  haveChanged(from: number, until: number): boolean;
}

/** Snapshots with changes that are remembered; older aggregates are recomputed. */
const changesMax = 5_000;

export function createRecentDecisions(): RecentDecisions {
  let repeats = new WeakSet<Event>();
  let changedAt: number[] = [];
  let forgotten = 0;
  return {
    note(events, { isCounted, changes }) {
      for (let [i, event] of events.entries())
        if (isCounted[i]) repeats.delete(event);
        else repeats.add(event);
      // All changes of a batch have the same number.
      if (changes[0]) changedAt.push(changes[0].lastEvent);
      if (changedAt.length > changesMax) forgotten = changedAt.shift()!;
    },
    counted: (event) => !repeats.has(event),
    haveChanged: (from, until) => from < forgotten || changedAt.some((at) => at > from && at <= until),
  };
}

/**
 * Decides which of the events that come into the table count, and changes what was decided about
 * stored ones where an event comes late. A batch is decided as a whole, so that the work grows with
 * its events however they are ordered. What the state before it knew stays known: each change is
 * noted with the number of the last event of the batch that made it.
 */
import type { Event } from 'contract/event-fields';
import { repeatMs } from 'contract/limits';
import { decideGroup, dedupeGroup, ruleFor, type DownloadRequest } from './dedupe-rule';

/** A batch of events on its way into the table. */
export interface EventBatch {
  events: readonly Event[];
  /** The numbers of their artifacts. */
  artifacts: readonly number[];
  /** The place of the first. */
  seq: number;
}

/** What was decided about an event has changed. */
export interface DecisionChange {
  seq: number;
  time: number;
  artifact: number;
  /** The first state in which the new decision holds: the end of the batch that changed it. */
  lastEvent: number;
}

export interface CountDecisions {
  /** Of each event. */
  isCounted: boolean[];
  rules: string[];
  changes: DecisionChange[];
}

/** What is stored of the requests that can matter for others. */
export interface RequestQuery {
  /** The numbers of the artifacts. */
  artifacts: readonly number[];
  origins: readonly bigint[];
  paths: readonly string[];
  /** Milliseconds: before `first` only those that count are needed, and none `before`. */
  before: number;
  first: number;
  until: number;
}

/** A stored request, and what names its group. */
export interface StoredRequest extends DownloadRequest {
  artifact: number;
  originId: bigint;
}

/**
 * Finds at least the stored requests of these artifacts and origins: manifests, and those for one
 * of the paths.
 */
export type FindRequests = (asked: RequestQuery) => Promise<StoredRequest[]>;

/** What comes after the events of a batch is read for so long; longer where it can matter. */
const reachMs = 10 * repeatMs;

/**
 * Decides a batch before it is added. What was decided about stored events stays for the caller to
 * change.
 */
export async function decideCounts(find: FindRequests, batch: EventBatch): Promise<CountDecisions> {
  for (let reach = reachMs; ; reach *= 16) {
    let decided = await decideWithin(find, batch, reach);
    if (decided) return decided;
  }
}

/** Undefined where a later request than those that are read may matter. */
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

/** The table has whole milliseconds. */
function msStored({ time }: Event): number {
  return Math.trunc(time);
}

/** The stored requests of some groups that can matter for these events. */
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

/** What memory knows of the decisions about events that came since the start. */
export interface RecentDecisions {
  note(events: readonly Event[], decided: CountDecisions): void;
  /** Whether an event counted when it was stored. */
  counted(event: Event): boolean;
  /** Whether a decision has changed between two states. */
  haveChanged(from: number, until: number): boolean;
}

/** States with changes that are remembered; a question about an earlier one is counted again. */
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
      // All changes of a batch hold from the same state on.
      if (changes[0]) changedAt.push(changes[0].lastEvent);
      if (changedAt.length > changesMax) forgotten = changedAt.shift()!;
    },
    counted: (event) => !repeats.has(event),
    haveChanged: (from, until) => from < forgotten || changedAt.some((at) => at > from && at <= until),
  };
}

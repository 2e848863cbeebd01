/**
 * The newest events and the last 30 minutes of an owner. A stream asks for what has come since its
 * last message when its reader takes the next one, so that it keeps nothing for a slow reader.
 */
import { setTimeout as pause } from 'node:timers/promises';
import * as limits from 'contract/limits';
import type { Live, LiveEvent, LiveQuery, LiveUpdate } from 'contract/analytics/live';
import { dayMs, minuteMs } from 'contract/shared/time';
import type { CorrectedEvent } from '../../events/query/corrections';
import type { EventStore, LatestEventsQuery } from '../../events/store';
import { snapshotAt } from '../../events/scoped-store';
import { eventRules, type ReportServices } from '../funnel/event-rules';
import { ApiError } from '../../floor/api-error';
import type { RunInQueue, FairQueue } from '../../floor/fair-queue';
import { queriedArtifacts } from './aggregate-query';

/** A browser asks for a stream that has ended again after this long. */
const retryMs = 3_000;
/** A sign of life keeps proxies from closing a quiet stream. */
const signEveryMs = 15_000;
/** A stream ends soon after its caller was signed out or has lost the right to it. */
const admitEveryMs = 4_000;

export interface LiveServices extends ReportServices {
  /**
   * The turns of open live streams, and of their steps among all questions; how long each waits
   * before it looks again, and what ends all of them.
   */
  live: { streams: FairQueue; steps: FairQueue; everyMs: number; ending: AbortSignal };
}

interface View {
  names: ReadonlyMap<string, string>;
  about: Omit<LatestEventsQuery, 'from' | 'until' | 'after'>;
}

/** Whose events are asked for, and under which filters. */
async function viewOf(parts: LiveServices, ownerId: string, query: LiveQuery): Promise<View> {
  let { package_id, tracking_pixel_id } = query;
  let all = package_id.length + tracking_pixel_id.length === 0 ? ['all'] : undefined;
  let asked = { package_id: all ?? package_id, tracking_pixel_id: all ?? tracking_pixel_id, query: undefined };
  let [artifacts, { filters, corrections }] = await Promise.all([
    queriedArtifacts(parts.records, ownerId, asked),
    eventRules(parts, ownerId, undefined, true),
  ]);
  let idsOf = (wanted: string) => artifacts.flatMap(({ type, names }) => (type === wanted ? [...names.keys()] : []));
  return {
    names: new Map(artifacts.flatMap(({ names }) => [...names])),
    about: { packageIds: idsOf('package'), pixelIds: idsOf('tracking-pixel'), filters, corrections },
  };
}

/** What there is now. Refuses with package-not-found and pixel-not-found. */
export async function liveNow(
  parts: LiveServices,
  ownerId: string,
  query: LiveQuery & { per_page: number },
): Promise<Live> {
  let view = await viewOf(parts, ownerId, query);
  let { byMinute: _byMinute, ...live } = await snapshotOf(parts.events, view, minuteOf(parts.clock()), query.per_page);
  return live;
}

async function snapshotOf(events: EventStore, view: View, minute: number, limit: number) {
  let question = { ...view.about, ...windowOf(minute) };
  let [byMinute, recent] = await Promise.all([events.perMinute(question), events.latestEvents({ ...question, limit })]);
  let longer = { ...question, from: minute - dayMs, limit };
  let found = recent.length < limit ? await events.latestEvents(longer) : recent;
  return { events: presented(found, view), ...minutesOf(byMinute, minute), byMinute };
}

function minuteOf(now: number): number {
  return Math.floor(now / minuteMs) * minuteMs;
}

/** The minutes that are counted. An edge whose clock is ahead is up to a day ahead. */
function windowOf(minute: number): { from: number; until: number } {
  return { from: minute - (limits.liveMinutes - 1) * minuteMs, until: minute + dayMs };
}

/** The last minute has what is ahead of it too, so that it shows what the list shows. */
function minutesOf(byMinute: ReadonlyMap<number, number>, minute: number): Pick<Live, 'minute' | 'minutes'> {
  let { from } = windowOf(minute);
  let minutes = Array.from({ length: limits.liveMinutes }, () => 0);
  for (let [at, count] of byMinute) {
    let index = Math.min((at - from) / minuteMs, limits.liveMinutes - 1);
    if (index >= 0) minutes[index]! += count;
  }
  return { minute: new Date(minute).toISOString(), minutes };
}

function presented(found: readonly CorrectedEvent[], { names }: View): LiveEvent[] {
  return found.map((event) => ({
    id: event.id,
    time: new Date(event.time).toISOString(),
    type: event.type,
    artifact_type: event.artifactType,
    artifact: event.artifactId,
    artifact_name: names.get(event.artifactId) ?? '',
    version: event.version,
    client: event.client,
    platform: event.platform,
    country: event.country,
    company_name: event.companyName,
    company_domain: event.companyDomain,
  }));
}

export interface LiveRequest {
  ownerId: string;
  query: LiveQuery;
  /** Rejects once the caller would not be admitted any more. */
  admitAgain: () => Promise<void>;
  /** Aborted when the caller has gone. */
  gone: AbortSignal;
}

/** The messages of a stream as text. Ends where the caller may not read it any more. */
export async function* liveEventStream(
  parts: LiveServices,
  { ownerId, query, admitAgain, gone }: LiveRequest,
): AsyncGenerator<string> {
  let { clock, live } = parts;
  let inTurn: RunInQueue = (work) => live.steps.goOn(ownerId, work);
  let over = AbortSignal.any([gone, live.ending]);
  let state = await inTurn(() => initialState(parts, ownerId, query));
  yield `retry: ${retryMs}\n${messageOf({ ...state.shown, is_first: true, new_events: state.shown.events.length })}`;
  let end = clock() + limits.liveStreamMs;
  let [admittedAt, saidAt] = [clock(), clock()];
  while (clock() < end && (await waitUnlessAborted(live.everyMs, over))) {
    let now = clock();
    if (now - admittedAt >= admitEveryMs) {
      if (!(await isAdmitted(admitAgain))) return;
      admittedAt = now;
    }
    let isNew = parts.events.lastStoredEvent() > state.known || minuteOf(now) > state.minute;
    if (!isNew && now - saidAt < signEveryMs) continue;
    saidAt = now;
    if (isNew) yield messageOf(await inTurn(() => nextUpdate(parts, ownerId, query, state)));
    else yield ':\n\n';
  }
}

/** What a stream has told. */
interface StreamState {
  view: View;
  /** Number of the last event. */
  known: number;
  minute: number;
  byMinute: ReadonlyMap<number, number>;
}

async function initialState(
  parts: LiveServices,
  ownerId: string,
  query: LiveQuery,
): Promise<StreamState & { shown: Live }> {
  let known = await parts.events.lastEvent();
  let view = await viewOf(parts, ownerId, query);
  let minute = minuteOf(parts.clock());
  let { byMinute, ...shown } = await snapshotOf(snapshotAt(parts.events, known), view, minute, limits.liveEventsMax);
  return { view, known, minute, byMinute, shown };
}

/**
 * What has come since; changes the state. A new minute counts the others again, and asks for the
 * names.
 */
async function nextUpdate(
  parts: LiveServices,
  ownerId: string,
  query: LiveQuery,
  state: StreamState,
): Promise<LiveUpdate> {
  let minute = minuteOf(parts.clock());
  let events = snapshotAt(parts.events, parts.events.lastStoredEvent());
  if (minute > state.minute) state.view = await viewOf(parts, ownerId, query);
  let all = { ...state.view.about, ...windowOf(minute) };
  let fresh = { ...all, after: state.known };
  let added = await events.perMinute(fresh);
  let new_events = [...added.values()].reduce((sum, count) => sum + count, 0);
  let newest = new_events > 0 ? await events.latestEvents({ ...fresh, limit: limits.liveUpdateEventsMax }) : [];
  state.byMinute = minute > state.minute ? await events.perMinute(all) : addCounts(state.byMinute, added);
  state.known = events.lastStoredEvent();
  state.minute = minute;
  return {
    events: presented(newest, state.view),
    ...minutesOf(state.byMinute, minute),
    is_first: false,
    new_events,
  };
}

function addCounts(counts: ReadonlyMap<number, number>, added: ReadonlyMap<number, number>): Map<number, number> {
  let sum = new Map(counts);
  for (let [minute, count] of added) sum.set(minute, (sum.get(minute) ?? 0) + count);
  return sum;
}

function messageOf(update: LiveUpdate): string {
  return `data: ${JSON.stringify(update)}\n\n`;
}

/** False once the signal is aborted. */
async function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<boolean> {
  return pause(ms, true, { signal }).catch(() => false);
}

async function isAdmitted(admitAgain: () => Promise<void>): Promise<boolean> {
  try {
    await admitAgain();
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

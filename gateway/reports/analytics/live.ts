/**
 * The newest events and the last 30 minutes of an owner. A stream queries when its reader takes the
 * next message, so that slow readers need no buffer.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { listedType } from 'contract/event-fields';
import * as limits from 'contract/floor/limits';
import type { Live, LiveEvent, LiveQuery, LiveUpdate } from 'contract/analytics/live';
import { dayMs, minuteMs } from 'contract/floor/time';
import type { CorrectedEvent } from '../../events/shape/corrections';
import type { EventReader, LatestEventsQuery } from '../../events/shape/store';
import { snapshotAt } from '../../events/scoped-store';
import { eventRules, type ReportServices } from '../funnel/event-rules';
import { ApiError } from '../../floor/calls/api-error';
import type { RunInQueue, FairQueue } from '../../floor/calls/fair-queue';
import { queriedArtifacts } from './aggregate-query';

/** Minutes that the live view has, and events of one of its messages. */
const liveMinutes = 30;
const liveUpdateEventsMax = 10;
/** A stream ends after ten minutes; its reader asks for another one. */
const liveStreamMs = 10 * minuteMs;

/** Browsers reconnect after this long. */
const retryMs = 3_000;
/** Comments keep proxies from closing an idle stream. */
const signEveryMs = 15_000;
/** Ends a stream soon after its caller was signed out or lost access. */
const admitEveryMs = 4_000;

export interface LiveServices extends ReportServices {
  /** Limits of open streams and of their queries, query interval, and shutdown signal. */
  live: { streams: FairQueue; steps: FairQueue; everyMs: number; ending: AbortSignal };
}

interface View {
  names: ReadonlyMap<string, string>;
  about: Omit<LatestEventsQuery, 'from' | 'until' | 'after'>;
}

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

/** Throws package-not-found and pixel-not-found. */
export async function liveNow(
  parts: LiveServices,
  ownerId: string,
  query: LiveQuery & { per_page: number },
): Promise<Live> {
  let view = await viewOf(parts, ownerId, query);
  let { byMinute: _byMinute, ...live } = await snapshotOf(parts.events, view, minuteOf(parts.clock()), query.per_page);
  return live;
}

async function snapshotOf(events: EventReader, view: View, minute: number, limit: number) {
  let question = { ...view.about, ...windowOf(minute) };
  let [byMinute, recent] = await Promise.all([events.perMinute(question), events.latestEvents({ ...question, limit })]);
  let longer = { ...question, from: minute - dayMs, limit };
  let found = recent.length < limit ? await events.latestEvents(longer) : recent;
  return { events: presented(found, view), ...minutesOf(byMinute, minute), byMinute };
}

function minuteOf(now: number): number {
  return Math.floor(now / minuteMs) * minuteMs;
}

/** Includes events of edges whose clock is up to a day ahead. */
function windowOf(minute: number): { from: number; until: number } {
  return { from: minute - (liveMinutes - 1) * minuteMs, until: minute + dayMs };
}

/** The last minute includes later events, so that it agrees with the list of events. */
function minutesOf(byMinute: ReadonlyMap<number, number>, minute: number): Pick<Live, 'minute' | 'minutes'> {
  let { from } = windowOf(minute);
  let minutes = Array.from({ length: liveMinutes }, () => 0);
  for (let [at, count] of byMinute) {
    let index = Math.min((at - from) / minuteMs, liveMinutes - 1);
    if (index >= 0) minutes[index]! += count;
  }
  return { minute: new Date(minute).toISOString(), minutes };
}

function presented(found: readonly CorrectedEvent[], { names }: View): LiveEvent[] {
  return found.map((event) => ({
    id: event.id,
    time: new Date(event.time).toISOString(),
    type: event.type,
    artifact_type: listedType(event),
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
  /** Rejects once the caller has lost access. */
  admitAgain: () => Promise<void>;
  /** Aborted when the caller disconnects. */
  gone: AbortSignal;
}

/** Server-sent events as text. Ends when the caller loses access. */
export async function* liveEventStream(
  parts: LiveServices,
  { ownerId, query, admitAgain, gone }: LiveRequest,
): AsyncGenerator<string> {
  let { clock, live } = parts;
  let inTurn: RunInQueue = (work) => live.steps.goOn(ownerId, work);
  let over = AbortSignal.any([gone, live.ending]);
  let state = await inTurn(() => initialState(parts, ownerId, query));
  yield `retry: ${retryMs}\n${messageOf({ ...state.shown, is_first: true, new_events: state.shown.events.length })}`;
  let end = clock() + liveStreamMs;
  let [admittedAt, sentAt] = [clock(), clock()];
  while (clock() < end && (await waitUnlessAborted(live.everyMs, over))) {
    let now = clock();
    if (now - admittedAt >= admitEveryMs) {
      if (!(await isAdmitted(admitAgain))) return;
      admittedAt = now;
    }
    let isNew = parts.events.lastStoredEvent(ownerId) > state.known || minuteOf(now) > state.minute;
    if (!isNew && now - sentAt < signEveryMs) continue;
    sentAt = now;
    if (isNew) yield messageOf(await inTurn(() => nextUpdate(parts, ownerId, query, state)));
    else yield ':\n\n';
  }
}

/** What the reader of a stream has received. */
interface StreamState {
  view: View;
  /** The last event. */
  known: number;
  minute: number;
  byMinute: ReadonlyMap<number, number>;
}

async function initialState(
  parts: LiveServices,
  ownerId: string,
  query: LiveQuery,
): Promise<StreamState & { shown: Live }> {
  let known = await parts.events.lastEvent(ownerId);
  let view = await viewOf(parts, ownerId, query);
  let minute = minuteOf(parts.clock());
  let { byMinute, ...shown } = await snapshotOf(snapshotAt(parts.events, known), view, minute, limits.liveEventsMax);
  return { view, known, minute, byMinute, shown };
}

/** Updates `state`. Names and all minutes are read again once a minute. */
async function nextUpdate(
  parts: LiveServices,
  ownerId: string,
  query: LiveQuery,
  state: StreamState,
): Promise<LiveUpdate> {
  let minute = minuteOf(parts.clock());
  let events = snapshotAt(parts.events, parts.events.lastStoredEvent(ownerId));
  if (minute > state.minute) state.view = await viewOf(parts, ownerId, query);
  let all = { ...state.view.about, ...windowOf(minute) };
  let fresh = { ...all, after: state.known };
  let added = await events.perMinute(fresh);
  let new_events = [...added.values()].reduce((sum, count) => sum + count, 0);
  let newest = new_events > 0 ? await events.latestEvents({ ...fresh, limit: liveUpdateEventsMax }) : [];
  state.byMinute = minute > state.minute ? await events.perMinute(all) : addCounts(state.byMinute, added);
  state.known = events.lastStoredEvent(ownerId);
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

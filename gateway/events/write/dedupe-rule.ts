/**
 * Which requests are one download: of those that belong together the first one counts, and with it
 * every later one that comes more than 30 s after the last that counted. Decided by the times of the
 * requests, never by the order in which they were stored.
 */
import { countingRule } from 'contract/analytics/counting-rules';
import type { Event } from 'contract/event-fields';
import { repeatMs } from 'contract/limits';

const eachRequest = countingRule('each-request');
const onePull = countingRule('one-pull');
const oneDownload = countingRule('one-download');

/** The rule that decides whether an event counts, as `name/version`. */
export function ruleFor({ type, doNotTrack, requestPath, originId }: Event): string {
  let isDownload = type === 'binary-download' || type === 'manifest-fetch';
  if (!isDownload || doNotTrack || originId === 0n) return eachRequest;
  if (requestPath === '') return legacyRule;
  return type === 'manifest-fetch' ? onePull : oneDownload;
}

/** What decided about downloads that do not say what was asked for. */
export const legacyRule = 'each-request/1';

/** A request, as far as it matters for others of its group. */
export interface DownloadRequest {
  seq: number;
  id: string;
  time: number;
  isManifest: boolean;
  version: string;
  requestPath: string;
  isCounted: boolean;
}

/** Names the events that can be one download with this one; undefined for one that counts by itself. */
export function dedupeGroup(event: Event, artifact: number): string | undefined {
  let rule = ruleFor(event);
  if (rule !== onePull && rule !== oneDownload) return undefined;
  let path = event.type === 'manifest-fetch' ? '' : event.requestPath;
  return `${artifact} ${event.originId} ${path}`;
}

/** What was decided about a group of requests. */
export interface DecidedGroup {
  /** The stored requests whose decision changes. */
  changed: DownloadRequest[];
  /** Up to this time all requests of the group had to be known for what was decided. */
  reach: number;
}

/**
 * Decides new requests of a group beside its stored ones, in one pass over their times. `isCounted`
 * of both is brought to what holds now. What is decided about a stored request is looked at again
 * only where something before it has changed.
 */
export function decideGroup(stored: readonly DownloadRequest[], fresh: readonly DownloadRequest[]): DecidedGroup {
  let isFresh = new Set(fresh);
  let counted = createCounted();
  let changed: DownloadRequest[] = [];
  let reach = Number.NEGATIVE_INFINITY;
  for (let request of [...stored, ...fresh].sort(inOrder)) {
    let was = request.isCounted;
    let isNew = isFresh.has(request);
    if (isNew || request.time <= reach) request.isCounted = !counted.hasBefore(request);
    let isChanged = isNew ? request.isCounted : request.isCounted !== was;
    if (isChanged) reach = Math.max(reach, request.time + repeatMs);
    if (isChanged && !isNew) changed.push(request);
    if (request.isCounted) counted.add(request);
  }
  return { changed, reach };
}

/**
 * The last counted request of each kind that another one can belong to. Files belong together.
 * Manifests do by the name of their pull; where nothing has named the pull of a digest, it belongs
 * to any other that asks for digests, as the manifest of a platform follows that of its index.
 */
function createCounted() {
  let last = new Map<string, number>();
  /** Names of pulls cannot begin with a line break. */
  let [any, nameless] = ['\nany', '\nnameless'];
  return {
    add(request: DownloadRequest): void {
      last.set(any, request.time).set(request.version, request.time);
      if (isNameless(request)) last.set(nameless, request.time);
    },
    /** Whether one that came at most 30 s before is the same download. */
    hasBefore(request: DownloadRequest): boolean {
      let kinds = [request.version];
      if (!request.isManifest || isNameless(request)) kinds.push(any);
      if (asksForDigest(request)) kinds.push(nameless);
      return kinds.some((kind) => request.time - (last.get(kind) ?? Number.NEGATIVE_INFINITY) <= repeatMs);
    },
  };
}

/** By time; ids of one edge ascend within a millisecond. */
function inOrder(a: DownloadRequest, b: DownloadRequest): number {
  return a.time - b.time || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function asksForDigest({ requestPath }: DownloadRequest): boolean {
  return requestPath.lastIndexOf(':') > requestPath.lastIndexOf('/');
}

function isNameless(request: DownloadRequest): boolean {
  return asksForDigest(request) && request.requestPath.endsWith(`/${request.version}`);
}

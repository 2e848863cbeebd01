/**
 * Which requests are one download: the first of a group counts, and every later one more than 30 s
 * after the last that counted. Decided by the times of the requests, in any order of
 * arrival.
 */
import { countingRule } from 'contract/analytics/counting-rules';
import type { Event } from 'contract/event-fields';
import { repeatMs } from 'contract/floor/limits';

const eachRequest = countingRule('each-request');
const onePull = countingRule('one-pull');
const oneDownload = countingRule('one-download');

/** The rule that decides about an event, as `name/version`. */
export function ruleFor({ type, doNotTrack, requestPath, originId }: Event): string {
  let isDownload = type === 'binary-download' || type === 'manifest-fetch';
  if (!isDownload || doNotTrack || originId === 0n) return eachRequest;
  if (requestPath === '') return legacyRule;
  return type === 'manifest-fetch' ? onePull : oneDownload;
}

/** The rule for downloads stored without their request path. */
export const legacyRule = 'each-request/1';

/** A request of a group. */
export interface DownloadRequest {
  seq: number;
  id: string;
  time: number;
  isManifest: boolean;
  version: string;
  requestPath: string;
  isCounted: boolean;
}

/** The group of requests that can be one download; undefined if the event always counts. */
export function dedupeGroup(event: Event, artifact: number): string | undefined {
  let rule = ruleFor(event);
  if (rule !== onePull && rule !== oneDownload) return undefined;
  let path = event.type === 'manifest-fetch' ? '' : event.requestPath;
  return `${artifact} ${event.originId} ${path}`;
}

export interface DecidedGroup {
  /** Stored requests whose decision changes. */
  changed: DownloadRequest[];
  /** The decisions assume that all requests of the group up to this time are known. */
  reach: number;
}

/**
 * Decides the new requests of a group in one pass over time and sets `isCounted`. A stored request
 * is decided again only if something before it has changed.
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
 * The last counted request of each kind. Files belong together. Manifests belong together by the
 * name of their pull. Without a name, a digest belongs to any other request by digest, as the
 * manifest of a platform follows that of its index.
 */
function createCounted() {
  let last = new Map<string, number>();
  /** Names of pulls cannot contain a line break. */
  let [any, nameless] = ['\nany', '\nnameless'];
  return {
    add(request: DownloadRequest): void {
      last.set(any, request.time).set(request.version, request.time);
      if (isNameless(request)) last.set(nameless, request.time);
    },
    /** Whether it is the same download as one at most 30 s before. */
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

/**
 * Which requests are one download: of those that belong together the first one counts, and with it
 * every later one that comes more than 30 s after the last that counted. Decided by the times of the
 * requests, never by the order in which they were stored.
 */
import { countingRule } from 'contract/counting-rules';
import type { Event } from 'contract/event-fields';
import { repeatMs } from 'contract/limits';

const eachRequest = countingRule('each-request');
const onePull = countingRule('one-pull');
const oneDownload = countingRule('one-download');

/** The rule that decides whether an event counts, as `name/version`. */
export function ruleFor({ type, doNotTrack, requestPath, originId }: Event): string {
  let isDownload = type === 'binary-download' || type === 'manifest-fetch';
  if (!isDownload || doNotTrack || originId === 0n) return eachRequest;
  if (requestPath === '') return countedBefore;
  return type === 'manifest-fetch' ? onePull : oneDownload;
}

/** What decided about downloads that do not say what was asked for. */
export const countedBefore = 'each-request/1';

/** A request, as far as it matters for others of its group. */
export interface Asked {
  seq: number;
  id: string;
  time: number;
  isManifest: boolean;
  version: string;
  requestPath: string;
  isCounted: boolean;
}

/** Names the events that can be one download with this one; undefined for one that counts by itself. */
export function groupOf(event: Event, artifact: number): string | undefined {
  let rule = ruleFor(event);
  if (rule !== onePull && rule !== oneDownload) return undefined;
  let path = event.type === 'manifest-fetch' ? '' : event.requestPath;
  return `${artifact} ${event.originId} ${path}`;
}

export interface Group {
  /** Takes one more request, decides it and gives the others whose decision it has changed. */
  add(request: Asked): Asked[];
  /** Up to this time all requests of the group had to be known for what was decided. */
  reach(): number;
}

/** A group of requests that are decided already. */
export function createGroup(requests: readonly Asked[]): Group {
  let all = requests.toSorted(inOrder);
  let counted = all.filter(({ isCounted }) => isCounted);
  let reach = Number.NEGATIVE_INFINITY;

  function isRepeat(request: Asked): boolean {
    for (let i = counted.length - 1; i >= 0; i--) {
      let other = counted[i]!;
      if (inOrder(other, request) >= 0) continue;
      if (request.time - other.time > repeatMs) return false;
      if (isSamePull(request, other)) return true;
    }
    return false;
  }

  function decide(request: Asked, isCounted: boolean): void {
    request.isCounted = isCounted;
    reach = Math.max(reach, request.time + repeatMs);
    if (isCounted) insert(counted, request);
    else counted.splice(counted.indexOf(request), 1);
  }

  return {
    add(request) {
      let at = insert(all, request);
      if (isRepeat(request)) {
        request.isCounted = false;
        return [];
      }
      decide(request, true);
      let changed: Asked[] = [];
      let until = request.time + repeatMs;
      for (let i = at + 1; i < all.length && all[i]!.time <= until; i++) {
        let other = all[i]!;
        if (isRepeat(other) !== other.isCounted) continue;
        decide(other, !other.isCounted);
        changed.push(other);
        until = other.time + repeatMs;
      }
      return changed;
    },
    reach: () => reach,
  };
}

/** Puts a request into its place, which is the end as a rule; gives the place. */
function insert(list: Asked[], request: Asked): number {
  let at = list.length;
  while (at > 0 && inOrder(list[at - 1]!, request) > 0) at -= 1;
  list.splice(at, 0, request);
  return at;
}

/** By time; ids of one edge ascend within a millisecond. */
function inOrder(a: Asked, b: Asked): number {
  return a.time - b.time || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/**
 * Whether two requests of one group belong together. Files do. Manifests do by the name of their
 * pull; where nothing has named the pull of a digest, it belongs to any other that asks for digests,
 * as the manifest of a platform follows that of its index.
 */
function isSamePull(request: Asked, counted: Asked): boolean {
  if (!request.isManifest || request.version === counted.version) return true;
  return isNameless(request) || (isNameless(counted) && asksForDigest(request));
}

function asksForDigest({ requestPath }: Asked): boolean {
  return requestPath.lastIndexOf(':') > requestPath.lastIndexOf('/');
}

function isNameless(request: Asked): boolean {
  return asksForDigest(request) && request.requestPath.endsWith(`/${request.version}`);
}

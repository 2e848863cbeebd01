/**
 * Verifies which requests of a raw export are one download, by a plain loop without code of the
 * event store. The rules are those of the page "How we count": one-pull/1 and one-download/1.
 */
import type { ExportedEvent } from './count';

const withinMs = 30_000;

export interface DecisionDifference {
  id: string;
  stored: boolean;
  decided: boolean;
}

/**
 * Requests with a wrong column `counted`. `from` is the start of the file in milliseconds: earlier
 * requests are not in it, so decisions in the first 30 s are taken as stored.
 */
export function decisionDifferences(requests: readonly ExportedEvent[], from: number): DecisionDifference[] {
  let wrong: DecisionDifference[] = [];
  for (let group of groupsOf(requests).values()) {
    let last = new Map<string, number>();
    for (let request of group.sort(byTime)) {
      let time = timeOf(request);
      let stored = request.counted === true;
      let isRepeat = namesBefore(request).some(
        (name) => time - (last.get(name) ?? Number.NEGATIVE_INFINITY) <= withinMs,
      );
      let isKnown = time - from > withinMs;
      if (isKnown && stored === isRepeat) wrong.push({ id: String(request.id), stored, decided: !isRepeat });
      if (isKnown ? !isRepeat : stored) for (let name of namesOf(request)) last.set(name, time);
    }
  }
  return wrong;
}

/**
 * The keys of a counted request: one for all files of a group; the version for pulls, and another
 * key for pulls of an unnamed digest.
 */
function namesOf(request: ExportedEvent): string[] {
  let names = ['any', `version ${String(request.version)}`];
  return request.type === 'manifest-fetch' && isUnnamed(request) ? [...names, 'unnamed'] : names;
}

/** The keys of counted requests that make this one a repeat. */
function namesBefore(request: ExportedEvent): string[] {
  if (request.type !== 'manifest-fetch' || isUnnamed(request)) return ['any'];
  let names = [`version ${String(request.version)}`];
  return referenceOf(request).includes(':') ? [...names, 'unnamed'] : names;
}

/** Requests without a group get one for themselves. */
function groupsOf(requests: readonly ExportedEvent[]): Map<string, ExportedEvent[]> {
  let groups = new Map<string, ExportedEvent[]>();
  for (let request of requests) {
    let { type, artifact_id, origin_id, request_path, counting_rule } = request;
    let isJoined = counting_rule === 'one-pull/1' || counting_rule === 'one-download/1';
    let path = type === 'manifest-fetch' ? '' : request_path;
    let key = isJoined ? JSON.stringify([artifact_id, origin_id, type, path]) : `alone ${String(request.id)}`;
    let group = groups.get(key);
    if (group) group.push(request);
    else groups.set(key, [request]);
  }
  return groups;
}

function isUnnamed(request: ExportedEvent): boolean {
  let reference = referenceOf(request);
  return reference.includes(':') && reference === request.version;
}

function referenceOf({ request_path }: ExportedEvent): string {
  return String(request_path).split('/').at(-1)!;
}

function byTime(a: ExportedEvent, b: ExportedEvent): number {
  return timeOf(a) - timeOf(b) || (String(a.id) < String(b.id) ? -1 : 1);
}

function timeOf({ time }: ExportedEvent): number {
  return Date.parse(String(time));
}

/**
 * A reference implementation of which events count: one event after another, in the order of their
 * times.
 */
import { uuidv7 } from 'uuidv7';
import type { Event } from 'contract/event-fields';
import { createRandom } from 'gateway/demo/random';
import { madeEvent } from 'tests/support/made-event';

/** The events that count, in the given order. */
export function countedOf(events: readonly Event[]): Event[] {
  let counted: Event[] = [];
  for (let event of events.toSorted((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1)))
    if (!counted.some((other) => event.time - other.time <= 30_000 && areOne(event, other))) counted.push(event);
  return events.filter((event) => counted.includes(event));
}

function areOne(event: Event, before: Event): boolean {
  let isJoined = ({ type, doNotTrack, requestPath }: Event) =>
    type !== 'pixel-fetch' && !doNotTrack && requestPath !== '';
  if (!isJoined(event) || !isJoined(before)) return false;
  if (event.artifactId !== before.artifactId || event.originId !== before.originId) return false;
  if (event.type !== before.type) return false;
  if (event.type === 'binary-download') return event.requestPath === before.requestPath;
  let last = (one: Event) => one.requestPath.split('/').at(-1)!;
  let isUnnamed = (one: Event) => last(one).includes(':') && last(one) === one.version;
  if (event.version === before.version || isUnnamed(event)) return true;
  return isUnnamed(before) && last(event).includes(':');
}

/** Many requests of few clients within a few minutes, in the order of their times. */
export function burstOf(count: number, seed: number, from: number, artifactIds: readonly string[]): Event[] {
  let random = createRandom(seed);
  let pick = <T>(values: readonly T[]): T => values[random.below(values.length)]!;
  let made = Array.from({ length: count }, () => {
    let isImage = random.next() < 0.5;
    let digest = pick(['sha256:aa', 'sha256:bb']);
    let tag = pick(['1.0', '1.1']);
    let asked = pick([tag, digest]);
    return madeEvent({
      id: uuidv7(),
      artifactId: pick(artifactIds),
      time: from + random.below(240) * 1_000,
      originId: BigInt(1 + random.below(2)),
      type: isImage ? 'manifest-fetch' : 'binary-download',
      version: isImage ? (asked === digest && random.next() < 0.5 ? digest : tag) : pick(['1', '2']),
      requestPath: isImage ? `/v2/app/manifests/${asked}` : pick(['/a.tgz', '/b.tgz']),
      doNotTrack: random.next() < 0.05,
    });
  });
  return made.sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1));
}

/** The same events in random order. */
export function shuffled<T>(all: readonly T[], seed: number): T[] {
  let random = createRandom(seed);
  let places = new Map(all.map((one) => [one, random.next()]));
  return all.toSorted((a, b) => places.get(a)! - places.get(b)!);
}

/** Events of several owners, of whom each server of a cluster has one. */
import type { Event } from 'contract/event-fields';
import { serverIndexOf } from 'gateway/events/clickhouse/shards';
import { packages, pixels } from '../gateway/events/random-events';

export interface TestOwner {
  id: string;
  packages: string[];
  pixels: string[];
}

/** As many owners as servers, each on another one. */
export function ownersOf(servers: number): TestOwner[] {
  let found = new Map<number, TestOwner>();
  for (let i = 0; found.size < servers; i++) {
    let mark = String(i).padStart(4, '0');
    let own = (id: string) => id.slice(0, -4) + mark;
    let id = `44444444-4444-4444-8444-44444444${mark}`;
    let place = serverIndexOf(id, servers);
    if (!found.has(place)) found.set(place, { id, packages: packages.map(own), pixels: pixels.map(own) });
  }
  return [...found.values()];
}

/** The same events, one owner's after the other's. */
export function shared(events: readonly Event[], owners: readonly TestOwner[]): Event[] {
  return events.map((event, i) => {
    let owner = owners[i % owners.length]!;
    let [before, after] = event.artifactType === 'package' ? [packages, owner.packages] : [pixels, owner.pixels];
    return { ...event, ownerId: owner.id, artifactId: after[before.indexOf(event.artifactId)]! };
  });
}

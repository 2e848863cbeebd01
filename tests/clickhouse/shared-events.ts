/** Events of several owners, each with packages and pixels of their own. */
import type { Event } from 'contract/event-fields';
import { packages, pixels } from '../gateway/events/random-events';

export interface TestOwner {
  id: string;
  packages: string[];
  pixels: string[];
}

export function ownersOf(count: number): TestOwner[] {
  return Array.from({ length: count }, (_, i) => {
    let own = (id: string) => id.slice(0, -4) + String(i).padStart(4, '0');
    return { id: own('44444444-4444-4444-8444-444444444444'), packages: packages.map(own), pixels: pixels.map(own) };
  });
}

/** The same events, one owner's after the other's. */
export function shared(events: readonly Event[], owners: readonly TestOwner[]): Event[] {
  return events.map((event, i) => {
    let owner = owners[i % owners.length]!;
    let [before, after] = event.artifactType === 'package' ? [packages, owner.packages] : [pixels, owner.pixels];
    return { ...event, ownerId: owner.id, artifactId: after[before.indexOf(event.artifactId)]! };
  });
}

/** Compares the event store of a stopped product with the answers. */
import { dayMs } from 'contract/shared/time';
import { openEventStore } from 'gateway/events/duckdb/open';
import { readDroppedEvents } from 'journal/dropped-events';
import type { Tally } from './traffic';

export interface Comparison {
  /** Downloads in the store. */
  stored: number;
  /** Downloads that were answered and are not in the store. */
  missing: number[];
  /** Downloads that are in the store more than once. */
  twice: number;
  /** Downloads that are in the store and were not answered. */
  unanswered: number;
  /** The product's own count of lost events. */
  countedLost: number;
}

/** Opens the store, which takes over what the journal still holds, and looks for every download. */
export async function compare(folder: string, packageIds: string[], { answered }: Tally): Promise<Comparison> {
  let store = await openEventStore({ folder });
  let times = new Map<number, number>();
  let range = { from: Date.now() - dayMs, until: Date.now() + dayMs };
  for await (let batch of store.export({ artifactType: 'package', artifactIds: packageIds, ...range }))
    for (let { version } of batch) {
      let number = /^k(\d+)$/.exec(version)?.[1];
      if (number) times.set(Number(number), (times.get(Number(number)) ?? 0) + 1);
    }
  await store.close();
  return {
    stored: times.size,
    missing: [...answered].filter((number) => !times.has(number)),
    twice: [...times.values()].filter((count) => count > 1).length,
    unanswered: [...times.keys()].filter((number) => !answered.has(number)).length,
    countedLost: (await readDroppedEvents(folder))?.events ?? 0,
  };
}

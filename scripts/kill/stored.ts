/** What is in the event store of a stopped product, compared with what was answered. */
import { dayMs } from 'contract/time';
import { openEventStore } from 'gateway/events/duckdb';
import { readLosses } from 'journal/losses';
import type { Tally } from './traffic';

export interface Comparison {
  /** Downloads in the store. */
  stored: number;
  /** Answered and not there. */
  missing: number[];
  /** There more than once. */
  twice: number;
  /** There, though nobody was answered. */
  unanswered: number;
  /** What the product itself counts as lost. */
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
    countedLost: (await readLosses(folder))?.events ?? 0,
  };
}

/** The numbers of a range, and positions of journals, in partitions. */
import type { Event } from 'contract/event-fields';
import type { Mark } from 'journal/reader';
import { partitionOf } from '../shape/ends';

/** The numbers of a range in a partition. */
export interface Span {
  partition: number;
  first: number;
  end: number;
}

/** The condition for these numbers. */
export function inSpans(spans: readonly Span[], column = 'seq'): string {
  if (spans.length === 0) return 'false';
  return spans.map(({ first, end }) => `${column} >= ${first} AND ${column} < ${end}`).join(' OR ');
}

/** The numbers of events in the order of their partitions, each behind the end of its partition. */
export function spansOf(events: readonly Event[], endIn: (partition: number) => number): Span[] {
  let sizes = new Map<number, number>();
  for (let partition of events.map(({ ownerId }) => partitionOf(ownerId)))
    sizes.set(partition, (sizes.get(partition) ?? 0) + 1);
  return [...sizes].map(([partition, size]) => {
    let first = endIn(partition);
    return { partition, first, end: first + size };
  });
}

/** The name of an epoch in `progress` for the events of a partition. */
export function epochIn(epoch: string, partition: number | ''): string {
  return `${epoch} #${partition}`;
}

export function withoutPartition(epoch: string): string {
  return epoch.replace(/ #\d+$/, '');
}

export function markIn({ node, epoch, next }: Mark, partition: number): Mark {
  return { node, epoch: epochIn(epoch, partition), next };
}

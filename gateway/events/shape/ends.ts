/**
 * How far events are stored. Owners belong to partitions, each with a sequence of numbers, so that "as of
 * event N" is a number of the owner's partition. A machine that stores all events itself numbers them in
 * partition 0, below the numbers of all others: such events are part of every later state.
 */
import { createHash } from 'node:crypto';
import { numbersPerPartition } from 'contract/analytics/last-event';

/** The partitions of owners are 1 to this one. */
export const partitionMax = 64;
/** The number after the last event of each partition; nothing for one without events. */
export type Ends = readonly (number | undefined)[];

/** The same in every process and version. */
export function partitionOf(ownerId: string): number {
  return 1 + (createHash('sha256').update(ownerId).digest().readUInt32BE() % partitionMax);
}

/** The partition to which the number of an event belongs. */
export function partitionIn(seq: number): number {
  return Math.floor(seq / numbersPerPartition);
}

export function firstOf(partition: number): number {
  return partition * numbersPerPartition;
}

export function endFor(ends: Ends, ownerId: string | undefined): number {
  let own = ownerId === undefined ? undefined : ends[partitionOf(ownerId)];
  return own ?? ends[0] ?? 0;
}

interface Owned {
  artifactOf(key: number): { ownerId: string };
}

/** For artifacts of one owner. */
export function endOf(ends: Ends, { artifactOf }: Owned, [key]: readonly number[]): number {
  return endFor(ends, key === undefined ? undefined : artifactOf(key).ownerId);
}

/** The number of events, deleted ones included. */
export function sizeOf(ends: Ends): number {
  return ends.reduce<number>((sum, end, partition) => sum + (end ?? firstOf(partition)) - firstOf(partition), 0);
}

/** Whether a state of the owner's events is stored. */
export function hasReached(ends: Ends, lastEvent: number, ownerId: string | undefined): boolean {
  let partition = partitionIn(lastEvent);
  let isOwn = partition === 0 || (ownerId !== undefined && partition === partitionOf(ownerId));
  return isOwn && lastEvent <= (ends[partition] ?? 0);
}

/** The condition for stored events of all partitions. */
export function inEnds(ends: Ends, column = 'seq'): string {
  if (ends.length <= 1) return `${column} < ${ends[0] ?? 0}`;
  let all = Array.from(ends, (end, partition) => end ?? firstOf(partition));
  return `${column} < [${all.join(', ')}][toUInt32(intDiv(${column}, ${numbersPerPartition})) + 1]`;
}

/** The numbers that a later state has and an earlier one has not, by partition; `end` is not included. */
export function numbersBetween(earlier: Ends, later: Ends): { from: number; end: number }[] {
  return [...later.entries()]
    .map(([i, end = firstOf(i)]) => ({ from: earlier[i] ?? firstOf(i), end }))
    .filter(({ from, end }) => from < end);
}

export function areEqual(one: Ends, other: Ends): boolean {
  return one.length === other.length && Array.from(one, (end, i) => end === other[i]).every(Boolean);
}

/** The last event that a question knows, and for how long an answer is wanted. */

export interface SnapshotOptions {
  /**
   * The number of the last event that counts, as if none had come since; events are numbered from 1 in
   * the order in which they are stored. Everything that is durable counts when left out.
   */
  lastEvent?: number | undefined;
  /** Aborted when nobody waits for the answer any more; it may be refused then. */
  gone?: AbortSignal | undefined;
}

/** The condition that holds for the events up to a number; `seq` counts from 0. */
export function inSnapshot(lastEvent: number): string {
  if (!Number.isSafeInteger(lastEvent)) throw new RangeError(`Not the number of an event: ${lastEvent}`);
  return `seq < ${lastEvent}`;
}

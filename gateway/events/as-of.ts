/** The last event that a question knows. */

export interface AsOf {
  /**
   * The number of the last event that counts, as if none had come since; events are numbered from 1 in
   * the order in which they are stored. Everything that is durable counts when left out.
   */
  lastEvent?: number | undefined;
}

/** The condition that holds for the events up to a number; `seq` counts from 0. */
export function storedBy(lastEvent: number): string {
  if (!Number.isSafeInteger(lastEvent)) throw new RangeError(`Not the number of an event: ${lastEvent}`);
  return `seq < ${lastEvent}`;
}

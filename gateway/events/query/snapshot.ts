export interface SnapshotOptions {
  /**
   * Number of the last event that counts, starting at 1 in order of storage; everything durable by
   * default.
   */
  lastEvent?: number | undefined;
  /** Aborted when the client disconnects; the query may be refused then. */
  signal?: AbortSignal | undefined;
}

/** Events up to a number; `seq` starts at 0. */
export function inSnapshot(lastEvent: number): string {
  if (!Number.isSafeInteger(lastEvent)) throw new RangeError(`Not the number of an event: ${lastEvent}`);
  return `seq < ${lastEvent}`;
}

import type { Artifact } from '../write/artifact-keys';
import type { EventWriter } from '../write/writer';
import { endOf } from './ends';

export interface SnapshotOptions {
  /**
   * Number of the last event that counts, starting at 1 in order of storage, in the partition of the
   * owner; everything durable by default.
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

/** The state that a question about artifacts of one owner is answered at. */
export async function stateOfQuestion(
  writer: Pick<EventWriter, 'flush' | 'ends' | 'artifacts'>,
  { lastEvent }: SnapshotOptions,
  type: Artifact['artifactType'],
  ids: readonly string[],
): Promise<number> {
  if (lastEvent !== undefined) return lastEvent;
  await writer.flush();
  return endOf(writer.ends(), writer.artifacts(), writer.artifacts().keysOf(type, ids));
}

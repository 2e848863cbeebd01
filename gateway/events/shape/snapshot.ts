import type { Artifact, ArtifactKeys } from './artifact-keys';
import { endOf, type Ends } from './ends';

export interface SnapshotOptions {
  /**
   * Number of the last event that counts, starting at 1 in order of storage, in the partition of the
   * owner; everything durable by default.
   */
  lastEvent?: number | undefined;
  /** Aborted when the client disconnects; the query may be refused then. */
  signal?: AbortSignal | undefined;
}

/** What questions know of the events that are stored and on their way. */
export interface WrittenEvents {
  /** Resolves when everything durable at the call is read. */
  catchUp(): Promise<void>;
  /** Resolves with `end` when everything durable at the call is stored. */
  flush(): Promise<number>;
  artifacts(): ArtifactKeys;
  /** How far events are stored, in each partition. */
  ends(): Ends;
  /** The number of stored events, deleted ones included: the end of a table with one sequence. */
  end(): number;
  /** Events in memory that are not in the table yet. */
  waiting(): number;
}

/** Events up to a number; `seq` starts at 0. */
export function inSnapshot(lastEvent: number): string {
  if (!Number.isSafeInteger(lastEvent)) throw new RangeError(`Not the number of an event: ${lastEvent}`);
  return `seq < ${lastEvent}`;
}

/** The state that a question about artifacts of one owner is answered at. */
export async function stateOfQuestion(
  writer: Pick<WrittenEvents, 'flush' | 'ends' | 'artifacts'>,
  { lastEvent }: SnapshotOptions,
  type: Artifact['artifactType'],
  ids: readonly string[],
): Promise<number> {
  if (lastEvent !== undefined) return lastEvent;
  await writer.flush();
  return endOf(writer.ends(), writer.artifacts(), writer.artifacts().keysOf(type, ids));
}

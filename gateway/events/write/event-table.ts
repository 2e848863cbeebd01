/** The table of events that the writer needs, for any engine. */
import type { Event } from 'contract/event-fields';
import type { Epoch } from 'journal/headers';
import type { Mark } from 'journal/reader';
import type { ArtifactKeys } from '../shape/artifact-keys';
import type { CountDecisions } from './count-decisions';

export interface EventTable {
  /**
   * Appends events and stores the journal positions atomically. One call at a time. After a failure
   * ask `end` again: the commit may have succeeded.
   */
  add(events: readonly Event[], marks: readonly Mark[]): Promise<void>;
  /** How far each journal is stored. */
  marks(): Mark[];
  /** Sequence number after the last row; asks the engine after a failure. */
  end(): Promise<number>;
  artifacts(): ArtifactKeys;
  /** Resolves when all writes have ended. */
  close(): Promise<void>;
}

/**
 * Creates or migrates the table. `decided` is called with the decisions about events before they
 * are in the table.
 */
export type OpenTable<Table extends EventTable = EventTable> = (
  epochs: readonly Epoch[],
  decided: (events: readonly Event[], decided: CountDecisions) => void,
) => Promise<Table>;

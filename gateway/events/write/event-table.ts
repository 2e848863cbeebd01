/** A table of events as the writer needs it, whatever keeps it. */
import type { Event } from 'contract/event-fields';
import type { Epoch } from 'journal/headers';
import type { Mark } from 'journal/reader';
import type { ArtifactKeys } from './artifact-keys';
import type { CountDecisions } from './count-decisions';

export interface EventTable {
  /**
   * Adds events at the end, and notes how far their journals are stored then: all of it or nothing.
   * One call at a time; after a failed call ask `end` again, it may have come through.
   */
  add(events: readonly Event[], marks: readonly Mark[]): Promise<void>;
  /** How far each journal is stored. */
  marks(): Mark[];
  /** Every row has a lower `seq`; asks the engine after a failure. */
  end(): Promise<number>;
  artifacts(): ArtifactKeys;
  /** Resolves when nothing is written any more, and nothing will be. */
  close(): Promise<void>;
}

/**
 * Opens a table, made if it is missing and brought to today's version. `epochs` are those of the
 * journal's files. `decided` is told what is decided about events before they are in the table.
 */
export type OpenTable<Table extends EventTable = EventTable> = (
  epochs: readonly Epoch[],
  decided: (events: readonly Event[], decided: CountDecisions) => void,
) => Promise<Table>;

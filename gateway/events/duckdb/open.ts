/** The embedded event store: DuckDB in one folder, owned by one process. */
import type { Event } from 'contract/event-fields';
import { refuseNewerJournal } from 'journal/headers';
import { createBaseStore, loadEvents } from '../base-store';
import { createCheckpoints } from './checkpoints';
import { createCachedAggregates } from '../cache/cached-aggregates';
import type { DecisionChange } from '../write/count-decisions';
import { createDuckdbDeletions } from './deletions';
import { openEngine } from './engine';
import { relabelStored, type NamingRules } from './relabel';
import { countingChange } from '../query/state';
import type { EventStore } from '../store';
import { openDuckdbTable } from './table';
import { createEventWriter, type EventWriterParts } from '../write/writer';

export interface EventStoreSettings {
  /** Where the store's file lies; made if need be. */
  folder: string;
  /**
   * Memory the engine may take for its questions and its cache, in megabytes; more work goes
   * through its temporary files.
   */
  memoryMb?: number;
  /** Kilobytes the engine writes from one checkpoint to the next; its own number when left out. */
  checkpointKb?: number | undefined;
  /** Told what was found damaged and what became of it; on standard error when left out. */
  warn?: (sentence: string) => void;
  /** Names what earlier versions have stored anew; left as it is without them. */
  rules?: NamingRules | undefined;
  /** As that of the writer; events stay as they are when left out. */
  resolve?: EventWriterParts['resolve'];
  /** What was erased before: none of its events is stored. */
  tombstones?: EventWriterParts['tombstones'];
  /** As that of the writer. */
  clock?: EventWriterParts['clock'];
}

const memoryMbDefault = 128;

/**
 * Opens the store, empty at the first time. Throws, with nothing changed, where the folder is in
 * use already, where a newer version has written it, and where its file is damaged.
 */
export async function openEventStore({
  folder,
  memoryMb = memoryMbDefault,
  checkpointKb,
  warn = (sentence) => process.stderr.write(`${sentence}\n`),
  rules,
  resolve = async (events) => events,
  tombstones = [],
  clock,
}: EventStoreSettings): Promise<EventStore> {
  await refuseNewerJournal(folder);
  let ownerOf = (key: number) => writer.artifacts().artifactOf(key).ownerId;
  let engine = await openEngine(folder, { memoryMb, checkpointKb, ownerOf });
  let taken = (events: readonly Event[], seq: number) => counts.written(events, seq);
  let changed = (changes: readonly DecisionChange[]) => counts.changed(changes);
  let opened = async () => {
    if (rules) await relabelStored(engine.writer(), rules);
    return createEventWriter(openDuckdbTable(engine), { folder, warn, resolve, taken, changed, tombstones, clock });
  };
  let writer = await opened().catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  let counts = createCachedAggregates(engine, writer);
  let checkpoints = createCheckpoints(writer, checkpointKb);
  let deletions = await createDuckdbDeletions(engine, writer, { counts, checkpoints }).catch(async (error: unknown) => {
    await writer.close();
    await engine.close();
    throw error;
  });
  let changedAt = await countingChange(engine);
  let closing: Promise<void> | undefined;

  return {
    ...createBaseStore(engine, writer, counts, folder),
    ...deletions,
    freezeFile: checkpoints.freezeFile,
    countingChange: () => changedAt,
    readProblem: async () => undefined,
    async load(events) {
      let count = await loadEvents(writer, counts, events);
      await engine.writer().run('CHECKPOINT');
      return count;
    },
    close: () => (closing ??= writer.close().then(() => engine.close())),
  };
}

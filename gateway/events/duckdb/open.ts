/** The embedded event store: DuckDB in one folder, owned by one process. */
import type { Event } from 'contract/event-fields';
import { refuseNewerJournal } from 'journal/headers';
import { createBaseStore, loadEvents } from '../base-store';
import type { DamageWatch } from '../damage-watch';
import { watchBlocks } from './block-watch';
import { createCheckpoints } from './checkpoints';
import { createCachedAggregates } from '../cache/cached-aggregates';
import type { DecisionChange } from '../write/count-decisions';
import { isDamage } from './damage';
import { createDuckdbDeletions } from './deletions';
import { notOpened, openEngine } from './engine';
import { relabelStored, type NamingRules } from './relabel';
import { countingChange } from '../query/state';
import type { EventStore } from '../shape/store';
import { startSummarizer } from './summarizer';
import { openDuckdbTable } from './table';
import { createEventWriter, type EventWriterParts } from '../write/writer';

export interface EventStoreSettings {
  /** Created if needed. */
  folder: string;
  /** Megabytes for queries and the engine's cache; larger work uses temporary files. */
  memoryMb?: number;
  /** Kilobytes between checkpoints; the engine's default if undefined. */
  checkpointKb?: number | undefined;
  /** Gets messages about damage; writes to standard error by default. */
  warn?: (sentence: string) => void;
  /** Relabels events stored by earlier versions. */
  rules?: NamingRules | undefined;
  resolve?: EventWriterParts['resolve'];
  tombstones?: EventWriterParts['tombstones'];
  clock?: EventWriterParts['clock'];
  /** The time to store for one of the journal; the same by default. */
  dated?: ((time: number) => number) | undefined;
}

const memoryMbDefault = 128;

/**
 * Throws, without changing anything, if the folder is in use, written by a newer version, or
 * damaged.
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
  dated,
}: EventStoreSettings): Promise<EventStore> {
  await refuseNewerJournal(folder);
  let explained = (error: unknown) => (isDamage(error) ? notOpened(folder, error) : error);
  let ownerOf = (key: number) => writer.artifacts().artifactOf(key).ownerId;
  let watch: DamageWatch | undefined;
  let engine = await openEngine(folder, { memoryMb, checkpointKb, ownerOf, damaged: () => watch?.met() });
  let taken = (events: readonly Event[], seq: number) => counts.written(events, seq);
  let changed = (changes: readonly DecisionChange[]) => counts.changed(changes);
  let opened = async () => {
    if (rules) await relabelStored(engine.writer(), rules);
    return createEventWriter(openDuckdbTable(engine), {
      folder,
      warn,
      resolve,
      taken,
      changed,
      tombstones,
      clock,
      dated,
    });
  };
  let writer = await opened().catch(async (error: unknown) => {
    await engine.close();
    throw explained(error);
  });
  let counts = createCachedAggregates(engine, writer);
  let summarizer = startSummarizer({ engine, writer, warn });
  let blocks = (watch = watchBlocks({ engine, summarizer, folder, warn }));
  let checkpoints = createCheckpoints(writer, summarizer, checkpointKb);
  let parts = { counts, checkpoints, summarizer };
  let deletions = await createDuckdbDeletions(engine, writer, parts).catch(async (error: unknown) => {
    await closeAll();
    throw explained(error);
  });
  let changedAt = await countingChange(engine).catch(async (error: unknown) => {
    await closeAll();
    throw explained(error);
  });
  let closing: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    await blocks.stop();
    await summarizer.stop();
    await writer.close();
    await engine.close();
  }

  return {
    ...createBaseStore(engine, writer, counts, folder),
    ...deletions,
    freezeFile: checkpoints.freezeFile,
    countingChange: () => changedAt,
    readProblem: async () => undefined,
    verifyBlocks: blocks.look,
    damage: blocks.damage,
    async load(events) {
      let count = await summarizer.without(() => loadEvents(writer, counts, events));
      await summarizer.bringUpToDate();
      await engine.writer().run('CHECKPOINT');
      return count;
    },
    close: () => (closing ??= closeAll()),
  };
}

/** The event store on a ClickHouse server: questions go to it, and the journal is shipped to it. */
import PQueue from 'p-queue';
import type { Event } from 'contract/event-fields';
import { inSpan } from 'net/tracing';
import { refuseNewerJournal } from 'journal/headers';
import { createAnswers, loadEvents } from '../answers';
import { createCounts } from '../counts';
import type { Change } from '../decisions';
import type { Answering } from '../dialect';
import type { EventStore } from '../store';
import { createWriter, type WriterParts } from '../writer';
import { connect, type Clickhouse } from './client';
import { createDeletions } from './deletions';
import { clickhouseDialect } from './dialect';
import { openRangeFile } from './range-file';
import { migrate } from './schema';
import { clickhouseTable } from './table';

export interface ClickhouseSettings extends Partial<Omit<WriterParts, 'folder' | 'taken' | 'changed'>> {
  /** Where the journal is, and the file with the range on its way. */
  folder: string;
  /** `https://user:password@host:8443/database`. */
  url: string;
}

/** Questions that the server is asked at the same time. */
const questionsMax = 6;

/**
 * Opens the store, empty at the first time. Throws an Error that says what to do where the server
 * does not answer, where a newer version has written to it, and where another process ships the
 * journal of the folder.
 */
export async function openClickhouseStore({
  url,
  folder,
  warn = (sentence) => process.stderr.write(`${sentence}\n`),
  resolve = async (events) => events,
  tombstones = [],
}: ClickhouseSettings): Promise<EventStore> {
  await refuseNewerJournal(folder);
  let ranges = openRangeFile(folder);
  let server: Clickhouse | undefined;
  try {
    server = await connect(url);
    return await openOn(server);
  } catch (error) {
    await server?.close();
    ranges.close();
    throw error;
  }

  async function openOn(opened: Clickhouse): Promise<EventStore> {
    await migrate(opened);
    let engine = answeringOf(opened);
    let taken = (events: readonly Event[], seq: number) => counts.written(events, seq);
    let changed = (changes: readonly Change[]) => counts.changed(changes);
    let parts = { folder, warn, resolve, taken, changed, tombstones };
    let writer = await createWriter(clickhouseTable(opened, ranges), parts);
    let counts = createCounts(engine, writer);
    let deletions = await createDeletions(opened, engine, writer, counts).catch(async (error: unknown) => {
      await writer.close();
      throw error;
    });
    let closing: Promise<void> | undefined;
    async function close(): Promise<void> {
      await writer.close();
      await opened.close();
      ranges.close();
    }
    return {
      ...createAnswers(engine, writer, counts, folder),
      ...deletions,
      // Nothing of the store is in the folder but what the journal has as well.
      async keepFile(work) {
        let release = await writer.keepJournal();
        await work(() => undefined).finally(release);
      },
      countingChange: () => undefined,
      unreachable: () =>
        opened.look().then(
          () => undefined,
          (error: unknown) => (error as Error).message,
        ),
      load: (events) => loadEvents(writer, counts, events),
      close: () => (closing ??= close()),
    };
  }
}

function answeringOf({ ask }: Clickhouse): Answering {
  let questions = new PQueue({ concurrency: questionsMax });
  return {
    dialect: clickhouseDialect,
    read: (question) => questions.add(() => inSpan({ name: 'events question' }, () => question(ask))),
    isIdle: () => questions.size + questions.pending === 0,
  };
}

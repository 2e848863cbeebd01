/**
 * The event store on a ClickHouse server: questions go to it, and the journal is shipped to it, or
 * what edge nodes have sent to it is stored. In a dashboard's process it only answers.
 */
import PQueue from 'p-queue';
import type { Event } from 'contract/event-fields';
import { inSpan } from 'net/tracing';
import { refuseNewerJournal } from 'journal/headers';
import { createAnswers, loadEvents } from '../answers';
import { createCounts, type Counts } from '../counts';
import type { Session } from '../../db/session';
import type { Change } from '../decisions';
import type { Answering } from '../dialect';
import type { EventStore } from '../store';
import { createWriter, type Writer, type WriterParts } from '../writer';
import { makeArrivals } from './arrivals';
import { createArrivalsReader } from './arrivals-reader';
import { connect, type Clickhouse } from './client';
import { createDeletions } from './deletions';
import { clickhouseDialect } from './dialect';
import { createFollower } from './follower';
import { openRangeFile, type RangeStore } from './range-file';
import { rangeNotes } from './range-notes';
import { migrate } from './schema';
import { clickhouseTable } from './table';

export interface ClickhouseSettings extends Partial<Omit<WriterParts, 'folder' | 'taken' | 'changed'>> {
  /** Where the journal is, and the file with the range on its way. */
  folder: string;
  /** `https://user:password@host:8443/database`. */
  url: string;
  /**
   * The connection to PostgreSQL that holds the lock of the jobs: what edge nodes have sent is
   * stored, and nothing is read from a journal of the folder. Left out in an installation of one
   * machine.
   */
  lock?: Session | undefined;
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
  lock,
}: ClickhouseSettings): Promise<EventStore> {
  if (!lock) await refuseNewerJournal(folder);
  let ranges: RangeStore = lock ? rangeNotes(lock) : openRangeFile(folder);
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
    if (lock) await makeArrivals(opened);
    let engine = answeringOf(opened);
    let taken = (events: readonly Event[], seq: number) => counts.written(events, seq);
    let changed = (changes: readonly Change[]) => counts.changed(changes);
    let journal: WriterParts['journal'] = (marks, damage) => createArrivalsReader(opened, marks, { damage, warn });
    let parts = { folder, warn, resolve, taken, changed, tombstones, journal: lock && journal };
    let writer = await createWriter(clickhouseTable(opened, ranges), parts);
    let counts = createCounts(engine, writer);
    async function close(): Promise<void> {
      await writer.close();
      await opened.close();
      ranges.close();
    }
    return storeOver(opened, { engine, writer, counts, folder, close });
  }
}

/**
 * Opens the store for questions: another process stores the events, and what it has stored is part
 * of the answers within a second.
 */
export async function openClickhouseAnswers({
  url,
  folder,
}: Pick<ClickhouseSettings, 'url' | 'folder'>): Promise<EventStore> {
  let server = await connect(url);
  try {
    await migrate(server);
    await makeArrivals(server);
    let engine = answeringOf(server);
    let counts: Counts | undefined;
    let follower = await createFollower(server, {
      changed: (changes) => counts?.changed(changes),
      deleted: () => counts?.clear(),
    });
    counts = createCounts(engine, follower);
    let close = () => follower.close().then(server.close);
    return await storeOver(server, { engine, writer: follower, counts, folder, close });
  } catch (error) {
    await server.close();
    throw error;
  }
}

interface StoreParts {
  engine: Answering;
  writer: Writer;
  counts: Counts;
  folder: string;
  close(): Promise<void>;
}

async function storeOver(
  server: Clickhouse,
  { engine, writer, counts, folder, close }: StoreParts,
): Promise<EventStore> {
  let deletions = await createDeletions(server, engine, writer, counts).catch(async (error: unknown) => {
    await writer.close();
    throw error;
  });
  let closing: Promise<void> | undefined;
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
      server.look().then(
        () => undefined,
        (error: unknown) => (error as Error).message,
      ),
    load: (events) => loadEvents(writer, counts, events),
    close: () => (closing ??= close()),
  };
}

function answeringOf({ ask }: Clickhouse): Answering {
  let questions = new PQueue({ concurrency: questionsMax });
  return {
    dialect: clickhouseDialect,
    read: (question) => questions.add(() => inSpan({ name: 'events question' }, () => question(ask))),
    isIdle: () => questions.size + questions.pending === 0,
  };
}

/**
 * The event store on ClickHouse servers. It ships the journal to them, or stores what edge nodes
 * have sent; in a dashboard process it only answers queries.
 */
import PQueue from 'p-queue';
import type { Event } from 'contract/event-fields';
import { inSpan } from 'net/tracing';
import { refuseNewerJournal } from 'journal/headers';
import { createBaseStore, loadEvents } from '../base-store';
import { createCachedAggregates, type CachedAggregates } from '../cache/cached-aggregates';
import type { PgSession } from '../../floor/db/session';
import { ApiError } from '../../floor/api-error';
import type { DecisionChange } from '../write/count-decisions';
import type { ReadOptions, QueryEngine } from '../query/dialect';
import type { EventStore } from '../store';
import { createEventWriter, type EventWriter, type EventWriterParts } from '../write/writer';
import { createArrivalsTable } from './arrivals';
import { createArrivalsReader } from './arrivals-reader';
import type { Clickhouse } from './client';
import { createClickhouseDeletions } from './deletions';
import { clickhouseDialect } from './dialect';
import { isTooLarge } from './explain';
import { createFollower } from './follower';
import { CallerHasGone } from '../query/time-limit';
import { openRangeFile, type RangeStore } from './range-file';
import { createPgRangeStore } from './range-notes';
import { openShards, type ServerAddresses, type Shards } from './shards';
import { startSummarizer, type ClickhouseSummarizer } from './summarizer';
import { createCoverage, createSummaryTables, invalidateDecided } from './summary-parts';
import { clickhouseTable, type ClickhouseTable } from './table';

export interface ClickhouseSettings
  extends ServerAddresses, Partial<Omit<EventWriterParts, 'folder' | 'taken' | 'changed'>> {
  /** Contains the journal, and the file with the pending range. */
  folder: string;
  /**
   * The PostgreSQL session with the jobs lock: then edge nodes' records are stored and no local
   * journal is read. Undefined on a single machine.
   */
  lock?: PgSession | undefined;
}

/** Concurrent queries. */
const questionsMax = 6;

/** After a query that hit a limit of the server. */
const retrySeconds = 30;

/**
 * Throws an Error with advice if the server does not answer, a newer version has written to it, or
 * another process ships the journal.
 */
export async function openClickhouseStore({
  url,
  cluster,
  folder,
  warn = (sentence) => process.stderr.write(`${sentence}\n`),
  resolve = async (events) => events,
  tombstones = [],
  clock,
  lock,
}: ClickhouseSettings): Promise<EventStore> {
  if (!lock) await refuseNewerJournal(folder);
  let ranges: RangeStore = lock ? createPgRangeStore(lock) : openRangeFile(folder);
  let shards: Shards | undefined;
  try {
    shards = await openShards({ url, cluster }, true);
    return await openOn(shards);
  } catch (error) {
    await shards?.close();
    ranges.close();
    throw error;
  }

  async function openOn(opened: Shards): Promise<EventStore> {
    if (lock) await createArrivalsTable(opened.head);
    let engine = answeringOf(opened, () => writer);
    let taken = (events: readonly Event[], seq: number) => counts.written(events, seq);
    let changed = (changes: readonly DecisionChange[]) => counts.changed(changes);
    let journal: EventWriterParts['journal'] = (marks, damage) =>
      createArrivalsReader(opened.head, marks, { damage, warn });
    let parts = { folder, warn, resolve, taken, changed, tombstones, clock, journal: lock && journal };
    let summarizer: ClickhouseSummarizer | undefined;
    let isAlone = opened.all.length === 1;
    if (isAlone) await createSummaryTables(opened.head);
    let changing = async (seqs: readonly number[]) => {
      if (summarizer) await summarizer.invalidate(seqs);
      else if (isAlone) await invalidateDecided(opened.head, seqs);
    };
    let writer: EventWriter<ClickhouseTable> = await createEventWriter(
      clickhouseTable(opened, ranges, changing),
      parts,
    );
    let counts = createCachedAggregates(engine, writer);
    if (isAlone)
      summarizer = startSummarizer({
        server: opened.head,
        artifacts: writer.artifacts,
        between: writer.table.between,
        end: writer.end,
        warn,
      });
    async function close(): Promise<void> {
      await summarizer?.stop();
      await writer.close();
      await opened.close();
      ranges.close();
    }
    return storeOver(opened, { engine, writer, counts, summarizer, folder, close });
  }
}

/** Read-only: another process stores the events, which are visible within a second. */
export async function openClickhouseAnswers({
  folder,
  ...addresses
}: ServerAddresses & Pick<ClickhouseSettings, 'folder'>): Promise<EventStore> {
  let shards = await openShards(addresses, false);
  try {
    await createArrivalsTable(shards.head);
    let engine = answeringOf(shards, () => follower);
    let counts: CachedAggregates | undefined;
    let follower: EventWriter = await createFollower(shards, {
      changed: (changes) => counts?.changed(changes),
      deleted: () => counts?.clear(),
    });
    counts = createCachedAggregates(engine, follower);
    let close = () => follower.close().then(shards.close);
    return await storeOver(shards, { engine, writer: follower, counts, folder, close });
  } catch (error) {
    await shards.close();
    throw error;
  }
}

interface StoreParts {
  engine: QueryEngine;
  writer: EventWriter;
  counts: CachedAggregates;
  summarizer?: ClickhouseSummarizer | undefined;
  folder: string;
  close(): Promise<void>;
}

async function storeOver(shards: Shards, parts: StoreParts): Promise<EventStore> {
  let { engine, writer, counts, summarizer, folder, close } = parts;
  let deletions = await createClickhouseDeletions(shards, parts).catch(async (error: unknown) => {
    await writer.close();
    throw error;
  });
  let closing: Promise<void> | undefined;
  return {
    ...createBaseStore(engine, writer, counts, folder),
    ...deletions,
    // The folder only has the journal.
    async freezeFile(work) {
      let release = await writer.keepJournal();
      await work(() => undefined).finally(release);
    },
    countingChange: () => undefined,
    readProblem: () =>
      Promise.all(shards.all.map((server) => server.look())).then(
        () => undefined,
        (error: unknown) => (error as Error).message,
      ),
    async load(events) {
      let count = await loadEvents(writer, counts, events);
      await summarizer?.bringUpToDate();
      return count;
    },
    close: () => (closing ??= close()),
  };
}

/** `writer` provides artifact keys. */
function answeringOf({ all, placeOf }: Shards, writer: () => EventWriter): QueryEngine {
  let queues = all.map(() => new PQueue({ concurrency: questionsMax }));

  function askOne<T>(place: number, question: (ask: Clickhouse['ask']) => Promise<T>, gone?: AbortSignal): Promise<T> {
    let asked = async () => {
      if (gone?.aborted) throw new CallerHasGone();
      try {
        return await inSpan({ name: 'events question' }, () => question(all[place]!.ask));
      } catch (error) {
        throw isTooLarge(error) ? new ApiError('question-is-too-large', undefined, { retrySeconds }) : error;
      }
    };
    return queues[place]!.add(asked);
  }

  function placeOfAll({ keys }: ReadOptions): number {
    if (all.length === 1) return 0;
    let { artifactOf } = writer().artifacts();
    let places = new Set(keys.map((key) => placeOf(artifactOf(key).ownerId)));
    if (places.size > 1) throw new Error('A question to the event store is about several owners.');
    return [...places][0] ?? 0;
  }

  return {
    dialect: clickhouseDialect,
    read: async (question, about) => askOne(placeOfAll(about), (ask) => question(ask, false), about.signal),
    readAll: (question) => Promise.all(all.map((_, place) => askOne(place, question))),
    ...(all.length === 1 && { summaries: createCoverage() }),
    isIdle: () => queues.every(({ size, pending }) => size + pending === 0),
  };
}

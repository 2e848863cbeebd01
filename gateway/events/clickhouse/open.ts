/**
 * The event store on ClickHouse as processes see it that answer questions; storers store the
 * events.
 */
import { inSpan } from 'net/tracing';
import { createBaseStore, loadEvents } from '../base-store';
import type { DamageWatch } from '../damage-watch';
import { createCachedAggregates, type CachedAggregates } from '../cache/cached-aggregates';
import { inTurn } from '../../floor/db/leases';
import type { PgSession } from '../../floor/db/session';
import { ApiError } from '../../floor/calls/api-error';
import { createFairQueue } from '../../floor/calls/fair-queue';
import type { QueryEngine } from '../query/dialect';
import type { EventStore } from '../shape/store';
import type { EventWriter } from '../write/writer';
import { connect, type Clickhouse, type ServerAddress } from './client';
import { createClickhouseDeletions } from './deletions';
import { dialectOf } from './dialect';
import { isDamage, isTooLarge } from './explain';
import { createFollower, type FollowerParts } from './follower';
import { CallerHasGone } from '../query/time-limit';
import { watchParts } from './part-watch';
import { rangesShipped } from './range-notes';
import { openShards, type Shards } from './shards';
import { partitionProgress } from './stored';
import { createArrivalsTable, migrateTables } from './schema';
import { startSummarizer, type ClickhouseSummarizer } from './summarizer';
import { createCoverage } from './summary-coverage';
import { createSummaryTables } from './summary-parts';
import { asUnavailable } from './unavailable';

/** Concurrent queries. */
const questionsMax = 6;
/** Waiting ones are never refused here: those of callers had a turn before. */
const questionLimit = { atOnce: questionsMax, atOnceOfOne: questionsMax, waiting: 0, waitingOfOne: 0, waitMs: 0 };

/** After a query that hit a limit of the server. */
const retrySeconds = 30;

interface AnswersSettings extends ServerAddress {
  folder: string;
  warn?: ((sentence: string) => void) | undefined;
  /** In the process with the jobs, which imports and deletes events and makes the summaries. */
  writes?: (NonNullable<FollowerParts['writes']> & { session: PgSession }) | undefined;
}

/** Processes that store the events are separate; what they store is visible within a second. */
export async function openClickhouseAnswers({
  folder,
  warn = (sentence) => process.stderr.write(`${sentence}\n`),
  writes,
  ...address
}: AnswersSettings): Promise<EventStore> {
  let server = await connect(address);
  try {
    await migrateTables(server);
    await createArrivalsTable(server);
    let shards = await openShards(server);
    let damage = watchParts(server, warn);
    let engine = answeringOf(server, shards, () => follower, damage);
    let counts: CachedAggregates | undefined;
    let summarizer: ClickhouseSummarizer | undefined;
    let follower: EventWriter = await createFollower(server, shards, {
      writes,
      changed: (changes) => counts?.changed(changes),
      deleted: () => counts?.clear(),
    });
    let asked = withoutWaiting(follower, server);
    counts = createCachedAggregates(engine, asked);
    if (writes) {
      await inTurn(writes.session, () => createSummaryTables(server));
      summarizer = startSummarizer({
        server,
        shards,
        artifacts: follower.artifacts,
        async settled(partitions, signal) {
          await rangesShipped(writes.session, partitions, signal);
          // The follower can lag behind.
          return (await partitionProgress(server)).ends;
        },
        ends: follower.ends,
        warn,
      });
    }
    async function close(): Promise<void> {
      await summarizer?.stop();
      await follower.close();
      await server.close();
    }
    return await storeOver(server, { engine, writer: follower, asked, counts, damage, summarizer, folder, close });
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** While a shard is away no event is stored; questions are about those that are. */
function withoutWaiting(writer: EventWriter, { cluster }: Clickhouse): EventWriter {
  return {
    ...writer,
    async flush() {
      if (cluster !== undefined && writer.failure().storing instanceof ApiError) return writer.end();
      try {
        return await writer.flush();
      } catch (error) {
        if (cluster !== undefined && writer.failure().storing instanceof ApiError) return writer.end();
        throw asUnavailable(error);
      }
    },
  };
}

interface StoreParts {
  engine: QueryEngine;
  writer: EventWriter;
  /** The same for questions. */
  asked: EventWriter;
  counts: CachedAggregates;
  damage: DamageWatch;
  summarizer?: ClickhouseSummarizer | undefined;
  folder: string;
  close(): Promise<void>;
}

async function storeOver(server: Clickhouse, parts: StoreParts): Promise<EventStore> {
  let { engine, writer, asked, counts, damage, summarizer, folder, close } = parts;
  let deletions = await createClickhouseDeletions(server, parts).catch(async (error: unknown) => {
    await writer.close();
    throw error;
  });
  let closing: Promise<void> | undefined;
  return {
    ...createBaseStore(engine, asked, counts, folder),
    ...deletions,
    // The folder only has the journal.
    async freezeFile(work) {
      let release = await writer.keepJournal();
      await work(() => undefined).finally(release);
    },
    countingChange: () => undefined,
    readProblem: () =>
      server.look().then(
        () => undefined,
        (error: Error) => error.message,
      ),
    verifyBlocks: damage.look,
    damage: damage.damage,
    async load(events) {
      let count = await loadEvents(writer, counts, events);
      await summarizer?.bringUpToDate();
      return count;
    },
    close: () => (closing ??= damage.stop().then(close)),
  };
}

/** `writer` provides artifact keys. */
function answeringOf(
  server: Clickhouse,
  shards: Shards,
  writer: () => EventWriter,
  damage: Pick<DamageWatch, 'met'>,
): QueryEngine {
  // A report asks many questions: those of others do not wait for all of them.
  let turns = createFairQueue(questionLimit);
  let ownerOf = ([key]: readonly number[]) => (key === undefined ? '' : writer().artifacts().artifactOf(key).ownerId);
  return {
    dialect: dialectOf(server, shards, () => writer().artifacts()),
    read: async (question, { keys, signal }) =>
      turns.goOn(ownerOf(keys), async () => {
        if (signal?.aborted) throw new CallerHasGone();
        try {
          return await inSpan({ name: 'events question' }, () =>
            question(server.ask, false).catch((error: unknown) => {
              if (!isDamage(error)) throw error;
              damage.met();
              return question(server.ask, true);
            }),
          );
        } catch (error) {
          throw isTooLarge(error)
            ? new ApiError('question-is-too-large', undefined, { retrySeconds })
            : asUnavailable(error);
        }
      }),
    summaries: createCoverage(server),
    isIdle: () => turns.state().working + turns.state().waiting === 0,
  };
}

/**
 * The event store on ClickHouse as processes see it that answer questions; storers store the
 * events.
 */
import { createBaseStore, loadEvents } from '../base-store';
import type { DamageWatch } from '../damage-watch';
import { createCachedAggregates, type CachedAggregates } from '../cache/cached-aggregates';
import { inTurn } from '../../floor/db/leases';
import type { PgSession } from '../../floor/db/session';
import type { QueryEngine } from '../query/dialect';
import type { EventStore } from '../shape/store';
import type { EventWriter } from '../write/writer';
import { answeringOf, withoutWaiting } from './answering';
import { connect, type Clickhouse, type ServerAddress } from './client';
import { createClickhouseDeletions } from './deletions';
import { createFollower, type FollowerParts } from './follower';
import { watchParts } from './part-watch';
import { rangesShipped } from './range-notes';
import { openShards } from './shards';
import { partitionProgress } from './stored';
import { createArrivalsTable, migrateTables } from './schema';
import { startSummarizer, type ClickhouseSummarizer } from './summarizer';
import { createSummaryTables } from './summary-parts';

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

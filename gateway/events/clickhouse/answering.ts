/** Answers questions from the shards, and says why one cannot be answered. */
import { inSpan } from 'net/tracing';
import { ApiError } from '../../floor/calls/api-error';
import { createFairQueue } from '../../floor/calls/fair-queue';
import type { DamageWatch } from '../damage-watch';
import type { QueryEngine } from '../query/dialect';
import { CallerHasGone } from '../query/time-limit';
import type { EventWriter } from '../write/writer';
import type { Clickhouse } from './client';
import { dialectOf } from './dialect';
import { isDamage, isTooLarge } from './explain';
import type { Shards } from './shards';
import { createCoverage } from './summary-coverage';
import { asUnavailable } from './unavailable';

/** Concurrent queries. */
const questionsMax = 6;
/** Waiting ones are never refused here: those of callers had a turn before. */
const questionLimit = { atOnce: questionsMax, atOnceOfOne: questionsMax, waiting: 0, waitingOfOne: 0, waitMs: 0 };

/** After a query that hit a limit of the server. */
const retrySeconds = 30;

/** An engine that only reads; `writer` provides artifact keys. */
export function answeringOf(
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

/** While a shard is away no event is stored; questions are about those that are. */
export function withoutWaiting(writer: EventWriter, { cluster }: Clickhouse): EventWriter {
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

/**
 * Concurrency limits: how much runs and waits, in all and per owner. Above them requests are
 * refused with too-much-at-once (owner) or server-is-busy (all); password hashing with too-busy,
 * writes to the records with records-are-busy.
 */
import { hourMs, minuteMs } from 'contract/floor/time';
import type { WorkLimit } from 'net/turns';

/**
 * Event store queries (a report runs a dozen) and parts of files. Two run on the engine; the others
 * are answered from the cache, or format results.
 */
export const queryLimit: WorkLimit = { atOnce: 4, atOnceOfOne: 3, waiting: 240, waitingOfOne: 80, waitMs: 8_000 };

/** Downloads of files; their parts are limited as queries. */
export const fileLimit: WorkLimit = { atOnce: 24, atOnceOfOne: 4, waiting: 0, waitingOfOne: 0, waitMs: 0 };

/**
 * Parquet files being made: each has its own engine, and a thread of the pool while it works.
 * Sending them is limited as that of other files.
 */
export const parquetLimit: WorkLimit = { atOnce: 2, atOnceOfOne: 1, waiting: 20, waitingOfOne: 1, waitMs: 8_000 };

/** Open live streams; their queries are limited as those of others. */
export const streamLimit: WorkLimit = { atOnce: 100, atOnceOfOne: 10, waiting: 0, waitingOfOne: 0, waitMs: 0 };

/** Poll interval of streams. */
export const streamEveryMs = 2_000;

/** Imports of uploaded files, and background imports. */
export const importLimit: WorkLimit = { atOnce: 2, atOnceOfOne: 1, waiting: 0, waitingOfOne: 0, waitMs: 0 };
export const backgroundImports = 2;

/**
 * About six hours of attempts without progress, while a store may be down. Others run meanwhile.
 */
export const importAttemptsMax = 15;

/** Before the next attempt. */
export function importPauseMs(attempts: number): number {
  return Math.min(5_000 * 2 ** (attempts - 1), 3_600_000);
}

/** Separate from queries: in their queue, an import would wait for a report before each batch. */
export const importBatchLimit: WorkLimit = { atOnce: 1, atOnceOfOne: 1, waiting: 0, waitingOfOne: 0, waitMs: 0 };

/** Events per batch. */
export const importBatchSize = 2_000;

/**
 * An import reports its progress after this: the listener ends requests after a minute. The same if
 * the sender pauses.
 */
export const importMs = 40_000;
export const idleSenderMs = 15_000;

/** Each verification holds its counts in memory. */
export const verificationLimit: WorkLimit = { atOnce: 1, atOnceOfOne: 1, waiting: 3, waitingOfOne: 0, waitMs: 1_500 };

/** What a caller can wait for: the dashboard and most clients give up after 20 s. */
export const verifiedEventsMax = 30_000;
export const verificationMs = 12_000;

/** In the background, bounded by memory: the requests of a report are held. */
export const recountJobEventsMax = 50_000;
export const recountJobMs = 5 * minuteMs;
export const recountJobLimit: WorkLimit = {
  atOnce: 1,
  atOnceOfOne: 1,
  waiting: 20,
  waitingOfOne: 2,
  waitMs: 15 * minuteMs,
};
export const recountJobsOfOwner = 2;
export const recountJobsOfOwnerKept = 5;
export const recountJobsKept = { max: 200, ttl: hourMs };

/** Share links and badges, whose readers are anonymous. */
export const publicLimit: WorkLimit = { atOnce: 2, atOnceOfOne: 1, waiting: 40, waitingOfOne: 4, waitMs: 8_000 };

/** A client that reads nothing for this long is disconnected. */
export const idleReaderMs = 60_000;

/** Pages being rendered, in all and per visitor; each runs its queries at once. */
export const pageLimit: WorkLimit = { atOnce: 12, atOnceOfOne: 3, waiting: 120, waitingOfOne: 24, waitMs: 20_000 };

/**
 * Posted forms per visitor; further ones wait and are never refused. All together are limited by
 * `pagesOpenMax`, so that many slow ones do not block others.
 */
export const postLimit: WorkLimit = { atOnce: Infinity, atOnceOfOne: 4, waiting: 0, waitingOfOne: 0, waitMs: 0 };

/** Above this, page requests get a plain error. */
export const pagesOpenMax = 400;

/** Each hash takes 32 MB and a thread of the pool that reads files. */
export const hashingLimit = {
  atOnce: 2,
  /** Per queue. A slow processor hashes three a second, and the dashboard waits ten seconds. */
  waiting: 12,
  /** Per network, except known devices, so that one cannot fill the queue. */
  ofOneNetwork: 4,
};

/** How long a write waits for another one in any process. */
export const recordsWaitMs = 5_000;

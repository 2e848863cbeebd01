/**
 * How much is done at once, how many wait, and for how long: in all, and of one owner. What is more
 * is refused with too-much-at-once (of one owner) or server-is-busy (in all); of passwords with
 * too-busy, of writes to the records with records-are-busy.
 */

export interface WorkLimit {
  /** At work at the same moment. */
  atOnce: number;
  /** The same of one owner or visitor: fewer, so that the others always find a place. */
  atOnceOfOne: number;
  waiting: number;
  waitingOfOne: number;
  /** Nobody waits longer. The dashboard gives a report up after twenty seconds. */
  waitMs: number;
}

/**
 * Questions to the event store, as a report asks a dozen of, and the parts of files. Two of them
 * are counted at the same moment; the others are read from what is kept, or put into words.
 */
export const queryLimit: WorkLimit = { atOnce: 4, atOnceOfOne: 3, waiting: 240, waitingOfOne: 80, waitMs: 8_000 };

/** Files that are being sent; their parts are questions. */
export const fileLimit: WorkLimit = { atOnce: 24, atOnceOfOne: 4, waiting: 0, waitingOfOne: 0, waitMs: 0 };

/** Live streams that are open; they ask their questions in turn with everybody's. */
export const streamLimit: WorkLimit = { atOnce: 100, atOnceOfOne: 10, waiting: 0, waitingOfOne: 0, waitMs: 0 };

/** How long a stream waits until it looks for new events. */
export const streamEveryMs = 2_000;

/**
 * Files of events that are being sent and imported, and those that are imported in the background.
 */
export const importLimit: WorkLimit = { atOnce: 2, atOnceOfOne: 1, waiting: 0, waitingOfOne: 0, waitMs: 0 };
export const backgroundImports = 2;

/**
 * An import that comes no further is tried again for about six hours, while a store may be away;
 * then it has failed. Others have its turn meanwhile.
 */
export const importAttemptsMax = 15;

/** The pause after so many attempts. */
export function importPauseMs(attempts: number): number {
  return Math.min(5_000 * 2 ** (attempts - 1), 3_600_000);
}

/**
 * Batches of imports have a place of their own beside the questions: in their line, an import would
 * wait for a report before each batch.
 */
export const importBatchLimit: WorkLimit = { atOnce: 1, atOnceOfOne: 1, waiting: 0, waitingOfOne: 0, waitMs: 0 };

/** So many events of a file are taken at once. */
export const importBatchSize = 2_000;

/**
 * An import that is not done by then answers how far it came: the listener cuts a request after a
 * minute. The same where nothing has come for a while.
 */
export const importMs = 40_000;
export const idleSenderMs = 15_000;

/** Reports that are counted again from their events; each holds its counts in memory meanwhile. */
export const verificationLimit: WorkLimit = { atOnce: 1, atOnceOfOne: 1, waiting: 3, waitingOfOne: 0, waitMs: 1_500 };

/** More than this is counted at home: the dashboard gives up a call after ten seconds. */
export const verifiedEventsMax = 30_000;
export const verificationMs = 8_000;

/**
 * Numbers of share links that are counted, in all and of one owner, whose readers are strangers.
 */
export const shareLimit: WorkLimit = { atOnce: 2, atOnceOfOne: 1, waiting: 40, waitingOfOne: 4, waitMs: 8_000 };

/** A client that takes nothing of an answer for so long is cut off. */
export const idleReaderMs = 60_000;

/** Pages that are being made, in all and for one visitor; each asks its questions at once. */
export const pageLimit: WorkLimit = { atOnce: 12, atOnceOfOne: 3, waiting: 120, waitingOfOne: 24, waitMs: 20_000 };

/**
 * Posted forms of one visitor that are worked on at once; the next ones wait, and none is refused.
 * Those of all are bounded by `pagesOpenMax`, so that slow ones of many keep nobody out.
 */
export const postLimit: WorkLimit = { atOnce: Infinity, atOnceOfOne: 4, waiting: 0, waitingOfOne: 0, waitMs: 0 };

/** Open requests for pages; above this, requests get a plain refusal instead of a page. */
export const pagesOpenMax = 400;

/** Passwords that are hashed: each takes 32 MB and one of the threads that files are read with. */
export const hashingLimit = {
  atOnce: 2,
  /** In each line. A slow processor hashes three a second, and the dashboard waits ten seconds. */
  waiting: 12,
  /**
   * Of one network in a line and at work, known devices aside, so that one alone cannot fill it.
   */
  ofOneNetwork: 4,
};

/** How long a write to the records waits for another one to end, in this process or in another. */
export const recordsWaitMs = 5_000;

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
  /** Nobody waits longer. The dashboard gives a call up after ten seconds. */
  waitMs: number;
}

/**
 * Questions to the event store, as a report asks a dozen of, and the parts of files. Two of them are
 * counted at the same moment; the others are read from what is kept, or put into words.
 */
export const questions: WorkLimit = { atOnce: 4, atOnceOfOne: 3, waiting: 240, waitingOfOne: 80, waitMs: 8_000 };

/** Files that are being sent; their parts are questions. */
export const files: WorkLimit = { atOnce: 24, atOnceOfOne: 4, waiting: 0, waitingOfOne: 0, waitMs: 0 };

/** A client that takes nothing of an answer for so long is cut off. */
export const idleReaderMs = 60_000;

/** Pages that are being made, in all and for one visitor; each asks its questions at once. */
export const pages: WorkLimit = { atOnce: 12, atOnceOfOne: 3, waiting: 120, waitingOfOne: 24, waitMs: 20_000 };

/** Posted forms that are begun in one turn of the loop; none is refused for this. */
export const postsBegun: WorkLimit = { atOnce: 4, atOnceOfOne: 2, waiting: 0, waitingOfOne: 0, waitMs: 0 };

/** Open requests for pages; above this, requests get a plain refusal instead of a page. */
export const pagesOpenMax = 400;

/** Passwords that are hashed: each takes 32 MB and one of the threads that files are read with. */
export const hashing = {
  atOnce: 2,
  /** In each line. A slow processor hashes three a second, and the dashboard waits ten seconds. */
  waiting: 12,
  /** Of one network in a line and at work, known devices aside, so that one alone cannot fill it. */
  ofOneNetwork: 4,
};

/** How long a write to the records waits for another one to end, in this process or in another. */
export const recordsWaitMs = 5_000;

/**
 * The durable write of the edge: requests that come together share one commit, nobody waits longer
 * than the limit, nothing is written twice.
 */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Event } from 'contract/event-fields';

/**
 * `committed`: on disk. `queued`: kept in memory and tried again until it is. `dropped`: the queue
 * is full, counted and gone.
 */
export type Recorded = 'committed' | 'queued' | 'dropped';

export interface RecorderMetrics {
  committed: number;
  /** Answered before they were committed. */
  queued: number;
  dropped: number;
  /** In memory now. */
  waiting: number;
  commits: number;
  failures: number;
}

export interface Recorder {
  /** Resolves when the event is committed, or as `queued` after the limit; never rejects. */
  record(event: Event): Promise<Recorded>;
  metrics(): RecorderMetrics;
  /**
   * Takes no more events and commits those in memory, as far as the store lets it within a few
   * seconds.
   */
  close(): Promise<void>;
}

export interface RecorderParts {
  /** Writes all events in one commit; resolves when they are durable, rejects when none is. */
  events: { append(events: readonly Event[]): Promise<void> };
  /** How long an answer may wait for its commit, in milliseconds. */
  limitMs?: number;
  /** How many events may wait in memory. */
  queueMax?: number;
  log: Logger;
}

interface Entry {
  event: Event;
  /** Answers the request; later calls do nothing. */
  answer(result: Recorded): void;
}

const batchMax = 4_096;
const backOffFirstMs = 100;
const backOffMaxMs = 5_000;
const closeLimitMs = 3_500;

/** A recorder over a store. The next commit starts when the last has ended. */
export function createRecorder({ events, limitMs = 250, queueMax = 50_000, log }: RecorderParts): Recorder {
  let queue: Entry[] = [];
  let metrics: RecorderMetrics = { committed: 0, queued: 0, dropped: 0, waiting: 0, commits: 0, failures: 0 };
  let failing = false;
  let closing = new AbortController();
  let work: Promise<void> | undefined;

  async function commitAll(): Promise<void> {
    for (let tries = 0; queue.length > 0;) {
      // One turn of the event loop, so that all requests that have arrived share this commit.
      await turn();
      let batch = queue.splice(0, batchMax);
      try {
        await events.append(batch.map(({ event }) => event));
        tries = 0;
        succeeded(batch);
      } catch (error) {
        queue = [...batch, ...queue];
        failed(error);
        await pause(backOffMs(tries++), undefined, { signal: closing.signal }).catch(() => pause(backOffFirstMs));
      }
    }
    work = undefined;
  }

  function succeeded(batch: Entry[]): void {
    metrics.waiting -= batch.length;
    metrics.committed += batch.length;
    metrics.commits += 1;
    if (failing) log.info({ waiting: metrics.waiting }, 'events are being written again');
    failing = false;
    for (let entry of batch) entry.answer('committed');
  }

  /** While the store is broken there is nothing to wait for: everybody is answered at once. */
  function failed(error: unknown): void {
    metrics.failures += 1;
    if (!failing) log.error({ err: error, waiting: metrics.waiting }, 'events cannot be written; they wait in memory');
    failing = true;
    for (let entry of queue) entry.answer('queued');
  }

  function drop(): Recorded {
    if (metrics.dropped === 0 || metrics.dropped % 10_000 === 0)
      log.error({ dropped: metrics.dropped + 1, waiting: metrics.waiting }, 'events are dropped: the queue is full');
    metrics.dropped += 1;
    return 'dropped';
  }

  return {
    record(event) {
      if (metrics.waiting >= queueMax || closing.signal.aborted) return Promise.resolve(drop());
      metrics.waiting += 1;
      return new Promise((resolve) => {
        let limit = setTimeout(() => entry.answer('queued'), failing ? 0 : limitMs);
        let answered = false;
        let entry: Entry = {
          event,
          answer(result) {
            if (answered) return;
            answered = true;
            clearTimeout(limit);
            if (result === 'queued') metrics.queued += 1;
            resolve(result);
          },
        };
        queue.push(entry);
        work ??= commitAll();
      });
    },
    metrics: () => ({ ...metrics }),
    async close() {
      closing.abort();
      let timeUp = new AbortController();
      await Promise.race([work, pause(closeLimitMs, undefined, { signal: timeUp.signal }).catch(() => {})]);
      timeUp.abort();
      if (metrics.waiting > 0) log.error({ lost: metrics.waiting }, 'events could not be written before the end');
    },
  };
}

function backOffMs(tries: number): number {
  return Math.min(backOffMaxMs, backOffFirstMs * 2 ** tries);
}

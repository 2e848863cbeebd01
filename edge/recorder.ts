/**
 * The edge's durable write: requests that arrive together share one commit, a response waits at
 * most for the time limit, and nothing is written twice.
 */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Event } from 'contract/event-fields';
import type { DroppedEventCounter, DropReason } from 'journal/dropped-events';
import { UnwritableEvent } from 'journal/format';
import { JournalFull } from 'journal/size-limits';

/**
 * `committed`: on disk. `queued`: in memory, retried until it is on disk. `dropped`: the queue is
 * full, counted as lost.
 */
type RecordOutcome = 'committed' | 'queued' | 'dropped';

type Answer = (result: RecordOutcome) => void;

interface RecorderMetrics {
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
  /**
   * Calls `answer` once: when the event is committed, or as `queued` after the time limit. It must
   * not throw.
   */
  take(event: Event, answer: Answer): void;
  /** As a promise, which never rejects. */
  record(event: Event): Promise<RecordOutcome>;
  metrics(): RecorderMetrics;
  /** Accepts no more events and commits those in memory, for a few seconds at most. */
  close(): Promise<void>;
}

export interface RecorderParts {
  /** Writes all events in one commit; resolves when they are durable, rejects when none is. */
  events: { append(events: readonly Event[]): Promise<void> };
  /** Milliseconds that a response waits for its commit. */
  limitMs?: number;
  /** Maximum number of events in memory. */
  queueMax?: number;
  /** Counts dropped events, and those that would be lost if the process ended. */
  losses?: Pick<DroppedEventCounter, 'dropped' | 'waiting' | 'recovered'> | undefined;
  log: Logger;
}

interface Entry {
  event: Event;
  /** Latest time of the response, as `performance.now()` counts. */
  due: number;
  /** Undefined until the request is answered. */
  answered: RecordOutcome | undefined;
  answer: Answer;
}

const batchMax = 4_096;
const backOffFirstMs = 100;
const backOffMaxMs = 5_000;
const closeLimitMs = 3_500;
/** Dropped events are logged once a minute at most. */
const sayEveryMs = 60_000;

/** The next commit starts when the last one has ended. */
export function createRecorder({ events, limitMs = 250, queueMax = 50_000, losses, log }: RecorderParts): Recorder {
  let queue: Entry[] = [];
  /** The entries of the current commit. */
  let batch: Entry[] = [];
  let limit: NodeJS.Timeout | undefined;
  let metrics: RecorderMetrics = { committed: 0, queued: 0, dropped: 0, waiting: 0, commits: 0, failures: 0 };
  let failing = false;
  /** Answered events in memory: lost if the process ends now. */
  let atRisk = 0;
  /** Of the last failure, or of a queue that is full without one. */
  let reason: DropReason = 'too-slow';
  let saidAt = Number.NEGATIVE_INFINITY;
  let droppedUnsaid = 0;
  let closing = new AbortController();
  let work: Promise<void> | undefined;

  async function commitAll(): Promise<void> {
    for (let tries = 0; queue.length > 0;) {
      // One turn of the event loop, so that all requests that have arrived share this commit.
      let arrived = turn();
      // After that, so that the disk works while the last commit's requests are answered.
      setImmediate(answerAll, batch);
      await arrived;
      batch = queue.splice(0, batchMax);
      try {
        await events.append(batch.map(({ event }) => event));
        tries = 0;
        succeeded(batch);
      } catch (error) {
        if (error instanceof UnwritableEvent) batch = leaveOut(batch, error);
        queue = [...batch, ...queue];
        batch = [];
        if (error instanceof UnwritableEvent) continue;
        failed(error);
        await pause(backOffMs(tries++), undefined, { signal: closing.signal }).catch(() => pause(backOffFirstMs));
      }
    }
    answerAll(batch);
    batch = [];
    work = undefined;
  }

  function answerAll(committed: readonly Entry[]): void {
    for (let entry of committed) settle(entry, 'committed');
  }

  function succeeded(committed: Entry[]): void {
    metrics.waiting -= committed.length;
    metrics.committed += committed.length;
    metrics.commits += 1;
    let saved = committed.filter(({ answered }) => answered === 'queued').length;
    if (saved > 0) losses?.waiting((atRisk -= saved), reason);
    if (failing) {
      sayDropped();
      log.info({ waiting: metrics.waiting, dropped: metrics.dropped }, 'events are being written again');
      losses?.recovered();
    }
    failing = false;
    reason = 'too-slow';
  }

  /** Drops one event that cannot be written, and retries the others at once. */
  function leaveOut(entries: readonly Entry[], error: UnwritableEvent): Entry[] {
    log.error({ err: error }, 'an event cannot be written and is lost');
    let lost = entries.find(({ event }) => event === error.event);
    if (!lost) throw error;
    metrics.waiting -= 1;
    if (lost.answered === 'queued') losses?.waiting((atRisk -= 1), reason);
    let result = drop('write-failed');
    if (!lost.answered) lost.answer((lost.answered = result));
    return entries.filter((entry) => entry !== lost);
  }

  /** While writes fail, waiting is pointless: all requests are answered at once. */
  function failed(error: unknown): void {
    metrics.failures += 1;
    if (!failing) log.error({ err: error, waiting: metrics.waiting }, 'events cannot be written; they wait in memory');
    failing = true;
    reason = error instanceof JournalFull ? error.reason : 'write-failed';
    for (let entry of queue) settle(entry, 'queued');
  }

  function settle(entry: Entry, result: RecordOutcome): void {
    if (entry.answered) return;
    entry.answered = result;
    if (result === 'queued') {
      metrics.queued += 1;
      losses?.waiting((atRisk += 1), reason);
    }
    entry.answer(result);
  }

  /** One timer for all: they are due in order of arrival. */
  function watch(ms: number): void {
    limit = setTimeout(() => {
      limit = undefined;
      let now = performance.now();
      for (let waiting of [batch, queue])
        for (let entry of waiting) {
          if (!entry.answered && entry.due > now) return watch(Math.ceil(entry.due - now));
          settle(entry, 'queued');
        }
    }, ms);
    limit.unref();
  }

  function drop(why = reason): RecordOutcome {
    metrics.dropped += 1;
    droppedUnsaid += 1;
    losses?.dropped(1, why);
    if (performance.now() - saidAt >= sayEveryMs) sayDropped();
    return 'dropped';
  }

  function sayDropped(): void {
    if (droppedUnsaid === 0) return;
    log.error({ lost: droppedUnsaid, waiting: metrics.waiting, reason }, 'events are lost: the queue is full');
    droppedUnsaid = 0;
    saidAt = performance.now();
  }

  function take(event: Event, answer: Answer): void {
    if (metrics.waiting >= queueMax || closing.signal.aborted) return answer(drop());
    metrics.waiting += 1;
    let entry: Entry = { event, due: performance.now() + limitMs, answered: undefined, answer };
    queue.push(entry);
    if (failing) settle(entry, 'queued');
    else if (!limit) watch(limitMs);
    work ??= commitAll();
  }

  return {
    take,
    record: (event) => new Promise((resolve) => take(event, resolve)),
    metrics: () => ({ ...metrics }),
    async close() {
      closing.abort();
      let timeUp = new AbortController();
      await Promise.race([work, pause(closeLimitMs, undefined, { signal: timeUp.signal }).catch(() => {})]);
      timeUp.abort();
      sayDropped();
      if (metrics.waiting > 0) log.error({ lost: metrics.waiting }, 'events could not be written before the end');
    },
  };
}

function backOffMs(tries: number): number {
  return Math.min(backOffMaxMs, backOffFirstMs * 2 ** tries);
}

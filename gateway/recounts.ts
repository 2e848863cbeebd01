/**
 * Checks kept answers while the product runs: now and then one of them is counted again, and a
 * difference is reported.
 */
import type { Logger } from 'pino';
import { family } from 'net/metrics-text';
import type { EventStore } from './events/store';
import { unwatched, type Job } from './jobs';

export interface Recounts {
  /** Counts one kept answer again; never rejects. */
  run(): Promise<void>;
  /** What came of it so far, in the text format of Prometheus. */
  metricsText(): string;
  /** Resolves when the store is no longer used. */
  stop(): Promise<void>;
}

/**
 * A recount reads as much as an answer that nobody has asked for before, so there is one a minute
 * at most.
 */
export const recountEveryMs = 60_000;

/** Starts counting again, for the first time in a minute. */
export function startRecounts(events: Pick<EventStore, 'recount'>, log: Logger, job: Job = unwatched): Recounts {
  let recounts = 0;
  let differences = 0;
  let running = Promise.resolve();

  async function recount(): Promise<void> {
    let found = await events.recount();
    if (!found) return;
    recounts += 1;
    if (found.isEqual) return;
    differences += 1;
    // The texts of filters may name people's programs or companies, so they stay out of the log.
    let { filters: _filters, ...question } = found.query;
    log.error({ question }, 'a kept count differs from a new one; it is counted anew from now on');
  }

  function run(): Promise<void> {
    running = running
      .then(() => job.run(recount))
      .catch((error: unknown) => log.warn({ err: error }, 'a kept count was not checked'));
    return running;
  }

  let timer = setInterval(() => void run(), recountEveryMs).unref();
  return {
    run,
    metricsText: () =>
      family('counter', 'landfall_recounts_total', 'Kept counts that were counted again.', [['', recounts]]) +
      family('counter', 'landfall_recount_differences_total', 'Kept counts that differed from a new one.', [
        ['', differences],
      ]),
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

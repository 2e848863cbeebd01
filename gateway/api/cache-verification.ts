/**
 * Checks cached counts while the product runs: one at a time is counted again, and a difference is
 * reported.
 */
import type { Logger } from 'pino';
import { Counter, Registry } from 'prom-client';
import type { EventStore } from '../events/shape/store';
import { createJobs, type Jobs } from '../floor/jobs';

export interface CacheVerificationJob {
  /** Recounts one cached answer; never rejects. */
  run(): Promise<void>;
  /** Resolves when the last check has ended. */
  stop(): Promise<void>;
}

/** Starts recounts. Each costs as much as a new query, so there is at most one a minute. */
export function startCacheVerification(
  events: Pick<EventStore, 'verifyCache'>,
  log: Logger,
  jobs: Jobs = createJobs(Date.now),
  metrics: Registry = new Registry(),
): CacheVerificationJob {
  let recounts = new Counter({
    name: 'landfall_recounts_total',
    help: 'Cached counts that were verified.',
    registers: [metrics],
  });
  let differences = new Counter({
    name: 'landfall_recount_differences_total',
    help: 'Cached counts that differed from a recount.',
    registers: [metrics],
  });

  async function recount(): Promise<void> {
    let found = await events.verifyCache();
    if (!found) return;
    recounts.inc();
    if (found.isEqual) return;
    differences.inc();
    // Texts of filters may name programs or companies of people, so they are not logged.
    let { filters: _filters, ...question } = found.query;
    log.error({ question }, 'a cached count differs from a recount; it was discarded');
  }

  let job = jobs.start('recounts', recount, (error) => log.warn({ err: error }, 'a cached count was not verified'));
  return { run: job.wake, stop: job.stop };
}

/** Deletes old events of the audit log. */
import type { Logger } from 'pino';
import { dayMs } from 'contract/shared/time';
import { createJobs, type Jobs } from './jobs';
import { deleteAuditBefore } from './audit';
import type { Records } from './db/schema';

/**
 * Deletes events older than `days`; `clock` gives milliseconds. Returns a function that stops this
 * and resolves when the store is no longer used.
 */
export function startAuditRetention(
  records: Records,
  days: number,
  { clock, log, jobs = createJobs(clock) }: { clock: () => number; log: Logger; jobs?: Jobs },
): () => Promise<void> {
  let forget = () => deleteAuditBefore(records, clock() - days * dayMs);
  let report = (error: unknown) => log.error({ err: error }, 'old audit events not forgotten');
  let job = jobs.start('audit-retention', forget, report);
  void job.wake();
  return job.stop;
}

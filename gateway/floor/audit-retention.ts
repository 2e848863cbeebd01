import type { Logger } from 'pino';
import { dayMs } from 'contract/shared/time';
import { createJobs, type Jobs } from './jobs';
import { deleteAuditBefore } from './audit';
import type { Records } from './db/schema';

/**
 * Deletes audit events older than `days`. The returned function stops the job and resolves when it
 * no longer uses the store.
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

/** Forgets old events of the audit log. */
import type { Logger } from 'pino';
import { dayMs } from 'contract/time';
import { daily } from '../daily';
import type { Job } from '../jobs';
import { forgetAuditBefore } from './audit';
import type { Records } from '../db/schema';

/**
 * Keeps the log at `days`; `clock` gives milliseconds. Gives the function that ends this and
 * resolves when the store is no longer used.
 */
export function keepAuditShort(
  records: Records,
  days: number,
  clock: () => number,
  log: Logger,
  job?: Job,
): () => Promise<void> {
  let forget = () => forgetAuditBefore(records, clock() - days * dayMs);
  return daily(forget, 'old audit events not forgotten', log, job);
}

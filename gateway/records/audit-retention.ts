/** Forgets old events of the audit log. */
import type { Logger } from 'pino';
import { daily } from '../daily';
import { forgetAuditBefore } from './audit';
import type { Records } from './schema';

const dayMs = 86_400_000;

/** Keeps the log at `days`; `clock` gives milliseconds. Gives the function that ends this and resolves when the store is no longer used. */
export function keepAuditShort(records: Records, days: number, clock: () => number, log: Logger): () => Promise<void> {
  let forget = () => forgetAuditBefore(records, clock() - days * dayMs);
  return daily(forget, 'old audit events not forgotten', log);
}

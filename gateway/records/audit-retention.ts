/** Forgets old events of the audit log: when the gateway starts, and once a day while it runs. */
import type { Logger } from 'pino';
import { forgetAuditBefore } from './audit';
import type { Records } from './schema';

const dayMs = 86_400_000;

/** Keeps the log at `days`; `clock` gives milliseconds. Gives the function that ends this and resolves when the store is no longer used. */
export function keepAuditShort(records: Records, days: number, clock: () => number, log: Logger): () => Promise<void> {
  let forget = () =>
    forgetAuditBefore(records, clock() - days * dayMs).catch((error: unknown) =>
      log.error({ err: error }, 'old audit events not forgotten'),
    );
  let running = forget();
  let timer = setInterval(() => void (running = forget()), dayMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/**
 * Lock of the process that runs jobs and stores events: one at a time, held by a PostgreSQL
 * connection. When the connection ends, another process can take it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openPgSession, type PgSession } from './session';

/** Arbitrary, and the same in all versions. */
const lockNumber = 7_208_441_935;
const tryEveryMs = 1_000;

/** Resolves with the connection that holds the lock. Rejects only when `signal` is aborted. */
export async function takeJobsLock(databaseUrl: string, signal: AbortSignal, log: Logger): Promise<PgSession> {
  let hasSaid = false;
  for (;;) {
    signal.throwIfAborted();
    let session = await openPgSession(databaseUrl).catch((error: unknown) => {
      log.warn({ err: error }, 'PostgreSQL does not answer; it is asked again');
      return undefined;
    });
    if (session && (await holds(session, signal, () => hasSaid || sayWaiting()))) return session;
    session?.close();
    await pause(tryEveryMs, undefined, { signal });
  }

  function sayWaiting(): void {
    hasSaid = true;
    log.info('another process runs the jobs; this one takes over when that one ends');
  }
}

/** Polls for the lock; false if the connection is lost. */
async function holds(session: PgSession, signal: AbortSignal, waiting: () => void): Promise<boolean> {
  try {
    for (;;) {
      let [row] = await session.query('select pg_try_advisory_lock($1) as has', [lockNumber]);
      if (row?.has) return true;
      waiting();
      await pause(tryEveryMs, undefined, { signal });
    }
  } catch {
    return false;
  }
}

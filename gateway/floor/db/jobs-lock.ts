/**
 * Lock of the process that runs jobs: one at a time, held by a PostgreSQL connection. When the connection
 * ends, another process can take it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openPgSession, type PgSession } from './session';

/** Arbitrary, and the same in all versions. */
const lockNumber = 7_208_441_936;
/** An earlier version held it alone and stored the events of all owners; others now share it. */
const earlierLock = 7_208_441_935;
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
      if ((await isLatest(session)) && (await isTrue(session, 'select pg_try_advisory_lock($1) as has', lockNumber)))
        return true;
      waiting();
      await pause(tryEveryMs, undefined, { signal });
    }
  } catch {
    return false;
  }
}

/** Whether no process of an earlier version works. None begins to as long as the session lasts. */
export function isLatest(session: PgSession): Promise<boolean> {
  return isTrue(session, 'select pg_try_advisory_lock_shared($1) as has', earlierLock);
}

async function isTrue({ query }: PgSession, text: string, lock: number): Promise<boolean> {
  return Boolean((await query(text, [lock]))[0]?.has);
}

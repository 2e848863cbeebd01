/**
 * Writes that a reading finds due, such as the end of a period or what a data provider has said:
 * the reading neither fails with them nor waits long for them.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

const waitMs = 500;

/**
 * Resolves when it is written, or cannot be, or after half a second; never rejects. What could not
 * be written is logged as `failure` and found due again by the next reading.
 */
export async function bestEffortWrite(
  write: Promise<unknown>,
  log: Pick<Logger, 'warn'>,
  failure: string,
): Promise<void> {
  let limit = new AbortController();
  let written = write.catch((error: unknown) => log.warn({ err: error }, failure));
  await Promise.race([written, pause(waitMs, undefined, { signal: limit.signal }).catch(() => undefined)]);
  limit.abort();
}

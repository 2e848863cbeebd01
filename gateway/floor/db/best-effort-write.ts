/**
 * Writes triggered by a read, such as the end of a period: the read neither fails with them nor
 * waits long.
 */
import type { Logger } from 'pino';
import { withTimeout } from 'net/with-timeout';

const waitMs = 500;

/**
 * Resolves when written, failed or after half a second; never rejects. A failed write is logged as
 * `failure` and repeated by the next read.
 */
export async function bestEffortWrite(
  write: Promise<unknown>,
  log: Pick<Logger, 'warn'>,
  failure: string,
): Promise<void> {
  let written = write.catch((error: unknown) => log.warn({ err: error }, failure));
  await withTimeout(written, waitMs);
}

/** Shutdown of a process: on a signal, once, and within a time limit. */
import { minuteMs } from 'contract/floor/time';
import type { Logger } from 'pino';

/**
 * After SIGTERM the whole product ends within five seconds: first open responses are cut, then each
 * process exits, then the supervisor kills the rest.
 */
export const answersLimitMs = 3_500;
const processLimitMs = 4_200;
export const killAfterMs = 4_500;
export const wholeLimitMs = 4_900;
/** How long a replaced edge continues running responses. */
export const streamsLimitMs = 10 * minuteMs;

/**
 * Exits on an uncaught error, which leaves the process in an unknown state. The supervisor restarts
 * it.
 */
export function exitOnUncaughtError(log: Logger): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'unhandled error; stopping this process');
    process.exit(1);
  });
}

/**
 * Closes on the first SIGTERM or SIGINT and then exits, at the latest after the time limit. Later
 * signals are ignored: in a terminal every process receives Ctrl+C itself, and again from its
 * supervisor.
 */
export function stopOnSignal(close: () => Promise<void>, log: Logger, limitMs = processLimitMs): void {
  let isStopping = false;
  let stop = (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.warn('shutdown timed out; remaining work was stopped');
      process.exit(1);
    }, limitMs);
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error(error, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

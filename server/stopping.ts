/** How the processes end: on a signal, once, and in time. */
import type { Logger } from 'pino';

/**
 * After SIGTERM the whole product is gone within five seconds, however long something takes:
 * answers are cut first, then a process ends whatever it still does, then the supervisor ends it.
 */
export const answersLimitMs = 3_500;
const processLimitMs = 4_200;
export const killAfterMs = 4_500;
export const wholeLimitMs = 4_900;

/**
 * Closes on the first SIGTERM or SIGINT and ends the process then, or when the time is up. Later
 * signals change nothing: in a terminal every process hears of Ctrl+C itself, and once more from
 * its supervisor.
 */
export function stopOnSignal(close: () => Promise<void>, log: Logger, limitMs = processLimitMs): void {
  let isStopping = false;
  let stop = (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.warn('something did not end in time and was cut off');
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

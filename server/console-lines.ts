/**
 * The pages log with `console`, which plain remix-serve has as well. Beside the gateway their lines
 * go to its log, with a time, one line each.
 */
import { format } from 'node:util';
import type { Logger } from 'pino';

/** Sends the lines of `to` to the log, each at its level. */
export function logConsole(log: Logger, to: Pick<Console, 'info' | 'warn' | 'error'> = console): void {
  for (let level of ['info', 'warn', 'error'] as const) to[level] = (...said: unknown[]) => log[level](format(...said));
}

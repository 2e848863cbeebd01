import { format } from 'node:util';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Settings } from './settings';

/** Headers that would let a reader of the log sign in. */
const secret = ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'];

/** Writes to standard output by default. */
export function createLog({ LOG_LEVEL }: Pick<Settings, 'LOG_LEVEL'>, to?: DestinationStream): Logger {
  let options = { level: LOG_LEVEL, redact: secret };
  return to ? pino(options, to) : pino(options);
}

/**
 * Sends what the pages log with `console`, which remix-serve has too, to the log: one line each, at
 * its level.
 */
export function logConsole(log: Logger, to: Pick<Console, 'info' | 'warn' | 'error'> = console): void {
  for (let level of ['info', 'warn', 'error'] as const)
    to[level] = (...parts: unknown[]) => log[level](format(...parts));
}

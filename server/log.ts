/** The log of a process: one line of JSON per entry. */
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Settings } from './settings';

/** Headers that would let a reader of the log sign in. */
const secret = ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'];

/** Opens the log, on standard output by default. */
export function createLog({ LOG_LEVEL }: Pick<Settings, 'LOG_LEVEL'>, to?: DestinationStream): Logger {
  let options = { level: LOG_LEVEL, redact: secret };
  return to ? pino(options, to) : pino(options);
}

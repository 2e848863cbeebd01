/** The log of a process: a line of JSON for each entry. */
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Settings } from './settings';

/** Whoever reads the log could sign in with these. */
const secret = ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]'];

/** Opens the log; to standard output unless said otherwise. */
export function createLog({ LOG_LEVEL }: Pick<Settings, 'LOG_LEVEL'>, to?: DestinationStream): Logger {
  let options = { level: LOG_LEVEL, redact: secret };
  return to ? pino(options, to) : pino(options);
}

/** The dashboard's own log, also when it runs alone: on standard error, one line per entry. */
import { inspect } from 'node:util';

/** Logs a problem that was handled. */
export function logWarning(...said: unknown[]): void {
  console.warn(lineOf(said));
}

/** Logs a failure. */
export function logError(...said: unknown[]): void {
  console.error(lineOf(said));
}

/** Errors repeat text of a request. A line break in it would look like another entry. */
function lineOf(said: unknown[]): string {
  let text = said.map((part) => (typeof part === 'string' ? part : inspect(part))).join(' ');
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (sign) =>
    sign === '\n' ? '\\n' : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

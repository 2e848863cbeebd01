/**
 * The dashboard's own log, also where it runs alone: to the standard error output, one line for
 * each entry.
 */
import { inspect } from 'node:util';

/** Something is not as it should be, and was made good. */
export function logWarning(...said: unknown[]): void {
  console.warn(lineOf(said));
}

/** Something failed. */
export function logError(...said: unknown[]): void {
  console.error(lineOf(said));
}

/**
 * Errors repeat what came with a request. A line end in it would begin a line of its own, which
 * reads as another entry.
 */
function lineOf(said: unknown[]): string {
  let text = said.map((part) => (typeof part === 'string' ? part : inspect(part))).join(' ');
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (sign) =>
    sign === '\n' ? '\\n' : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

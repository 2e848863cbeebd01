/** Pages behind a flag: without it they are 404, like any unknown address. */
import { env } from '../config/env.server';
import type { SwitchName } from '../config/flags';
import { errorResponse } from '../gateway/error-message.server';

/**
 * Throws 404 while the flag is off. Call it after the guard, so that visitors learn nothing about
 * flags.
 */
export function requireFlag(name: SwitchName): void {
  if (!env.flags[name]) throw errorResponse('not-found');
}

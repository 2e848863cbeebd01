/**
 * Pages that are there only while a flag is on: without it they are as unknown as any other
 * address.
 */
import { env } from './env.server';
import type { SwitchName } from './flags';
import { refused } from './refusal-message.server';

/**
 * Throws 404 while the flag is off. To be called behind the guard, so that a visitor learns nothing
 * about flags.
 */
export function requireFlag(name: SwitchName): void {
  if (!env.flags[name]) throw refused('not-found');
}

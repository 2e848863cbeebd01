/**
 * Pages that are there only while a flag is on: without it they are as unknown as any other
 * address.
 */
import { json } from '@remix-run/node';
import { messageOf, statusOf } from 'contract/errors';
import { env } from './env.server';
import type { SwitchName } from './flags';

/**
 * Throws 404 while the flag is off. To be called behind the guard, so that a visitor learns nothing
 * about flags.
 */
export function requireFlag(name: SwitchName): void {
  if (!env.flags[name])
    throw json({ code: 'not-found', message: messageOf('not-found') }, { status: statusOf('not-found') });
}

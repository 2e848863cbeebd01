/**
 * While the flag maintenanceMode is on, no page asks the gateway for anything: guards refuse here
 * first, and the root shows the page (spec section 2).
 */
import { json } from '@remix-run/node';
import { maintenanceText } from '../browser-messages';
import { env } from '../env.server';

/** When to look again, as `Retry-After` says it. */
export const retryAfterSeconds = 300;

/** Throws a 503 while the flag is on. */
export function refuseInMaintenance(): void {
  if (!env.flags.maintenanceMode) return;
  throw json(
    { code: 'under-maintenance', message: maintenanceText },
    { status: 503, headers: { 'retry-after': String(retryAfterSeconds) } },
  );
}

/**
 * Subscription state, cached ten minutes per session and owner for the trial badge (spec section
 * 7).
 */
import { billingApi, type SubscriptionInfo } from 'contract/billing/billing';
import { LRUCache } from 'lru-cache';
import { env } from '../config/env.server';
import { readApiError } from '../gateway/gateway-client.server';
import type { SignedIn } from '../session/guards.server';
import { subscriptionRefreshMs } from '../locale/delays';

interface Kept {
  info: SubscriptionInfo | null;
}

/** Per session: permissions differ. */
const kept = new LRUCache<string, Kept>({ max: 5_000, ttl: subscriptionRefreshMs });

/** Negative after the trial; null without one, with the badge disabled, or without permission. */
export async function trialDays(signedIn: SignedIn, owner: string): Promise<number | null> {
  if (env.flags.suppressShowTrialBadge) return null;
  let info = await subscriptionInfo(signedIn, owner);
  return info?.trial_info?.days_remaining ?? null;
}

/** From the cache or the gateway; null without permission. */
async function subscriptionInfo(signedIn: SignedIn, owner: string): Promise<SubscriptionInfo | null> {
  let known = kept.get(keyOf(signedIn, owner));
  if (known) return known.info;
  try {
    return await fetchSubscription(signedIn, owner);
  } catch (thrown) {
    if (await readApiError(thrown)) return null;
    throw thrown;
  }
}

/** Null if nothing was ever paid for (404). Throws other API errors. */
export async function fetchSubscription(signedIn: SignedIn, owner: string): Promise<SubscriptionInfo | null> {
  let info = await signedIn.call(billingApi.getSubscriptionInfo, { params: { owner } }).catch(nullWhen404);
  kept.set(keyOf(signedIn, owner), { info });
  return info;
}

function keyOf({ session }: SignedIn, owner: string): string {
  return JSON.stringify([owner, session.token]);
}

function nullWhen404(thrown: unknown): null {
  if (thrown instanceof Response && thrown.status === 404) return null;
  throw thrown;
}

/** Call after changing a subscription. */
export function invalidateSubscription(owner: string): void {
  let start = `${JSON.stringify([owner]).slice(0, -1)},`;
  for (let key of kept.keys()) if (key.startsWith(start)) kept.delete(key);
}

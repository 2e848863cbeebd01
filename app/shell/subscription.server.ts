/**
 * How an owner's subscription stands: for the trial badge asked once in ten minutes for each
 * session and owner (spec section 7).
 */
import { billingApi, type SubscriptionInfo } from 'contract/billing/billing';
import { LRUCache } from 'lru-cache';
import { env } from '../config/env.server';
import { readRefusal } from '../gateway/gateway-client.server';
import type { SignedIn } from '../session/guards.server';
import { subscriptionRefreshMs } from '../locale/timings';

interface Kept {
  info: SubscriptionInfo | null;
}

/** By session, because the gateway decides for each whether it may know. */
const kept = new LRUCache<string, Kept>({ max: 5_000, ttl: subscriptionRefreshMs });

/**
 * Days left of an owner's trial, negative once it is over; null without a trial, while the badge is
 * switched off, and where the gateway does not say.
 */
export async function trialDays(signedIn: SignedIn, owner: string): Promise<number | null> {
  if (env.flags.suppressShowTrialBadge) return null;
  let info = await subscriptionInfo(signedIn, owner);
  return info?.trial_info?.days_remaining ?? null;
}

/**
 * What was said within the last ten minutes, else what the gateway says now; null where it refuses
 * to say.
 */
async function subscriptionInfo(signedIn: SignedIn, owner: string): Promise<SubscriptionInfo | null> {
  let known = kept.get(keyOf(signedIn, owner));
  if (known) return known.info;
  try {
    return await fetchSubscription(signedIn, owner);
  } catch (thrown) {
    if (await readRefusal(thrown)) return null;
    throw thrown;
  }
}

/**
 * What the gateway says now, kept for the badge; null where nothing was ever paid for (404: silent,
 * and as good an answer as any). Other refusals are thrown.
 */
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

/** Called when a subscription changes, so that the badge follows at once. */
export function invalidateSubscription(owner: string): void {
  let start = `${JSON.stringify([owner]).slice(0, -1)},`;
  for (let key of kept.keys()) if (key.startsWith(start)) kept.delete(key);
}

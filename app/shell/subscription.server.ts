/** How an owner's subscription stands, for the trial badge: asked once in ten minutes for each session and owner (spec section 7). */
import { getSubscriptionInfo, type SubscriptionInfo } from 'contract/billing';
import { LRUCache } from 'lru-cache';
import { env } from '../env.server';
import { readRefusal } from '../gateway-client.server';
import type { SignedIn } from '../session/guards.server';
import { subscriptionRefreshMs } from '../timings';

interface Kept {
  info: SubscriptionInfo | null;
}

/** By session, because the gateway decides for each whether it may know. */
const kept = new LRUCache<string, Kept>({ max: 5_000, ttl: subscriptionRefreshMs });

/** Days left of an owner's trial, negative once it is over; null without a trial, while the badge is switched off, and where the gateway does not say. */
export async function trialDays(signedIn: SignedIn, owner: string): Promise<number | null> {
  if (env.flags.suppressShowTrialBadge) return null;
  let info = await subscriptionInfo(signedIn, owner);
  return info?.trial_info?.days_remaining ?? null;
}

async function subscriptionInfo({ session, call }: SignedIn, owner: string): Promise<SubscriptionInfo | null> {
  let key = JSON.stringify([owner, session.token]);
  let known = kept.get(key);
  if (known) return known.info;
  try {
    let info = await call(getSubscriptionInfo, { params: { owner } });
    kept.set(key, { info });
    return info;
  } catch (thrown) {
    let said = await readRefusal(thrown);
    if (!said) throw thrown;
    // A 404 means that nothing was ever paid for: silent, and as good an answer as any.
    if (thrown instanceof Response && thrown.status === 404) kept.set(key, { info: null });
    return null;
  }
}

/** Called when a subscription changes, so that the badge follows at once. */
export function forgetSubscription(owner: string): void {
  let start = `${JSON.stringify([owner]).slice(0, -1)},`;
  for (let key of kept.keys()) if (key.startsWith(start)) kept.delete(key);
}

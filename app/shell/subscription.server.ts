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
import { inTime } from './in-time.server';

interface Kept {
  info: Promise<SubscriptionInfo | null>;
  /** `performance.now()` when it was requested. */
  since: number;
}

/** Per session: permissions differ. */
const kept = new LRUCache<string, Kept>({ max: 5_000, ttl: subscriptionRefreshMs });

/**
 * Negative after the trial; null without one, with the badge disabled, or without permission.
 * Undefined if the gateway takes longer than `limitMs`: the request continues without the page, and
 * no later page waits for it.
 */
export async function trialDays(
  signedIn: SignedIn,
  owner: string,
  limitMs?: number,
): Promise<number | null | undefined> {
  if (env.flags.suppressShowTrialBadge) return null;
  let { info, since } = kept.get(keyOf(signedIn, owner)) ?? request(signedIn, owner);
  let days = info.then((known) => known?.trial_info?.days_remaining ?? null, nullWhenRefused);
  return limitMs === undefined ? days : inTime(days, since + limitMs - performance.now());
}

/** From the gateway. Null if nothing was ever paid for (404). Throws other API errors. */
export function fetchSubscription(signedIn: SignedIn, owner: string): Promise<SubscriptionInfo | null> {
  return request(signedIn, owner).info;
}

/** Kept once it is requested, until it fails. */
function request(signedIn: SignedIn, owner: string): Kept {
  let info = signedIn.call(billingApi.getSubscriptionInfo, { params: { owner } }).catch(nullWhen404);
  let requested = { info, since: performance.now() };
  let key = keyOf(signedIn, owner);
  kept.set(key, requested);
  info.catch(() => kept.peek(key) === requested && kept.delete(key));
  return requested;
}

function keyOf({ session }: SignedIn, owner: string): string {
  return JSON.stringify([owner, session.token]);
}

async function nullWhenRefused(thrown: unknown): Promise<null> {
  if (await readApiError(thrown)) return null;
  throw thrown;
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

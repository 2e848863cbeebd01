/** What a toast says about a refusal or failure of the gateway, by its status (spec section 8). For small posts that come back to the page they were sent from. */
import { env } from '../env.server';
import { readRefusal, unreachable } from '../gateway-client.server';
import type { ToastKey } from '../messages';
import { redirectWithToast } from './toast.server';

interface FailureToast {
  key: ToastKey;
  /** For developers; never shown in production. */
  detail?: string;
}

/** Leads to `url` with the toast of what was thrown; what is no failure of the gateway (a redirect, a bug) is thrown on. */
export async function redirectWithFailure(url: string, thrown: unknown): Promise<Response> {
  let { key, detail } = await failureToast(url, thrown);
  return redirectWithToast(url, key, {}, detail);
}

/** The toast of a thrown refusal; anything else is thrown on. */
export async function failureToast(url: string, thrown: unknown): Promise<FailureToast> {
  let said = await readRefusal(thrown);
  if (!said || !(thrown instanceof Response)) throw thrown;
  let { status } = thrown;
  if (said.code === 'email-already-verified') return { key: 'email_already_verified' };
  if (said.code === unreachable.code) return { key: 'gateway_unreachable' };
  if (said.code === 'stripe-error' && !env.production) return { key: 'stripe_error', detail: said.message };
  if (status === 401) return { key: 'expired_session' };
  if (status === 403) return { key: 'permission_not_granted' };
  if (status === 429) return { key: 'too_many_attempts' };
  return { key: 'something_went_wrong', detail: `${status} ${url} ${said.code}` };
}

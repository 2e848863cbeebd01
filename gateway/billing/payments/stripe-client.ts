import Stripe from 'stripe';
import { ApiError } from '../../floor/calls/api-error';

export interface StripeOptions {
  secretKey: string;
  /** Signing secret of the webhook endpoint. */
  webhookSecret: string;
  /** Another address of Stripe's API, for tests. */
  apiUrl?: string | undefined;
}

const answerLimitMs = 8_000;

export function createStripe({ secretKey, apiUrl }: StripeOptions): Stripe {
  let place = apiUrl === undefined ? {} : placeOf(new URL(apiUrl));
  return new Stripe(secretKey, { ...place, timeout: answerLimitMs, maxNetworkRetries: 1, telemetry: false });
}

function placeOf({ hostname, port, protocol }: URL): { host: string; port: string; protocol: 'http' | 'https' } {
  let isPlain = protocol === 'http:';
  return { host: hostname, port: port || (isPlain ? '80' : '443'), protocol: isPlain ? 'http' : 'https' };
}

/** Awaits Stripe; an error becomes `stripe-error` with Stripe's message. */
export async function callStripe<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw Object.assign(new ApiError('stripe-error'), { message: error.message });
  }
}

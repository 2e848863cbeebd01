/** Derived values of an account: days left to confirm the address, and the key of the chat. */
import { createHmac } from 'node:crypto';
import type { AccountServices } from './services';
import type { AccountFacts } from './present';

export function accountFacts(
  { emailVerificationDays: days, chatSecret }: AccountServices,
  userId: string,
  now: number,
): AccountFacts {
  return { now, days, chatKey: chatSecret ? chatKey(chatSecret, userId) : null };
}

/**
 * Intercom's identity verification: HMAC-SHA256 over the id of the person, with the secret of the
 * installation's chat, in hex.
 */
function chatKey(secret: string, userId: string): string {
  return createHmac('sha256', secret).update(userId).digest('hex');
}

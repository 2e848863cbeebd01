/**
 * Notices of the shell for the person shown: an unverified address, recovery codes, a trial, the
 * chat.
 */
import { twoFactorApi } from 'contract/accounts/two-factor';
import type { User } from 'contract/accounts/users';
import { env } from '../config/env.server';
import { readRefusal } from '../gateway/gateway-client.server';
import { chatWidget } from '../config/chat-widget.server';
import type { SignedIn } from '../session/guards.server';
import { trialDays } from './subscription.server';

export interface Chat {
  appId: string;
  script: string;
  userId: string;
  username: string;
  /** Signature of the id for the widget's vendor. */
  key: string;
}

export interface Notices {
  /** Set while the email address is unverified; null when there is nothing to show. */
  verification: { daysLeft: number | null } | null;
  /** Recovery codes that were not acknowledged yet. */
  recoveryCodes: string[];
  /** Days left of the trial of the owner shown, negative once it is over; null without a badge. */
  trialDays: number | null;
  /** The person's identity for the chat widget, and its script; null without a chat. */
  chat: Chat | null;
}

/** For an unreachable gateway: no notices. */
export const noNotices: Notices = { verification: null, recoveryCodes: [], trialDays: null, chat: null };

/** No page waits longer for its notices; what comes later is kept for the next one. */
const noticeLimitMs = 1_000;

/** Loads the notices for a person whose pages show `owner`; without those that take too long. */
export async function loadNotices(signedIn: SignedIn, user: User, owner: string): Promise<Notices> {
  let [recoveryCodes, days] = await Promise.all([
    inTime(unseenCodes(signedIn), []),
    inTime(trialDays(signedIn, owner), null),
  ]);
  return {
    verification: verificationNotice(signedIn, user),
    recoveryCodes,
    trialDays: days,
    chat: chatFor(signedIn, user),
  };
}

async function inTime<T>(work: Promise<T>, without: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let limit = new Promise<T>((resolve) => (timer = setTimeout(resolve, noticeLimitMs, without)));
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Spec section 6: the banner is switched on, not suppressed, and the address is not verified; and
 * it was not closed in this session.
 */
function verificationNotice({ session }: SignedIn, user: User): Notices['verification'] {
  let { displayEmailVerification, suppressEmailValidationAlert } = env.flags;
  let isOpen = user.email_verification_status !== 'verified' && !session.dismissed?.includes('email-verification');
  if (!displayEmailVerification || suppressEmailValidationAlert || !isOpen) return null;
  return { daysLeft: user.days_left_for_email_verification };
}

/** Only the person may see them, not a platform admin acting as them. */
async function unseenCodes({ session, username, call }: SignedIn): Promise<string[]> {
  if (!env.flags.showTwoFactorAuthenticationUi || session.act_as) return [];
  try {
    return (await call(twoFactorApi.getRecoveryCodes, { params: { username } })).codes;
  } catch (thrown) {
    if (await readRefusal(thrown)) return [];
    throw thrown;
  }
}

/**
 * Spec section 6: the flag, and a key of the person. A platform admin does not chat in the name of
 * the person acted as.
 */
function chatFor({ session }: SignedIn, { id: userId, username, intercom_key: key }: User): Chat | null {
  let widget = chatWidget(env);
  if (!widget || !key || session.act_as) return null;
  return { appId: widget.appId, script: widget.script, userId, username, key };
}

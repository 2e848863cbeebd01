/** Shell notices: unverified email, recovery codes, trial, chat. */
import { twoFactorApi } from 'contract/accounts/two-factor';
import type { User } from 'contract/accounts/users';
import { env } from '../config/env.server';
import { readApiError } from '../gateway/gateway-client.server';
import { chatWidget } from '../config/chat-widget.server';
import type { SignedIn } from '../session/guards.server';
import { inTime } from './in-time.server';
import { trialDays } from './subscription.server';

export interface Chat {
  appId: string;
  script: string;
  userId: string;
  username: string;
  /** HMAC of the user id for the vendor. */
  key: string;
}

export interface Notices {
  /** Null if verified or dismissed. */
  verification: { daysLeft: number | null } | null;
  /** Not yet acknowledged. */
  recoveryCodes: string[];
  /**
   * Days left of the owner's trial, negative after it; null without a badge, undefined if not known
   * yet.
   */
  trialDays?: number | null | undefined;
  /** Null without a chat. */
  chat: Chat | null;
}

export const noNotices: Notices = { verification: null, recoveryCodes: [], trialDays: null, chat: null };

/** Slower notices are left out of the page. */
const noticeLimitMs = 1_000;

/** Leaves out notices that take too long. */
export async function loadNotices(signedIn: SignedIn, user: User, owner: string): Promise<Notices> {
  let [recoveryCodes = [], days] = await Promise.all([
    inTime(unseenCodes(signedIn), noticeLimitMs),
    trialDays(signedIn, owner, noticeLimitMs),
  ]);
  return {
    verification: verificationNotice(signedIn, user),
    recoveryCodes,
    trialDays: days,
    chat: chatFor(signedIn, user),
  };
}

const unverified = new Set<string>(['to-be-verified', 'not-verified']);

/** Spec section 6: if enabled, unverified and not dismissed in this session. */
function verificationNotice({ session }: SignedIn, user: User): Notices['verification'] {
  let { displayEmailVerification, suppressEmailValidationAlert } = env.flags;
  let isOpen = unverified.has(user.email_verification_status) && !session.dismissed?.includes('email-verification');
  if (!displayEmailVerification || suppressEmailValidationAlert || !isOpen) return null;
  return { daysLeft: user.days_left_for_email_verification };
}

/** Hidden from platform admins who impersonate the person. */
async function unseenCodes({ session, username, call }: SignedIn): Promise<string[]> {
  if (!env.flags.showTwoFactorAuthenticationUi || session.act_as) return [];
  try {
    return (await call(twoFactorApi.getRecoveryCodes, { params: { username } })).codes;
  } catch (thrown) {
    if (await readApiError(thrown)) return [];
    throw thrown;
  }
}

/**
 * Spec section 6: needs the flag and a key. Off while impersonating: an admin must not chat in the
 * person's name.
 */
function chatFor({ session }: SignedIn, { id: userId, username, intercom_key: key }: User): Chat | null {
  let widget = chatWidget(env);
  if (!widget || !key || session.act_as) return null;
  return { appId: widget.appId, script: widget.script, userId, username, key };
}

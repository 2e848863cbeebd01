/** Notices about changes to how an account signs in; they cannot be switched off. */
import { emailLinks } from 'contract/shared/email-links';
import { renderEmail } from '../../floor/mail/letter';
import type { EmailMessage } from '../../floor/mail/message';

export type SecurityChange =
  | { kind: 'two-factor-on' | 'two-factor-off' | 'recovery-codes-renewed' }
  | { kind: 'token-created'; token: string; scopes: readonly string[] }
  | { kind: 'single-sign-on-linked'; issuer: string }
  | { kind: 'github-linked' | 'github-unlinked'; login: string };

interface About {
  name: string;
  /** The dashboard's address without a slash at its end. */
  publicUrl: string;
  /** Network address the change came from; empty when it is not known. */
  address: string;
}

export function securityNoticeEmail(
  to: string,
  change: SecurityChange,
  { name, publicUrl, address }: About,
): EmailMessage {
  let { subject, text } = wordsOf(change);
  return renderEmail({
    to,
    subject,
    name,
    paragraphs: [address ? `${text} The change came from the address ${address}.` : text],
    note: `If it was not you, choose a new password now, which ends all sessions: ${publicUrl}${emailLinks.forgottenPassword()}`,
  });
}

function wordsOf(change: SecurityChange): { subject: string; text: string } {
  switch (change.kind) {
    case 'two-factor-on':
      return {
        subject: 'Two-factor authentication is on',
        text: 'From now on your account asks for a code of your authenticator app at each sign-in.',
      };
    case 'two-factor-off':
      return {
        subject: 'Two-factor authentication is off',
        text: 'From now on your account lets you in without a code.',
      };
    case 'recovery-codes-renewed':
      return {
        subject: 'New recovery codes were made',
        text: 'Your account has ten new recovery codes; the earlier ones no longer let anybody in.',
      };
    case 'token-created':
      return {
        subject: 'A new API token was made',
        text: `A token named "${change.token}" can use your account from now on (${change.scopes.join(', ')}).`,
      };
    case 'single-sign-on-linked':
      return {
        subject: 'Single sign-on was linked',
        text: `Your account at ${change.issuer} can sign in to your account from now on.`,
      };
    case 'github-linked':
      return {
        subject: 'A GitHub account was linked',
        text: `The GitHub account ${change.login} can sign in to your account from now on.`,
      };
    case 'github-unlinked':
      return {
        subject: 'A GitHub account was unlinked',
        text: `The GitHub account ${change.login} can no longer sign in to your account.`,
      };
  }
}

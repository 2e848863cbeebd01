/** Notices about changes to how an account signs in; they cannot be switched off. */
import { emailLinks } from 'contract/floor/email-links';
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
    paragraphs: [address ? `${text} The change came from the IP address ${address}.` : text],
    note: `If this was not you, reset your password now, which signs you out everywhere: ${publicUrl}${emailLinks.forgottenPassword()}`,
  });
}

function wordsOf(change: SecurityChange): { subject: string; text: string } {
  switch (change.kind) {
    case 'two-factor-on':
      return {
        subject: 'Two-factor authentication is on',
        text: 'You now enter a code from your authenticator app each time you sign in.',
      };
    case 'two-factor-off':
      return {
        subject: 'Two-factor authentication is off',
        text: 'You can now sign in without a code.',
      };
    case 'recovery-codes-renewed':
      return {
        subject: 'New recovery codes were created',
        text: 'Your account has ten new recovery codes. The old ones no longer work.',
      };
    case 'token-created':
      return {
        subject: 'A new API token was created',
        text: `A token named "${change.token}" can now access your account (${change.scopes.join(', ')}).`,
      };
    case 'single-sign-on-linked':
      return {
        subject: 'Single sign-on was linked',
        text: `Your account at ${change.issuer} can now sign in to your account.`,
      };
    case 'github-linked':
      return {
        subject: 'A GitHub account was linked',
        text: `The GitHub account ${change.login} can now sign in to your account.`,
      };
    case 'github-unlinked':
      return {
        subject: 'A GitHub account was unlinked',
        text: `The GitHub account ${change.login} can no longer sign in to your account.`,
      };
  }
}

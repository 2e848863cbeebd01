import { emailLinks } from 'contract/floor/email-links';
import { renderEmail } from '../../floor/mail/letter';
import type { EmailMessage } from '../../floor/mail/message';

/**
 * `publicUrl` is the dashboard's address without a slash at its end; `days` is how long the link
 * works.
 */
export function verifyAddressEmail(
  to: string,
  { name, publicUrl, token, days }: { name: string; publicUrl: string; token: string; days: number },
): EmailMessage {
  return renderEmail({
    to,
    subject: 'Verify your email',
    name,
    paragraphs: [
      'Verify that this is your email. We use it to help you sign in if you forget your password.',
      `The link works once and expires in ${days} ${days === 1 ? 'day' : 'days'}.`,
    ],
    link: { label: 'Verify email', url: publicUrl + emailLinks.verifyEmail(token) },
    note: 'If you did not create an account, ignore this email.',
  });
}

/**
 * To the new address. `publicUrl` is the dashboard's address without a slash at its end; `hours` is
 * how long the link works.
 */
export function changeAddressEmail(
  to: string,
  { name, publicUrl, token, hours }: { name: string; publicUrl: string; token: string; hours: number },
): EmailMessage {
  return renderEmail({
    to,
    subject: 'Verify your new email',
    name,
    paragraphs: [
      'You asked to change your email to this one.',
      `The link works once and expires in ${hours} hours. Your email does not change until you follow it.`,
    ],
    link: { label: 'Verify new email', url: publicUrl + emailLinks.changeEmail(token) },
    note: 'If you did not request this, ignore this email.',
  });
}

/** To the old address, after the change. */
export function addressChangedEmail(to: string, { name, email }: { name: string; email: string }): EmailMessage {
  return renderEmail({
    to,
    subject: 'Your email was changed',
    name,
    paragraphs: [`The email of your account is now ${email}. This is the last message to the old one.`],
    note: 'If this was not you, your password may be compromised. Contact your administrator.',
  });
}

interface Reset {
  name: string;
  /** The dashboard's address without a slash at its end. */
  publicUrl: string;
  token: string;
  /** How long the link works. */
  minutes: number;
  /** For a link sent by a platform admin: what was ended with it. */
  byAdministrator?: { sessions: boolean; apiTokens: boolean };
}

export function resetPasswordEmail(
  to: string,
  { name, publicUrl, token, minutes, byAdministrator }: Reset,
): EmailMessage {
  return renderEmail({
    to,
    subject: 'Reset your password',
    name,
    paragraphs: [
      byAdministrator
        ? `An administrator of ${new URL(publicUrl).host} asked you to reset your password.${endedWords(byAdministrator)}`
        : 'We received a request to reset the password of this account.',
      `The link works once and expires in ${minutes} minutes. Resetting your password signs you out everywhere.`,
    ],
    link: { label: 'Reset your password', url: publicUrl + emailLinks.resetPassword(token) },
    note: byAdministrator
      ? `If the link has expired, request a new one: ${publicUrl}${emailLinks.forgottenPassword()}`
      : 'If this was not you, ignore this email. Your password does not change.',
  });
}

function endedWords({ sessions, apiTokens }: { sessions: boolean; apiTokens: boolean }): string {
  if (sessions && apiTokens) return ' You were signed out everywhere, and your API tokens were revoked.';
  if (sessions) return ' You were signed out everywhere.';
  return apiTokens ? ' Your API tokens were revoked.' : '';
}

export function passwordWasResetEmail(
  to: string,
  { name, publicUrl }: { name: string; publicUrl: string },
): EmailMessage {
  return renderEmail({
    to,
    subject: 'Your password was changed',
    name,
    paragraphs: ['The password of your account was just changed, and you were signed out everywhere.'],
    note: `If this was not you, reset your password now: ${publicUrl}${emailLinks.forgottenPassword()}`,
  });
}

/** `publicUrl` is the dashboard's address without a slash at its end. */
export function passwordChangedEmail(
  to: string,
  { name, publicUrl }: { name: string; publicUrl: string },
): EmailMessage {
  return renderEmail({
    to,
    subject: 'Your password was changed',
    name,
    paragraphs: ['The password of your account was just changed, and you were signed out on all other devices.'],
    note: `If this was not you, reset your password now: ${publicUrl}${emailLinks.forgottenPassword()}`,
  });
}

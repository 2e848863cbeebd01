import { emailLinks } from 'contract/shared/email-links';
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
    subject: 'Please confirm your email address',
    name,
    paragraphs: [
      'Please confirm that this address is yours. We use it to let you in again when you forget your password.',
      `The link works once, for ${days} ${days === 1 ? 'day' : 'days'}.`,
    ],
    link: { label: 'Confirm this address', url: publicUrl + emailLinks.verifyEmail(token) },
    note: 'If you did not create an account, ignore this mail; nothing happens without the link.',
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
    subject: 'Please confirm your new email address',
    name,
    paragraphs: [
      'You asked to use this address for your account from now on.',
      `The link works once, for ${hours} hours. Until then your account keeps its address.`,
    ],
    link: { label: 'Use this address', url: publicUrl + emailLinks.changeEmail(token) },
    note: 'If you did not ask for this, ignore this mail; nothing happens without the link.',
  });
}

/** To the old address, after the change. */
export function addressChangedEmail(to: string, { name, email }: { name: string; email: string }): EmailMessage {
  return renderEmail({
    to,
    subject: 'Your email address was changed',
    name,
    paragraphs: [`Your account uses the address ${email} from now on. This is the last mail to this one.`],
    note: 'If it was not you, somebody else has your password: please write to who runs this dashboard.',
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
    subject: 'Choose a new password',
    name,
    paragraphs: [
      byAdministrator
        ? `An administrator of ${new URL(publicUrl).host} asks you to choose a new password.${endedWords(byAdministrator)}`
        : 'Somebody, hopefully you, asked for a new password for this account.',
      `The link works once, for ${minutes} minutes. Choosing a new password signs the account out everywhere.`,
    ],
    link: { label: 'Choose a new password', url: publicUrl + emailLinks.resetPassword(token) },
    note: byAdministrator
      ? `If the link is too old, ask for another one: ${publicUrl}${emailLinks.forgottenPassword()}`
      : 'If it was not you, ignore this mail; your password stays as it is.',
  });
}

function endedWords({ sessions, apiTokens }: { sessions: boolean; apiTokens: boolean }): string {
  if (sessions && apiTokens) return ' Your sessions and API tokens have ended.';
  if (sessions) return ' Your sessions have ended.';
  return apiTokens ? ' Your API tokens have ended.' : '';
}

export function passwordWasResetEmail(
  to: string,
  { name, publicUrl }: { name: string; publicUrl: string },
): EmailMessage {
  return renderEmail({
    to,
    subject: 'Your password was changed',
    name,
    paragraphs: ['The password of this account was changed a moment ago, and all its sessions have ended.'],
    note: `If it was not you, ask for a new password now: ${publicUrl}${emailLinks.forgottenPassword()}`,
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
    paragraphs: ['The password of your account was changed a moment ago, and all other sessions have ended.'],
    note: `If it was not you, ask for a new password now: ${publicUrl}${emailLinks.forgottenPassword()}`,
  });
}

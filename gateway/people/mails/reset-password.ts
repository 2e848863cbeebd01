/** Mails about a password reset: the link, and the notice afterwards. */
import { mailLinks } from 'contract/shared/mail-links';
import { renderEmail } from '../../floor/mail/letter';
import type { EmailMessage } from '../../floor/mail/message';

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

export function resetPasswordMail(
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
    link: { label: 'Choose a new password', url: publicUrl + mailLinks.resetPassword(token) },
    note: byAdministrator
      ? `If the link is too old, ask for another one: ${publicUrl}${mailLinks.forgottenPassword()}`
      : 'If it was not you, ignore this mail; your password stays as it is.',
  });
}

function endedWords({ sessions, apiTokens }: { sessions: boolean; apiTokens: boolean }): string {
  if (sessions && apiTokens) return ' Your sessions and API tokens have ended.';
  if (sessions) return ' Your sessions have ended.';
  return apiTokens ? ' Your API tokens have ended.' : '';
}

/** The notice that the password was reset. */
export function passwordWasResetMail(
  to: string,
  { name, publicUrl }: { name: string; publicUrl: string },
): EmailMessage {
  return renderEmail({
    to,
    subject: 'Your password was changed',
    name,
    paragraphs: ['The password of this account was changed a moment ago, and all its sessions have ended.'],
    note: `If it was not you, ask for a new password now: ${publicUrl}${mailLinks.forgottenPassword()}`,
  });
}

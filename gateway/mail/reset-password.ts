/** The mails around a forgotten password: the link that lets somebody choose a new one, and the news that one was chosen. */
import { mailLinks } from 'contract/mail-links';
import { written } from './letter';
import type { Message } from './mail';

/** `publicUrl` is the dashboard's address without a slash at its end; `minutes` is how long the link works. */
export function resetPasswordMail(
  to: string,
  { name, publicUrl, token, minutes }: { name: string; publicUrl: string; token: string; minutes: number },
): Message {
  return written({
    to,
    subject: 'Choose a new password',
    name,
    paragraphs: [
      'Somebody, hopefully you, asked for a new password for this account.',
      `The link works once, for ${minutes} minutes. Choosing a new password signs the account out everywhere.`,
    ],
    link: { label: 'Choose a new password', url: publicUrl + mailLinks.resetPassword(token) },
    note: 'If it was not you, ignore this mail; your password stays as it is.',
  });
}

/** Tells a person that their password is a new one now. */
export function passwordWasResetMail(to: string, { name, publicUrl }: { name: string; publicUrl: string }): Message {
  return written({
    to,
    subject: 'Your password was changed',
    name,
    paragraphs: ['The password of this account was changed a moment ago, and all its sessions have ended.'],
    note: `If it was not you, ask for a new password now: ${publicUrl}${mailLinks.forgottenPassword()}`,
  });
}

/**
 * The link in a mail that switches its kind off: whose mails and which kind, sealed, so that nobody
 * can make one for somebody else. It works for as long as the account is there.
 */
import { mailLinks } from 'contract/mail-links';
import { optionalMailNames, type OptionalMail } from 'contract/optional-mails';
import type { Sealer } from '../sealer';

const use = 'unsubscribe link';

/** The whole address of the page. */
export function unsubscribeUrl(sealer: Sealer, publicUrl: string, userId: string, mail: OptionalMail): string {
  return publicUrl + mailLinks.unsubscribe(sealer.seal(`${mail} ${userId}`, use));
}

/** Whose and which mails a link is about; undefined for one that was not made here. */
export function readUnsubscribeToken(
  sealer: Sealer,
  token: string,
): { userId: string; mail: OptionalMail } | undefined {
  let [kind, userId] = sealer.open(token, use)?.split(' ') ?? [];
  let mail = optionalMailNames.find((name) => name === kind);
  return mail && userId ? { userId, mail } : undefined;
}

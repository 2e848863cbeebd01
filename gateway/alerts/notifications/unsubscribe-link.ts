/**
 * Unsubscribe links: person and kind of mail, sealed, so that they cannot be forged. Valid as long
 * as the account exists.
 */
import { mailLinks } from 'contract/shared/mail-links';
import { optionalMailNames, type OptionalMail } from 'contract/accounts/optional-mails';
import type { Sealer } from '../../floor/sealer';

const use = 'unsubscribe link';

/** The whole address of the page. */
export function unsubscribeUrl(sealer: Sealer, publicUrl: string, userId: string, mail: OptionalMail): string {
  return publicUrl + mailLinks.unsubscribe(sealer.seal(`${mail} ${userId}`, use));
}

/** Person and kind of a link; undefined for an invalid one. */
export function readUnsubscribeToken(
  sealer: Sealer,
  token: string,
): { userId: string; mail: OptionalMail } | undefined {
  let [kind, userId] = sealer.open(token, use)?.split(' ') ?? [];
  let mail = optionalMailNames.find((name) => name === kind);
  return mail && userId ? { userId, mail } : undefined;
}

/** Unsubscribe links hold the sealed person and kind of email. They do not expire. */
import { mailLinks } from 'contract/shared/email-links';
import { optionalMailNames, type OptionalMail } from 'contract/accounts/optional-emails';
import type { SecretSealer } from '../../floor/sealer';

const use = 'unsubscribe link';

export function unsubscribeUrl(sealer: SecretSealer, publicUrl: string, userId: string, mail: OptionalMail): string {
  return publicUrl + mailLinks.unsubscribe(sealer.seal(`${mail} ${userId}`, use));
}

/** Undefined if the token is invalid. */
export function readUnsubscribeToken(
  sealer: SecretSealer,
  token: string,
): { userId: string; mail: OptionalMail } | undefined {
  let [kind, userId] = sealer.open(token, use)?.split(' ') ?? [];
  let mail = optionalMailNames.find((name) => name === kind);
  return mail && userId ? { userId, mail } : undefined;
}

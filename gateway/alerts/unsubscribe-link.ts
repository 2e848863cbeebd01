/** Unsubscribe links hold the sealed person and kind of email. They do not expire. */
import { emailLinks } from 'contract/floor/email-links';
import { optionalEmailNames, type OptionalEmail } from 'contract/accounts/optional-emails';
import type { SecretSealer } from '../floor/sealer';

const use = 'unsubscribe link';

export function unsubscribeUrl(sealer: SecretSealer, publicUrl: string, userId: string, mail: OptionalEmail): string {
  return publicUrl + emailLinks.unsubscribe(sealer.seal(`${mail} ${userId}`, use));
}

/** Undefined if the token is invalid. */
export function readUnsubscribeToken(
  sealer: SecretSealer,
  token: string,
): { userId: string; mail: OptionalEmail } | undefined {
  let [kind, userId] = sealer.open(token, use)?.split(' ') ?? [];
  let mail = optionalEmailNames.find((name) => name === kind);
  return mail && userId ? { userId, mail } : undefined;
}

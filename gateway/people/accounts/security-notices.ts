/** Sends notices about changes to how an account signs in. */
import { type SecurityChange, securityNotice } from '../emails/security-notice';
import type { ActorContext } from '../../floor/audit';
import { findUser } from '../../floor/owners';
import type { PeopleParts } from '../services';

/** To the account's address, once the answer is on its way. */
export function notify(
  { records, mail, publicUrl }: PeopleParts,
  userId: string,
  change: SecurityChange,
  act: ActorContext,
): void {
  mail.send(async () => {
    let user = await findUser(records, userId);
    return user && securityNotice(user.email, change, { name: user.name, publicUrl, address: act.address });
  });
}

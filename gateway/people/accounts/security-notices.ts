import { type SecurityChange, securityNoticeEmail } from '../emails/security-notice';
import type { ActorContext } from '../../floor/audit';
import { findUser } from '../../floor/owners';
import type { AccountServices } from './services';

/** To the account's address, after the response. */
export function sendSecurityNotice(
  { records, mail, publicUrl }: AccountServices,
  userId: string,
  change: SecurityChange,
  act: ActorContext,
): void {
  mail.send(async () => {
    let user = await findUser(records, userId);
    let about = { name: user?.name ?? '', publicUrl, address: act.address };
    return user && { ownerId: user.id, message: securityNoticeEmail(user.email, change, about) };
  });
}

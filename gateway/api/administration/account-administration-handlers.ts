/**
 * What platform admins do with one account: look at it, suspend it, send its person a password
 * reset, delete it.
 */
import { accountAdministrationApi } from 'contract/admin/account-administration';
import { minuteMs, timeOrNull } from 'contract/floor/time';
import { resetPasswordEmail } from '../../people/emails/account';
import { suspendedEmail, suspensionLiftedEmail } from '../../people/emails/suspension';
import { deleteAccount } from '../../people/accounts/account-changes';
import { signInDetailsOf, holdingsOf, ownerMembershipsOf } from '../../people/administration/owner-details';
import { recordAdministration } from '../../people/accounts/administrators';
import { recordAudit, type ActorContext, type Recipient } from '../../floor/audit';
import { withOwnerLock } from '../../floor/db/owner-transaction';
import { accountableOwners } from '../../floor/download-changes';
import { ownerMatch } from '../../people/administration/owner-search';
import { dropSignInSecrets, issueOneTime, passwordResetMs } from '../../people/accounts/one-time-secrets';
import { findUser, type Person } from '../../floor/owners';
import type { OwnerRow } from '../../floor/db/account-schema';
import { hasActiveSubscription } from '../../billing/subscriptions';
import { liftSuspension, suspendOwner } from '../../people/accounts/suspensions';
import { endAllSessions, revokeApiTokens } from '../../people/accounts/token-lists';
import type { Caller } from '../../people/accounts/tokens';
import type { EmailMessage } from '../../floor/mail/message';
import { ApiError } from '../../floor/calls/api-error';
import { presentFound } from './administration-handlers';
import type { Services } from '../http/services';
import { serve } from '../http/handler';
import { ownerByName } from '../../floor/owners';
import { removeOrganization } from '../organizations/organization-handlers';

export const accountAdministrationEndpoints = serve(accountAdministrationApi, {
  async getAdministeredOwner({ parts: { records }, params, caller, act }) {
    let owner = await ownerByName(records, params.owner);
    let [found, access, { ties, total }, holdings, isPaid] = await Promise.all([
      ownerMatch(records, owner.id),
      signInDetailsOf(records, owner.id, act.time),
      ownerMembershipsOf(records, owner),
      holdingsOf(records, owner.id),
      hasActiveSubscription(records, owner.id, act.time),
    ]);
    if (!found) throw new ApiError('owner-not-found');
    return {
      ...presentFound(found),
      access: access && {
        ...access,
        email_verified_at: timeOrNull(access.email_verified_at),
        last_used_at: timeOrNull(access.last_used_at),
      },
      ties,
      ties_total: total,
      ...holdings,
      has_active_subscription: isPaid,
      is_own: owner.id === caller.user.id,
    };
  },

  async suspendOwner({ parts, params, body: { reason }, caller, act }) {
    let owner = await ownerByName(parts.records, params.owner);
    refuseOwn(caller, owner);
    let isNew = await suspendOwner(parts.records, owner, reason, act);
    let about = { owner, reason, publicUrl: parts.publicUrl };
    if (isNew) await tell(parts, owner, ({ name, email }) => suspendedEmail(email, { ...about, name }));
    return undefined;
  },

  async liftSuspension({ parts, params, act }) {
    let owner = await ownerByName(parts.records, params.owner);
    let isNew = await liftSuspension(parts.records, owner, act);
    let about = { owner, publicUrl: parts.publicUrl };
    if (isNew) await tell(parts, owner, ({ name, email }) => suspensionLiftedEmail(email, { ...about, name }));
    return undefined;
  },

  async sendPasswordReset({ parts, params, body, act }) {
    let owner = await ownerByName(parts.records, params.owner);
    let user = await findUser(parts.records, owner.id);
    if (!user) throw new ApiError('user-not-found');
    let token = await prepareReset(parts, user, body, act);
    let { end_sessions: sessions, end_api_tokens: apiTokens } = body;
    let lifeMs = passwordResetMs;
    let about = {
      name: user.name,
      publicUrl: parts.publicUrl,
      token,
      minutes: lifeMs / minuteMs,
      byAdministrator: { sessions, apiTokens },
    };
    parts.mail.send({ ownerId: user.id, lifeMs, message: resetPasswordEmail(user.email, about) });
    return undefined;
  },

  async deleteOwner({ parts, params, caller, act }) {
    let owner = await ownerByName(parts.records, params.owner);
    refuseOwn(caller, owner);
    if (owner.kind === 'user') await deleteAccount(parts.records, parts.names, owner, act);
    else
      await removeOrganization(parts, owner, act, (change) =>
        recordAdministration(change, act, `deleted the organization ${owner.name}`),
      );
    return undefined;
  },
});

/** Admins cannot lock themselves out. */
function refuseOwn({ user }: Caller, owner: OwnerRow): void {
  if (user.id === owner.id) throw new ApiError('cannot-administer-yourself');
}

/** To the person, or to each owner of the organization. */
async function tell(
  { records, mail }: Services,
  owner: OwnerRow,
  write: (to: Recipient) => EmailMessage,
): Promise<void> {
  for (let to of await accountableOwners(records, owner.id)) mail.send({ ownerId: owner.id, message: write(to) });
}

/** Makes the link, and ends what is to be ended. */
async function prepareReset(
  { records }: Services,
  user: Person,
  { end_sessions: endsSessions, end_api_tokens: endsApiTokens }: { end_sessions: boolean; end_api_tokens: boolean },
  act: ActorContext,
): Promise<string> {
  return withOwnerLock(records, user.id, async (change) => {
    if (endsSessions) {
      await dropSignInSecrets(change, user.id);
      await endAllSessions(change, user, act);
    }
    if (endsApiTokens) await revokeApiTokens(change, user, act);
    await recordAudit(change, act, { action: 'password-reset-sent', owner: user });
    await recordAdministration(change, act, `sent ${user.name} a password reset`);
    let link = {
      userId: user.id,
      purpose: 'reset-password' as const,
      email: user.email,
      lifeMs: passwordResetMs,
    };
    return issueOneTime(change, link, act.time);
  });
}

import { inviteByToken } from '../organizations/invites';
import { ApiError } from '../../floor/calls/api-error';
import type { AccountServices } from './services';

/**
 * Admits or refuses a registration. By invitation, an account is created for the address an invite
 * was sent to, with the link of that mail.
 */
export async function admitRegistration(
  { records, registration }: AccountServices,
  { email, invite }: { email: string; invite: string },
  now: number,
): Promise<void> {
  if (registration === 'open') return;
  if (registration === 'closed') throw new ApiError('registration-is-closed');
  let given = await inviteByToken(records, invite, now).catch(needsInvite);
  let isWaiting = given.user_id === null && given.accepted_at === null;
  if (!isWaiting || given.email_key !== email.toLowerCase()) throw new ApiError('registration-needs-invite', 'email');
}

function needsInvite(error: unknown): never {
  let isUnknown = error instanceof ApiError && error.code === 'organization-invite-not-valid';
  throw isUnknown ? new ApiError('registration-needs-invite') : error;
}

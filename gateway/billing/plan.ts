/** The limit of members of an organization's plan. */
import { ApiError } from '../floor/calls/api-error';
import type { Records } from '../floor/db/schema';
import { planOf } from './subscriptions';

const freePlanMembers = 2;

/**
 * Members and pending invites an organization may have; null: any number. `override` replaces the
 * free plan's number, 0 leaves it.
 */
export async function memberLimit(
  records: Records,
  organizationId: string,
  override: number,
  now: number,
): Promise<number | null> {
  if ((await planOf(records, organizationId, now)) !== 'free') return null;
  return freeMembers(override);
}

export function freeMembers(override: number): number {
  return override > 0 ? override : freePlanMembers;
}

/**
 * Refuses with max-organization-members-reached, on `field`, unless there is room for one more.
 * Call it under the organization's lock; `without` is the id of an invite that is not counted
 * because it becomes the member.
 */
export async function refuseBeyond(
  change: Records,
  organizationId: string,
  { limit, field, without = '' }: { limit: number | null; field?: string; without?: string },
  now: number,
): Promise<void> {
  if (limit === null) return;
  let { members } = await change
    .selectFrom('memberships')
    .where('organization_id', '=', organizationId)
    .select((e) => e.fn.countAll<number>().as('members'))
    .executeTakeFirstOrThrow();
  let { invites } = await change
    .selectFrom('invites')
    .where('organization_id', '=', organizationId)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', now)
    .where('id', '!=', without)
    .select((e) => e.fn.countAll<number>().as('invites'))
    .executeTakeFirstOrThrow();
  if (members + invites >= limit) throw new ApiError('max-organization-members-reached', field);
}

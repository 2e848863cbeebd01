/**
 * The limit of members of an organization: by its plan, or the installation's number for the free
 * plan.
 */
import { memberLimit } from '../../billing/plan';
import type { Records } from '../../floor/db/schema';
import type { PeopleServices } from '../services';

/** Null: any number. */
export async function memberLimitOf(
  parts: Pick<PeopleServices, 'records' | 'memberLimitOverride' | 'clock'>,
  organizationId: string,
  records: Records = parts.records,
): Promise<number | null> {
  return memberLimit(records, organizationId, parts.memberLimitOverride, parts.clock());
}

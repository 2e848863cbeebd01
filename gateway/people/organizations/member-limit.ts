/**
 * The limit of members of an organization: by its plan, or the installation's number for the free
 * plan.
 */
import { memberLimit } from '../../billing/plan';
import type { Records } from '../../floor/db/schema';

/** Null: any number. */
export async function memberLimitOf(
  parts: { records: Records; memberLimitOverride: number; clock: () => number },
  organizationId: string,
  records: Records = parts.records,
): Promise<number | null> {
  return memberLimit(records, organizationId, parts.memberLimitOverride, parts.clock());
}

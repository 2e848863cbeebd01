/** How many members an organization may have now: by its plan, or by the installation's own number for the free plan. */
import { memberLimit } from '../records/plan';
import type { Records } from '../records/schema';
import type { ApiParts } from './handler';

/** Null: any number. */
export async function memberLimitOf(
  parts: Pick<ApiParts, 'records' | 'memberLimitOverride' | 'clock'>,
  organizationId: string,
  records: Records = parts.records,
): Promise<number | null> {
  return memberLimit(records, organizationId, parts.memberLimitOverride, parts.clock());
}

/**
 * While a platform admin acts as an owner, every change is logged: a change without a line of its
 * own in the audit log gets one here.
 */
import type { Route } from 'contract/route';
import { searchApi } from 'contract/packages/search';
import { recordAudit, type ActorContext } from '../../floor/audit';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';

/** Call it once a call has succeeded; `owner` is the one in its path. */
export async function noteChange(
  records: Records,
  route: Route,
  act: ActorContext,
  owner: OwnerRow | undefined,
): Promise<void> {
  if (act.actingAs === null || act.isNoted || !isChange(route)) return;
  await recordAudit(records, act, {
    action: 'changed-while-acting',
    owner: owner ?? null,
    target: route.summary,
  });
}

/** A POST that only reads is no change. */
function isChange({ id, method, access }: Route): boolean {
  return method !== 'GET' && access !== 'read' && id !== searchApi.search.id;
}

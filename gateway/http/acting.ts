/**
 * While a platform admin is shown another owner's things, every change is written down: what has no
 * line of its own in the audit log gets one here.
 */
import type { Route } from 'contract/route';
import { search } from 'contract/search';
import { recordAudit, type Act } from '../administration/audit';
import type { OwnerTable } from '../db/account-schema';
import type { Records } from '../db/schema';

/** To be called once a call has succeeded; `owner` is the one its path names. */
export async function noteChange(
  records: Records,
  route: Route,
  act: Act,
  owner: OwnerTable | undefined,
): Promise<void> {
  if (act.actingAs === null || act.isNoted || !isChange(route)) return;
  await recordAudit(records, act, {
    action: 'changed-while-acting',
    owner: owner ?? null,
    target: route.summary,
  });
}

/** What everybody in an owner may ask for is a question, even where it is posted. */
function isChange({ id, method, access }: Route): boolean {
  return method !== 'GET' && access !== 'read' && id !== search.id;
}

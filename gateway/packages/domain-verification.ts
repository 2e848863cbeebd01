/**
 * Verification of custom domains: storing checks, and transferring a domain to the owner who
 * verifies it.
 */
import type { VerifiedBy } from 'contract/packages/domain-status';
import { ApiError } from '../floor/calls/api-error';
import { recordAudit, type ActorContext } from '../floor/audit';
import { recordDownloadChange } from '../floor/download-changes';
import { changeOwner, withOwnerLock } from '../floor/db/owner-transaction';
import { holderOf, neverChecked } from './hosts/custom-domains';
import type { CustomDomainRow } from '../floor/db/hosting-schema';
import type { OwnerRow } from '../floor/db/account-schema';
import type { Records } from '../floor/db/schema';

export type DomainCheckResult = Pick<CustomDomainRow, 'cname' | 'txt' | 'answered' | 'checked_at' | 'next_check_at'>;

const evidence: Record<VerifiedBy, string> = {
  txt: 'TXT record',
  cname: 'CNAME record',
  administrator: 'by an administrator',
  upgrade: 'served before',
};

/**
 * Stores a check; it never removes a verification. Refuses with domain-not-found when the domain
 * was deleted meanwhile.
 */
export async function saveDomainCheck(
  records: Records,
  ownerId: string,
  name: string,
  check: DomainCheckResult,
): Promise<void> {
  await withOwnerLock(records, ownerId, async (change) => {
    let { numUpdatedRows } = await ofOwner(change, ownerId, name).set(check).executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ApiError('domain-not-found');
  });
}

/**
 * Verifies a domain for an owner. Gives the former holder, if there was one. Refuses with
 * domain-not-found when the domain was deleted meanwhile.
 */
export async function verifyDomain(
  records: Records,
  owner: OwnerRow,
  { name, by }: { name: string; by: VerifiedBy },
  act: ActorContext,
): Promise<OwnerRow | null> {
  return changeOwner(records, owner.id, async (change, alsoChanged) => {
    let holder = await holderOf(change, name);
    let former = holder?.id === owner.id ? null : holder;
    if (former) {
      await dropVerification(change, former, name, act);
      alsoChanged(former.id);
    }
    let verified = { verified_by: by, verified_at: act.time, next_check_at: null };
    let { numUpdatedRows } = await ofOwner(change, owner.id, name).set(verified).executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ApiError('domain-not-found');
    let action = by === 'administrator' ? ('domain-confirmed' as const) : ('domain-verified' as const);
    let subject = `${name} (${evidence[by]})`;
    // A domain that this owner had verified already is served as before.
    if (holder?.id === owner.id) await recordAudit(change, act, { action, owner, target: subject });
    else await recordDownloadChange(change, act, owner, { action, subject });
    return former;
  });
}

/**
 * The check is deleted too, because it is outdated. The former holder does not learn who took over.
 */
async function dropVerification(change: Records, former: OwnerRow, name: string, act: ActorContext): Promise<void> {
  await ofOwner(change, former.id, name)
    .set({ verified_by: null, verified_at: null, ...neverChecked, next_check_at: null })
    .execute();
  let nobody = { ...act, actor: null, actingAs: null, address: '', agent: '' };
  await recordAudit(change, nobody, { action: 'domain-lost', owner: former, target: name });
}

function ofOwner(change: Records, ownerId: string, name: string) {
  return change.updateTable('custom_domains').where('owner_id', '=', ownerId).where('name', '=', name);
}

import { hourMs } from 'contract/shared/time';
import { type AuditEntry, recordAudit } from '../floor/audit';
import { findOwner } from '../floor/owners';
import type { OwnerRow } from '../floor/db/account-schema';
import type { Records } from '../floor/db/schema';

/** Reserved for documentation (RFC 5737). */
const address = '203.0.113.24';
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

const deeds: Omit<AuditEntry, 'owner'>[] = [
  { action: 'organization-created' },
  { action: 'member-joined', target: 'mary (member)' },
  { action: 'member-role-changed', target: 'mary: member → admin' },
  { action: 'member-joined', target: 'linus (member)' },
];

/** grace's first hours in the organization; `start` is in milliseconds. */
export async function seedAudit(records: Records, organization: OwnerRow, start: number): Promise<void> {
  let grace = await findOwner(records, 'grace');
  if (!grace) return;
  for (let [hour, deed] of deeds.entries()) {
    let act = { actor: grace, actingAs: null, address, agent, time: start + hour * hourMs };
    await recordAudit(records, act, { ...deed, owner: organization });
  }
}

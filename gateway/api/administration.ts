/** Finding owners and acting as them. Acting is what the dashboard shows; here it is written down, and permits nothing. */
import type { FoundOwner as FoundOwnerAnswer } from 'contract/administration';
import { recordAudit } from '../records/audit';
import { findOwners, type FoundOwner } from '../records/found-owners';
import { featuresOf, findOwner } from '../records/owners';
import type { OwnerTable } from '../records/schema';
import { platformAdminFeature } from '../records/tokens';
import { Refusal } from '../refusal';
import type { ApiParts, Handlers } from './handler';
import { presentPage } from './pages';
import { presentOwner } from './present';

export const administrationHandlers = {
  async getOwners({ parts, query, url }) {
    let page = await findOwners(parts.records, query.q, query);
    return presentPage(page, query, url, (row) => row.id, present);
  },

  async startActing({ parts, params, act }) {
    let owner = await namedOwner(parts, params.owner);
    let features = await featuresOf(parts.records, owner.id);
    if (features.includes(platformAdminFeature)) throw new Refusal('cannot-act-as-platform-admin');
    await recordAudit(parts.records, act, { action: 'acting-started', owner });
    return presentOwner(owner);
  },

  async stopActing({ parts, params, act }) {
    let owner = await namedOwner(parts, params.owner);
    await recordAudit(parts.records, act, { action: 'acting-stopped', owner });
    return undefined;
  },
} satisfies Partial<Handlers>;

async function namedOwner({ records }: ApiParts, name: string): Promise<OwnerTable> {
  let owner = await findOwner(records, name);
  if (!owner) throw new Refusal('owner-not-found');
  return owner;
}

function present(row: FoundOwner): FoundOwnerAnswer {
  return {
    ...presentOwner(row),
    email: row.email ?? row.billing_email ?? '',
    full_name: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
    is_platform_admin: row.feature !== null,
  };
}

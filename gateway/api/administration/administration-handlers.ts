/** Owner search, impersonation (logged here, done by the dashboard), freed names, audit logs. */
import { administrationApi, type FoundOwner as FoundOwnerAnswer } from 'contract/admin/administration';
import { ownerHosts } from 'contract/packages/package-types/hosts';
import { time, timeOrNull } from 'contract/floor/time';
import { recordAudit, auditEvents } from '../../floor/audit';
import { recordDownloadChange } from '../../floor/download-changes';
import { findOwners, type OwnerMatch } from '../../people/administration/owner-search';
import { ownerById } from '../../floor/lead-readers';
import { featuresOf, ownerByName } from '../../floor/owners';
import { platformAdminFeature } from '../../people/accounts/tokens';
import { ApiError } from '../../floor/calls/api-error';
import { serve } from '../http/handler';
import { presentPage } from '../http/pagination';
import { presentOwner } from '../../people/accounts/present';
import { auditApi, type AuditEvent } from 'contract/admin/audit';
import type { AuditRow } from '../../floor/db/schema';

export const administrationEndpoints = serve(administrationApi, {
  async getOwners({ parts, query, url }) {
    let page = await findOwners(parts.records, query.q, query);
    return presentPage(page, { query, url }, (row) => row.id, presentFound);
  },

  async startActing({ parts, params, act }) {
    let owner = await ownerByName(parts.records, params.owner);
    let features = await featuresOf(parts.records, owner.id);
    if (features.includes(platformAdminFeature)) throw new ApiError('cannot-act-as-platform-admin');
    await recordAudit(parts.records, act, { action: 'acting-started', owner });
    return presentOwner(owner);
  },

  async stopActing({ parts, params, act }) {
    let owner = await ownerByName(parts.records, params.owner);
    await recordAudit(parts.records, act, { action: 'acting-stopped', owner });
    return undefined;
  },

  async getGivenUpName({ parts, params }) {
    let { owner_id, given_up_at } = await parts.names.find(parts.records, params.name);
    let owner = owner_id === null ? undefined : await ownerById(parts.records, owner_id);
    return { name: params.name.toLowerCase(), given_up_at: time(given_up_at), owner: owner?.name ?? null };
  },

  async freeGivenUpName({ parts, params, act }) {
    let name = params.name.toLowerCase();
    let [first = '', ...others] = ownerHosts(name, parts.domain);
    let from = `${first} and ${others.length} other hosts of ${name}`;
    await parts.names.free(parts.records, name, async (change, { owner_id }) => {
      let owner = owner_id === null ? undefined : await ownerById(change, owner_id);
      let action = 'name-freed' as const;
      if (!owner) return recordAudit(change, act, { action, owner: null, target: name });
      await recordDownloadChange(change, act, owner, { action, subject: name, from, to: 'no longer served' });
    });
    return undefined;
  },
});

/** An owner as platform admins find it. */
export function presentFound(row: OwnerMatch): FoundOwnerAnswer {
  return {
    ...presentOwner(row),
    email: row.email ?? row.billing_email ?? '',
    full_name: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
    is_platform_admin: row.feature !== null,
    suspended_at: timeOrNull(row.suspended_at),
  };
}

export const auditEndpoints = serve(auditApi, {
  async getAuditEvents({ parts, owner, query, url }) {
    let page = await auditEvents(parts.records, { ownerId: owner.id, actions: query.action }, query);
    return presentPage(page, { query, url }, (row) => row.id, present);
  },

  async getAllAuditEvents({ parts, query, url }) {
    let page = await auditEvents(parts.records, { actions: query.action, about: query.about }, query);
    return presentPage(page, { query, url }, (row) => row.id, present);
  },
});

function present(row: AuditRow): AuditEvent {
  let { id, action, actor_name: actor, acting_as, owner_name: owner, target, address, agent } = row;
  return { id, time: time(row.created_at), action, actor, acting_as, owner, target, address, agent };
}

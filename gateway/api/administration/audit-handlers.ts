/** The audit log as people read it. */
import { auditApi, type AuditEvent } from 'contract/admin/audit';
import { time } from 'contract/shared/time';
import { auditEvents } from '../../floor/audit';
import type { AuditRow } from '../../floor/db/schema';
import { serve } from '../http/handler';
import { presentPage } from '../http/pages';

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

/** Members of organizations. */
import type { OrganizationMember } from 'contract/organizations';
import { addMember, changeRole, memberByName, membersOf, removeMember, type Member } from '../records/members';
import type { Handlers } from './handler';
import { memberLimitOf } from './member-limit';
import { presentPage } from './pages';

export const memberHandlers = {
  async getOrganizationMembers({ parts, owner, query, url }) {
    let page = await membersOf(parts.records, owner.id, query);
    return presentPage(page, query, url, (row) => row.user_id, present);
  },

  async addOrganizationMember({ parts, owner, caller, body }) {
    let limit = await memberLimitOf(parts, owner.id);
    return present(await addMember(parts.records, owner.id, caller, body, limit, parts.clock()));
  },

  async getOrganizationMember({ parts, owner, params }) {
    return present(await memberByName(parts.records, owner.id, params.username));
  },

  async updateOrganizationMember({ parts, owner, caller, params, body }) {
    let { member } = await changeRole(parts.records, owner.id, caller, params.username, body.role);
    return present(member);
  },

  async deleteOrganizationMember({ parts, owner, caller, params }) {
    await removeMember(parts.records, owner.id, caller, params.username);
    return undefined;
  },
} satisfies Partial<Handlers>;

function present({ user_id, username, role }: Member): OrganizationMember {
  return { user_id, username, role };
}

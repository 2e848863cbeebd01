/** Members of organizations. */
import type { organizationsApi, OrganizationMember } from 'contract/organizations/organizations';
import {
  addMember,
  changeRole,
  memberByName,
  membersOf,
  removeMember,
  type Member,
} from '../../people/organizations/members';
import type { HandlersOf } from '../http/handler';
import { memberLimitOf } from '../../people/organizations/member-limit';
import { presentPage } from '../http/pages';

export const memberHandlers = {
  async getOrganizationMembers({ parts, owner, query, url }) {
    let page = await membersOf(parts.records, owner.id, query);
    return presentPage(page, { query, url }, (row) => row.user_id, present);
  },

  async addOrganizationMember({ parts, owner, caller, body, act }) {
    let limit = await memberLimitOf(parts, owner.id);
    return present(await addMember(parts.records, { organization: owner, actor: caller, limit }, body, act));
  },

  async getOrganizationMember({ parts, owner, params }) {
    return present(await memberByName(parts.records, owner.id, params.username));
  },

  async updateOrganizationMember({ parts, owner, caller, params, body, act }) {
    let given = { username: params.username, role: body.role };
    return present(await changeRole(parts.records, { organization: owner, actor: caller }, given, act));
  },

  async deleteOrganizationMember({ parts, owner, caller, params, act }) {
    await removeMember(parts.records, { organization: owner, actor: caller }, params.username, act);
    return undefined;
  },
} satisfies Partial<HandlersOf<typeof organizationsApi>>;

function present({ user_id, username, role }: Member): OrganizationMember {
  return { user_id, username, role };
}

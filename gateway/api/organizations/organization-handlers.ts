/** Organizations and their members. */
import { organizationsApi, type Organization, type OrganizationMember } from 'contract/organizations/organizations';
import { time } from 'contract/floor/time';
import type { ActorContext } from '../../floor/audit';
import { convertAccount } from '../../people/accounts/conversion';
import {
  deleteOrganization,
  foundOrganization,
  organizationById,
  setTwoFactorRequirement,
  setSharingRule,
  updateOrganization,
  type OrganizationRecord as OrganizationRow,
  type OrganizationFields,
} from '../../people/organizations/organizations';
import { hasActiveSubscription, startTrial } from '../../billing/subscriptions';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { ApiError } from '../../floor/calls/api-error';
import type { Services } from '../http/services';
import { serve } from '../http/handler';
import { memberLimitOf } from '../../people/organizations/member-limit';
import {
  addMember,
  changeRole,
  memberByName,
  membersOf,
  removeMember,
  type OrganizationMemberRow,
} from '../../people/organizations/members';
import { presentPage } from '../http/pagination';

export const organizationEndpoints = serve(organizationsApi, {
  async createOrganization({ parts, caller, body, act }) {
    let fields = { name: body.name, ...aboutOf(body) };
    let { id } = await foundOrganization(parts, fields, caller.user.id, act);
    await startTrial(parts.records, id, parts.billing.trialDays, parts.clock());
    return present(parts, await organizationById(parts.records, id));
  },

  async getOrganization({ parts, owner }) {
    return present(parts, await organizationById(parts.records, owner.id));
  },

  async updateOrganization({ parts, owner, body, act }) {
    let fields = { name: body.name, ...aboutOf(body) };
    return present(parts, await updateOrganization(parts, owner, fields, act));
  },

  async setTwoFactorRequirement({ parts, owner, caller, body, act }) {
    if (body.requires_two_factor && !caller.hasTwoFactor)
      throw new ApiError('own-two-factor-is-off', 'requires_two_factor');
    return present(parts, await setTwoFactorRequirement(parts.records, owner, body.requires_two_factor, act));
  },

  async setSharingRule({ parts, owner, body, act }) {
    return present(parts, await setSharingRule(parts.records, owner, body.forbids_sharing, act));
  },

  async convertAccount({ parts, owner, body, act }) {
    let fields = { username: body.username, ...aboutOf(body) };
    let organization = await convertAccount(parts, owner.id, fields, act);
    await startTrial(parts.records, organization.id, parts.billing.trialDays, parts.clock());
    return present(parts, organization);
  },

  async deleteOrganization({ parts, owner, act }) {
    await removeOrganization(parts, owner, act);
    return undefined;
  },

  async getOrganizationMembers({ parts, owner, query, url }) {
    let page = await membersOf(parts.records, owner.id, query);
    return presentPage(page, { query, url }, (row) => row.user_id, presentMember);
  },

  async addOrganizationMember({ parts, owner, caller, body, act }) {
    let limit = await memberLimitOf(parts, owner.id);
    return presentMember(await addMember(parts.records, { organization: owner, actor: caller, limit }, body, act));
  },

  async getOrganizationMember({ parts, owner, params }) {
    return presentMember(await memberByName(parts.records, owner.id, params.username));
  },

  async updateOrganizationMember({ parts, owner, caller, params, body, act }) {
    let given = { username: params.username, role: body.role };
    return presentMember(await changeRole(parts.records, { organization: owner, actor: caller }, given, act));
  },

  async deleteOrganizationMember({ parts, owner, caller, params, act }) {
    await removeMember(parts.records, { organization: owner, actor: caller }, params.username, act);
    return undefined;
  },
});

/**
 * Refuses with cannot-delete-organization-with-subscription; `note` writes down more in the same
 * transaction.
 */
export async function removeOrganization(
  { records, names }: Services,
  owner: OwnerRow,
  act: ActorContext,
  note: (change: Records) => Promise<void> = async () => undefined,
): Promise<void> {
  let mayGo = async (change: Records) => {
    if (await hasActiveSubscription(change, owner.id, act.time))
      throw new ApiError('cannot-delete-organization-with-subscription');
    await note(change);
  };
  await deleteOrganization({ records, names }, owner, mayGo, act);
}

type About = Omit<OrganizationFields, 'name'>;

function aboutOf(body: { [K in keyof About]?: string | undefined }): About {
  let { description = '', billing_email = '', website = '' } = body;
  return { description, billing_email, website };
}

async function present(parts: Services, row: OrganizationRow): Promise<Organization> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    billing_email: row.billing_email,
    website: row.website,
    requires_two_factor: row.requires_two_factor === 1,
    forbids_sharing: row.forbids_sharing === 1,
    member_limit: await memberLimitOf(parts, row.id),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  };
}

function presentMember({ user_id, username, role }: OrganizationMemberRow): OrganizationMember {
  return { user_id, username, role };
}

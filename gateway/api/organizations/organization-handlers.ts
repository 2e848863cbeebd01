/** Organizations: made, read, changed, made out of an account, deleted. */
import { organizationsApi, type Organization } from 'contract/organizations/organizations';
import { time } from 'contract/shared/time';
import type { ActorContext } from '../../floor/audit';
import { convertAccount } from '../../people/accounts/conversion';
import {
  deleteOrganization,
  foundOrganization,
  organizationById,
  requireTwoFactor,
  setSharingRule,
  updateOrganization,
  type Organization as OrganizationRow,
  type OrganizationFields,
} from '../../people/organizations/organizations';
import { hasActiveSubscription, startTrial } from '../../billing/subscriptions';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { ApiError } from '../../floor/api-error';
import type { ApiParts } from '../api-parts';
import { memberHandlers } from './member-handlers';
import { serve } from '../http/handler';
import { memberLimitOf } from '../../people/organizations/member-limit';

export const organizationEndpoints = serve(organizationsApi, {
  ...memberHandlers,

  async createOrganization({ parts, caller, body, act }) {
    let fields = { name: body.name, ...aboutOf(body) };
    let { id } = await foundOrganization(parts, fields, caller.user.id, act);
    await startTrial(parts.records, id, parts.trialDays, parts.clock());
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
    return present(parts, await requireTwoFactor(parts.records, owner, body.requires_two_factor, act));
  },

  async setSharingRule({ parts, owner, body, act }) {
    return present(parts, await setSharingRule(parts.records, owner, body.forbids_sharing, act));
  },

  async convertAccount({ parts, owner, body, act }) {
    let fields = { username: body.username, ...aboutOf(body) };
    let organization = await convertAccount(parts, owner.id, fields, act);
    await startTrial(parts.records, organization.id, parts.trialDays, parts.clock());
    return present(parts, organization);
  },

  async deleteOrganization({ parts, owner, act }) {
    await removeOrganization(parts, owner, act);
    return undefined;
  },
});

/**
 * Refuses with cannot-delete-organization-with-subscription; `note` writes down more in the same
 * transaction.
 */
export async function removeOrganization(
  { records, names }: ApiParts,
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

async function present(parts: ApiParts, row: OrganizationRow): Promise<Organization> {
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

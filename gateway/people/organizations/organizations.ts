/** Organizations: created, changed and deleted. conversion.ts converts accounts. */
import type { AuditAction } from 'contract/admin/audit';
import { ApiError } from '../../floor/calls/api-error';
import { recordAudit, type ActorContext } from '../../floor/audit';
import { changeOwner } from '../../floor/db/owner-transaction';
import { recordDownloadChange } from '../../floor/download-changes';
import type { Names } from '../../floor/names';
import { addOrganization, type NewOrganization } from '../../floor/owners';
import type { OrganizationRow, OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';

export type OrganizationRecord = OwnerRow & OrganizationRow;
export type OrganizationFields = Pick<OrganizationRow, 'description' | 'billing_email' | 'website'> & {
  name: string;
};

/** An organization by id. Refuses with organization-not-found. */
export async function organizationById(records: Records, id: string): Promise<OrganizationRecord> {
  let row = await records
    .selectFrom('organizations')
    .innerJoin('owners', 'owners.id', 'organizations.id')
    .where('owners.id', '=', id)
    .selectAll(['owners', 'organizations'])
    .executeTakeFirst();
  if (!row) throw new ApiError('organization-not-found');
  return row;
}

/** Makes an organization whose first owner is a person. Refuses with entity-already-exists. */
export async function foundOrganization(
  { records, names }: { records: Records; names: Names },
  given: NewOrganization,
  firstOwnerId: string,
  act: ActorContext,
): Promise<OwnerRow> {
  return records.transaction().execute(async (change) => {
    let owner = await addOrganization(change, given, firstOwnerId, act.time);
    await names.take(change, owner, firstOwnerId);
    await recordAudit(change, act, { action: 'organization-created', owner });
    return owner;
  });
}

/**
 * Changes an organization. A new name adds default hosts; those of the earlier one keep working.
 * Refuses as `Names.rename` does.
 */
export async function updateOrganization(
  { records, names }: { records: Records; names: Names },
  organization: OwnerRow,
  { name, ...about }: OrganizationFields,
  act: ActorContext,
): Promise<OrganizationRecord> {
  let { id } = organization;
  return changeOwner(records, id, async (change) => {
    await names.rename(change, organization, { name, personId: act.actor?.id ?? null }, act.time);
    await change.updateTable('organizations').set(about).where('id', '=', id).execute();
    let owner = await organizationById(change, id);
    let updated = { action: 'organization-updated', owner } as const;
    if (name === organization.name) await recordAudit(change, act, updated);
    else await recordDownloadChange(change, act, owner, { ...updated, subject: '', from: organization.name, to: name });
    return owner;
  });
}

/** Switches the two-factor requirement for members on or off. */
export async function setTwoFactorRequirement(
  records: Records,
  organization: OwnerRow,
  isRequired: boolean,
  act: ActorContext,
): Promise<OrganizationRecord> {
  let action = isRequired ? ('two-factor-required' as const) : ('two-factor-not-required' as const);
  return switched(records, organization, { column: 'requires_two_factor', isOn: isRequired, action }, act);
}

/** Forbids share links, or allows them. */
export async function setSharingRule(
  records: Records,
  organization: OwnerRow,
  isForbidden: boolean,
  act: ActorContext,
): Promise<OrganizationRecord> {
  let action = isForbidden ? ('sharing-forbidden' as const) : ('sharing-allowed' as const);
  return switched(records, organization, { column: 'forbids_sharing', isOn: isForbidden, action }, act);
}

interface Switch {
  column: 'requires_two_factor' | 'forbids_sharing';
  isOn: boolean;
  /** In the audit log, where it was the other way before. */
  action: AuditAction;
}

async function switched(
  records: Records,
  { id }: OwnerRow,
  { column, isOn, action }: Switch,
  act: ActorContext,
): Promise<OrganizationRecord> {
  return changeOwner(records, id, async (change) => {
    let wanted = Number(isOn);
    let { numUpdatedRows } = await change
      .updateTable('organizations')
      .set({ [column]: wanted })
      .where('id', '=', id)
      .where(column, '!=', wanted)
      .executeTakeFirst();
    let owner = await organizationById(change, id);
    if (numUpdatedRows > 0n) await recordAudit(change, act, { action, owner });
    return owner;
  });
}

/** Deletes an organization with all its data; `mayGo` can refuse inside the transaction. */
export async function deleteOrganization(
  { records, names }: { records: Records; names: Names },
  organization: OwnerRow,
  mayGo: (change: Records) => Promise<void>,
  act: ActorContext,
): Promise<void> {
  await changeOwner(records, organization.id, async (change) => {
    await mayGo(change);
    let gone = { action: 'organization-deleted', subject: organization.name } as const;
    await recordDownloadChange(change, act, organization, gone);
    await names.deleteOwner(change, organization, act.time);
  });
}

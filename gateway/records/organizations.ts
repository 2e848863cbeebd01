/** Organizations: what is said about one; changed and deleted. They are made in owners.ts, or out of an account in conversion.ts. */
import { Refusal } from '../refusal';
import { recordAudit, type Act } from './audit';
import { changeOwned } from './changes';
import { isDuplicate } from './dialect';
import type { OrganizationTable, OwnerTable, Records } from './schema';

export type Organization = OwnerTable & OrganizationTable;
export type OrganizationFields = Pick<OrganizationTable, 'description' | 'billing_email' | 'website'> & {
  name: string;
};

/** An organization by id. Refuses with organization-not-found. */
export async function organizationById(records: Records, id: string): Promise<Organization> {
  let row = await records
    .selectFrom('organizations')
    .innerJoin('owners', 'owners.id', 'organizations.id')
    .where('owners.id', '=', id)
    .selectAll(['owners', 'organizations'])
    .executeTakeFirst();
  if (!row) throw new Refusal('organization-not-found');
  return row;
}

/** Changes an organization; its default hosts follow its name. Refuses with entity-already-exists. */
export async function updateOrganization(
  records: Records,
  organization: OwnerTable,
  { name, ...about }: OrganizationFields,
  act: Act,
): Promise<Organization> {
  let { id } = organization;
  return changeOwned(records, id, async (change) => {
    try {
      let named = { name, name_key: name.toLowerCase(), updated_at: act.time };
      await change.updateTable('owners').set(named).where('id', '=', id).execute();
    } catch (error) {
      if (isDuplicate(error, 'owners', ['name_key'])) throw new Refusal('entity-already-exists', 'name');
      throw error;
    }
    await change.updateTable('organizations').set(about).where('id', '=', id).execute();
    let owner = await organizationById(change, id);
    let target = name === organization.name ? '' : `${organization.name} → ${name}`;
    await recordAudit(change, act, { action: 'organization-updated', owner, target });
    return owner;
  });
}

/** Deletes an organization with everything it has; `mayGo` refuses inside the change where it must stay. */
export async function deleteOrganization(
  records: Records,
  organization: OwnerTable,
  mayGo: (change: Records) => Promise<void>,
  act: Act,
): Promise<void> {
  await changeOwned(records, organization.id, async (change) => {
    await mayGo(change);
    await change.deleteFrom('owners').where('id', '=', organization.id).execute();
    let target = organization.name;
    await recordAudit(change, act, { action: 'organization-deleted', owner: organization, target });
  });
}

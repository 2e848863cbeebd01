/** Organizations: what is said about one; changed and deleted. They are made in owners.ts, or out of an account in conversion.ts. */
import { Refusal } from '../refusal';
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
  id: string,
  { name, ...about }: OrganizationFields,
  now: number,
): Promise<Organization> {
  return changeOwned(records, id, async (change) => {
    try {
      let named = { name, name_key: name.toLowerCase(), updated_at: now };
      await change.updateTable('owners').set(named).where('id', '=', id).execute();
    } catch (error) {
      if (isDuplicate(error, 'owners', ['name_key'])) throw new Refusal('entity-already-exists', 'name');
      throw error;
    }
    await change.updateTable('organizations').set(about).where('id', '=', id).execute();
    return organizationById(change, id);
  });
}

/** Deletes an organization with everything it has; `mayGo` refuses inside the change where it must stay. */
export async function deleteOrganization(
  records: Records,
  id: string,
  mayGo: (change: Records) => Promise<void>,
): Promise<void> {
  await changeOwned(records, id, async (change) => {
    await mayGo(change);
    await change.deleteFrom('owners').where('id', '=', id).execute();
  });
}

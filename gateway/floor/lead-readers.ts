/** Recipients of the weekly list of leads, and the weeks already sent. */
import type { LeadQuestionnaire } from 'contract/companies/lead-questionnaire';
import type { OwnerRow } from './db/account-schema';
import type { Records } from './db/schema';

export interface LeadRecipient {
  name: string;
  email: string;
}

/** People with a confirmed address: the person, or the owners (and admins) of the organization. */
export async function leadRecipients(
  records: Records,
  owner: OwnerRow,
  reportTo: LeadQuestionnaire['report_to'],
): Promise<LeadRecipient[]> {
  if (reportTo === 'nobody') return [];
  let people = records
    .selectFrom('users')
    .innerJoin('owners', 'owners.id', 'users.id')
    .select(['owners.name', 'users.email'])
    .where('users.email_verified_at', 'is not', null)
    .where('owners.suspended_at', 'is', null)
    .orderBy('owners.name_key');
  if (owner.kind === 'user') return people.where('users.id', '=', owner.id).execute();
  let roles = reportTo === 'admins' ? (['owner', 'admin'] as const) : (['owner'] as const);
  return people
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .where('memberships.organization_id', '=', owner.id)
    .where('memberships.role', 'in', roles)
    .execute();
}

/** True for the process that may send the list of a week (its Monday in milliseconds). */
export async function claimLeadReport(records: Records, ownerId: string, week: number): Promise<boolean> {
  let { numInsertedOrUpdatedRows } = await records
    .insertInto('lead_reports')
    .values({ owner_id: ownerId, week })
    .onConflict((conflict) => conflict.columns(['owner_id', 'week']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function ownerById(records: Records, id: string): Promise<OwnerRow | undefined> {
  return records.selectFrom('owners').selectAll().where('id', '=', id).executeTakeFirst();
}

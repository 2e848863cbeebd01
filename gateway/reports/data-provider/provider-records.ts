/** Stored data providers of owners with their sealed keys, and stored company profiles. */
import type { CompanyProfile } from 'contract/companies/companies';
import { recordAudit, type ActorContext } from '../../floor/audit';
import { withOwnerLock } from '../../floor/db/owner-transaction';
import type { CompanyProfileRow, DataProviderRow, Records } from '../../floor/db/schema';
import type { OwnerRow } from '../../floor/db/account-schema';

export async function providerOf(records: Records, ownerId: string): Promise<DataProviderRow | undefined> {
  return records.selectFrom('data_providers').selectAll().where('owner_id', '=', ownerId).executeTakeFirst();
}

export async function saveProvider(
  records: Records,
  owner: OwnerRow,
  { provider, sealedKey }: { provider: DataProviderRow['provider']; sealedKey: string },
  act: ActorContext,
): Promise<DataProviderRow> {
  return withOwnerLock(records, owner.id, async (change) => {
    let before = await providerOf(change, owner.id);
    let fields = { provider, api_key: sealedKey, key_saved_at: act.time, quiet_until: 0 };
    let row = { owner_id: owner.id, ...fields };
    await change
      .insertInto('data_providers')
      .values(row)
      .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(fields))
      .execute();
    let action = before ? ('data-provider-key-changed' as const) : ('data-provider-on' as const);
    await recordAudit(change, act, { action, owner, target: provider });
    return row;
  });
}

/** Also deletes the stored profiles. */
export async function removeProvider(records: Records, owner: OwnerRow, act: ActorContext): Promise<void> {
  await withOwnerLock(records, owner.id, async (change) => {
    let before = await providerOf(change, owner.id);
    if (!before) return;
    await change.deleteFrom('data_providers').where('owner_id', '=', owner.id).execute();
    await change.deleteFrom('company_profiles').where('owner_id', '=', owner.id).execute();
    await recordAudit(change, act, { action: 'data-provider-off', owner, target: before.provider });
  });
}

/** Sends the provider no requests for this owner before `until` (milliseconds). */
export async function pauseProvider(records: Records, ownerId: string, until: number): Promise<void> {
  await records.updateTable('data_providers').set({ quiet_until: until }).where('owner_id', '=', ownerId).execute();
}

/** By domain. */
export async function profilesOf(records: Records, ownerId: string): Promise<Map<string, CompanyProfileRow>> {
  let rows = await records.selectFrom('company_profiles').selectAll().where('owner_id', '=', ownerId).execute();
  return new Map(rows.map((row) => [row.domain, row]));
}

export async function profileOf(
  records: Records,
  ownerId: string,
  domain: string,
): Promise<CompanyProfileRow | undefined> {
  return records
    .selectFrom('company_profiles')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('domain', '=', domain)
    .executeTakeFirst();
}

/** Does nothing if the owner has switched the provider off. */
export async function saveProfile(records: Records, row: CompanyProfileRow): Promise<void> {
  let { owner_id, profile, asked_at, ask_again_at } = row;
  await withOwnerLock(records, owner_id, async (change) => {
    if (!(await providerOf(change, owner_id))) return;
    await change
      .insertInto('company_profiles')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['owner_id', 'domain']).doUpdateSet({ profile, asked_at, ask_again_at }),
      )
      .execute();
  });
}

/** Null if the provider does not know the company. */
export function storedProfile(row: CompanyProfileRow | undefined): CompanyProfile | null {
  return row?.profile ? (JSON.parse(row.profile) as CompanyProfile) : null;
}

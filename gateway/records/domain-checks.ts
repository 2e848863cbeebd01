/** Custom domains as the DNS is asked about them: what each is for, and what was last found. */
import type { PackageType } from 'contract/packages';
import { Refusal } from '../refusal';
import { inLock } from './changes';
import type { DomainCheckTable, Records } from './schema';

export interface CustomDomain {
  name: string;
  /** What is served there; collections are images. */
  serves: PackageType | 'pixel';
}

/** A custom domain of an owner, by the id of a domain of a package or pixel, or by its name. Refuses with domain-not-found. */
export async function customDomain(records: Records, ownerId: string, ref: string): Promise<CustomDomain> {
  let row = await records
    .selectFrom('domains')
    .leftJoin('packages', 'packages.id', 'domains.package_id')
    .where('domains.owner_id', '=', ownerId)
    .where((e) => e.or([e('domains.id', '=', ref), e('domains.name', '=', ref.toLowerCase())]))
    .select(['domains.name', 'packages.type'])
    .orderBy('domains.id')
    .executeTakeFirst();
  if (row?.name) return { name: row.name, serves: row.type ?? 'pixel' };
  let collection = await records
    .selectFrom('collections')
    .where('owner_id', '=', ownerId)
    .where('public_domain', '=', ref.toLowerCase())
    .select('public_domain')
    .executeTakeFirst();
  if (!collection?.public_domain) throw new Refusal('domain-not-found');
  return { name: collection.public_domain, serves: 'docker' };
}

/** What was last found about a custom domain. */
export async function checkOf(records: Records, name: string): Promise<DomainCheckTable | undefined> {
  return records.selectFrom('domain_checks').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Keeps a check instead of the one before. Refuses with domain-not-found when the domain went while the DNS was asked. */
export async function keepCheck(records: Records, ownerId: string, check: DomainCheckTable): Promise<void> {
  await inLock(records, ownerId, async (change) => {
    let { name, ...found } = check;
    let claim = change.selectFrom('claims').select('name').where('name', '=', name).where('owner_id', '=', ownerId);
    if (!(await claim.executeTakeFirst())) throw new Refusal('domain-not-found');
    await change
      .insertInto('domain_checks')
      .values(check)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(found))
      .execute();
  });
}

/** Collections of owners: found, listed, made, changed, deleted. */
import { uuidv7 } from 'uuidv7';
import * as limits from 'contract/limits';
import type { PageQuery } from 'contract/route';
import { Refusal } from '../refusal';
import { recordAudit, type Act } from './audit';
import { changeOwned } from './changes';
import { refuseCollectionConflicts } from './conflicts';
import { claimDomain, dropUnusedClaims } from './domains';
import { packageHost } from './hosts';
import { cutPage, windowOf, type Page } from './page';
import type { CollectionTable, OwnerTable, Records } from './schema';

/** What a caller says of a collection; a public domain left out is the owner's default host. */
export interface CollectionFields {
  pattern: string;
  backend_domain: string;
  public_domain?: string | undefined;
}

/** A collection of an owner. Refuses with collection-not-found. */
export async function collectionById(records: Records, ownerId: string, id: string): Promise<CollectionTable> {
  let row = await records
    .selectFrom('collections')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (!row) throw new Refusal('collection-not-found');
  return row;
}

/** Collections of an owner, oldest first. `after` is the id of one. */
export async function collectionsOf(
  records: Records,
  ownerId: string,
  page: PageQuery,
): Promise<Page<CollectionTable>> {
  let all = records.selectFrom('collections').where('owner_id', '=', ownerId);
  let { limit, offset } = windowOf(page);
  let rows = await all
    .$if(page.after !== undefined, (q) => q.where('id', '>', page.after ?? ''))
    .selectAll()
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  let { total } = await all.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return cutPage(rows, total, page);
}

/**
 * Makes a collection. Refuses with too-many-collections, pattern-is-duplicated, collection-is-conflicting and the public-domain codes. `ownDomain`
 * is the gateway's.
 */
export async function createCollection(
  records: Records,
  owner: OwnerTable,
  given: CollectionFields,
  ownDomain: string,
  now: number,
): Promise<CollectionTable> {
  return changeOwned(records, owner.id, async (change) => {
    let { rows } = await collectionsOf(change, owner.id, { per_page: 'max' });
    if (rows.length >= limits.collectionsPerOwnerMax) throw new Refusal('too-many-collections');
    let fields = await placed(change, owner, given, ownDomain);
    let row = { id: uuidv7(), owner_id: owner.id, ...fields, created_at: now, updated_at: now };
    await change.insertInto('collections').values(row).execute();
    await refuseCollectionConflicts(change, row);
    return row;
  });
}

/** Changes a collection. Refuses as `createCollection` does, and with collection-not-found. */
export async function updateCollection(
  records: Records,
  owner: OwnerTable,
  id: string,
  given: CollectionFields,
  ownDomain: string,
  now: number,
): Promise<CollectionTable> {
  return changeOwned(records, owner.id, async (change) => {
    let before = await collectionById(change, owner.id, id);
    let after = { ...before, ...(await placed(change, owner, given, ownDomain)), updated_at: now };
    await change.updateTable('collections').set(after).where('id', '=', id).execute();
    await refuseCollectionConflicts(change, after);
    await dropUnusedClaims(change, owner.id);
    return after;
  });
}

/** Deletes a collection; the packages it has made stay. Refuses with collection-not-found. */
export async function deleteCollection(records: Records, owner: OwnerTable, id: string, act: Act): Promise<void> {
  await changeOwned(records, owner.id, async (change) => {
    let { pattern } = await collectionById(change, owner.id, id);
    await change.deleteFrom('collections').where('id', '=', id).execute();
    await dropUnusedClaims(change, owner.id);
    await recordAudit(change, act, { action: 'collection-deleted', owner, target: pattern });
  });
}

/** The fields as they are stored: the owner's default host is null, so that it follows the owner's name; any other domain is claimed. */
async function placed(
  change: Records,
  owner: OwnerTable,
  { pattern, backend_domain, public_domain }: CollectionFields,
  ownDomain: string,
): Promise<Pick<CollectionTable, 'pattern' | 'backend_domain' | 'public_domain'>> {
  let ownHost = packageHost('docker', owner.name_key, ownDomain);
  if (public_domain === undefined || public_domain === ownHost) return { pattern, backend_domain, public_domain: null };
  let problem = await claimDomain(change, owner.id, public_domain, ownDomain);
  if (problem) throw new Refusal(`public-domain-is-${problem}`, 'public_domain');
  return { pattern, backend_domain, public_domain };
}

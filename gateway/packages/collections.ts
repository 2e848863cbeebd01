import { uuidv7 } from 'uuidv7';
import { docker } from 'contract/packages/package-types/docker';
import { packageHost } from 'contract/packages/package-types/hosts';
import type { PageQuery } from 'contract/rules/route';
import { ApiError } from '../floor/calls/api-error';
import type { ActorContext } from '../floor/audit';
import { changeOwner } from '../floor/db/owner-transaction';
import { dropUnusedDomains, useDomain } from './hosts/custom-domains';
import { recordDownloadChange } from '../floor/download-changes';
import type { OwnAddresses } from './hosts/hosts';
import { repositoryPattern } from './hosts/image-names';
import { cutPage, pageWindow, type Page } from '../floor/db/page';
import type { CollectionRow, CustomDomainRow } from '../floor/db/hosting-schema';
import type { OwnerRow } from '../floor/db/account-schema';
import type { Records } from '../floor/db/schema';

const collectionsPerOwnerMax = 100;

/** Fields of a collection; without a public domain it is the owner's default host. */
export interface CollectionFields {
  pattern: string;
  backend_domain: string;
  public_domain?: string | undefined;
  private: boolean;
}

export type Collected = CollectionRow & Pick<CustomDomainRow, 'verified_by'>;

/** Refuses with collection-not-found. */
export async function collectionById(records: Records, ownerId: string, id: string): Promise<Collected> {
  let row = await collected(records, ownerId).where('collections.id', '=', id).executeTakeFirst();
  if (!row) throw new ApiError('collection-not-found');
  return row;
}

/** List collections, oldest first. `after` is the id of one. */
export async function collectionsOf(records: Records, ownerId: string, page: PageQuery): Promise<Page<Collected>> {
  let { limit, offset } = pageWindow(page);
  let rows = await collected(records, ownerId)
    .$if(page.after !== undefined, (q) => q.where('collections.id', '>', page.after ?? ''))
    .orderBy('collections.id')
    .limit(limit)
    .offset(offset)
    .execute();
  let { total } = await records
    .selectFrom('collections')
    .where('owner_id', '=', ownerId)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return cutPage(rows, total, page);
}

function collected(records: Records, ownerId: string) {
  return records
    .selectFrom('collections')
    .leftJoin('custom_domains as custom', (join) =>
      join.onRef('custom.owner_id', '=', 'collections.owner_id').onRef('custom.name', '=', 'collections.public_domain'),
    )
    .where('collections.owner_id', '=', ownerId)
    .selectAll('collections')
    .select('custom.verified_by');
}

/**
 * Refuses with too-many-collections, pattern-is-duplicated, collection-is-conflicting and
 * public-domain-is-invalid-scarf-domain.
 */
export async function createCollection(
  { records, ...own }: { records: Records } & OwnAddresses,
  owner: OwnerRow,
  given: CollectionFields,
  act: ActorContext,
): Promise<Collected> {
  let now = act.time;
  return changeOwner(records, owner.id, async (change) => {
    let { rows } = await collectionsOf(change, owner.id, { per_page: 'max' });
    if (rows.length >= collectionsPerOwnerMax) throw new ApiError('too-many-collections');
    let fields = await placed(change, owner, { given, own }, now);
    let row = { id: uuidv7(), owner_id: owner.id, ...fields, created_at: now, updated_at: now };
    await change.insertInto('collections').values(row).execute();
    await refuseCollectionConflicts(change, row);
    let made = { action: 'collection-created', subject: row.pattern, to: shownPlace(row) } as const;
    await recordDownloadChange(change, act, owner, made);
    return collectionById(change, owner.id, row.id);
  });
}

/** Refuses as `createCollection` does, and with collection-not-found. */
export async function updateCollection(
  { records, ...own }: { records: Records } & OwnAddresses,
  { owner, id }: { owner: OwnerRow; id: string },
  given: CollectionFields,
  act: ActorContext,
): Promise<Collected> {
  let now = act.time;
  return changeOwner(records, owner.id, async (change) => {
    let { verified_by: _, ...before } = await collectionById(change, owner.id, id);
    let after = { ...before, ...(await placed(change, owner, { given, own }, now)), updated_at: now };
    await change.updateTable('collections').set(after).where('id', '=', id).execute();
    await refuseCollectionConflicts(change, after);
    await dropUnusedDomains(change, owner.id);
    let [from, to] = [before, after].map((each) => `${each.pattern} ${shownPlace(each)}`);
    if (from !== to)
      await recordDownloadChange(change, act, owner, { action: 'collection-changed', subject: '', from, to });
    return collectionById(change, owner.id, id);
  });
}

/** The packages it has created stay. Refuses with collection-not-found. */
export async function deleteCollection(
  records: Records,
  owner: OwnerRow,
  id: string,
  act: ActorContext,
): Promise<void> {
  await changeOwner(records, owner.id, async (change) => {
    let { pattern } = await collectionById(change, owner.id, id);
    await change.deleteFrom('collections').where('id', '=', id).execute();
    await dropUnusedDomains(change, owner.id);
    await recordDownloadChange(change, act, owner, { action: 'collection-deleted', subject: pattern });
  });
}

function shownPlace({ backend_domain, public_domain }: Omit<CollectionRow, 'id'>): string {
  return `at ${public_domain ?? 'the default host'} to ${backend_domain}`;
}

/**
 * The fields as they are stored: the owner's default host is null, so that it follows the owner's
 * name; any other domain is recorded as used.
 */
async function placed(
  change: Records,
  owner: OwnerRow,
  { given, own }: { given: CollectionFields; own: OwnAddresses },
  now: number,
): Promise<Pick<CollectionRow, 'pattern' | 'backend_domain' | 'public_domain' | 'private'>> {
  let { pattern, backend_domain, public_domain } = given;
  let fields = { pattern, backend_domain, private: Number(given.private) };
  let ownHost = packageHost(docker.name, owner.name_key, own.domain);
  if (public_domain === undefined || public_domain === ownHost) return { ...fields, public_domain: null };
  if (!(await useDomain(change, owner.id, { name: public_domain, own }, now)))
    throw new ApiError('public-domain-is-invalid-scarf-domain', 'public_domain');
  return { ...fields, public_domain };
}

/**
 * Refuses with pattern-is-duplicated or collection-is-conflicting when, on the host of this
 * collection, another has the same pattern, or a collection or docker package comes from a
 * different registry. A package may have a name the pattern matches: it is the more exact rule. To
 * be called after the write.
 */
async function refuseCollectionConflicts(change: Records, subject: CollectionRow): Promise<void> {
  let { public_domain: host, owner_id, backend_domain } = subject;
  let others = await change
    .selectFrom('collections')
    .selectAll()
    .where('owner_id', '=', owner_id)
    .where('id', '!=', subject.id)
    .where('public_domain', host === null ? 'is' : '=', host)
    .execute();
  let packages = await change
    .selectFrom('packages')
    .innerJoin('domains', 'domains.package_id', 'packages.id')
    .where('packages.owner_id', '=', owner_id)
    .where('packages.type', '=', docker.name)
    .where('domains.name', host === null ? 'is' : '=', host)
    .select('packages.backend_registry as backend_domain')
    .execute();
  if ([...others, ...packages].some((other) => other.backend_domain !== backend_domain))
    throw new ApiError('collection-is-conflicting', 'backend_domain');
  let shape = repositoryPattern(subject.pattern, backend_domain);
  if (others.some((other) => repositoryPattern(other.pattern, backend_domain) === shape))
    throw new ApiError('pattern-is-duplicated', 'pattern');
}

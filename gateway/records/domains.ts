/** Domains of packages and pixels. A custom domain belongs to the owner who used it first, until nothing of theirs uses it. */
import { uuidv7 } from 'uuidv7';
import * as limits from 'contract/limits';
import { Refusal } from '../refusal';
import { changeOwned } from './changes';
import { refuseConflicts } from './conflicts';
import { isOwnHost } from './hosts';
import type { DomainTable, PackageTable, PixelTable, Records } from './schema';

/** What a domain is for. */
export type Artifact = { package: PackageTable; pixel?: never } | { pixel: PixelTable; package?: never };

/** Domains of packages or pixels by their ids, oldest first. */
export async function domainsOf(
  records: Records,
  column: 'package_id' | 'pixel_id',
  ids: readonly string[],
): Promise<DomainTable[]> {
  if (ids.length === 0) return [];
  return records.selectFrom('domains').selectAll().where(column, 'in', ids).orderBy('id').execute();
}

/** One domain of a package or pixel. Refuses with domain-not-found. */
export async function domainById(
  records: Records,
  column: 'package_id' | 'pixel_id',
  artifactId: string,
  id: string,
): Promise<DomainTable> {
  let row = await records
    .selectFrom('domains')
    .selectAll()
    .where('id', '=', id)
    .where(column, '=', artifactId)
    .executeTakeFirst();
  if (!row) throw new Refusal('domain-not-found');
  return row;
}

/**
 * Adds a custom domain. `find` reads the package or pixel inside the change and refuses when there is none; `ownDomain` is the gateway's.
 * Refuses with domain-is-already-in-use, domain-is-invalid-scarf-domain, too-many-domains, package-is-conflicting.
 */
export async function createDomain(
  records: Records,
  ownerId: string,
  find: (records: Records) => Promise<Artifact>,
  name: string,
  ownDomain: string,
  now: number,
): Promise<DomainTable> {
  return changeOwned(records, ownerId, async (change) => {
    let artifact = await find(change);
    let id = (artifact.package ?? artifact.pixel).id;
    let others = await domainsOf(change, artifact.package ? 'package_id' : 'pixel_id', [id]);
    if (others.length >= limits.domainsPerArtifactMax) throw new Refusal('too-many-domains');
    if (others.some((other) => other.name === name)) throw new Refusal('domain-is-already-in-use', 'name');
    let row = await addDomainRow(change, artifact, name, ownDomain, now);
    if (artifact.package) await refuseConflicts(change, id, 'name');
    return row;
  });
}

/** Adds the row inside a change that is under way; a null name is the default host. For a new package the codes and the field are those of its form. */
export async function addDomainRow(
  change: Records,
  artifact: Artifact,
  name: string | null,
  ownDomain: string,
  now: number,
): Promise<DomainTable> {
  let { id, owner_id, created_at } = artifact.package ?? artifact.pixel;
  let isNew = created_at === now;
  let problem = name === null ? null : await claimDomain(change, owner_id, name, ownDomain);
  if (problem)
    throw isNew ? new Refusal(`public-domain-is-${problem}`, 'domain') : new Refusal(`domain-is-${problem}`, 'name');
  let row: DomainTable = {
    id: uuidv7(),
    owner_id,
    package_id: artifact.package ? id : null,
    pixel_id: artifact.pixel ? id : null,
    name,
    created_at: now,
  };
  await change.insertInto('domains').values(row).execute();
  return row;
}

/** Makes a custom domain this owner's inside a change that is under way, or says why it cannot be. */
export async function claimDomain(
  change: Records,
  ownerId: string,
  name: string,
  ownDomain: string,
): Promise<'invalid-scarf-domain' | 'already-in-use' | null> {
  if (isOwnHost(name, ownDomain)) return 'invalid-scarf-domain';
  await change
    .insertInto('claims')
    .values({ name, owner_id: ownerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  let holder = await change.selectFrom('claims').select('owner_id').where('name', '=', name).executeTakeFirst();
  return holder?.owner_id === ownerId ? null : 'already-in-use';
}

/** Removes a domain of a package; the last one stays. Refuses with domain-not-found and package-must-have-one-domain. */
export async function deletePackageDomain(
  records: Records,
  ownerId: string,
  packageId: string,
  id: string,
): Promise<void> {
  await changeOwned(records, ownerId, async (change) => {
    let all = await domainsOf(change, 'package_id', [packageId]);
    if (!all.some((domain) => domain.id === id)) throw new Refusal('domain-not-found');
    if (all.length === 1) throw new Refusal('package-must-have-one-domain');
    await deleteRow(change, ownerId, id);
  });
}

/** Removes a custom domain of a pixel; the common host stays. Refuses with domain-not-found and default-domain-stays. */
export async function deletePixelDomain(records: Records, ownerId: string, pixelId: string, id: string): Promise<void> {
  await changeOwned(records, ownerId, async (change) => {
    let domain = await domainById(change, 'pixel_id', pixelId, id);
    if (domain.name === null) throw new Refusal('default-domain-stays');
    await deleteRow(change, ownerId, id);
  });
}

async function deleteRow(change: Records, ownerId: string, id: string): Promise<void> {
  await change.deleteFrom('domains').where('id', '=', id).execute();
  await dropUnusedClaims(change, ownerId);
}

/** Frees the custom domains that nothing of this owner uses any more. */
export async function dropUnusedClaims(change: Records, ownerId: string): Promise<void> {
  await change
    .deleteFrom('claims')
    .where('owner_id', '=', ownerId)
    .where(({ and, not, exists, selectFrom }) =>
      and([
        not(exists(selectFrom('domains').select('domains.id').whereRef('domains.name', '=', 'claims.name'))),
        not(exists(selectFrom('collections').select('id').whereRef('public_domain', '=', 'claims.name'))),
      ]),
    )
    .execute();
}

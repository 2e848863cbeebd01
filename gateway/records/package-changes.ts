/** Packages of owners: made, changed, deleted. */
import { uuidv7 } from 'uuidv7';
import { Refusal } from '../refusal';
import { recordAudit, type Act } from './audit';
import { changeOwned } from './changes';
import { catchAllField, refuseConflicts } from './conflicts';
import { isDuplicate } from './dialect';
import { addDomainRow, dropUnusedClaims } from './domains';
import { isOwnHost } from './hosts';
import { repositoryName } from './images';
import { packageById } from './packages';
import { addRouteRow, type RouteFields } from './routes';
import type { OwnerTable, PackageTable, Records } from './schema';

/** What may be said about a package; repository fields as its type has them. */
export type PackageFields = Pick<PackageTable, 'type' | 'name'> & Partial<DescriptiveFields>;
type DescriptiveFields = Omit<
  PackageTable,
  'id' | 'owner_id' | 'type' | 'name' | 'name_key' | 'created_at' | 'updated_at'
>;

export interface NewPackage {
  fields: PackageFields;
  /** Custom domain; the owner's default host when left out. */
  domain?: string | undefined;
  routes?: RouteFields[];
}

/**
 * Makes a package with its first domain and routes. Refuses with package-already-exists, package-is-conflicting and the codes of its
 * domain and routes. `domain` is the gateway's own.
 */
export async function createPackage(
  records: Records,
  owner: OwnerTable,
  given: NewPackage,
  domain: string,
  now: number,
): Promise<PackageTable> {
  return changeOwned(records, owner.id, async (change) => {
    let row = newRow(owner.id, given.fields, now);
    try {
      await change.insertInto('packages').values(row).execute();
    } catch (error) {
      if (isDuplicate(error, 'packages', ['owner_id', 'type', 'name']))
        throw new Refusal('package-already-exists', 'name');
      throw error;
    }
    await addDomainRow(change, { package: row }, given.domain ?? null, domain, now);
    for (let route of given.routes ?? []) await addRouteRow(change, row.id, route, now);
    await refuseOwnTarget(change, row, domain);
    await refuseConflicts(change, row.id);
    return row;
  });
}

function newRow(ownerId: string, fields: PackageFields, now: number): PackageTable {
  return {
    id: uuidv7(),
    owner_id: ownerId,
    name_key: fields.name.toLowerCase(),
    short_description: '',
    long_description: '',
    website: '',
    importance: 'mid',
    track_companies: 1,
    repository_name: fields.backend_registry ? repositoryName(fields.name, fields.backend_registry) : null,
    backend_registry: null,
    repository_url: null,
    catch_all_target: null,
    created_at: now,
    updated_at: now,
    ...fields,
  };
}

/**
 * Changes what is said about a package; a docker package may move to another registry, a file package may get another catch-all target. Refuses
 * with package-not-found, not-a-file-package, redirect-target-is-own-domain and package-is-conflicting. `domain` is the gateway's own.
 */
export async function updatePackage(
  records: Records,
  ownerId: string,
  id: string,
  fields: Partial<DescriptiveFields>,
  domain: string,
  now: number,
): Promise<PackageTable> {
  return changeOwned(records, ownerId, async (change) => {
    let before = await packageById(change, ownerId, id);
    let { backend_registry, ...described } = fields;
    let moved =
      before.type === 'docker' && backend_registry
        ? { backend_registry, repository_name: repositoryName(before.name, backend_registry) }
        : {};
    if (fields.catch_all_target && before.type !== 'file') throw new Refusal('not-a-file-package', catchAllField);
    let after = { ...before, ...described, ...moved, updated_at: now };
    await change.updateTable('packages').set(after).where('id', '=', id).execute();
    await refuseOwnTarget(change, after, domain);
    await refuseConflicts(change, id);
    return after;
  });
}

/** A target that this gateway serves itself would send a request round in circles. */
async function refuseOwnTarget(change: Records, { catch_all_target }: PackageTable, domain: string): Promise<void> {
  if (catch_all_target === null) return;
  let { hostname } = new URL(catch_all_target);
  let isServed =
    isOwnHost(hostname, domain) ||
    (await change.selectFrom('claims').select('name').where('name', '=', hostname).executeTakeFirst());
  if (isServed) throw new Refusal('redirect-target-is-own-domain', catchAllField);
}

/** Deletes a package with its routes and domains. Refuses with package-not-found. */
export async function deletePackage(records: Records, owner: OwnerTable, id: string, act: Act): Promise<void> {
  await changeOwned(records, owner.id, async (change) => {
    let { type, name } = await packageById(change, owner.id, id);
    await change.deleteFrom('packages').where('id', '=', id).execute();
    await dropUnusedClaims(change, owner.id);
    await recordAudit(change, act, { action: 'package-deleted', owner, target: `${name} (${type})` });
  });
}

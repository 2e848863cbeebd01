/** Packages of owners: made, changed, deleted. */
import { uuidv7 } from 'uuidv7';
import { Refusal } from '../refusal';
import type { Act } from '../administration/audit';
import { changeOwned } from '../db/owner-transaction';
import { catchAllField, refuseConflicts } from './conflicts';
import { isDuplicate } from '../db/dialect';
import { dropUnusedDomains } from './custom-domains';
import { addDomainRow } from './domains';
import { recordDownloadChange, shownAddress, shownPackage, shownRoute } from './download-changes';
import { isOwnHost, type OwnAddresses } from './hosts';
import { repositoryName } from './images';
import { packageById } from './packages';
import { addRouteRow, type RouteFields } from './routes';
import type { OwnerTable, PackageTable, Records } from '../db/schema';

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
 * Makes a package with its first domain and routes. Refuses with package-already-exists,
 * package-is-conflicting and the codes of its
 * domain and routes.
 */
export async function createPackage(
  records: Records,
  owner: OwnerTable,
  given: NewPackage,
  own: OwnAddresses,
  act: Act,
): Promise<PackageTable> {
  let now = act.time;
  return changeOwned(records, owner.id, async (change) => {
    let row = newRow(owner.id, given.fields, now);
    try {
      await change.insertInto('packages').values(row).execute();
    } catch (error) {
      if (isDuplicate(error, 'packages', ['owner_id', 'type', 'name']))
        throw new Refusal('package-already-exists', 'name');
      throw error;
    }
    await addDomainRow(change, { package: row }, given.domain ?? null, own, now);
    for (let route of given.routes ?? []) await addRouteRow(change, row.id, route, now);
    await refuseOwnTarget(change, row, own);
    await refuseConflicts(change, row.id);
    let to = row.type === 'docker' ? (row.backend_registry ?? '') : (given.routes ?? []).map(shownRoute).join(', ');
    let where = given.domain ? ` at ${given.domain}` : '';
    await recordDownloadChange(change, act, owner, {
      action: 'package-created',
      subject: `${shownPackage(row)}${where}`,
      to,
    });
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
 * Changes what is said about a package; a docker package may move to another registry, a file
 * package may get another catch-all target. Refuses
 * with package-not-found, not-a-file-package, redirect-target-is-own-domain and
 * package-is-conflicting.
 */
export async function updatePackage(
  records: Records,
  owner: OwnerTable,
  id: string,
  fields: Partial<DescriptiveFields>,
  own: OwnAddresses,
  act: Act,
): Promise<PackageTable> {
  return changeOwned(records, owner.id, async (change) => {
    let before = await packageById(change, owner.id, id);
    let { backend_registry, ...described } = fields;
    let moved =
      before.type === 'docker' && backend_registry
        ? { backend_registry, repository_name: repositoryName(before.name, backend_registry) }
        : {};
    if (fields.catch_all_target && before.type !== 'file') throw new Refusal('not-a-file-package', catchAllField);
    let after = { ...before, ...described, ...moved, updated_at: act.time };
    await change.updateTable('packages').set(after).where('id', '=', id).execute();
    await refuseOwnTarget(change, after, own);
    await refuseConflicts(change, id);
    await recordTargets(change, act, owner, before, after);
    return after;
  });
}

async function recordTargets(change: Records, act: Act, owner: OwnerTable, before: PackageTable, after: PackageTable) {
  let subject = shownPackage(after);
  let targets = [
    ['registry-changed', before.backend_registry, after.backend_registry],
    ['catch-all-changed', before.catch_all_target, after.catch_all_target],
  ] as const;
  for (let [action, from, to] of targets)
    if (from !== to)
      await recordDownloadChange(change, act, owner, {
        action,
        subject,
        from: from ? shownAddress(from) : 'nowhere',
        to: to ? shownAddress(to) : 'nowhere',
      });
}

/**
 * A target that this gateway serves, or will once the owner has verified it, would send a request
 * round in circles.
 */
async function refuseOwnTarget(
  change: Records,
  { catch_all_target, owner_id }: PackageTable,
  { domain }: OwnAddresses,
): Promise<void> {
  if (catch_all_target === null) return;
  let { hostname } = new URL(catch_all_target);
  let isServed =
    isOwnHost(hostname, domain) ||
    (await change
      .selectFrom('custom_domains')
      .select('name')
      .where('name', '=', hostname)
      .where((e) => e.or([e('owner_id', '=', owner_id), e('verified_by', 'is not', null)]))
      .executeTakeFirst());
  if (isServed) throw new Refusal('redirect-target-is-own-domain', catchAllField);
}

/** Deletes a package with its routes and domains. Refuses with package-not-found. */
export async function deletePackage(records: Records, owner: OwnerTable, id: string, act: Act): Promise<void> {
  await changeOwned(records, owner.id, async (change) => {
    let subject = shownPackage(await packageById(change, owner.id, id));
    await change.deleteFrom('packages').where('id', '=', id).execute();
    await dropUnusedDomains(change, owner.id);
    await recordDownloadChange(change, act, owner, { action: 'package-deleted', subject });
  });
}

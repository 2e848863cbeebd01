/** Packages of owners: made, changed, deleted. */
import { uuidv7 } from 'uuidv7';
import { ApiError } from '../floor/calls/api-error';
import type { ActorContext } from '../floor/audit';
import { addPackageTombstones } from '../floor/tombstones';
import { changeOwner } from '../floor/db/owner-transaction';
import { refuseConflicts } from './conflicts';
import { isDuplicate } from '../floor/db/dialect';
import { dropUnusedDomains } from './hosts/custom-domains';
import { addDomainRow } from './domains';
import { recordDownloadChange, shownAddress, shownPackage } from '../floor/download-changes';
import type { OwnAddresses } from './hosts/hosts';
import { packageById } from './packages';
import { addRouteRow } from './routes';
import type { OwnerRow } from '../floor/db/account-schema';
import type { RouteDestination, PackageRow } from '../floor/db/hosting-schema';
import type { Records } from '../floor/db/schema';
import { recordsOf } from './types/list';

/** Packages of an owner: the edge holds all of them in memory. */
export const packagesPerOwnerMax = 5_000;

/** The description of a package, and the columns of its type. */
type PackageFields = Pick<PackageRow, 'type' | 'name'> & Partial<DescriptiveFields>;
type DescriptiveFields = Omit<
  PackageRow,
  'id' | 'owner_id' | 'type' | 'name' | 'name_key' | 'created_at' | 'updated_at'
>;

export interface NewPackage {
  fields: PackageFields;
  /** Custom domain; the owner's default host when left out. */
  domain?: string | undefined;
  routes?: RouteDestination[] | undefined;
}

/**
 * Creates a package with its first domain and routes. Refuses with too-many-packages,
 * package-already-exists, package-is-conflicting and the codes of its domain and routes.
 */
export async function createPackage(
  { records, ...own }: { records: Records } & OwnAddresses,
  owner: OwnerRow,
  given: NewPackage,
  act: ActorContext,
): Promise<PackageRow> {
  let now = act.time;
  return changeOwner(records, owner.id, async (change) => {
    await refuseMany(change, owner.id);
    let row = newRow(owner.id, given.fields, now);
    try {
      await change.insertInto('packages').values(row).execute();
    } catch (error) {
      if (isDuplicate(error, 'packages', ['owner_id', 'type', 'name']))
        throw new ApiError('package-already-exists', 'name');
      throw error;
    }
    await addDomainRow(change, { package: row }, { name: given.domain ?? null, own }, now);
    for (let route of given.routes ?? []) await addRouteRow(change, row.id, route, now);
    let type = recordsOf(row.type);
    await type.refuseColumns?.(change, row, own);
    await refuseConflicts(change, row.id);
    let to = type.leadsTo(row, given.routes ?? []);
    let where = given.domain ? ` at ${given.domain}` : '';
    await recordDownloadChange(change, act, owner, {
      action: 'package-created',
      subject: `${shownPackage(row)}${where}`,
      to,
    });
    return row;
  });
}

async function refuseMany(change: Records, ownerId: string): Promise<void> {
  let { made } = await change
    .selectFrom('packages')
    .where('owner_id', '=', ownerId)
    .select((e) => e.fn.countAll<number>().as('made'))
    .executeTakeFirstOrThrow();
  if (Number(made) >= packagesPerOwnerMax) throw new ApiError('too-many-packages');
}

function newRow(ownerId: string, fields: PackageFields, now: number): PackageRow {
  return {
    id: uuidv7(),
    owner_id: ownerId,
    name_key: fields.name.toLowerCase(),
    short_description: '',
    long_description: '',
    website: '',
    importance: 'mid',
    track_companies: 1,
    repository_name: null,
    backend_registry: null,
    repository_url: null,
    catch_all_target: null,
    created_at: now,
    updated_at: now,
    ...fields,
  };
}

/**
 * Changes the description of a package, and the columns of its type. Refuses with
 * package-not-found, package-is-conflicting and the codes of its type.
 */
export async function updatePackage(
  { records, ...own }: { records: Records } & OwnAddresses,
  { owner, id }: { owner: OwnerRow; id: string },
  fields: Partial<DescriptiveFields>,
  act: ActorContext,
): Promise<PackageRow> {
  return changeOwner(records, owner.id, async (change) => {
    let before = await packageById(change, owner.id, id);
    let after = { ...before, ...fields, updated_at: act.time };
    await change.updateTable('packages').set(after).where('id', '=', id).execute();
    await recordsOf(after.type).refuseColumns?.(change, after, own);
    await refuseConflicts(change, id);
    await recordTargets(change, act, owner, { before, after });
    return after;
  });
}

async function recordTargets(
  change: Records,
  act: ActorContext,
  owner: OwnerRow,
  { before, after }: { before: PackageRow; after: PackageRow },
) {
  let subject = shownPackage(after);
  let targets = [
    ['registry-changed', before.backend_registry, after.backend_registry],
    ['registry-changed', before.repository_url, after.repository_url],
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

/** Deletes a package with its routes and domains. Refuses with package-not-found. */
export async function deletePackage(records: Records, owner: OwnerRow, id: string, act: ActorContext): Promise<void> {
  await changeOwner(records, owner.id, async (change) => {
    let row = await packageById(change, owner.id, id);
    let subject = shownPackage(row);
    await addPackageTombstones(change, row, act.time);
    await change.deleteFrom('packages').where('id', '=', id).execute();
    await dropUnusedDomains(change, owner.id);
    await recordDownloadChange(change, act, owner, { action: 'package-deleted', subject });
  });
}

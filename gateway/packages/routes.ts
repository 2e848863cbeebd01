/** Routes of file packages: paths and their targets. */
import { uuidv7 } from 'uuidv7';
import * as limits from 'contract/limits';
import { typeNamed } from 'contract/package-types/list';
import { Refusal } from '../refusal';
import type { Act } from '../administration/audit';
import { changeOwned } from '../db/owner-transaction';
import { refuseConflicts } from './conflicts';
import { recordDownloadChange, shownPackage, shownRoute } from './download-changes';
import { packageById } from './packages';
import { pathShape } from './types/file';
import type { RouteFields } from './types/type';
import type { OwnerTable } from '../db/account-schema';
import type { PackageTable, RouteTable } from '../db/hosting-schema';
import type { Records } from '../db/schema';

/**
 * Routes of a file package, oldest first. Refuses with package-not-found and not-a-file-package.
 */
export async function routesOf(records: Records, ownerId: string, packageId: string): Promise<RouteTable[]> {
  await filePackage(records, ownerId, packageId);
  return routesOfPackages(records, [packageId]);
}

/** Routes of several packages, oldest first. */
export async function routesOfPackages(records: Records, packageIds: readonly string[]): Promise<RouteTable[]> {
  if (packageIds.length === 0) return [];
  return records.selectFrom('routes').selectAll().where('package_id', 'in', packageIds).orderBy('id').execute();
}

/** One route. Refuses with package-not-found, not-a-file-package and route-not-found. */
export async function routeById(
  records: Records,
  ownerId: string,
  packageId: string,
  routeId: string,
): Promise<RouteTable> {
  await filePackage(records, ownerId, packageId);
  let row = await records
    .selectFrom('routes')
    .selectAll()
    .where('id', '=', routeId)
    .where('package_id', '=', packageId)
    .executeTakeFirst();
  if (!row) throw new Refusal('route-not-found');
  return row;
}

/**
 * Adds a route. Refuses with too-many-routes, incoming-path-already-exists, package-is-conflicting,
 * besides those of `routesOf`.
 */
export async function createRoute(
  records: Records,
  { owner, packageId }: { owner: OwnerTable; packageId: string },
  fields: RouteFields,
  act: Act,
): Promise<RouteTable> {
  return changeOwned(records, owner.id, async (change) => {
    let of = await filePackage(change, owner.id, packageId);
    let row = await addRouteRow(change, packageId, fields, act.time);
    await refuseConflicts(change, packageId);
    let made = { action: 'route-created', subject: shownPackage(of), to: shownRoute(row) } as const;
    await recordDownloadChange(change, act, owner, made);
    return row;
  });
}

/** Adds the row inside a change that is under way. */
export async function addRouteRow(
  change: Records,
  packageId: string,
  fields: RouteFields,
  now: number,
): Promise<RouteTable> {
  let others = await routesOfPackages(change, [packageId]);
  if (others.length >= limits.routesPerPackageMax) throw new Refusal('too-many-routes');
  refuseSamePath(others, fields.incoming_path);
  let row = { id: uuidv7(), package_id: packageId, ...fields, created_at: now };
  await change.insertInto('routes').values(row).execute();
  return row;
}

/** Changes a route; refuses as `createRoute` does, and with route-not-found. */
export async function updateRoute(
  records: Records,
  { owner, packageId, routeId }: { owner: OwnerTable; packageId: string; routeId: string },
  fields: RouteFields,
  act: Act,
): Promise<RouteTable> {
  return changeOwned(records, owner.id, async (change) => {
    let of = await filePackage(change, owner.id, packageId);
    let before = await routeById(change, owner.id, packageId, routeId);
    let others = await routesOfPackages(change, [packageId]);
    refuseSamePath(
      others.filter((route) => route.id !== routeId),
      fields.incoming_path,
    );
    await change.updateTable('routes').set(fields).where('id', '=', routeId).execute();
    await refuseConflicts(change, packageId);
    let after = { ...before, ...fields };
    if (after.incoming_path !== before.incoming_path || after.outgoing_url !== before.outgoing_url)
      await recordDownloadChange(change, act, owner, {
        action: 'route-changed',
        subject: shownPackage(of),
        from: shownRoute(before),
        to: shownRoute(after),
      });
    return after;
  });
}

/** Removes a route; refuses as `routeById` does. */
export async function deleteRoute(
  records: Records,
  { owner, packageId, routeId }: { owner: OwnerTable; packageId: string; routeId: string },
  act: Act,
): Promise<void> {
  await changeOwned(records, owner.id, async (change) => {
    let of = await filePackage(change, owner.id, packageId);
    let before = await routeById(change, owner.id, packageId, routeId);
    await change.deleteFrom('routes').where('id', '=', routeId).execute();
    let gone = { action: 'route-deleted', subject: shownPackage(of), from: shownRoute(before) } as const;
    await recordDownloadChange(change, act, owner, gone);
  });
}

async function filePackage(records: Records, ownerId: string, packageId: string): Promise<PackageTable> {
  let found = await packageById(records, ownerId, packageId);
  if (!typeNamed(found.type).hasRoutes) throw new Refusal('not-a-file-package');
  return found;
}

function refuseSamePath(others: RouteFields[], incomingPath: string): void {
  if (others.some((other) => pathShape(other.incoming_path) === pathShape(incomingPath)))
    throw new Refusal('incoming-path-already-exists', 'incoming_path');
}

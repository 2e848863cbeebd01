/** Routes of file packages: which path leads where. */
import { uuidv7 } from 'uuidv7';
import * as limits from 'contract/limits';
import { Refusal } from '../refusal';
import { changeOwned } from './changes';
import { pathShape, refuseConflicts } from './conflicts';
import { packageById } from './packages';
import type { Records, RouteTable } from './schema';

/** A path template and where it leads; null: nowhere, the request is only counted. */
export type RouteFields = Pick<RouteTable, 'incoming_path' | 'outgoing_url'>;

/** Routes of a file package, oldest first. Refuses with package-not-found and not-a-file-package. */
export async function routesOf(records: Records, ownerId: string, packageId: string): Promise<RouteTable[]> {
  await refuseOtherTypes(records, ownerId, packageId);
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
  await refuseOtherTypes(records, ownerId, packageId);
  let row = await records
    .selectFrom('routes')
    .selectAll()
    .where('id', '=', routeId)
    .where('package_id', '=', packageId)
    .executeTakeFirst();
  if (!row) throw new Refusal('route-not-found');
  return row;
}

/** Adds a route. Refuses with too-many-routes, incoming-path-already-exists, package-is-conflicting, besides those of `routesOf`. */
export async function createRoute(
  records: Records,
  ownerId: string,
  packageId: string,
  fields: RouteFields,
  now: number,
): Promise<RouteTable> {
  return changeOwned(records, ownerId, async (change) => {
    await refuseOtherTypes(change, ownerId, packageId);
    let row = await addRouteRow(change, packageId, fields, now);
    await refuseConflicts(change, packageId);
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
  ownerId: string,
  packageId: string,
  routeId: string,
  fields: RouteFields,
): Promise<RouteTable> {
  return changeOwned(records, ownerId, async (change) => {
    let before = await routeById(change, ownerId, packageId, routeId);
    let others = await routesOfPackages(change, [packageId]);
    refuseSamePath(
      others.filter((route) => route.id !== routeId),
      fields.incoming_path,
    );
    await change.updateTable('routes').set(fields).where('id', '=', routeId).execute();
    await refuseConflicts(change, packageId);
    return { ...before, ...fields };
  });
}

/** Removes a route; refuses as `routeById` does. */
export async function deleteRoute(
  records: Records,
  ownerId: string,
  packageId: string,
  routeId: string,
): Promise<void> {
  await changeOwned(records, ownerId, async (change) => {
    await routeById(change, ownerId, packageId, routeId);
    await change.deleteFrom('routes').where('id', '=', routeId).execute();
  });
}

async function refuseOtherTypes(records: Records, ownerId: string, packageId: string): Promise<void> {
  let { type } = await packageById(records, ownerId, packageId);
  if (type !== 'file') throw new Refusal('not-a-file-package');
}

function refuseSamePath(others: RouteFields[], incomingPath: string): void {
  if (others.some((other) => pathShape(other.incoming_path) === pathShape(incomingPath)))
    throw new Refusal('incoming-path-already-exists', 'incoming_path');
}

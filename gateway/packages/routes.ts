/** Routes of file packages: paths and their targets. */
import { createHash, randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { ambiguityText, ambiguousPath } from 'contract/packages/file-routes/ambiguity';
import { arrangeRoutes } from 'matching/routes';
import { compileRegex } from 'matching/regex';
import { ascii, asSent, canonicalPath } from 'contract/packages/file-routes/request-path';
import { typeNamed } from 'contract/packages/package-types/list';
import { ApiError } from '../floor/calls/api-error';
import type { ActorContext } from '../floor/audit';
import { changeOwner } from '../floor/db/owner-transaction';
import { refuseConflicts } from './conflicts';
import { recordDownloadChange, shownPackage, shownRoute } from '../floor/download-changes';
import { packageById } from './packages';
import { pathShape, refuseManyExpressions } from './types/file';
import type { OwnerRow } from '../floor/db/account-schema';
import type { RouteDestination, PackageRow, RouteRow } from '../floor/db/hosting-schema';
import type { Records } from '../floor/db/schema';

/** Routes of a package, and of an owner: a request is compared with all at its host. */
export const routesPerPackageMax = 100;
export const routesPerOwnerMax = 1_000;

/**
 * List routes of a file package, oldest first. Refuses with package-not-found and not-a-file-package.
 */
export async function routesOf(records: Records, ownerId: string, packageId: string): Promise<RouteRow[]> {
  await filePackage(records, ownerId, packageId);
  return routesOfPackages(records, [packageId]);
}

/** Routes of several packages, oldest first. */
export async function routesOfPackages(records: Records, packageIds: readonly string[]): Promise<RouteRow[]> {
  if (packageIds.length === 0) return [];
  return records.selectFrom('routes').selectAll().where('package_id', 'in', packageIds).orderBy('id').execute();
}

/** One route. Refuses with package-not-found, not-a-file-package and route-not-found. */
export async function routeById(
  records: Records,
  ownerId: string,
  packageId: string,
  routeId: string,
): Promise<RouteRow> {
  await filePackage(records, ownerId, packageId);
  let row = await records
    .selectFrom('routes')
    .selectAll()
    .where('id', '=', routeId)
    .where('package_id', '=', packageId)
    .executeTakeFirst();
  if (!row) throw new ApiError('route-not-found');
  return row;
}

/** A route as it is saved. */
export interface RouteToSave extends RouteDestination {
  requires_token?: boolean;
  /** Replaces the token it has. */
  new_token?: boolean;
}

export interface SavedRoute {
  row: RouteRow;
  /** The token it has got, which is stored nowhere. */
  token: string | undefined;
}

/**
 * Adds a route. Refuses with too-many-routes, incoming-path-already-exists, package-is-conflicting,
 * and what `refuseUnclear` does, besides those of `routesOf`.
 */
export async function createRoute(
  records: Records,
  { owner, packageId }: { owner: OwnerRow; packageId: string },
  given: RouteToSave,
  act: ActorContext,
): Promise<SavedRoute> {
  return changeOwner(records, owner.id, async (change) => {
    let of = await filePackage(change, owner.id, packageId);
    let { token, token_hash } = tokenOf(given, null);
    let row = await addRouteRow(change, packageId, { ...fieldsOf(given), token_hash }, act.time);
    await refuseConflicts(change, packageId);
    let made = { action: 'route-created', subject: shownPackage(of), to: shownRoute(row) } as const;
    await recordDownloadChange(change, act, owner, made);
    return { row, token };
  });
}

async function routesOfOwner(change: Records, packageId: string): Promise<number> {
  let { made } = await change
    .selectFrom('routes')
    .innerJoin('packages', 'packages.id', 'routes.package_id')
    .where('packages.owner_id', '=', (query) =>
      query.selectFrom('packages as own').select('own.owner_id').where('own.id', '=', packageId),
    )
    .select((e) => e.fn.countAll<number>().as('made'))
    .executeTakeFirstOrThrow();
  return Number(made);
}

/** Adds the row inside a change that is under way. */
export async function addRouteRow(
  change: Records,
  packageId: string,
  { token_hash = null, ...fields }: RouteDestination & Partial<Pick<RouteRow, 'token_hash'>>,
  now: number,
): Promise<RouteRow> {
  let others = await routesOfPackages(change, [packageId]);
  if (others.length >= routesPerPackageMax || (await routesOfOwner(change, packageId)) >= routesPerOwnerMax)
    throw new ApiError('too-many-routes');
  refuseManyExpressions([...others, fields]);
  refuseSamePath(others, fields);
  refuseUnclear(fields);
  let row = {
    id: uuidv7(),
    package_id: packageId,
    type: 'uri-template' as const,
    ...fields,
    token_hash,
    created_at: now,
  };
  await change.insertInto('routes').values(row).execute();
  return row;
}

/** Changes a route; refuses as `createRoute` does, and with route-not-found. */
export async function updateRoute(
  records: Records,
  { owner, packageId, routeId }: { owner: OwnerRow; packageId: string; routeId: string },
  given: RouteToSave,
  act: ActorContext,
): Promise<SavedRoute> {
  return changeOwner(records, owner.id, async (change) => {
    let of = await filePackage(change, owner.id, packageId);
    let before = await routeById(change, owner.id, packageId, routeId);
    let others = (await routesOfPackages(change, [packageId])).filter((route) => route.id !== routeId);
    let { token, token_hash } = tokenOf(given, before.token_hash);
    let fields = { ...fieldsOf(given), token_hash };
    refuseManyExpressions([...others, fields]);
    refuseSamePath(others, fields);
    // A path from before ambiguous ones were refused can stay.
    if (fields.incoming_path !== before.incoming_path || fields.type !== before.type) refuseUnclear(fields);
    await change.updateTable('routes').set(fields).where('id', '=', routeId).execute();
    await refuseConflicts(change, packageId);
    let after = { ...before, ...fields };
    if (shownRoute(after) !== shownRoute(before) || token !== undefined || after.outgoing_url !== before.outgoing_url)
      await recordDownloadChange(change, act, owner, {
        action: 'route-changed',
        subject: shownPackage(of),
        from: shownRoute(before),
        to: shownRoute(after),
      });
    return { row: after, token };
  });
}

/** Removes a route; refuses as `routeById` does. */
export async function deleteRoute(
  records: Records,
  { owner, packageId, routeId }: { owner: OwnerRow; packageId: string; routeId: string },
  act: ActorContext,
): Promise<void> {
  await changeOwner(records, owner.id, async (change) => {
    let of = await filePackage(change, owner.id, packageId);
    let before = await routeById(change, owner.id, packageId, routeId);
    await change.deleteFrom('routes').where('id', '=', routeId).execute();
    let gone = { action: 'route-deleted', subject: shownPackage(of), from: shownRoute(before) } as const;
    await recordDownloadChange(change, act, owner, gone);
  });
}

async function filePackage(records: Records, ownerId: string, packageId: string): Promise<PackageRow> {
  let found = await packageById(records, ownerId, packageId);
  if (!typeNamed(found.type).hasRoutes) throw new ApiError('not-a-file-package');
  return found;
}

/** The route of a package that an address belongs to; its path and query, or a whole address. */
export async function matchRoute(
  records: Records,
  ownerId: string,
  packageId: string,
  address: string,
): Promise<{ row: RouteRow | null; variables: Record<string, string> }> {
  let rows = await routesOf(records, ownerId, packageId);
  let find = arrangeRoutes(rows.map((row) => ({ row, type: row.type, incomingPath: row.incoming_path })));
  let target = address.trim().replace(/^https?:\/\/[^/?#]*/i, '');
  let [path = '', query = ''] = ascii(asSent(target.replace(/#.*$/s, ''))).split(/\?(.*)/s);
  let [found] = find(canonicalPath(path.startsWith('/') ? path : `/${path}`), query);
  return { row: found?.route.row ?? null, variables: { ...found?.captures.text } };
}

function fieldsOf({ type = 'uri-template', incoming_path, outgoing_url }: RouteToSave) {
  return { type, incoming_path, outgoing_url };
}

/** The token of a route: kept, new, or none. */
function tokenOf(
  { type, requires_token, new_token }: RouteToSave,
  before: string | null,
): { token: string | undefined; token_hash: string | null } {
  if (type !== 'telemetry' || !requires_token) return { token: undefined, token_hash: null };
  if (before !== null && !new_token) return { token: undefined, token_hash: before };
  let token = randomBytes(32).toString('base64url');
  return { token, token_hash: createHash('sha256').update(token).digest('hex') };
}

/**
 * Refuses a path that cannot be matched, or that can be split in two ways: with
 * incoming-path-invalid-regex, incoming-path-regex-too-large and incoming-path-is-ambiguous.
 */
function refuseUnclear({ type, incoming_path }: RouteDestination): void {
  if (type === 'regex') {
    let compiled = compileRegex(incoming_path);
    if (typeof compiled === 'string') throw new ApiError(compiled, 'incoming_path');
    return;
  }
  let example = ambiguousPath(incoming_path);
  if (example) throw new ApiError('incoming-path-is-ambiguous', 'incoming_path', { example: ambiguityText(example) });
}

function refuseSamePath(others: RouteDestination[], fields: RouteDestination): void {
  if (others.some((other) => pathShape(other) === pathShape(fields)))
    throw new ApiError('incoming-path-already-exists', 'incoming_path');
}

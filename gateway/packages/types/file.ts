/** File packages: routes, and a target for all other requests. No path of a host has two routes. */
import type { CatchAllRule, FileRule, RouteRule } from 'contract/packages/package-types/file';
import type { PackageRule } from 'contract/packages/package-types/type';
import { ApiError } from '../../floor/calls/api-error';
import type { RouteDestination, PackageRow } from '../../floor/db/hosting-schema';
import type { Records } from '../../floor/db/schema';
import { isServedHere } from '../hosts/custom-domains';
import { shownRoute } from '../../floor/download-changes';
import { type HostedPackage, packageRule } from '../hosts/hosted-packages';
import type { OwnAddresses } from '../hosts/hosts';
import type { AtHost } from '../hosts/served-hosts';
import type { OwnColumns, PackageTypeRecords } from './type';

/** Expressions of routes at one host: a request is compared with all. */
export const routeRegexesPerHostMax = 10;

/** The field of a package's body with the target for all other requests. */
export const catchAllField = 'catch_all_redirect_target_domain';

interface Fields {
  incoming_path?: string | undefined;
  outgoing_url?: string | undefined;
  [catchAllField]?: string | null | undefined;
}

export const file: PackageTypeRecords<Fields, FileRule> = {
  columns({ [catchAllField]: catch_all_target }): OwnColumns {
    return catch_all_target === undefined ? {} : { catch_all_target };
  },

  routes: ({ incoming_path = '', outgoing_url = null }) => [{ incoming_path, outgoing_url }],

  leadsTo: (_, routes) => routes.map(shownRoute).join(', '),

  refuseColumns: refuseOwnTarget,

  async refuseConflicts(change, row, neighbours, field) {
    if (neighbours.length === 0) return;
    if (row.catch_all_target !== null && neighbours.some((other) => other.catch_all_target !== null))
      throw new ApiError('package-is-conflicting', field ?? catchAllField);
    let routes = await change
      .selectFrom('routes')
      .select(['package_id', 'incoming_path', 'type'])
      .where('package_id', 'in', [row.id, ...neighbours.map((other) => other.id)])
      .execute();
    let taken = new Set(routes.filter((r) => r.package_id !== row.id).map(pathShape));
    if (routes.some((r) => r.package_id === row.id && taken.has(pathShape(r))))
      throw new ApiError('package-is-conflicting', field ?? 'incoming_path');
    refuseManyExpressions(routes);
  },

  async rules({ records, owners, packages, place }) {
    let rows = await records
      .selectFrom('routes')
      .innerJoin('packages', 'packages.id', 'routes.package_id')
      .$if(owners !== undefined, (query) => query.where('packages.owner_id', 'in', owners!))
      .select(['routes.package_id', 'routes.type', 'routes.incoming_path', 'routes.outgoing_url', 'routes.token_hash'])
      .orderBy('routes.id')
      .execute();
    let routes = new Map<string, Omit<RouteRule, keyof PackageRule>[]>();
    for (let { package_id, type, incoming_path, outgoing_url, token_hash } of rows) {
      let route = {
        ...(type !== 'uri-template' && { type }),
        incomingPath: incoming_path,
        outgoingUrl: outgoing_url,
        ...(token_hash !== null && { tokenHash: token_hash }),
      };
      routes.set(package_id, [...(routes.get(package_id) ?? []), route]);
    }
    let placed = place(packages);
    return [
      ...placed.flatMap((row) => (routes.get(row.id) ?? []).map((route) => ({ ...packageRule(row), ...route }))),
      ...placed.flatMap(catchAllRule),
    ];
  },
};

/**
 * A path template without the names of its variables: two templates of one shape match the same
 * paths.
 */
export function pathShape({ type, incoming_path }: Pick<RouteDestination, 'type' | 'incoming_path'>): string {
  if (type === 'regex') return `regex ${incoming_path}`;
  return incoming_path.replace(/\{([+#./;?&]?)[^{}]*\}/g, '{$1}');
}

/**
 * Refuses with too-many-routes: every request that fits no template is held against each
 * expression.
 */
export function refuseManyExpressions(routes: readonly Pick<RouteDestination, 'type'>[]): void {
  if (routes.filter(({ type }) => type === 'regex').length > routeRegexesPerHostMax)
    throw new ApiError('too-many-routes');
}

function catchAllRule(row: AtHost<HostedPackage>): CatchAllRule[] {
  return row.catch_all_target === null ? [] : [{ ...packageRule(row), target: row.catch_all_target }];
}

/** A target that this gateway serves, or will serve once the owner has verified it, would loop. */
async function refuseOwnTarget(
  change: Records,
  { catch_all_target, owner_id }: PackageRow,
  own: OwnAddresses,
): Promise<void> {
  if (catch_all_target === null) return;
  if (await isServedHere(change, catch_all_target, owner_id, own))
    throw new ApiError('redirect-target-is-own-domain', catchAllField);
}

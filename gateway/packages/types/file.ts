/** File packages: routes, and a target for all other requests. No path of a host has two routes. */
import type { CatchAllRule, FileRule, RouteRule } from 'contract/package-types/file';
import { Refusal } from '../../refusal';
import type { PackageTable } from '../../db/hosting-schema';
import type { Records } from '../../db/schema';
import { shownRoute } from '../download-changes';
import { type HostedPackage, packageRule } from '../hosted-packages';
import { isOwnHost, type OwnAddresses } from '../hosts';
import type { Placed } from '../placement';
import type { OwnColumns, PackageTypeRecords } from './type';

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
      throw new Refusal('package-is-conflicting', field ?? catchAllField);
    let routes = await change
      .selectFrom('routes')
      .select(['package_id', 'incoming_path'])
      .where('package_id', 'in', [row.id, ...neighbours.map((other) => other.id)])
      .execute();
    let taken = new Set(routes.filter((r) => r.package_id !== row.id).map((r) => pathShape(r.incoming_path)));
    if (routes.some((r) => r.package_id === row.id && taken.has(pathShape(r.incoming_path))))
      throw new Refusal('package-is-conflicting', field ?? 'incoming_path');
  },

  async rules({ records, owners, packages, place }) {
    let rows = await records
      .selectFrom('routes')
      .innerJoin('packages', 'packages.id', 'routes.package_id')
      .$if(owners !== undefined, (query) => query.where('packages.owner_id', 'in', owners!))
      .select(['routes.package_id', 'routes.incoming_path', 'routes.outgoing_url'])
      .orderBy('routes.id')
      .execute();
    let routes = new Map<string, Pick<RouteRule, 'incomingPath' | 'outgoingUrl'>[]>();
    for (let { package_id, incoming_path, outgoing_url } of rows) {
      let route = { incomingPath: incoming_path, outgoingUrl: outgoing_url };
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
export function pathShape(incomingPath: string): string {
  return incomingPath.replace(/\{([+#./;?&]?)[^{}]*\}/g, '{$1}');
}

function catchAllRule(row: Placed<HostedPackage>): CatchAllRule[] {
  return row.catch_all_target === null ? [] : [{ ...packageRule(row), target: row.catch_all_target }];
}

/** A target that this gateway serves, or will serve once the owner has verified it, would loop. */
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

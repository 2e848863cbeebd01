/** An owner's packages, and those that others share with a person. */
import { anyCase, composed } from 'contract/floor/any-case';
import * as limits from 'contract/floor/limits';
import { type Package, packagesApi, PackageTypeName } from 'contract/packages/packages';
import { permissionsApi, type SharedPackage } from 'contract/organizations/permissions';
import type { Call } from '../../gateway/gateway-client.server';
import { sharedReportQuery } from '../../links/query-parameters';
import { isSameOwner } from '../../links/paths';
import type { SignedIn } from '../../session/guards.server';
import { sortedPackageTypes } from '../../text/type-label';

export interface OverviewFilter {
  types: PackageTypeName[];
  q: string;
  withoutNoise: boolean;
}

/** Ignores invalid values. */
export function readFilter({ searchParams }: URL): OverviewFilter {
  return {
    types: PackageTypeName.options.filter((type) => searchParams.getAll('type').includes(type)),
    q: (searchParams.get('q') ?? '').trim().slice(0, limits.artifactNameMax),
    withoutNoise: sharedReportQuery(searchParams).noise === 'hide',
  };
}

/** All that match, which are sorted by numbers of the event store, and the types to filter by. */
export async function readPackages(
  call: Call,
  owner: string,
  { types, q }: OverviewFilter,
): Promise<{ artifacts: Package[]; offered: PackageTypeName[] }> {
  let { results } = await call(packagesApi.getPackages, { params: { owner }, query: { per_page: 'max' } });
  let isNamed = anyCase('contains', [q]);
  let used = new Set([...types, ...results.map(({ type }) => type)]);
  return {
    artifacts: results.filter(
      ({ name, type }) => (types.length === 0 || types.includes(type)) && (q === '' || isNamed(composed(name))),
    ),
    offered: used.size > 1 || types.length > 0 ? sortedPackageTypes.filter((type) => used.has(type)) : [],
  };
}

/** All shared packages on the person's own list; only those of `owner` on another's. */
export async function readShared({ call, username }: SignedIn, owner: string): Promise<SharedPackage[]> {
  let { results } = await call(permissionsApi.getSharedPackages, { params: { username } });
  let isOwn = isSameOwner(owner, username);
  return isOwn ? results : results.filter((item) => isSameOwner(item.owner, owner));
}

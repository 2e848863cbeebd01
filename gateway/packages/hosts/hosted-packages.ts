/** List packages with their domains, as the rules of the edge are made of them. */
import type { PackageRule } from 'contract/packages/package-types/type';
import type { Records } from '../../floor/db/schema';
import type { AtHost } from './served-hosts';

export type HostedPackage = Awaited<ReturnType<typeof hostedPackages>>[number];

/** Ids of owners; undefined for all there are. */
export type OwnersAsked = readonly string[] | undefined;

/**
 * The packages of owners with each of their domains, the older first; a null host is the default
 * one.
 */
export async function hostedPackages(records: Records, owners: OwnersAsked) {
  return records
    .selectFrom('packages')
    .innerJoin('owners', 'owners.id', 'packages.owner_id')
    .innerJoin('domains', 'domains.package_id', 'packages.id')
    .leftJoin('custom_domains as custom', (join) =>
      join.onRef('custom.owner_id', '=', 'packages.owner_id').onRef('custom.name', '=', 'domains.name'),
    )
    .select([
      'packages.id',
      'packages.owner_id',
      'packages.type',
      'packages.name',
      'packages.track_companies',
      'packages.repository_name',
      'packages.backend_registry',
      'packages.repository_url',
      'packages.catch_all_target',
      'owners.name_key',
      'domains.name as host',
      'custom.verified_by',
    ])
    .$if(owners !== undefined, (query) => query.where('packages.owner_id', 'in', owners!))
    .orderBy('domains.id')
    .execute();
}

/** What every rule of a package says. */
export function packageRule({ owner_id, id, track_companies, host }: AtHost<HostedPackage>): PackageRule {
  return { ownerId: owner_id, packageId: id, trackCompanies: track_companies === 1, host };
}

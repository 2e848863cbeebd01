/** Packages of ada that are a name at a registry. */
import type { PackageType } from 'contract/packages/package-types/list';
import { changeOwner } from 'gateway/floor/db/owner-transaction';
import { type EdgeWorld, ids } from './edge-world';

/** Adds a package as the API does; resolves when the edge knows it. */
export async function addRegistryPackage(
  world: EdgeWorld,
  type: PackageType,
  id: string,
  name: string,
  registry: string,
): Promise<void> {
  await changeOwner(world.records, ids.owner, async (change) => {
    let about = {
      short_description: '',
      long_description: '',
      website: '',
      importance: 'mid',
      track_companies: 1,
    } as const;
    let columns = { repository_name: null, backend_registry: null, repository_url: registry };
    let named = { id, owner_id: ids.owner, type, name, name_key: name };
    await change
      .insertInto('packages')
      .values({ ...named, ...about, ...columns, created_at: 1, updated_at: 1 })
      .execute();
    await change
      .insertInto('domains')
      .values({ id, owner_id: ids.owner, package_id: id, pixel_id: null, name: null, created_at: 1 })
      .execute();
  });
}

/** Withdraws a version, or only marks it as deprecated; without a version, restores all of the package. */
export async function withdraw(world: EdgeWorld, packageId: string, version?: string, isServed = false): Promise<void> {
  await changeOwner(world.records, ids.owner, async (change) => {
    await change.deleteFrom('withdrawn_versions').where('package_id', '=', packageId).execute();
    if (version === undefined) return;
    let row = { package_id: packageId, version, message: 'Leaks tokens.', redirect_to: null, created_by: null };
    await change
      .insertInto('withdrawn_versions')
      .values({ ...row, is_served: Number(isServed), created_at: 1 })
      .execute();
  });
}

/** All packages and pixels of an owner with their importance. */
import type { Importance } from 'contract/fields';
import type { Records } from '../../floor/db/schema';

export interface Weighed {
  id: string;
  name: string;
  importance: Importance;
}

export interface WeighedArtifacts {
  packages: Weighed[];
  pixels: Weighed[];
}

/** In no particular order. */
export async function weighedArtifacts(records: Records, ownerId: string): Promise<WeighedArtifacts> {
  let of = (table: 'packages' | 'pixels') =>
    records.selectFrom(table).select(['id', 'name', 'importance']).where('owner_id', '=', ownerId).execute();
  let [packages, pixels] = await Promise.all([of('packages'), of('pixels')]);
  return { packages, pixels };
}

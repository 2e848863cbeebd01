/** All packages and pixels of an owner with their importance. */
import type { Importance } from 'contract/fields';
import type { Records } from '../../floor/db/schema';

export interface ArtifactWithImportance {
  id: string;
  name: string;
  importance: Importance;
}

export interface ArtifactsWithImportance {
  packages: ArtifactWithImportance[];
  pixels: ArtifactWithImportance[];
}

export async function artifactsWithImportance(records: Records, ownerId: string): Promise<ArtifactsWithImportance> {
  let of = (table: 'packages' | 'pixels') =>
    records.selectFrom(table).select(['id', 'name', 'importance']).where('owner_id', '=', ownerId).execute();
  let [packages, pixels] = await Promise.all([of('packages'), of('pixels')]);
  return { packages, pixels };
}

/** All packages and pixels of an owner with their importance. */
import type { Importance } from 'contract/rules/fields';
import type { Records } from '../../floor/db/schema';

export interface ArtifactWithImportance {
  id: string;
  name: string;
  importance: Importance;
}

export interface PackageWithImportance extends ArtifactWithImportance {
  type: string;
}

export interface ArtifactsWithImportance {
  packages: PackageWithImportance[];
  pixels: ArtifactWithImportance[];
}

export async function artifactsWithImportance(records: Records, ownerId: string): Promise<ArtifactsWithImportance> {
  let shared = ['id', 'name', 'importance'] as const;
  let [packages, pixels] = await Promise.all([
    records
      .selectFrom('packages')
      .select([...shared, 'type'])
      .where('owner_id', '=', ownerId)
      .execute(),
    records.selectFrom('pixels').select(shared).where('owner_id', '=', ownerId).execute(),
  ]);
  return { packages, pixels };
}

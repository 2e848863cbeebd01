/** Step 0024: the badges of packages that everybody may see. */
import { partOf, required, table, type Schema } from '../columns';

export async function badgeTables(db: Schema): Promise<void> {
  await table(db, 'package_badges')
    .addColumn('package_id', 'text', partOf('packages'))
    .addColumn('kind', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('package_badges_key', ['package_id', 'kind'])
    .execute();
}

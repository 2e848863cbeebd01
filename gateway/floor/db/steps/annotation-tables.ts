/** Step 0032: what people write at days. */
import { id, partOf, required, table, type Schema } from '../columns';

export async function annotationTables(db: Schema): Promise<void> {
  await table(db, 'annotations')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('package_id', 'text', (c) => c.references('packages.id').onDelete('cascade'))
    .addColumn('day', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('created_by', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('annotations_day').on('annotations').columns(['owner_id', 'day', 'id']).execute();
  await db.schema.createIndex('annotations_package').on('annotations').column('package_id').execute();
  await db.schema.createIndex('annotations_author').on('annotations').column('created_by').execute();
}

/**
 * The table of collections: image patterns, the registry behind them, the host in front of them.
 */
import { id, partOf, required, table, type Schema } from '../columns';

export async function collectionTables(db: Schema): Promise<void> {
  await table(db, 'collections')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('pattern', 'text', required)
    .addColumn('backend_domain', 'text', required)
    .addColumn('public_domain', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('collections_owner_id').on('collections').columns(['owner_id', 'id']).execute();
}

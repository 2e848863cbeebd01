/** The table of filters: which events count for an owner, always or when asked for. */
import { emptyText, id, partOf, required, table, type Schema } from '../columns';

export async function filterTables(db: Schema): Promise<void> {
  await table(db, 'filters')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('scope', 'text', required)
    .addColumn('name', 'text', emptyText)
    .addColumn('conditions', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('filters_owner_id').on('filters').columns(['owner_id', 'id']).execute();
}

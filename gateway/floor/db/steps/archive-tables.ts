/** The table of archives: files with everything an owner has. */
import { emptyText, id, partOf, required, table, type Schema } from '../columns';

export async function archiveTables(db: Schema): Promise<void> {
  await table(db, 'archives')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('requested_by', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('status', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('reason', 'text', emptyText)
    .addColumn('files_done', 'integer', required)
    .addColumn('files_total', 'integer', required)
    .addColumn('event_count', 'bigint', required)
    .addColumn('byte_count', 'bigint', required)
    .addColumn('due_at', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('finished_at', 'bigint')
    .execute();
  await db.schema.createIndex('archives_owner_id').on('archives').columns(['owner_id', 'id']).execute();
}

/** The tables of scheduled exports: where each sends what, and what was sent. */
import { emptyText, id, partOf, required, table, type Schema } from '../columns';
import { uniqueName } from '../dialect';

export async function exportTables(db: Schema): Promise<void> {
  await table(db, 'scheduled_exports')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('s3_uri', 'text', required)
    .addColumn('region', 'text', required)
    .addColumn('endpoint', 'text', required)
    .addColumn('access_key_id', 'text', required)
    .addColumn('secret', 'text', required)
    .addColumn('selection', 'text', required)
    .addColumn('first_day', 'text', required)
    .addColumn('created_by', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', required)
    .execute();
  await table(db, 'export_runs')
    .addColumn('id', 'text', id)
    .addColumn('scheduled_export_id', 'text', required)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('s3_uri', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('slot', 'text', required)
    .addColumn('cause', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('reason', 'text', emptyText)
    .addColumn('row_count', 'bigint', required)
    .addColumn('byte_count', 'bigint', required)
    .addColumn('files', 'text', required)
    .addColumn('due_at', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('finished_at', 'bigint')
    .addUniqueConstraint(uniqueName('export_runs', ['slot']), ['slot'])
    .execute();
  await db.schema
    .createIndex('scheduled_exports_owner_id')
    .on('scheduled_exports')
    .columns(['owner_id', 'id'])
    .execute();
  await db.schema.createIndex('export_runs_owner_id').on('export_runs').columns(['owner_id', 'id']).execute();
  await db.schema.createIndex('export_runs_status').on('export_runs').columns(['status', 'due_at']).execute();
}

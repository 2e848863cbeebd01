/** Step 0023: files of events that are imported in the background. */
import { emptyText, id, partOf, required, table, type Schema } from '../columns';

export async function importTables(db: Schema): Promise<void> {
  await table(db, 'event_imports')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('file_name', 'text', required)
    .addColumn('byte_count', 'bigint', required)
    .addColumn('format', 'text', required)
    .addColumn('options', 'text', required)
    .addColumn('secret', 'text', emptyText)
    .addColumn('status', 'text', required)
    .addColumn('reason', 'text', emptyText)
    .addColumn('stored', 'bigint', required)
    .addColumn('known', 'bigint', required)
    .addColumn('refused', 'bigint', required)
    .addColumn('left_out', 'bigint', required)
    .addColumn('last_line', 'bigint', required)
    .addColumn('bytes_read', 'bigint', required)
    .addColumn('log_bytes', 'bigint', required)
    .addColumn('created_by', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('event_imports_owner_id').on('event_imports').columns(['owner_id', 'id']).execute();
  await db.schema.createIndex('event_imports_status').on('event_imports').column('status').execute();
}

/** Step 0037: attempts that came no further. */
export async function importAttempts(db: Schema): Promise<void> {
  for (let name of ['attempts', 'due_at'])
    await db.schema
      .alterTable('event_imports')
      .addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
}

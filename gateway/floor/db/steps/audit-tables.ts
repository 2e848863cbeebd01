/**
 * Step 0005: the audit log, and what is known of each token. The log points to nobody, because it
 * outlives whom it tells of.
 */
import { emptyText, id, required, table, type Schema } from '../columns';
import { byteText, type Engine } from '../dialect';

export async function auditTables(db: Schema, engine: Engine): Promise<void> {
  await table(db, 'audit_events')
    .addColumn('id', byteText(engine) as 'text', id)
    .addColumn('created_at', 'bigint', required)
    .addColumn('action', 'text', required)
    .addColumn('actor_id', 'text')
    .addColumn('actor_name', 'text')
    .addColumn('acting_as', 'text')
    .addColumn('owner_id', 'text')
    .addColumn('owner_name', 'text')
    .addColumn('target', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('agent', 'text', required)
    .execute();
  await db.schema.createIndex('audit_events_owner_id').on('audit_events').columns(['owner_id', 'id']).execute();
  await db.schema.createIndex('audit_events_created_at').on('audit_events').column('created_at').execute();
  for (let column of ['scopes', 'address', 'agent'])
    await db.schema.alterTable('tokens').addColumn(column, 'text', emptyText).execute();
}

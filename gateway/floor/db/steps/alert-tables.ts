/** Step 0029: alerts and reports, where they are sent, and the log of what was sent there. */
import { emptyText, id, partOf, required, table, type Schema } from '../columns';

export async function alertTables(db: Schema): Promise<void> {
  await db.schema.alterTable('email_preferences').addColumn('no_alerts_since', 'bigint').execute();
  await table(db, 'destinations')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('kind', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('shown', 'text', emptyText)
    .addColumn('address', 'text', emptyText)
    .addColumn('secret', 'text', emptyText)
    .addColumn('earlier_secret', 'text', emptyText)
    .addColumn('earlier_until', 'bigint')
    .addColumn('paused_at', 'bigint')
    .addColumn('failing_since', 'bigint')
    .addColumn('noticed_at', 'bigint')
    .addColumn('created_by', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', required)
    .execute();
  await table(db, 'deliveries')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('destination_id', 'text', partOf('destinations'))
    .addColumn('message_id', 'text', required)
    .addColumn('cause', 'text', required)
    .addColumn('message', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('due_at', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('finished_at', 'bigint')
    .addColumn('answer_status', 'integer')
    .addColumn('answer_ms', 'integer')
    .addColumn('answer', 'text', emptyText)
    .addColumn('reason', 'text', emptyText)
    .execute();
  await table(db, 'alerts')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('package_id', 'text', (c) => c.references('packages.id').onDelete('cascade'))
    .addColumn('kind', 'text', required)
    .addColumn('settings', 'text', required)
    .addColumn('paused_at', 'bigint')
    .addColumn('checked_until', 'bigint', required)
    .addColumn('last_told_at', 'bigint')
    .addColumn('created_by', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', required)
    .execute();
  await table(db, 'alert_destinations')
    .addColumn('alert_id', 'text', partOf('alerts'))
    .addColumn('destination_id', 'text', partOf('destinations'))
    .addPrimaryKeyConstraint('alert_destinations_key', ['alert_id', 'destination_id'])
    .execute();
  await table(db, 'alert_told')
    .addColumn('alert_id', 'text', partOf('alerts'))
    .addColumn('key', 'text', required)
    .addColumn('told_at', 'bigint', required)
    .addPrimaryKeyConstraint('alert_told_key', ['alert_id', 'key'])
    .execute();
  await db.schema.createIndex('alerts_owner_id').on('alerts').columns(['owner_id', 'id']).execute();
  await db.schema.createIndex('alert_destinations_of').on('alert_destinations').column('destination_id').execute();
  await db.schema.createIndex('destinations_owner_id').on('destinations').columns(['owner_id', 'id']).execute();
  await db.schema.createIndex('deliveries_destination_id').on('deliveries').columns(['destination_id', 'id']).execute();
  await db.schema.createIndex('deliveries_status').on('deliveries').columns(['status', 'due_at']).execute();
}

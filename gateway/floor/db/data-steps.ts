/**
 * Released steps of the control store about exports, imports, archives, erasure and billing, which
 * never change.
 */
import { emptyText, id, partOf, required, sameAs, type MigrationDatabase, table } from './columns';
import { uniqueName } from './dialect';

/** The tables of scheduled exports: where each sends what, and what was sent. */
export async function exportTables(db: MigrationDatabase): Promise<void> {
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

/** Step 0023: files of events that are imported in the background. */
export async function importTables(db: MigrationDatabase): Promise<void> {
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
export async function importAttempts(db: MigrationDatabase): Promise<void> {
  for (let name of ['attempts', 'due_at'])
    await db.schema
      .alterTable('event_imports')
      .addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
}

/** The table of archives: files with everything an owner has. */
export async function archiveTables(db: MigrationDatabase): Promise<void> {
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

/** What was erased for good, and how many days owners keep events. */
export async function erasureTables(db: MigrationDatabase): Promise<void> {
  await table(db, 'tombstones')
    .addColumn('id', 'text', id)
    .addColumn('kind', 'text', required)
    .addColumn('owner_id', 'text', required)
    .addColumn('target', 'text', required)
    .addColumn('but_not', 'text', required)
    .addColumn('until', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .execute();
  await table(db, 'event_retentions')
    .addColumn('owner_id', 'text', sameAs('owners'))
    .addColumn('days', 'integer', required)
    .execute();
}

/** The step that adds products, prices, discounts, subscriptions, cards and invoices. */
export async function billingTables(db: MigrationDatabase): Promise<void> {
  await catalogue(db);
  await discounts(db);
  await customers(db);
  await subscriptions(db);
  await invoices(db);
  await table(db, 'payment_events').addColumn('id', 'text', id).addColumn('received_at', 'bigint', required).execute();
}

async function catalogue(db: MigrationDatabase): Promise<void> {
  await table(db, 'products')
    .addColumn('id', 'text', id)
    .addColumn('name', 'text', required)
    .addColumn('name_key', 'text', required)
    .addColumn('description', 'text', emptyText)
    .addColumn('plan', 'text', required)
    .addColumn('archived_at', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint(uniqueName('products', ['name_key', 'archived_at']), ['name_key', 'archived_at'])
    .execute();
  let price = ['product_id', 'interval', 'currency', 'amount', 'archived_at'] as const;
  await table(db, 'prices')
    .addColumn('id', 'text', id)
    .addColumn('product_id', 'text', partOf('products'))
    .addColumn('amount', 'bigint', required)
    .addColumn('currency', 'text', required)
    .addColumn('interval', 'text', required)
    .addColumn('trial_days', 'integer', required)
    .addColumn('archived_at', 'bigint', required)
    .addColumn('provider_id', 'text')
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint(uniqueName('prices', price), [...price])
    .execute();
}

async function discounts(db: MigrationDatabase): Promise<void> {
  await table(db, 'discounts')
    .addColumn('id', 'text', id)
    .addColumn('code', 'text', required)
    .addColumn('code_key', 'text', required)
    .addColumn('percent_off', 'integer')
    .addColumn('amount_off', 'bigint')
    .addColumn('currency', 'text')
    .addColumn('duration', 'text', required)
    .addColumn('months', 'integer')
    .addColumn('max_redemptions', 'integer')
    .addColumn('redeemed', 'integer', required)
    .addColumn('archived_at', 'bigint', required)
    .addColumn('provider_id', 'text')
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint(uniqueName('discounts', ['code_key', 'archived_at']), ['code_key', 'archived_at'])
    .execute();
}

async function customers(db: MigrationDatabase): Promise<void> {
  await table(db, 'customers')
    .addColumn('owner_id', 'text', sameAs('owners'))
    .addColumn('provider_id', 'text', required)
    .addUniqueConstraint(uniqueName('customers', ['provider_id']), ['provider_id'])
    .execute();
  await table(db, 'credits')
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('currency', 'text', required)
    .addColumn('amount', 'bigint', required)
    .addPrimaryKeyConstraint('credits_key', ['owner_id', 'currency'])
    .execute();
  await table(db, 'cards')
    .addColumn('owner_id', 'text', sameAs('owners'))
    .addColumn('brand', 'text', required)
    .addColumn('last4', 'text', required)
    .addColumn('exp_month', 'integer', required)
    .addColumn('exp_year', 'integer', required)
    .addColumn('outcome', 'text', required)
    .addColumn('updated_at', 'bigint', required)
    .execute();
}

async function subscriptions(db: MigrationDatabase): Promise<void> {
  await table(db, 'subscriptions')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('price_id', 'text', (c) => c.references('prices.id'))
    .addColumn('status', 'text', required)
    .addColumn('started_at', 'bigint', required)
    .addColumn('anchor_at', 'bigint', required)
    .addColumn('period_start', 'bigint', required)
    .addColumn('period_end', 'bigint')
    .addColumn('trial_end', 'bigint')
    .addColumn('cancel_at_period_end', 'integer', required)
    .addColumn('past_due_since', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('discount_id', 'text', (c) => c.references('discounts.id'))
    .addColumn('discount_ends_at', 'bigint')
    .addColumn('provider_id', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addUniqueConstraint(uniqueName('subscriptions', ['provider_id']), ['provider_id'])
    .execute();
  await db.schema.createIndex('subscriptions_owner_id').on('subscriptions').column('owner_id').execute();
}

async function invoices(db: MigrationDatabase): Promise<void> {
  await table(db, 'invoices')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('subscription_id', 'text', (c) => c.references('subscriptions.id').onDelete('set null'))
    .addColumn('number', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('currency', 'text', required)
    .addColumn('amount', 'bigint', required)
    .addColumn('discount', 'bigint', required)
    .addColumn('credit', 'bigint', required)
    .addColumn('due', 'bigint', required)
    .addColumn('period_start', 'bigint', required)
    .addColumn('period_end', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .addColumn('paid_at', 'bigint')
    .addColumn('provider_id', 'text')
    .addColumn('url', 'text')
    .addUniqueConstraint(uniqueName('invoices', ['provider_id']), ['provider_id'])
    .execute();
  await db.schema.createIndex('invoices_owner_id').on('invoices').columns(['owner_id', 'created_at']).execute();
}

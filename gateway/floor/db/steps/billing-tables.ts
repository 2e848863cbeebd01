/** The step that adds products, prices, discounts, subscriptions, cards and invoices. */
import { emptyText, id, partOf, required, sameAs, table, type Schema } from '../columns';
import { uniqueName } from '../dialect';

export async function billingTables(db: Schema): Promise<void> {
  await catalogue(db);
  await discounts(db);
  await customers(db);
  await subscriptions(db);
  await invoices(db);
  await table(db, 'payment_events').addColumn('id', 'text', id).addColumn('received_at', 'bigint', required).execute();
}

async function catalogue(db: Schema): Promise<void> {
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

async function discounts(db: Schema): Promise<void> {
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

async function customers(db: Schema): Promise<void> {
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

async function subscriptions(db: Schema): Promise<void> {
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

async function invoices(db: Schema): Promise<void> {
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

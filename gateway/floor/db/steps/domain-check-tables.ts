/**
 * Where other requests of a file package go, and what was last found in the DNS about each custom
 * domain.
 */
import { required, table, type Schema } from '../columns';

export async function domainCheckTables(db: Schema): Promise<void> {
  await db.schema.alterTable('packages').addColumn('catch_all_target', 'text').execute();
  await table(db, 'domain_checks')
    .addColumn('name', 'text', (c) => c.primaryKey().references('claims.name').onDelete('cascade'))
    .addColumn('cname', 'text', required)
    .addColumn('txt', 'text', required)
    .addColumn('answered', 'integer', required)
    .addColumn('checked_at', 'bigint', required)
    .execute();
}

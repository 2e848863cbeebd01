/** Step 0026: the downloads of packages as their registry counts them. */
import { required, sameAs, table, type Schema } from '../columns';

export async function registryCountTables(db: Schema): Promise<void> {
  await table(db, 'registry_counters')
    .addColumn('package_id', 'text', sameAs('packages'))
    .addColumn('fetched_at', 'bigint')
    .addColumn('failing_since', 'bigint')
    .addColumn('failure', 'text')
    .addColumn('next_fetch_at', 'bigint', required)
    .execute();
  await table(db, 'registry_counts')
    .addColumn('package_id', 'text', (c) => c.notNull().references('registry_counters.package_id').onDelete('cascade'))
    .addColumn('day', 'text', required)
    .addColumn('downloads', 'bigint', required)
    .addPrimaryKeyConstraint('registry_counts_key', ['package_id', 'day'])
    .execute();
}

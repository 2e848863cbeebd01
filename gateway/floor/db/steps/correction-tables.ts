/** Step 0022: what owners say about the companies behind networks. */
import { emptyText, id, partOf, required, table, type Schema } from '../columns';
import { uniqueName } from '../dialect';

export async function correctionTables(db: Schema): Promise<void> {
  await table(db, 'company_corrections')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('of', 'text', required)
    .addColumn('network', 'text', emptyText)
    .addColumn('matched_name', 'text', emptyText)
    .addColumn('matched_domain', 'text', emptyText)
    .addColumn('company_name', 'text', emptyText)
    .addColumn('company_domain', 'text', emptyText)
    .addColumn('made_by', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint(uniqueName('company_corrections', ['owner_id', 'of']), ['owner_id', 'of'])
    .execute();
}

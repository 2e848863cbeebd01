/** Step 0027: which variables of an owner say page, platform and version; empty: the default. */
import { required, sameAs, table, type Schema } from '../columns';

export async function variableNameTables(db: Schema): Promise<void> {
  await table(db, 'variable_names')
    .addColumn('owner_id', 'text', sameAs('owners'))
    .addColumn('page', 'text', required)
    .addColumn('platform', 'text', required)
    .addColumn('version', 'text', required)
    .execute();
}

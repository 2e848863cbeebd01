/** Step 0013: the names that owners have given up, and who may have one back. */
import { partOf, required, table, type Schema } from '../columns';

export async function givenUpNameTables(db: Schema): Promise<void> {
  await table(db, 'given_up_names')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', required)
    .addColumn('owner_id', 'text', (c) => c.references('owners.id').onDelete('set null'))
    .addColumn('name_key', 'text')
    .addColumn('given_up_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('given_up_names_owner_id').on('given_up_names').column('owner_id').execute();
  await table(db, 'former_owners')
    .addColumn('name_id', 'text', partOf('given_up_names'))
    .addColumn('person', 'text', required)
    .addPrimaryKeyConstraint('former_owners_key', ['name_id', 'person'])
    .execute();
}

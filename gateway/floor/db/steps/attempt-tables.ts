/** Step 0033: attempts of sign-ins, counted by all processes together. */
import { id, required, table, type Schema } from '../columns';

export async function attemptTables(db: Schema): Promise<void> {
  await table(db, 'attempts')
    .addColumn('key', 'text', id)
    .addColumn('points', 'integer', required)
    .addColumn('expire', 'bigint')
    .execute();
}

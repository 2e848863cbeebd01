/** Step 0016: when a session last showed again who it belongs to. */
import type { Schema } from './columns';

export async function confirmationTables(db: Schema): Promise<void> {
  await db.schema.alterTable('tokens').addColumn('confirmed_at', 'bigint').execute();
}

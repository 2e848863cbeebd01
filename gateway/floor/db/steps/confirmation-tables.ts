/**
 * Steps 0016 and 0019: when a session last showed again who it belongs to, which stands in what the
 * session is given since.
 */
import type { Schema } from '../columns';

export async function confirmationTables(db: Schema): Promise<void> {
  await db.schema.alterTable('tokens').addColumn('confirmed_at', 'bigint').execute();
}

export async function noConfirmationTables(db: Schema): Promise<void> {
  await db.schema.alterTable('tokens').dropColumn('confirmed_at').execute();
}

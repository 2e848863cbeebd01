/**
 * Step 0028: tokens for one owner, and a scope of its own for sending events. Tokens from before
 * keep what they could do: all that may write may send events.
 */
import { sql } from 'kysely';
import type { Schema } from '../columns';

export async function tokenScopeTables(db: Schema): Promise<void> {
  await db.schema
    .alterTable('tokens')
    .addColumn('only_owner_id', 'text', (c) => c.references('owners.id').onDelete('cascade'))
    .execute();
  await sql`update tokens set scopes = scopes || ' events' where kind = 'api' and scopes like '%write%'`.execute(db);
}

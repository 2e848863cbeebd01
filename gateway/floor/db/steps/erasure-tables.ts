/** What was erased for good, and how many days owners keep events. */
import { id, required, sameAs, table, type Schema } from '../columns';

export async function erasureTables(db: Schema): Promise<void> {
  await table(db, 'tombstones')
    .addColumn('id', 'text', id)
    .addColumn('kind', 'text', required)
    .addColumn('owner_id', 'text', required)
    .addColumn('target', 'text', required)
    .addColumn('but_not', 'text', required)
    .addColumn('until', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .execute();
  await table(db, 'event_retentions')
    .addColumn('owner_id', 'text', sameAs('owners'))
    .addColumn('days', 'integer', required)
    .execute();
}

/** Step 0031: share links, public pages with numbers of an owner. */
import { emptyText, id, partOf, required, table, type Schema } from '../columns';

export async function shareLinkTables(db: Schema): Promise<void> {
  await table(db, 'share_links')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('token_hash', 'text', required)
    .addColumn('sealed_token', 'text', required)
    .addColumn('package_id', 'text', (c) => c.references('packages.id').onDelete('cascade'))
    .addColumn('pixel_id', 'text', (c) => c.references('pixels.id').onDelete('cascade'))
    .addColumn('title', 'text', required)
    .addColumn('shared', 'text', required)
    .addColumn('password_hash', 'text', emptyText)
    .addColumn('until', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('last_viewed_at', 'bigint')
    .addColumn('created_by', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('share_links_token_hash').on('share_links').column('token_hash').unique().execute();
  await db.schema.createIndex('share_links_owner_id').on('share_links').columns(['owner_id', 'id']).execute();
}

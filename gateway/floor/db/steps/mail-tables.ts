/** Step 0011: optional mails, which of them were sent, and who wants to hear of new companies. */
import { emptyText, partOf, required, sameAs, table, type Schema } from '../columns';

export async function mailTables(db: Schema): Promise<void> {
  await table(db, 'email_preferences')
    .addColumn('user_id', 'text', sameAs('users'))
    .addColumn('weekly_summary_since', 'bigint')
    .addColumn('product_news_since', 'bigint')
    .addColumn('no_new_company_since', 'bigint')
    .addColumn('no_welcome_since', 'bigint')
    .execute();
  await table(db, 'sent_mails')
    .addColumn('user_id', 'text', partOf('users'))
    .addColumn('kind', 'text', required)
    .addColumn('about', 'text', emptyText)
    .addColumn('claimed_at', 'bigint', required)
    .addColumn('sent_at', 'bigint')
    .addPrimaryKeyConstraint('sent_mails_key', ['user_id', 'kind', 'about'])
    .execute();
  await table(db, 'package_notices')
    .addColumn('package_id', 'text', partOf('packages'))
    .addColumn('user_id', 'text', partOf('users'))
    .addColumn('downloads', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('checked_until', 'bigint', required)
    .addPrimaryKeyConstraint('package_notices_key', ['package_id', 'user_id'])
    .execute();
  await table(db, 'company_notices')
    .addColumn('package_id', 'text', required)
    .addColumn('user_id', 'text', required)
    .addColumn('company', 'text', required)
    .addColumn('company_name', 'text', required)
    .addColumn('downloads', 'bigint', required)
    .addColumn('claimed_at', 'bigint', required)
    .addColumn('sent_at', 'bigint')
    .addPrimaryKeyConstraint('company_notices_key', ['package_id', 'user_id', 'company'])
    .addForeignKeyConstraint(
      'company_notices_of',
      ['package_id', 'user_id'],
      'package_notices',
      ['package_id', 'user_id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('package_notices_user_id').on('package_notices').column('user_id').execute();
  await db.schema
    .createIndex('company_notices_sent_at')
    .on('company_notices')
    .columns(['sent_at', 'user_id'])
    .execute();
}

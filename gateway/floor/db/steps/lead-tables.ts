/**
 * The tables of lead generation: answers of owners, keys for data providers, what those have said
 * about companies, and the lists sent by mail.
 */
import { partOf, required, sameAs, table, type Schema } from '../columns';

export async function leadTables(db: Schema): Promise<void> {
  await table(db, 'lead_answers')
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('part', 'text', required)
    .addColumn('answers', 'text', required)
    .addColumn('updated_at', 'bigint', required)
    .addColumn('updated_by', 'text', required)
    .addPrimaryKeyConstraint('lead_answers_key', ['owner_id', 'part'])
    .execute();
  await table(db, 'data_providers')
    .addColumn('owner_id', 'text', sameAs('owners'))
    .addColumn('provider', 'text', required)
    .addColumn('api_key', 'text', required)
    .addColumn('key_saved_at', 'bigint', required)
    .addColumn('quiet_until', 'bigint', required)
    .execute();
  await table(db, 'company_profiles')
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('domain', 'text', required)
    .addColumn('profile', 'text')
    .addColumn('asked_at', 'bigint', required)
    .addColumn('ask_again_at', 'bigint', required)
    .addPrimaryKeyConstraint('company_profiles_key', ['owner_id', 'domain'])
    .execute();
  await table(db, 'lead_reports')
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('week', 'bigint', required)
    .addPrimaryKeyConstraint('lead_reports_key', ['owner_id', 'week'])
    .execute();
}

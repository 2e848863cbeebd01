/**
 * Released steps of the control store about reports, companies, leads and alerts, which never
 * change.
 */
import { sql } from 'kysely';
import { emptyText, id, partOf, required, sameAs, type MigrationDatabase, table } from './columns';
import { uniqueName } from './dialect';

/** Step 0032: what people write at days. */
export async function annotationTables(db: MigrationDatabase): Promise<void> {
  await table(db, 'annotations')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('package_id', 'text', (c) => c.references('packages.id').onDelete('cascade'))
    .addColumn('day', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('created_by', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('annotations_day').on('annotations').columns(['owner_id', 'day', 'id']).execute();
  await db.schema.createIndex('annotations_package').on('annotations').column('package_id').execute();
  await db.schema.createIndex('annotations_author').on('annotations').column('created_by').execute();
}

/** The table of filters: which events count for an owner, always or when asked for. */
export async function filterTables(db: MigrationDatabase): Promise<void> {
  await table(db, 'filters')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('scope', 'text', required)
    .addColumn('name', 'text', emptyText)
    .addColumn('conditions', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('filters_owner_id').on('filters').columns(['owner_id', 'id']).execute();
}

/** Step 0022: what owners say about the companies behind networks. */
export async function correctionTables(db: MigrationDatabase): Promise<void> {
  await table(db, 'company_corrections')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('of', 'text', required)
    .addColumn('network', 'text', emptyText)
    .addColumn('matched_name', 'text', emptyText)
    .addColumn('matched_domain', 'text', emptyText)
    .addColumn('company_name', 'text', emptyText)
    .addColumn('company_domain', 'text', emptyText)
    .addColumn('made_by', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint(uniqueName('company_corrections', ['owner_id', 'of']), ['owner_id', 'of'])
    .execute();
}

/** Step 0031: share links, public pages with numbers of an owner. */
export async function shareLinkTables(db: MigrationDatabase): Promise<void> {
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

/**
 * The tables of lead generation: answers of owners, keys for data providers, what those have said
 * about companies, and the lists sent by mail.
 */
export async function leadTables(db: MigrationDatabase): Promise<void> {
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

/** Step 0029: alerts and reports, where they are sent, and the log of what was sent there. */
export async function alertTables(db: MigrationDatabase): Promise<void> {
  await db.schema.alterTable('email_preferences').addColumn('no_alerts_since', 'bigint').execute();
  await table(db, 'destinations')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('kind', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('shown', 'text', emptyText)
    .addColumn('address', 'text', emptyText)
    .addColumn('secret', 'text', emptyText)
    .addColumn('earlier_secret', 'text', emptyText)
    .addColumn('earlier_until', 'bigint')
    .addColumn('paused_at', 'bigint')
    .addColumn('failing_since', 'bigint')
    .addColumn('noticed_at', 'bigint')
    .addColumn('created_by', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', required)
    .execute();
  await table(db, 'deliveries')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('destination_id', 'text', partOf('destinations'))
    .addColumn('message_id', 'text', required)
    .addColumn('cause', 'text', required)
    .addColumn('message', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('due_at', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('finished_at', 'bigint')
    .addColumn('answer_status', 'integer')
    .addColumn('answer_ms', 'integer')
    .addColumn('answer', 'text', emptyText)
    .addColumn('reason', 'text', emptyText)
    .execute();
  await table(db, 'alerts')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('package_id', 'text', (c) => c.references('packages.id').onDelete('cascade'))
    .addColumn('kind', 'text', required)
    .addColumn('settings', 'text', required)
    .addColumn('paused_at', 'bigint')
    .addColumn('checked_until', 'bigint', required)
    .addColumn('last_told_at', 'bigint')
    .addColumn('created_by', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', required)
    .execute();
  await table(db, 'alert_destinations')
    .addColumn('alert_id', 'text', partOf('alerts'))
    .addColumn('destination_id', 'text', partOf('destinations'))
    .addPrimaryKeyConstraint('alert_destinations_key', ['alert_id', 'destination_id'])
    .execute();
  await table(db, 'alert_told')
    .addColumn('alert_id', 'text', partOf('alerts'))
    .addColumn('key', 'text', required)
    .addColumn('told_at', 'bigint', required)
    .addPrimaryKeyConstraint('alert_told_key', ['alert_id', 'key'])
    .execute();
  await db.schema.createIndex('alerts_owner_id').on('alerts').columns(['owner_id', 'id']).execute();
  await db.schema.createIndex('alert_destinations_of').on('alert_destinations').column('destination_id').execute();
  await db.schema.createIndex('destinations_owner_id').on('destinations').columns(['owner_id', 'id']).execute();
  await db.schema.createIndex('deliveries_destination_id').on('deliveries').columns(['destination_id', 'id']).execute();
  await db.schema.createIndex('deliveries_status').on('deliveries').columns(['status', 'due_at']).execute();
}

/**
 * Step 0044: package notices and weekly summaries become rules of people, and what was sent by email
 * becomes what those rules have told. A notice with companies that no server has accepted yet is
 * checked again from its start.
 */
export async function personalRules(db: MigrationDatabase): Promise<void> {
  let user = 'user_id';
  await db.schema
    .alterTable('alerts')
    .addColumn(user, 'text', (c) => c.references('users.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('alerts_user_id').on('alerts').columns([user, 'kind', 'package_id']).unique().execute();
  await db.schema.alterTable('users').addColumn('welcomed_at', 'bigint').execute();
  let statements = [
    sql`update users set welcomed_at =
      (select claimed_at from sent_mails where sent_mails.user_id = users.id and kind = 'welcome')`,
    sql`insert into alerts
      (id, owner_id, user_id, package_id, kind, settings, checked_until, last_told_at, created_by, created_at)
      select n.package_id || '-' || n.user_id, p.owner_id, n.user_id, n.package_id, 'package-companies',
        '{"downloads":' || cast(n.downloads as text) || '}',
        case when c.unsent > 0 then n.created_at else n.checked_until end, c.last_sent_at, n.user_id, n.created_at
      from package_notices n join packages p on p.id = n.package_id left join (
        select package_id, user_id, count(*) - count(sent_at) as unsent, max(sent_at) as last_sent_at
        from company_notices group by package_id, user_id
      ) c on c.package_id = n.package_id and c.user_id = n.user_id`,
    sql`insert into alert_told (alert_id, key, told_at)
      select package_id || '-' || user_id, 'company ' || company, sent_at
      from company_notices where sent_at is not null`,
    sql`insert into alerts (id, owner_id, user_id, kind, settings, checked_until, created_by, created_at)
      select 'weekly-' || user_id, user_id, user_id, 'weekly-summary', '{}', weekly_summary_since, user_id,
        weekly_summary_since
      from email_preferences where weekly_summary_since is not null`,
    sql`insert into alert_told (alert_id, key, told_at)
      select alerts.id, 'weekly ' || about, sent_at
      from sent_mails join alerts on alerts.user_id = sent_mails.user_id and alerts.kind = sent_mails.kind
      where sent_mails.kind = 'weekly-summary' and sent_at is not null`,
  ];
  for (let statement of statements) await statement.execute(db);
  for (let old of ['company_notices', 'package_notices', 'sent_mails']) await db.schema.dropTable(old).execute();
  await db.schema.alterTable('email_preferences').dropColumn('weekly_summary_since').execute();
}

/** Step 0039: the last total of registries that only tell a total. */
export async function registryTotals(db: MigrationDatabase): Promise<void> {
  await db.schema.alterTable('registry_counters').addColumn('total', 'bigint').execute();
}

/** Step 0026: the downloads of packages as their registry counts them. */
export async function registryCountTables(db: MigrationDatabase): Promise<void> {
  await table(db, 'registry_counters')
    .addColumn('package_id', 'text', sameAs('packages'))
    .addColumn('fetched_at', 'bigint')
    .addColumn('failing_since', 'bigint')
    .addColumn('failure', 'text')
    .addColumn('next_fetch_at', 'bigint', required)
    .execute();
  await table(db, 'registry_counts')
    .addColumn('package_id', 'text', (c) => c.notNull().references('registry_counters.package_id').onDelete('cascade'))
    .addColumn('day', 'text', required)
    .addColumn('downloads', 'bigint', required)
    .addPrimaryKeyConstraint('registry_counts_key', ['package_id', 'day'])
    .execute();
}

/** Released migrations of accounts, organizations and sign-in; they never change. */
import { emptyText, id, partOf, required, sameAs, type MigrationDatabase, table } from './columns';
import { byteText, type DatabaseEngine, uniqueName } from './dialect';
import { sql } from 'kysely';

/** Step 0002: links sent by mail, GitHub accounts, two-factor. */
export async function signInTables(db: MigrationDatabase): Promise<void> {
  await table(db, 'one_time_tokens')
    .addColumn('id', 'text', id)
    .addColumn('user_id', 'text', partOf('users'))
    .addColumn('purpose', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addUniqueConstraint(uniqueName('one_time_tokens', ['hash']), ['hash'])
    .execute();
  await db.schema.createIndex('one_time_tokens_user_id').on('one_time_tokens').column('user_id').execute();
  await table(db, 'github_accounts')
    .addColumn('github_id', 'text', id)
    .addColumn('user_id', 'text', partOf('users'))
    .addColumn('login', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint(uniqueName('github_accounts', ['user_id']), ['user_id'])
    .execute();
  await table(db, 'two_factors')
    .addColumn('user_id', 'text', sameAs('users'))
    .addColumn('secret', 'text', required)
    .addColumn('confirmed_at', 'bigint')
    .addColumn('last_step', 'bigint', required)
    .addColumn('unseen_codes', 'text')
    .execute();
  await table(db, 'recovery_codes')
    .addColumn('user_id', 'text', partOf('users'))
    .addColumn('hash', 'text', required)
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'hash'])
    .execute();
}

/** Step 0030: who signs in with which identity of an OpenID Connect provider. */
export async function singleSignOnTables(db: MigrationDatabase): Promise<void> {
  await table(db, 'single_sign_ons')
    .addColumn('user_id', 'text', sameAs('users'))
    .addColumn('issuer', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint(uniqueName('single_sign_ons', ['issuer', 'subject']), ['issuer', 'subject'])
    .execute();
}

/** Step 0033: attempts of sign-ins, counted by all processes together. */
export async function attemptTables(db: MigrationDatabase): Promise<void> {
  await table(db, 'attempts')
    .addColumn('key', 'text', id)
    .addColumn('points', 'integer', required)
    .addColumn('expire', 'bigint')
    .execute();
}

/** Steps 0016 and 0019: when a session was last confirmed. */
export async function confirmationTables(db: MigrationDatabase): Promise<void> {
  await db.schema.alterTable('tokens').addColumn('confirmed_at', 'bigint').execute();
}

export async function noConfirmationTables(db: MigrationDatabase): Promise<void> {
  await db.schema.alterTable('tokens').dropColumn('confirmed_at').execute();
}

/** Invites to organizations, and people with access to packages. */
export async function organizationTables(db: MigrationDatabase): Promise<void> {
  await table(db, 'invites')
    .addColumn('id', 'text', id)
    .addColumn('organization_id', 'text', partOf('organizations'))
    .addColumn('email', 'text')
    .addColumn('email_key', 'text', required)
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('role', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('invited_by', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('accepted_at', 'bigint')
    .addUniqueConstraint(uniqueName('invites', ['hash']), ['hash'])
    .execute();
  await table(db, 'package_permissions')
    .addColumn('package_id', 'text', partOf('packages'))
    .addColumn('user_id', 'text', partOf('users'))
    .addColumn('level', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('package_permissions_key', ['package_id', 'user_id'])
    .execute();
  for (let [on, column] of [
    ['invites', 'organization_id'],
    ['package_permissions', 'user_id'],
  ] as const)
    await db.schema.createIndex(`${on}_${column}`).on(on).column(column).execute();
}

export async function requiredTwoFactor(db: MigrationDatabase): Promise<void> {
  await db.schema
    .alterTable('organizations')
    .addColumn('requires_two_factor', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}

/** Step 0036: organizations that forbid share links. */
export async function sharingRule(db: MigrationDatabase): Promise<void> {
  await db.schema
    .alterTable('organizations')
    .addColumn('forbids_sharing', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}

/**
 * Step 0028: tokens for one owner, and a scope for sending events, which existing tokens with write
 * access keep.
 */
export async function tokenScopeTables(db: MigrationDatabase): Promise<void> {
  await db.schema
    .alterTable('tokens')
    .addColumn('only_owner_id', 'text', (c) => c.references('owners.id').onDelete('cascade'))
    .execute();
  await sql`update tokens set scopes = scopes || ' events' where kind = 'api' and scopes like '%write%'`.execute(db);
}

export async function givenUpNameTables(db: MigrationDatabase): Promise<void> {
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

/**
 * Step 0005: the audit log, without foreign keys because it outlives its people, and metadata of
 * tokens.
 */
export async function auditTables(db: MigrationDatabase, engine: DatabaseEngine): Promise<void> {
  await table(db, 'audit_events')
    .addColumn('id', byteText(engine) as 'text', id)
    .addColumn('created_at', 'bigint', required)
    .addColumn('action', 'text', required)
    .addColumn('actor_id', 'text')
    .addColumn('actor_name', 'text')
    .addColumn('acting_as', 'text')
    .addColumn('owner_id', 'text')
    .addColumn('owner_name', 'text')
    .addColumn('target', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('agent', 'text', required)
    .execute();
  await db.schema.createIndex('audit_events_owner_id').on('audit_events').columns(['owner_id', 'id']).execute();
  await db.schema.createIndex('audit_events_created_at').on('audit_events').column('created_at').execute();
  for (let column of ['scopes', 'address', 'agent'])
    await db.schema.alterTable('tokens').addColumn(column, 'text', emptyText).execute();
}

export async function mailTables(db: MigrationDatabase): Promise<void> {
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

/** Step 0043: emails that wait to be sent; those about a deletion outlive their owner. */
export async function emailQueue(db: MigrationDatabase): Promise<void> {
  await table(db, 'emails')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', required)
    .addColumn('recipient', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('sealed', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('due_at', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('failed_at', 'bigint')
    .addColumn('reason', 'text', emptyText)
    .execute();
  await db.schema.createIndex('emails_owner_id').on('emails').column('owner_id').execute();
}

/**
 * Released steps of the control store about packages, collections and domains, which never change.
 */
import { id, partOf, required, sameAs, type MigrationDatabase, table } from './columns';
import { uniqueName } from './dialect';
import { sql } from 'kysely';

/**
 * The table of collections: image patterns, the registry behind them, the host in front of them.
 */
export async function collectionTables(db: MigrationDatabase): Promise<void> {
  await table(db, 'collections')
    .addColumn('id', 'text', id)
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('pattern', 'text', required)
    .addColumn('backend_domain', 'text', required)
    .addColumn('public_domain', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('collections_owner_id').on('collections').columns(['owner_id', 'id']).execute();
}

// Custom domains of owners: one row for each owner who uses a name, at most one of them verified.

/** Domains that are served when this step runs stay verified, until another owner verifies them. */
export async function customDomainTables(db: MigrationDatabase): Promise<void> {
  await table(db, 'custom_domains')
    .addColumn('owner_id', 'text', partOf('owners'))
    .addColumn('name', 'text', required)
    .addColumn('added_at', 'bigint', required)
    .addColumn('verified_by', 'text')
    .addColumn('verified_at', 'bigint')
    .addColumn('cname', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('txt', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('answered', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('checked_at', 'bigint')
    .addColumn('next_check_at', 'bigint')
    .addPrimaryKeyConstraint('custom_domains_key', ['owner_id', 'name'])
    .execute();
  let now = Date.now();
  await sql`
    insert into custom_domains (owner_id, name, added_at, verified_by, verified_at, cname, txt, answered, checked_at)
    select claims.owner_id, claims.name, cast(${now} as bigint), 'upgrade', cast(${now} as bigint),
      coalesce(domain_checks.cname, '[]'), coalesce(domain_checks.txt, '[]'), coalesce(domain_checks.answered, 0),
      domain_checks.checked_at
    from claims left join domain_checks on domain_checks.name = claims.name`.execute(db);
  await db.schema.dropTable('domain_checks').execute();
  await db.schema.dropTable('claims').execute();
  await sql`create unique index custom_domains_holder on custom_domains (name) where verified_by is not null`.execute(
    db,
  );
  await db.schema.createIndex('custom_domains_name').on('custom_domains').column('name').execute();
  await db.schema.createIndex('custom_domains_next_check_at').on('custom_domains').column('next_check_at').execute();
}

/**
 * Where other requests of a file package go, and what was last found in the DNS about each custom
 * domain.
 */
export async function domainCheckTables(db: MigrationDatabase): Promise<void> {
  await db.schema.alterTable('packages').addColumn('catch_all_target', 'text').execute();
  await table(db, 'domain_checks')
    .addColumn('name', 'text', (c) => c.primaryKey().references('claims.name').onDelete('cascade'))
    .addColumn('cname', 'text', required)
    .addColumn('txt', 'text', required)
    .addColumn('answered', 'integer', required)
    .addColumn('checked_at', 'bigint', required)
    .execute();
}

/** Step 0027: which variables of an owner say page, platform and version; empty: the default. */
export async function variableNameTables(db: MigrationDatabase): Promise<void> {
  await table(db, 'variable_names')
    .addColumn('owner_id', 'text', sameAs('owners'))
    .addColumn('page', 'text', required)
    .addColumn('platform', 'text', required)
    .addColumn('version', 'text', required)
    .execute();
}

/** Step 0024: public badges of packages. */
export async function badgeTables(db: MigrationDatabase): Promise<void> {
  await table(db, 'package_badges')
    .addColumn('package_id', 'text', partOf('packages'))
    .addColumn('kind', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('package_badges_key', ['package_id', 'kind'])
    .execute();
}

/** Step 0038: withdrawn versions of packages. */
export async function withdrawnVersionTables(db: MigrationDatabase): Promise<void> {
  await table(db, 'withdrawn_versions')
    .addColumn('package_id', 'text', partOf('packages'))
    .addColumn('version', 'text', required)
    .addColumn('message', 'text', required)
    .addColumn('redirect_to', 'text')
    .addColumn('created_by', 'text', (c) => c.references('owners.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint(uniqueName('withdrawn_versions', ['package_id', 'version']), ['package_id', 'version'])
    .execute();
}

/** Step 0040: versions that are only marked. */
export async function servedVersions(db: MigrationDatabase): Promise<void> {
  await db.schema
    .alterTable('withdrawn_versions')
    .addColumn('is_served', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}

/** Step 0041: where downloads go while the registry of a package is away. */
export async function fallbackTables(db: MigrationDatabase): Promise<void> {
  await table(db, 'package_fallbacks')
    .addColumn('package_id', 'text', partOf('packages'))
    .addColumn('place', 'integer', required)
    .addColumn('target', 'text', required)
    .addPrimaryKeyConstraint('package_fallbacks_key', ['package_id', 'place'])
    .execute();
}

/** Step 0042: which registries and targets with fallbacks work. */
export async function targetStateTable(db: MigrationDatabase): Promise<void> {
  await table(db, 'target_states')
    .addColumn('target', 'text', id)
    .addColumn('state', 'text', required)
    .addColumn('since', 'bigint', required)
    .execute();
}

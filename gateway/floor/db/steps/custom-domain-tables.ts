/**
 * Custom domains of owners: one row for each owner who uses a name, at most one of them verified.
 */
import { sql } from 'kysely';
import { partOf, required, table, type Schema } from '../columns';

/** Domains that are served when this step runs stay verified, until another owner verifies them. */
export async function customDomainTables(db: Schema): Promise<void> {
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

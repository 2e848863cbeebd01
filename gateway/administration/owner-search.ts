/** Searching people and organizations for platform admins, by part of a name or address. */
import { sql, type RawBuilder } from 'kysely';
import type { PageQuery } from 'contract/route';
import { behind, cutPage, windowOf, type Cursor, type Page } from '../db/page';
import type { OwnerTable } from '../db/account-schema';
import type { Records } from '../db/schema';
import { platformAdminFeature } from '../accounts/tokens';

export interface FoundOwner extends OwnerTable {
  /** Null for an organization, as are the names. */
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  /** Null for a person. */
  billing_email: string | null;
  /** The platform admin's feature, or null. */
  feature: string | null;
}

/**
 * A page of owners in name order, whose name, full name or address contains `text` whatever its
 * case; all without one.
 */
export async function findOwners(
  records: Records,
  text: string | undefined,
  page: PageQuery,
): Promise<Page<FoundOwner>> {
  let all = owners(records).$if(text !== undefined, (q) => q.where(contains(text as string)));
  let cursor = page.after === undefined ? undefined : await cursorOf(records, page.after);
  let { limit, offset } = windowOf(page);
  let rows = await withAll(all)
    .$if(cursor !== undefined, (q) => q.where(behind(cursor as Cursor, 'owners.name_key', 'owners.id')))
    .orderBy('owners.name_key')
    .limit(limit)
    .offset(offset)
    .execute();
  let { total } = await all.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return cutPage(rows, total, page);
}

/** One of them by id. */
export async function foundOwner(records: Records, id: string): Promise<FoundOwner | undefined> {
  return withAll(owners(records)).where('owners.id', '=', id).executeTakeFirst();
}

function withAll(some: ReturnType<typeof owners>) {
  return some
    .selectAll('owners')
    .select(['users.email', 'users.first_name', 'users.last_name', 'organizations.billing_email', 'features.feature']);
}

function owners(records: Records) {
  return records
    .selectFrom('owners')
    .leftJoin('users', 'users.id', 'owners.id')
    .leftJoin('organizations', 'organizations.id', 'owners.id')
    .leftJoin('features', (join) =>
      join.onRef('features.owner_id', '=', 'owners.id').on('features.feature', '=', platformAdminFeature),
    );
}

/** Both engines lower only ASCII letters alike; names and most addresses have no others. */
function contains(text: string): RawBuilder<boolean> {
  let pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  let columns = [
    sql`owners.name_key`,
    sql`users.email_key`,
    sql`lower(organizations.billing_email)`,
    sql`lower(users.first_name || ' ' || users.last_name)`,
  ];
  return sql<boolean>`(${sql.join(
    columns.map((column) => sql`${column} like ${pattern} escape '\\'`),
    sql` or `,
  )})`;
}

async function cursorOf(records: Records, after: string): Promise<Cursor> {
  let row = await records.selectFrom('owners').select(['id', 'name_key']).where('id', '=', after).executeTakeFirst();
  return row ? { nameKey: row.name_key, id: row.id } : { nameKey: after.toLowerCase() };
}

/** Searching people and organizations for platform admins, by part of a name or address. */
import { sql, type RawBuilder } from 'kysely';
import type { PageQuery } from 'contract/rules/route';
import { likeText } from '../../floor/db/any-case';
import { afterCursor, cutPage, pageWindow, type Cursor, type Page } from '../../floor/db/page';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { platformAdminFeature } from '../accounts/tokens';
import { anyCase, composed, hasOtherLetters } from 'contract/floor/any-case';

export interface OwnerMatch extends OwnerRow {
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
 * A page of owners in name order, whose name, full name or address contains `text` in any case; all
 * owners if it is empty.
 */
export async function findOwners(
  records: Records,
  text: string | undefined,
  page: PageQuery,
): Promise<Page<OwnerMatch>> {
  let isFound = text === undefined ? undefined : contains(records, text, await idsWith(records, text));
  let all = owners(records).$if(isFound !== undefined, (q) => q.where(isFound!));
  let cursor = page.after === undefined ? undefined : await cursorOf(records, page.after);
  let { limit, offset } = pageWindow(page);
  let rows = await withAll(all)
    .where(afterCursor(cursor, 'owners.name_key', 'owners.id'))
    .orderBy('owners.name_key')
    .limit(limit)
    .offset(offset)
    .execute();
  let { total } = await all.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return cutPage(rows, total, page);
}

export async function ownerMatch(records: Records, id: string): Promise<OwnerMatch | undefined> {
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

/** Owners that a search by other letters than A to Z finds at most. */
const idsMax = 5_000;
const rowsAtOnce = 1_000;

/**
 * The owners whose full name or email contains a text with other letters than A to Z; none for
 * other texts, which the engines find. Only platform admins ask.
 */
async function idsWith(records: Records, text: string): Promise<string[]> {
  if (!hasOtherLetters(text)) return [];
  let isPart = anyCase('contains', [text]);
  let ids: string[] = [];
  let last = '';
  for (;;) {
    let rows = await owners(records)
      .select(['owners.id', 'users.email', 'users.first_name', 'users.last_name', 'organizations.billing_email'])
      .where('owners.id', '>', last)
      .orderBy('owners.id')
      .limit(rowsAtOnce)
      .execute();
    for (let { id, email, first_name, last_name, billing_email } of rows)
      if ([`${first_name} ${last_name}`, email ?? billing_email ?? ''].map(composed).some(isPart)) ids.push(id);
    if (rows.length < rowsAtOnce || ids.length >= idsMax) return ids.slice(0, idsMax);
    last = rows.at(-1)!.id;
  }
}

function contains(records: Records, text: string, ids: readonly string[]): RawBuilder<boolean> {
  let texts = [
    'owners.name_key',
    'users.email_key',
    'organizations.billing_email',
    sql`(users.first_name || ' ' || users.last_name)`,
  ];
  let conditions = texts.map((one) => likeText(records, 'contains', text, one));
  if (ids.length > 0) conditions.push(sql`owners.id in (${sql.join(ids)})`);
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

async function cursorOf(records: Records, after: string): Promise<Cursor> {
  let row = await records.selectFrom('owners').select(['id', 'name_key']).where('id', '=', after).executeTakeFirst();
  return row ? { nameKey: row.name_key, id: row.id } : { nameKey: after.toLowerCase() };
}

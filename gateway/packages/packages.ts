/** Packages of owners: found and listed. */
import type { Expression, SqlBool } from 'kysely';
import type { PackageTypeName } from 'contract/packages/packages';
import type { PageQuery } from 'contract/rules/route';
import { ApiError } from '../floor/calls/api-error';
import { afterCursor, cutPage, pageWindow, type Cursor, type Page } from '../floor/db/page';
import type { PackageRow } from '../floor/db/hosting-schema';
import type { Records } from '../floor/db/schema';

/** A package of an owner by id. Refuses with package-not-found. */
export async function packageById(records: Records, ownerId: string, id: string): Promise<PackageRow> {
  let row = await records
    .selectFrom('packages')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (!row) throw new ApiError('package-not-found');
  return row;
}

/** A package of an owner by type and name. Refuses with package-not-found. */
export async function packageByName(
  records: Records,
  ownerId: string,
  type: PackageTypeName,
  name: string,
): Promise<PackageRow> {
  let row = await records
    .selectFrom('packages')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('type', '=', type)
    .where('name', '=', name)
    .executeTakeFirst();
  if (!row) throw new ApiError('package-not-found');
  return row;
}

/**
 * Packages of an owner in name order, of all types or some. `after` is the id or the name of a
 * package.
 */
export async function packagesOf(
  records: Records,
  ownerId: string,
  types: readonly PackageTypeName[],
  page: PageQuery,
): Promise<Page<PackageRow>> {
  let all = records
    .selectFrom('packages')
    .where('owner_id', '=', ownerId)
    .$if(types.length > 0, (q) => q.where('type', 'in', types));
  let cursor = page.after === undefined ? undefined : await cursorOf(records, ownerId, page.after);
  let { limit, offset } = pageWindow(page);
  let rows = await all
    .where(afterCursor(cursor, 'name_key', 'id'))
    .selectAll()
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  let { total } = await all.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return cutPage(rows, total, page);
}

async function cursorOf(records: Records, ownerId: string, after: string): Promise<Cursor> {
  let row = await records
    .selectFrom('packages')
    .select(['id', 'name_key'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', after)
    .executeTakeFirst();
  return row ? { nameKey: row.name_key, id: row.id } : { nameKey: after.toLowerCase() };
}

/** Every package of an owner, or those with the given ids, as id and name. */
export async function packageNames(
  records: Records,
  ownerId: string,
  ids?: readonly string[],
): Promise<Map<string, string>> {
  let rows = await records
    .selectFrom('packages')
    .select(['id', 'name'])
    .where('owner_id', '=', ownerId)
    .$if(ids !== undefined, (q) => q.where((e): Expression<SqlBool> => e('id', 'in', ids?.length ? ids : [''])))
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

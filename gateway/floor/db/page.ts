/** Pages of lists sorted by name or by time. */
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { PageQuery } from 'contract/rules/route';
import type { Tables } from './schema';

export interface Page<T> {
  rows: T[];
  total: number;
  hasMore: boolean;
}

/** Continues after a row (with `id`), or after all rows of a name. */
export interface Cursor {
  nameKey: string;
  id?: string;
}

/** Rows after the cursor, by the name column and then the id column; all rows without a cursor. */
export function afterCursor(cursor: Cursor | undefined, nameColumn: string, idColumn: string): RawBuilder<boolean> {
  if (!cursor) return sql<boolean>`true`;
  let name = sql.ref(nameColumn);
  if (cursor.id === undefined) return sql<boolean>`${name} > ${cursor.nameKey}`;
  return sql<boolean>`(${name}, ${sql.ref(idColumn)}) > (${cursor.nameKey}, ${cursor.id})`;
}

/** One row more than shown, to know whether there are more; `max` is unlimited. */
export function pageWindow(page: PageQuery): { limit: number; offset: number } {
  if (page.per_page === 'max') return { limit: Number.MAX_SAFE_INTEGER, offset: 0 };
  let isByNumber = page.page !== undefined && page.after === undefined;
  return { limit: page.per_page + 1, offset: isByNumber ? ((page.page ?? 1) - 1) * page.per_page : 0 };
}

/** Tables whose ids are in the order of creation. */
type Dated = 'audit_events' | 'company_corrections' | 'deliveries' | 'event_imports' | 'export_runs';

/** Latest first; `page.after` is the id of the last row seen. */
export async function newestPage<Name extends Dated>(
  some: SelectQueryBuilder<Tables, Name, object>,
  page: PageQuery,
): Promise<Page<Tables[Name]>> {
  // The query is the same for each of these tables.
  let all = some as unknown as SelectQueryBuilder<Tables, 'audit_events', object>;
  let { limit, offset } = pageWindow(page);
  let rows = await all
    .$if(page.after !== undefined, (q) => q.where('id', '<', page.after ?? ''))
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  let { total } = await all.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return cutPage(rows as unknown as Tables[Name][], total, page);
}

/** Removes the extra row. */
export function cutPage<T>(rows: T[], total: number, page: PageQuery): Page<T> {
  let size = page.per_page === 'max' ? rows.length : page.per_page;
  return { rows: rows.slice(0, size), total, hasMore: rows.length > size };
}

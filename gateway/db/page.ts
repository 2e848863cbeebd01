/** Pages of lists in name order: where a page starts, and how long it is. */
import { sql, type RawBuilder } from 'kysely';
import type { PageQuery } from 'contract/route';

export interface Page<T> {
  rows: T[];
  total: number;
  hasMore: boolean;
}

/** Where the list goes on: behind a row (`id` given), or behind every row of a name. */
export interface Cursor {
  nameKey: string;
  id?: string;
}

/**
 * A condition that holds for the rows behind the cursor, in the order of the name column, then the
 * id column.
 */
export function behind(cursor: Cursor, nameColumn: string, idColumn: string): RawBuilder<boolean> {
  let name = sql.ref(nameColumn);
  if (cursor.id === undefined) return sql<boolean>`${name} > ${cursor.nameKey}`;
  return sql<boolean>`(${name}, ${sql.ref(idColumn)}) > (${cursor.nameKey}, ${cursor.id})`;
}

/**
 * Rows to ask for, one more than shown so that it is known whether there are more; `max` asks for
 * all.
 */
export function windowOf(page: PageQuery): { limit: number; offset: number } {
  if (page.per_page === 'max') return { limit: Number.MAX_SAFE_INTEGER, offset: 0 };
  let isByNumber = page.page !== undefined && page.after === undefined;
  return { limit: page.per_page + 1, offset: isByNumber ? ((page.page ?? 1) - 1) * page.per_page : 0 };
}

/** Cuts the extra row off again. */
export function cutPage<T>(rows: T[], total: number, page: PageQuery): Page<T> {
  let size = page.per_page === 'max' ? rows.length : page.per_page;
  return { rows: rows.slice(0, size), total, hasMore: rows.length > size };
}

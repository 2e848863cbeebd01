import type { PageQuery } from 'contract/rules/route';
import type { Page } from '../../floor/db/page';

export interface PageAnswer<T> {
  results: T[];
  _links: { self: string; next: string | null };
  total: number;
}

/** `idOf` gives the `after` of the next page; callers with page numbers get the next number. */
export function presentPage<Row, T>(
  page: Page<Row>,
  { query, url }: { query: PageQuery; url: URL },
  idOf: (row: Row) => string,
  present: (row: Row) => T,
): PageAnswer<T> {
  let last = page.rows.at(-1);
  return {
    results: page.rows.map(present),
    _links: {
      self: url.pathname + url.search,
      next: page.hasMore && last !== undefined ? nextLink(query, url, idOf(last)) : null,
    },
    total: page.total,
  };
}

function nextLink(asked: PageQuery, url: URL, lastId: string): string {
  let query = new URLSearchParams(url.search);
  if (asked.page !== undefined && asked.after === undefined) query.set('page', String(asked.page + 1));
  else query.set('after', lastId);
  return `${url.pathname}?${query}`;
}

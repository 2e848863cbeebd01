/** What /admin shows: the owners that a search finds, a page of them. */
import { getOwners } from 'contract/administration';
import * as limits from 'contract/limits';
import type { Call } from '../../gateway-client.server';
import { pageNumber } from '../../ui/page-number';

export const ownersPerPage = 50;

/**
 * The owners an address asks for by `q` and `page`; the admin's own name and other platform admins
 * are among them.
 */
export async function readOwners(call: Call, url: URL) {
  let q = (url.searchParams.get('q') ?? '').trim().slice(0, limits.searchQueryMax);
  let page = pageNumber(url);
  let { results, total } = await call(getOwners, { query: { q: q || undefined, per_page: ownersPerPage, page } });
  return { q, page, pages: Math.ceil(total / ownersPerPage), total, owners: results };
}

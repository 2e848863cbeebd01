/**
 * A search for the page and the dialog: over one owner's packages and pixels, and only with a query
 * and an owner.
 */
import * as limits from 'contract/limits';
import { search } from 'contract/search';
import { isSameOwner } from '../paths';
import type { SignedIn } from '../session/guards.server';
import { ownerInContext } from '../session/session';
import { groupResults, type ResultGroups } from './search-results';

export interface Searched {
  owner: string;
  query: string;
  filterId: string | undefined;
  /** Null without a search: no query, or '?' for help. */
  groups: ResultGroups | null;
}

/**
 * Answers `?owner=&q=&filter_id=` for a signed-in person; without an owner, the one in context.
 * Errors of the gateway are thrown.
 */
export async function answerSearch({ session, username, call }: SignedIn, request: Request): Promise<Searched> {
  let asked = new URL(request.url).searchParams;
  let owner = asked.get('owner') || ownerInContext(session);
  let query = (asked.get('q') ?? '').trim().slice(0, limits.searchQueryMax);
  let filterId = asked.get('filter_id') ?? undefined;
  if (!query || query === '?' || !owner) return { owner, query, filterId, groups: null };
  let tag = isSameOwner(owner, username) ? ('user' as const) : ('organization' as const);
  let { results } = await call(search, { body: { query, context: { tag, context: owner } } });
  return { owner, query, filterId, groups: groupResults(results) };
}

/**
 * A search for the page and the dialog: over one owner's packages and pixels, and only with a query
 * and an owner.
 */
import * as limits from 'contract/limits';
import { search } from 'contract/search';
import { isSameOwner, keptIn, type KeptQuery } from '../paths';
import type { SignedIn } from '../session/guards.server';
import { ownerInContext } from '../session/session';
import { groupResults, type ResultGroups } from './search-results';

export interface Searched {
  owner: string;
  query: string;
  kept: KeptQuery;
  /** Null without a search: no query, or '?' for help. */
  groups: ResultGroups | null;
}

/**
 * Answers `?owner=&q=` for a signed-in person; without an owner, the one in context. Errors of the
 * gateway are thrown.
 */
export async function answerSearch({ session, username, call }: SignedIn, request: Request): Promise<Searched> {
  let asked = new URL(request.url).searchParams;
  let owner = asked.get('owner') || ownerInContext(session);
  let query = (asked.get('q') ?? '').trim().slice(0, limits.searchQueryMax);
  let kept = keptIn(asked);
  if (!query || query === '?' || !owner) return { owner, query, kept, groups: null };
  let tag = isSameOwner(owner, username) ? ('user' as const) : ('organization' as const);
  let { results } = await call(search, { body: { query, context: { tag, context: owner } } });
  return { owner, query, kept, groups: groupResults(results) };
}

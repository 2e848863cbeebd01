/**
 * Where the page is, as a local address with its query: the place small forms of the shell come
 * back to.
 */
import { useLocation } from '@remix-run/react';

export function useHere(): string {
  let { pathname, search } = useLocation();
  return pathname + search;
}

/** The saved filter in force on this page, if any. */
export function useFilterId(): string | undefined {
  return new URLSearchParams(useLocation().search).get('filter_id') ?? undefined;
}

/** What a part of a page asks about the page it is on. */
import { useLocation, useRouteLoaderData } from '@remix-run/react';
import type { ShellData, SiteData } from './shell-data.server';

/** The local address with its query: the place small forms of the shell come back to. */
export function useHere(): string {
  let { pathname, search } = useLocation();
  return pathname + search;
}

/** The saved filter in force on this page, if any. */
export function useFilterId(): string | undefined {
  return new URLSearchParams(useLocation().search).get('filter_id') ?? undefined;
}

/** What is known of this installation; undefined only where the root itself failed. */
export function useSiteData(): SiteData | undefined {
  return useRouteLoaderData('root') as SiteData | undefined;
}

/**
 * Whether the person may add things to the owner shown, for the buttons of pages that are empty.
 */
export function useMayCreate(): boolean {
  return (useRouteLoaderData('routes/_app') as ShellData | undefined)?.mayCreate ?? true;
}

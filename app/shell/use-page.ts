/** Hooks for parts of a page: address, filter, installation, permissions. */
import { useLocation, useRouteLoaderData } from '@remix-run/react';
import { keptIn, type KeptQuery } from '../links/paths';
import type { ShellData, SiteData } from './shell-data.server';

/** The local address with its query, to which small forms of the shell return. */
export function useHere(): string {
  let { pathname, search } = useLocation();
  return pathname + search;
}

/** What links from this page to reports keep of its address. */
export function usePreservedQuery(): KeptQuery {
  return keptIn(new URLSearchParams(useLocation().search));
}

/** Data of this installation; undefined only when the root itself failed. */
export function useSiteData(): SiteData | undefined {
  return useRouteLoaderData('root') as SiteData | undefined;
}

/** Whether the person may create packages of the owner shown, for buttons of empty pages. */
export function useMayCreate(): boolean {
  return (useRouteLoaderData('routes/_app') as ShellData | undefined)?.mayCreate ?? true;
}

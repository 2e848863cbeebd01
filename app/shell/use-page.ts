import { useLocation, useRouteLoaderData } from '@remix-run/react';
import { sharedReportQuery, type SharedReportQuery } from '../links/query-parameters';
import type { ShellData, SiteData } from './shell-data.server';

/** Path and query, to return to. */
export function useHere(): string {
  let { pathname, search } = useLocation();
  return pathname + search;
}

export function usePreservedQuery(): SharedReportQuery {
  return sharedReportQuery(new URLSearchParams(useLocation().search));
}

/** Undefined only if the root route failed. */
export function useSiteData(): SiteData | undefined {
  return useRouteLoaderData('root') as SiteData | undefined;
}

export function useMayCreate(): boolean {
  return (useRouteLoaderData('routes/_app') as ShellData | undefined)?.mayCreate ?? true;
}

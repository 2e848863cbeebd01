/** What the root loader tells every page about this installation. */
import { useRouteLoaderData } from '@remix-run/react';
import type { loader } from '../root';

/** The root loader's data; undefined only where the root itself failed. */
export function useSiteData() {
  return useRouteLoaderData<typeof loader>('root');
}

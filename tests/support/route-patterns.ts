/** Path patterns of the dashboard's routes, as Remix reads them from folder and options. */
import { flatRoutes } from '@remix-run/dev/dist/config/flat-routes.js';
import { matchRoutes } from '@remix-run/react';
import { sharedRoutes } from '../../remix.config.js';

/** All route files by id, in the order of the build. */
export const routeFiles = { ...flatRoutes('app', []), ...sharedRoutes() };

/** The full pattern of a route file, such as `/home/:owner`. */
function patternOf(id: string | undefined): string {
  let file = id ? routeFiles[id] : undefined;
  return file ? [patternOf(file.parentId), file.path].filter(Boolean).join('/') : '';
}

export interface RoutePattern {
  /** The route file's id, such as `routes/_app.home.$owner`. */
  id: string;
  /** The pattern, such as `/home/:owner`. */
  path: string;
  index: boolean;
  /** Whether the file can hold a page (`.tsx`); a `.ts` file answers without one. */
  isPage: boolean;
}

/** All route files that answer an address, without layouts and the page for unknown addresses. */
export const routePatterns: RoutePattern[] = Object.values(routeFiles)
  .filter(({ path, index }) => (path && path !== '*') || index)
  .map(({ id, file, index }) => ({
    id,
    path: `/${patternOf(id)}`,
    index: index ?? false,
    isPage: file.endsWith('.tsx'),
  }));

/** The id of the route file that answers an address; undefined if none does. */
export function routeAt(address: string): string | undefined {
  let routes = routePatterns as Parameters<typeof matchRoutes>[0];
  return matchRoutes(routes, address)?.at(-1)?.route.id;
}

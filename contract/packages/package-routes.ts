/** Routes of file packages: a path and where it leads. */
import { z } from 'zod';
import { routeTypes } from './package-types/file';
import { checkRoute, routeErrors, routeFields } from './package-types/file-fields';
import * as limits from '../floor/limits';
import { ours, route } from '../rules/route';

const RouteType = z.enum(routeTypes);

export const PackageRoute = z.object({
  id: z.string(),
  type: ours(RouteType, 'uri-template'),
  /** A template (RFC 6570), or for `regex` an expression in the syntax of RE2. */
  incoming_path: z.string(),
  /** Null: the request is counted and answered without a file. */
  outgoing_url: ours(z.string().nullable(), null),
  /** Events are taken with a token alone; only routes of type `telemetry`. */
  requires_token: ours(z.boolean(), false),
  owner: z.string(),
  package_id: z.string(),
  created_at: z.string().datetime(),
  _links: ours(z.object({ self: z.string() }), { self: '' }),
});
export type PackageRoute = z.infer<typeof PackageRoute>;

/** A route that was saved, with its token the only time that it is shown. */
export const SavedPackageRoute = PackageRoute.extend({ token: z.string().optional() });
export type SavedPackageRoute = z.infer<typeof SavedPackageRoute>;

export const SavePackageRoute = z
  .object({
    type: RouteType.default('uri-template'),
    ...routeFields,
    /** Routes of other types have no token. */
    requires_token: z.boolean().default(false),
    /** Replaces the token of a route that has one. */
    new_token: z.boolean().default(false),
  })
  .superRefine(checkRoute);

const PackageParams = z.object({ owner: z.string(), package_id: z.string() });
const RouteParams = PackageParams.extend({ route_id: z.string() });
const packages = { tag: 'Packages' } as const;

export const packageRoutesApi = {
  getPackageRoutes: route({
    ...packages,
    id: 'getPackageRoutes',
    method: 'GET',
    path: '/v2/packages/{owner}/{package_id}/routes',
    summary: 'List routes of a file package',
    access: 'read',
    params: PackageParams,
    answer: z.array(PackageRoute),
    errors: ['package-not-found', 'not-a-file-package'],
  }),

  createPackageRoute: route({
    ...packages,
    id: 'createPackageRoute',
    method: 'POST',
    path: '/v2/packages/{owner}/{package_id}/routes',
    summary: 'Add a route to a file package',
    access: 'write',
    params: PackageParams,
    body: SavePackageRoute,
    status: 201,
    answer: SavedPackageRoute,
    errors: ['package-not-found', 'not-a-file-package', 'too-many-routes', ...routeErrors],
  }),

  getPackageRoute: route({
    ...packages,
    id: 'getPackageRoute',
    method: 'GET',
    path: '/v2/packages/{owner}/{package_id}/routes/{route_id}',
    summary: 'Get a route of a file package',
    access: 'read',
    params: RouteParams,
    answer: PackageRoute,
    errors: ['package-not-found', 'route-not-found', 'not-a-file-package'],
  }),

  updatePackageRoute: route({
    ...packages,
    id: 'updatePackageRoute',
    method: 'PUT',
    path: '/v2/packages/{owner}/{package_id}/routes/{route_id}',
    summary: 'Update a route of a file package',
    access: 'write',
    params: RouteParams,
    body: SavePackageRoute,
    answer: SavedPackageRoute,
    errors: ['package-not-found', 'route-not-found', 'not-a-file-package', ...routeErrors],
  }),

  deletePackageRoute: route({
    ...packages,
    id: 'deletePackageRoute',
    method: 'DELETE',
    path: '/v2/packages/{owner}/{package_id}/routes/{route_id}',
    summary: 'Remove a route from a file package',
    access: 'write',
    params: RouteParams,
    errors: ['package-not-found', 'route-not-found', 'not-a-file-package'],
  }),

  matchPackageRoute: route({
    ...packages,
    id: 'matchPackageRoute',
    method: 'GET',
    path: '/v2/packages/{owner}/{package_id}/route-match',
    summary: 'Match a URL to a route of a file package, and return its variables',
    access: 'read',
    params: PackageParams,
    query: z.object({ address: z.string().max(limits.urlMax, 'field-is-too-long') }),
    /** Null where no route matches. */
    answer: z.object({ route_id: z.string().nullable(), variables: z.record(z.string()) }),
    errors: ['package-not-found', 'not-a-file-package', 'field-is-too-long'],
  }),
};

/** Routes of file packages: a path and where it leads. */
import { z } from 'zod';
import { checkVariables, routeTemplates, templateErrors } from './package-types/file-fields';
import { route } from './route';

export const PackageRoute = z.object({
  id: z.string(),
  type: z.literal('uri-template'),
  incoming_path: z.string(),
  /** Null: the request is counted and answered with an empty 200. */
  outgoing_url: z.string().nullable(),
  owner: z.string(),
  package_id: z.string(),
  created_at: z.string().datetime(),
  _links: z.object({ self: z.string() }),
});
export type PackageRoute = z.infer<typeof PackageRoute>;

const RouteFields = z.object({ type: z.literal('uri-template').default('uri-template'), ...routeTemplates });

export const SavePackageRoute = RouteFields.superRefine(checkVariables);

const PackageParams = z.object({ owner: z.string(), package_id: z.string() });
const RouteParams = PackageParams.extend({ route_id: z.string() });
const packages = { tag: 'Packages' } as const;

export const getPackageRoutes = route({
  ...packages,
  id: 'getPackageRoutes',
  method: 'GET',
  path: '/v2/packages/{owner}/{package_id}/routes',
  summary: 'Routes of a file package',
  access: 'read',
  params: PackageParams,
  answer: z.array(PackageRoute),
  errors: ['package-not-found', 'not-a-file-package'],
});

export const createPackageRoute = route({
  ...packages,
  id: 'createPackageRoute',
  method: 'POST',
  path: '/v2/packages/{owner}/{package_id}/routes',
  summary: 'Add a route to a file package',
  access: 'write',
  params: PackageParams,
  body: SavePackageRoute,
  status: 201,
  answer: PackageRoute,
  errors: ['package-not-found', 'not-a-file-package', 'too-many-routes', ...templateErrors],
});

export const getPackageRoute = route({
  ...packages,
  id: 'getPackageRoute',
  method: 'GET',
  path: '/v2/packages/{owner}/{package_id}/routes/{route_id}',
  summary: 'One route of a file package',
  access: 'read',
  params: RouteParams,
  answer: PackageRoute,
  errors: ['package-not-found', 'route-not-found', 'not-a-file-package'],
});

export const updatePackageRoute = route({
  ...packages,
  id: 'updatePackageRoute',
  method: 'PUT',
  path: '/v2/packages/{owner}/{package_id}/routes/{route_id}',
  summary: 'Change a route of a file package',
  access: 'write',
  params: RouteParams,
  body: SavePackageRoute,
  answer: PackageRoute,
  errors: ['package-not-found', 'route-not-found', 'not-a-file-package', ...templateErrors],
});

export const deletePackageRoute = route({
  ...packages,
  id: 'deletePackageRoute',
  method: 'DELETE',
  path: '/v2/packages/{owner}/{package_id}/routes/{route_id}',
  summary: 'Remove a route from a file package',
  access: 'write',
  params: RouteParams,
  errors: ['package-not-found', 'route-not-found', 'not-a-file-package'],
});

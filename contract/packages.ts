/**
 * Packages: the unit of configuration, permission and analytics. File packages have routes, every
 * package has domains.
 */
import { z } from 'zod';
import { incomingPath } from './hosting-rules';
import {
  BackendRegistry,
  DockerImageName,
  DomainName,
  FilePackageName,
  Importance,
  IncomingPath,
  optionalText,
  OutgoingUrl,
  PublicDomain,
  RedirectTarget,
  Website,
} from './fields';
import * as limits from './limits';
import { listOf, PageQuery, pageOf, route } from './route';
import { refusalOf } from './rules';

export const PackageType = z.enum(['docker', 'file', 'npm', 'python', 'hackage']);
export type PackageType = z.infer<typeof PackageType>;

/** Types whose downloads this gateway serves, so that they can be created. */
export const creatableTypes = ['docker', 'file'] as const satisfies readonly PackageType[];

export const Package = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string(),
  type: PackageType,
  short_description: z.string(),
  long_description: z.string(),
  website: z.string(),
  importance: Importance,
  track_companies: z.boolean(),
  /** Docker: the image path at the backend registry, `library/nginx`. */
  repository_name: z.string().optional(),
  /** Docker: the registry's host. */
  backend_registry: z.string().optional(),
  /** Python: the simple index the files come from. */
  repository_url: z.string().optional(),
  /** File: where requests go that meet no route, as `https://files.example.com`. */
  catch_all_redirect_target_domain: z.string().optional(),
  created_at: z.string().datetime(),
  updated_at: z.string().datetime(),
  _links: z.object({ self: z.string(), domains: z.string() }),
});
export type Package = z.infer<typeof Package>;

export const Domain = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string(),
  package_id: z.string().nullable(),
  tracking_pixel_id: z.string().nullable().optional(),
  /** True for the host the gateway gives every owner. */
  is_default: z.boolean(),
  /** Whether downloads are served here; always so at the host the gateway gives. */
  is_verified: z.boolean(),
  created_at: z.string().datetime(),
  _links: z.object({ self: z.string() }),
});
export type Domain = z.infer<typeof Domain>;

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

const description = {
  short_description: optionalText(limits.descriptionMax),
  long_description: optionalText(limits.longDescriptionMax),
  website: Website,
  importance: Importance.default('mid'),
  track_companies: z.boolean().default(true),
};

const RouteFields = z.object({
  type: z.literal('uri-template').default('uri-template'),
  incoming_path: IncomingPath,
  outgoing_url: OutgoingUrl,
});

type Templates = Pick<z.output<typeof RouteFields>, 'incoming_path' | 'outgoing_url'>;

/**
 * Reports on `incoming_path` when the file location uses a variable that the path does not capture.
 */
function checkVariables(route: Templates, ctx: z.RefinementCtx): void {
  let message = refusalOf(incomingPath, route.incoming_path, route);
  if (message) ctx.addIssue({ code: 'custom', path: ['incoming_path'], message });
}

const CreateDockerPackage = z.object({
  type: z.literal('docker'),
  name: DockerImageName,
  backend_registry: BackendRegistry,
  domain: PublicDomain,
  ...description,
});

const CreateFilePackage = z.object({
  type: z.literal('file'),
  name: FilePackageName,
  incoming_path: IncomingPath,
  outgoing_url: OutgoingUrl,
  catch_all_redirect_target_domain: RedirectTarget,
  domain: PublicDomain,
  ...description,
});

/**
 * The body of a new package, by its type. Python, npm and hackage packages are read but not created
 * here.
 */
export const CreatePackage = z
  .discriminatedUnion('type', [CreateDockerPackage, CreateFilePackage], {
    errorMap: (issue, ctx) => ({
      message: issue.code === 'invalid_union_discriminator' ? 'package-type-is-invalid' : ctx.defaultError,
    }),
  })
  .superRefine((value, ctx) => {
    if (value.type === 'file') checkVariables(value, ctx);
  });

/**
 * The body of an update: the same description; docker packages may move to another registry, unseen
 * by their users. A file package keeps
 * where its other requests go when nothing is said about it; null or an empty text takes it away.
 */
/** Name and type may be sent along as they are: a package cannot be renamed. */
export const UpdatePackage = z.object({
  name: z.string().optional(),
  type: PackageType.optional(),
  ...description,
  backend_registry: BackendRegistry.optional(),
  catch_all_redirect_target_domain: z.union([z.null(), z.literal('').transform(() => null), RedirectTarget]),
});

export const SavePackageRoute = RouteFields.superRefine(checkVariables);

export const CreateDomain = z.object({ name: DomainName });

const OwnerParams = z.object({ owner: z.string() });
const PackageParams = OwnerParams.extend({ package_id: z.string() });
const RouteParams = PackageParams.extend({ route_id: z.string() });
const DomainParams = PackageParams.extend({ domain_id: z.string() });
const PackageListQuery = PageQuery.extend({ type: listOf(PackageType) });

const packages = { tag: 'Packages' } as const;
const domainErrors = [
  'domain-is-empty',
  'domain-is-already-in-use',
  'domain-has-invalid-characters',
  'domain-is-invalid-scarf-domain',
  'package-is-conflicting',
  'too-many-domains',
] as const;
const redirectErrors = ['redirect-target-is-invalid', 'redirect-target-is-own-domain'] as const;
const templateErrors = [
  'incoming-path-must-not-be-empty',
  'incoming-path-must-start-with-slash',
  'incoming-path-must-be-relative',
  'incoming-path-invalid-url-template',
  'incoming-path-missing-variables',
  'incoming-path-already-exists',
  'outgoing-url-must-be-absolute',
  'outgoing-url-invalid-url-template',
] as const;

export const getPackagesOverview = route({
  ...packages,
  id: 'getPackagesOverview',
  method: 'GET',
  path: '/v2/packages/{owner}/overview',
  summary: 'Packages with their domains',
  access: 'read',
  params: OwnerParams,
  query: PackageListQuery,
  answer: pageOf(z.object({ package: Package, domains: z.array(Domain), routes: z.array(PackageRoute) })),
  errors: ['owner-not-found'],
});

export const getPackages = route({
  ...packages,
  id: 'getPackages',
  method: 'GET',
  path: '/v2/packages/{owner}',
  summary: 'Packages of an owner, by name',
  access: 'read',
  params: OwnerParams,
  query: PackageListQuery,
  answer: pageOf(Package),
  errors: ['owner-not-found'],
});

export const createPackage = route({
  ...packages,
  id: 'createPackage',
  method: 'POST',
  path: '/v2/packages/{owner}',
  summary: 'Create a docker or file package',
  access: 'write',
  params: OwnerParams,
  body: CreatePackage,
  status: 201,
  answer: Package,
  errors: [
    'owner-not-found',
    'package-name-is-empty',
    'package-name-is-invalid',
    'package-already-exists',
    'package-is-conflicting',
    'package-type-is-invalid',
    'backend-registry-is-empty',
    'backend-registry-has-invalid-characters',
    'docker-image-name-is-longer-than-255-characters',
    'docker-image-name-has-empty-segments',
    'docker-image-name-has-invalid-characters',
    'public-domain-has-invalid-characters',
    'public-domain-is-invalid-scarf-domain',
    ...redirectErrors,
    ...templateErrors,
  ],
});

export const getPackageByName = route({
  ...packages,
  id: 'getPackageByName',
  method: 'GET',
  path: '/v2/packages/{owner}/{package_type}/{package_name}',
  summary: 'One package by type and name (slashes in the name are percent-encoded)',
  access: 'read',
  params: OwnerParams.extend({ package_type: PackageType, package_name: z.string() }),
  answer: Package,
  errors: ['package-not-found'],
});

export const getPackageById = route({
  ...packages,
  id: 'getPackageById',
  method: 'GET',
  path: '/v2/packages/{owner}/{package_id}',
  summary: 'One package',
  access: 'read',
  params: PackageParams,
  answer: Package,
  errors: ['package-not-found'],
});

export const updatePackage = route({
  ...packages,
  id: 'updatePackage',
  method: 'PUT',
  path: '/v2/packages/{owner}/{package_id}',
  summary: 'Change the description, importance, backend registry or catch-all target of a package',
  access: 'write',
  params: PackageParams,
  body: UpdatePackage,
  answer: Package,
  errors: [
    'package-not-found',
    'package-name-is-fixed',
    'package-type-is-invalid',
    'not-a-file-package',
    'package-is-conflicting',
    'backend-registry-is-empty',
    'backend-registry-has-invalid-characters',
    ...redirectErrors,
  ],
});

export const deletePackage = route({
  ...packages,
  id: 'deletePackage',
  method: 'DELETE',
  path: '/v2/packages/{owner}/{package_id}',
  summary: 'Delete a package with its routes and domains; its events stay in exports already made',
  access: 'write',
  params: PackageParams,
  errors: ['package-not-found'],
});

export const getPackageDomains = route({
  ...packages,
  id: 'getPackageDomains',
  method: 'GET',
  path: '/v2/packages/{owner}/{package_id}/domains',
  summary: 'Domains of a package',
  access: 'read',
  params: PackageParams,
  answer: z.array(Domain),
  errors: ['package-not-found'],
});

export const createPackageDomain = route({
  ...packages,
  id: 'createPackageDomain',
  method: 'POST',
  path: '/v2/packages/{owner}/{package_id}/domains',
  summary: 'Add a custom domain to a package',
  access: 'write',
  params: PackageParams,
  body: CreateDomain,
  status: 201,
  answer: Domain,
  errors: ['package-not-found', ...domainErrors],
});

export const getPackageDomain = route({
  ...packages,
  id: 'getPackageDomain',
  method: 'GET',
  path: '/v2/packages/{owner}/{package_id}/domains/{domain_id}',
  summary: 'One domain of a package',
  access: 'read',
  params: DomainParams,
  answer: Domain,
  errors: ['package-not-found', 'domain-not-found'],
});

export const deletePackageDomain = route({
  ...packages,
  id: 'deletePackageDomain',
  method: 'DELETE',
  path: '/v2/packages/{owner}/{package_id}/domains/{domain_id}',
  summary: 'Remove a domain from a package; the last one stays',
  access: 'write',
  params: DomainParams,
  errors: ['package-not-found', 'domain-not-found', 'package-must-have-one-domain'],
});

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

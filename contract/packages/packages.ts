/** Packages: the unit of configuration, permission and analytics. */
import { z } from 'zod';
import { Domain } from './domains';
import { Importance } from '../rules/fields';
import { PackageRoute } from './package-routes';
import { createBodies, fieldsOfPackage, fieldsOfTypes, updateShape } from './package-types/fields';
import { packageTypes, typeNames, type PackageType as TypeName } from './package-types/list';
import { description } from './package-types/type-fields';
import { ours, queryList, PageQuery, pageOf, route } from '../rules/route';

export const PackageTypeName = z.enum(packageTypes.map(({ name }) => name) as [TypeName, ...TypeName[]]);
export type PackageTypeName = TypeName;

export const Package = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string(),
  type: PackageTypeName,
  short_description: ours(z.string(), ''),
  long_description: ours(z.string(), ''),
  website: ours(z.string(), ''),
  importance: ours(Importance, 'mid'),
  track_companies: ours(z.boolean(), true),
  /** Docker: the image path at the backend registry, `library/nginx`. */
  repository_name: z.string().optional(),
  /** Docker: the registry's host. */
  backend_registry: z.string().optional(),
  /** npm: the registry the package comes from; Python: its simple index. */
  repository_url: z.string().optional(),
  /** File: target for requests that match no route, such as `https://files.example.com`. */
  catch_all_redirect_target_domain: z.string().optional(),
  created_at: z.string().datetime(),
  updated_at: z.string().datetime(),
  _links: ours(z.object({ self: z.string(), domains: z.string() }), { self: '', domains: '' }),
});
export type Package = z.infer<typeof Package>;

/**
 * The body of a new package, by its type. Types that the gateway does not serve are read but not
 * created here.
 */
export const CreatePackage = z
  .discriminatedUnion('type', createBodies, {
    errorMap: (issue, ctx) => ({
      message: issue.code === 'invalid_union_discriminator' ? 'package-type-is-invalid' : ctx.defaultError,
    }),
  })
  .superRefine((value, ctx) => fieldsOfPackage(value.type).check?.(value, ctx));

/**
 * The body of an update: the description, and the fields of the type that can change without
 * affecting its users. Name and type may be sent along unchanged: a package cannot be renamed.
 */
export const UpdatePackage = z.object({
  name: z.string().optional(),
  type: PackageTypeName.optional(),
  ...description,
  ...updateShape,
});

const OwnerParams = z.object({ owner: z.string() });
const PackageParams = OwnerParams.extend({ package_id: z.string() });
const PackageListQuery = PageQuery.extend({ type: queryList(PackageTypeName) });

const packages = { tag: 'Packages' } as const;
/** Codes of the types, each once. The domain of a new package can be refused for any type. */
const createErrors = new Set(
  fieldsOfTypes.flatMap(({ errors }) => [
    ...errors,
    'public-domain-has-invalid-characters' as const,
    'public-domain-is-invalid-scarf-domain' as const,
  ]),
);
const updateErrors = new Set(fieldsOfTypes.flatMap((type) => type.updateErrors));

export const packagesApi = {
  getPackagesOverview: route({
    ...packages,
    id: 'getPackagesOverview',
    method: 'GET',
    path: '/v2/packages/{owner}/overview',
    summary: 'List packages with their domains',
    access: 'read',
    params: OwnerParams,
    query: PackageListQuery,
    answer: pageOf(z.object({ package: Package, domains: z.array(Domain), routes: ours(z.array(PackageRoute), []) })),
    errors: ['owner-not-found'],
  }),

  getPackages: route({
    ...packages,
    id: 'getPackages',
    method: 'GET',
    path: '/v2/packages/{owner}',
    summary: 'List packages, by name',
    access: 'read',
    params: OwnerParams,
    query: PackageListQuery,
    answer: pageOf(Package),
    errors: ['owner-not-found'],
  }),

  createPackage: route({
    ...packages,
    id: 'createPackage',
    method: 'POST',
    path: '/v2/packages/{owner}',
    summary: `Create a ${new Intl.ListFormat('en', { type: 'disjunction' }).format(typeNames)} package`,
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
      'too-many-packages',
      'package-is-conflicting',
      'package-type-is-invalid',
      ...createErrors,
    ],
  }),

  getPackageByName: route({
    ...packages,
    id: 'getPackageByName',
    method: 'GET',
    path: '/v2/packages/{owner}/{package_type}/{package_name}',
    summary: 'Get a package by type and name (percent-encode slashes in the name)',
    access: 'read',
    params: OwnerParams.extend({ package_type: PackageTypeName, package_name: z.string() }),
    answer: Package,
    errors: ['package-not-found'],
  }),

  getPackageById: route({
    ...packages,
    id: 'getPackageById',
    method: 'GET',
    path: '/v2/packages/{owner}/{package_id}',
    summary: 'Get a package',
    access: 'read',
    params: PackageParams,
    answer: Package,
    errors: ['package-not-found'],
  }),

  updatePackage: route({
    ...packages,
    id: 'updatePackage',
    method: 'PUT',
    path: '/v2/packages/{owner}/{package_id}',
    summary: 'Update description, importance, backend registry or fallback URL of a package',
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
      ...updateErrors,
    ],
  }),

  deletePackage: route({
    ...packages,
    id: 'deletePackage',
    method: 'DELETE',
    path: '/v2/packages/{owner}/{package_id}',
    summary: 'Delete a package with its routes, domains and events; exported files stay',
    access: 'write',
    params: PackageParams,
    errors: ['package-not-found'],
  }),
};

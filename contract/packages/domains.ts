/** Domains of packages and pixels: the default host, and custom domains. */
import { z } from 'zod';
import { DomainName } from '../rules/fields';
import { ours, route } from '../rules/route';

export const Domain = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string(),
  package_id: ours(z.string().nullable(), null),
  tracking_pixel_id: z.string().nullable().optional(),
  /** True for the default host of the owner. */
  is_default: ours(z.boolean(), false),
  /** Whether downloads are served here; always true for the default host. */
  is_verified: ours(z.boolean(), true),
  created_at: z.string().datetime(),
  _links: ours(z.object({ self: z.string() }), { self: '' }),
});
export type Domain = z.infer<typeof Domain>;

export const CreateDomain = z.object({ name: DomainName });

const PackageParams = z.object({ owner: z.string(), package_id: z.string() });
const PixelParams = z.object({ owner: z.string(), id: z.string() });
const PackageDomainParams = PackageParams.extend({ domain_id: z.string() });
const PixelDomainParams = PixelParams.extend({ domain_id: z.string() });
const packages = { tag: 'Packages' } as const;
const pixels = { tag: 'Tracking pixels' } as const;

const domainErrors = [
  'domain-is-empty',
  'domain-is-already-in-use',
  'domain-has-invalid-characters',
  'domain-is-invalid-scarf-domain',
  'package-is-conflicting',
  'too-many-domains',
] as const;

export const domainsApi = {
  getPackageDomains: route({
    ...packages,
    id: 'getPackageDomains',
    method: 'GET',
    path: '/v2/packages/{owner}/{package_id}/domains',
    summary: 'List domains of a package',
    access: 'read',
    params: PackageParams,
    answer: z.array(Domain),
    errors: ['package-not-found'],
  }),

  createPackageDomain: route({
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
  }),

  getPackageDomain: route({
    ...packages,
    id: 'getPackageDomain',
    method: 'GET',
    path: '/v2/packages/{owner}/{package_id}/domains/{domain_id}',
    summary: 'Get a domain of a package',
    access: 'read',
    params: PackageDomainParams,
    answer: Domain,
    errors: ['package-not-found', 'domain-not-found'],
  }),

  deletePackageDomain: route({
    ...packages,
    id: 'deletePackageDomain',
    method: 'DELETE',
    path: '/v2/packages/{owner}/{package_id}/domains/{domain_id}',
    summary: 'Remove a domain from a package; the last one stays',
    access: 'write',
    params: PackageDomainParams,
    errors: ['package-not-found', 'domain-not-found', 'package-must-have-one-domain'],
  }),

  getPixelDomains: route({
    ...pixels,
    id: 'getPixelDomains',
    method: 'GET',
    path: '/v2/tracking-pixels/{owner}/{id}/domains',
    summary: 'List domains of a tracking pixel',
    access: 'read',
    params: PixelParams,
    answer: z.array(Domain),
    errors: ['pixel-not-found'],
  }),

  createPixelDomain: route({
    ...pixels,
    id: 'createPixelDomain',
    method: 'POST',
    path: '/v2/tracking-pixels/{owner}/{id}/domains',
    summary: 'Add a custom domain to a tracking pixel',
    access: 'write',
    params: PixelParams,
    body: CreateDomain,
    status: 201,
    answer: Domain,
    errors: [
      'pixel-not-found',
      'domain-is-empty',
      'domain-is-already-in-use',
      'domain-has-invalid-characters',
      'domain-is-invalid-scarf-domain',
      'too-many-domains',
    ],
  }),

  getPixelDomain: route({
    ...pixels,
    id: 'getPixelDomain',
    method: 'GET',
    path: '/v2/tracking-pixels/{owner}/{id}/domains/{domain_id}',
    summary: 'Get a domain of a tracking pixel',
    access: 'read',
    params: PixelDomainParams,
    answer: Domain,
    errors: ['pixel-not-found', 'domain-not-found'],
  }),

  deletePixelDomain: route({
    ...pixels,
    id: 'deletePixelDomain',
    method: 'DELETE',
    path: '/v2/tracking-pixels/{owner}/{id}/domains/{domain_id}',
    summary: 'Remove a custom domain from a tracking pixel',
    access: 'write',
    params: PixelDomainParams,
    errors: ['pixel-not-found', 'domain-not-found', 'default-domain-stays'],
  }),
};

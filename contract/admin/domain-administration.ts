/**
 * What platform admins do with custom domains: find those that are not verified, and confirm one by
 * hand.
 */
import { z } from 'zod';
import { DomainParams, DomainState, DomainStatus } from '../packages/domain-status';
import * as limits from '../floor/limits';
import { PageQuery, pageOf, route } from '../rules/route';

export const UnverifiedDomain = z.object({
  domain: z.string(),
  owner: z.string(),
  state: DomainState.exclude(['verified']),
  added_at: z.string().datetime(),
  checked_at: z.string().datetime().nullable(),
  /** Name of the owner who has verified it; null if unverified. */
  verified_for: z.string().nullable(),
});
export type UnverifiedDomain = z.infer<typeof UnverifiedDomain>;

const admin = { tag: 'Administration', access: 'platform-admin' } as const;

export const domainAdministrationApi = {
  /** `q`: part of a domain or of an owner's name. */
  getUnverifiedDomains: route({
    ...admin,
    id: 'getUnverifiedDomains',
    method: 'GET',
    path: '/internal/admin/domains',
    summary: 'List unverified custom domains, by name',
    query: PageQuery.omit({ after: true }).extend({ q: z.string().trim().max(limits.searchQueryMax).optional() }),
    answer: pageOf(UnverifiedDomain),
  }),

  confirmDomain: route({
    ...admin,
    id: 'confirmDomain',
    method: 'POST',
    path: '/internal/admin/domains/{owner}/{domain_ref}/confirmation',
    summary: 'Verify a custom domain manually; it stops serving any other owner',
    params: DomainParams,
    answer: DomainStatus,
    errors: ['owner-not-found', 'domain-not-found', 'domain-is-invalid-scarf-domain'],
  }),
};

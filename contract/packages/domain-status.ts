/**
 * Custom domains: the DNS records that verify one, what was last found there, and whether downloads
 * are served at it.
 */
import { z } from 'zod';
import { route } from '../rules/route';

/**
 * `verified`: downloads are served at this domain. `taken`: another owner has verified it.
 * `reserved`: a host of the gateway or the dashboard. The others are the result of the last check:
 * `unanswered` means that the DNS did not answer in time, which says nothing about the records.
 */
export const DomainState = z.enum(['unchecked', 'verified', 'missing', 'unanswered', 'taken', 'reserved']);
export type DomainState = z.infer<typeof DomainState>;

/**
 * The evidence a domain was verified by; `upgrade`: it was served before domains had to be
 * verified.
 */
export const VerifiedBy = z.enum(['txt', 'cname', 'administrator', 'upgrade']);
export type VerifiedBy = z.infer<typeof VerifiedBy>;

/** A record that verifies a domain; one of them is enough. */
export const DomainRecord = z.object({
  type: z.enum(['CNAME', 'TXT']),
  name: z.string(),
  value: z.string(),
  /** What the last check found there. */
  found: z.array(z.string()),
  matches: z.boolean(),
  /** Whether it matches by an earlier name of the owner, whose hosts still work. */
  has_earlier_name: z.boolean(),
});

export const DomainStatus = z.object({
  domain: z.string(),
  state: DomainState,
  records: z.array(DomainRecord),
  /** Null before the first check. */
  checked_at: z.string().datetime().nullable(),
  /** Whether the DNS answered at the last check. */
  answered: z.boolean(),
  /** Null while this owner has not verified the domain. */
  verified_at: z.string().datetime().nullable(),
  verified_by: z.union([VerifiedBy, z.null()]),
  /** When it is checked automatically; null when it is not. */
  next_check_at: z.string().datetime().nullable(),
});
export type DomainStatus = z.infer<typeof DomainStatus>;

/** `domain_ref`: the id of a domain or its name. */
export const DomainParams = z.object({ owner: z.string(), domain_ref: z.string() });

export const domainStatusApi = {
  getDomainStatus: route({
    id: 'getDomainStatus',
    method: 'GET',
    path: '/v2/domains/{owner}/{domain_ref}/status',
    summary: 'Get the verification status and DNS records of a custom domain',
    tag: 'Domains',
    access: 'read',
    params: DomainParams,
    answer: DomainStatus,
    errors: ['owner-not-found', 'domain-not-found'],
  }),

  requestDomainVerification: route({
    id: 'requestDomainVerification',
    method: 'POST',
    path: '/v2/domains/{owner}/{domain_ref}/request-verification',
    summary: 'Check the DNS records of a custom domain now',
    tag: 'Domains',
    access: 'write',
    params: DomainParams,
    answer: DomainStatus,
    errors: ['owner-not-found', 'domain-not-found', 'too-many-requests'],
  }),
};

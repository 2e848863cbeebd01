/** Whether custom domains lead here: which DNS records are needed, and what was last found. Domains work without having been checked. */
import { z } from 'zod';
import { route } from './route';

/** `unanswered`: the DNS did not answer in time, which says nothing about the records. */
export const DomainState = z.enum(['unchecked', 'verified', 'missing', 'unanswered']);
export type DomainState = z.infer<typeof DomainState>;

/** One record that would do; any of a domain's records is enough. */
export const DomainRecord = z.object({
  type: z.enum(['CNAME', 'TXT']),
  name: z.string(),
  value: z.string(),
  /** What stood there at the last check. */
  found: z.array(z.string()),
  matches: z.boolean(),
});

export const DomainStatus = z.object({
  domain: z.string(),
  state: DomainState,
  records: z.array(DomainRecord),
  /** Null before the first check. */
  checked_at: z.string().datetime().nullable(),
});
export type DomainStatus = z.infer<typeof DomainStatus>;

/** `domain_ref`: the id of a domain or its name. */
const DomainParams = z.object({ owner: z.string(), domain_ref: z.string() });

export const getDomainStatus = route({
  id: 'getDomainStatus',
  method: 'GET',
  path: '/v2/domains/{owner}/{domain_ref}/status',
  summary: 'The DNS records a custom domain needs, and what was last found there',
  tag: 'Domains',
  access: 'read',
  params: DomainParams,
  answer: DomainStatus,
  errors: ['owner-not-found', 'domain-not-found'],
});

export const requestDomainVerification = route({
  id: 'requestDomainVerification',
  method: 'POST',
  path: '/v2/domains/{owner}/{domain_ref}/request-verification',
  summary: 'Ask the DNS about a custom domain now, and keep what it says',
  tag: 'Domains',
  access: 'write',
  params: DomainParams,
  answer: DomainStatus,
  errors: ['owner-not-found', 'domain-not-found', 'too-many-requests'],
});

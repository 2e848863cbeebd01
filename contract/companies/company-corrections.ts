/**
 * Corrections of an owner: "this is not them" and "this is them". A correction is about a network,
 * holds for all events of the owner, past and future, and is taken back by deleting it.
 */
import { z } from 'zod';
import { IncludeLowConfidence } from '../analytics/audience';
import { CompanyParams } from './companies';
import { CompanyDomain, schemaOf, LastEvent } from '../rules/fields';
import { companyName } from '../rules/analytics-rules';
import * as limits from '../floor/limits';
import { queryList, pageOf, PageQuery, route } from '../rules/route';

/**
 * What a correction is about: the number of a network, `AS3303`, or, for events that were stored
 * before networks were kept, `=` and the company they were matched to: its domain, or its name
 * where it has none.
 */
const MatchKey = z.string().regex(/^(?:AS\d{1,10}|=.{1,500})$/, 'request-not-valid');

export const CompanyCorrection = z.object({
  id: z.string(),
  of: z.string(),
  /** The network as it was called then, `AS3303 Swisscom (Schweiz) AG`; may be empty. */
  network: z.string(),
  /** The company by the rules, empty for none. */
  matched_name: z.string(),
  matched_domain: z.string(),
  /** The company it is; both empty: it is none. */
  company_name: z.string(),
  company_domain: z.string(),
  made_by: z.string(),
  made_at: z.string().datetime(),
});
export type CompanyCorrection = z.infer<typeof CompanyCorrection>;

/** A network whose events count for a company, or for none. */
export const CompanyMatch = z.object({
  of: z.string(),
  network: z.string(),
  /** The kind of network, as in exported events. */
  network_type: z.string(),
  matched_name: z.string(),
  matched_domain: z.string(),
  /** The company it counts for, empty for none. */
  company_name: z.string(),
  company_domain: z.string(),
  /** Whether its match has a confidence below the level that is shown. */
  is_low: z.boolean(),
  match_reason: z.string(),
  total_events: z.number().int(),
  first_seen: z.string().datetime(),
  last_seen: z.string().datetime(),
  /** The correction that holds. */
  correction: CompanyCorrection.nullable(),
});
export type CompanyMatch = z.infer<typeof CompanyMatch>;

const OwnerParams = z.object({ owner: z.string() });
const corrections = { tag: 'Companies' } as const;

export const CorrectedCompany = z
  .object({ name: schemaOf(companyName).default(''), domain: CompanyDomain })
  .refine(({ name, domain }) => name !== '' || domain !== '', { message: 'company-is-required', path: ['name'] });

/** `company` is null for "not a company". A network that already has a correction gets this one. */
export const CorrectCompany = z.object({
  of: z.array(MatchKey).min(1).max(limits.correctedAtOnceMax),
  company: CorrectedCompany.nullable(),
});

const Matches = z.object({ results: z.array(CompanyMatch) });

export const companyCorrectionsApi = {
  getCompanyCorrections: route({
    ...corrections,
    id: 'getCompanyCorrections',
    method: 'GET',
    path: '/v2/company-corrections/{owner}',
    summary: 'List corrections, newest first',
    access: 'read',
    params: OwnerParams,
    query: PageQuery,
    answer: pageOf(CompanyCorrection),
    errors: ['owner-not-found'],
  }),

  correctCompany: route({
    ...corrections,
    id: 'correctCompany',
    method: 'POST',
    path: '/v2/company-corrections/{owner}',
    summary: 'Reassign networks to a company, or to none',
    access: 'write',
    countsEvents: true,
    params: OwnerParams,
    body: CorrectCompany,
    status: 201,
    answer: z.object({ results: z.array(CompanyCorrection) }),
    errors: [
      'owner-not-found',
      'match-not-found',
      'company-is-required',
      'too-many-corrections',
      'field-is-too-long',
      'domain-has-invalid-characters',
    ],
  }),

  deleteCompanyCorrection: route({
    ...corrections,
    id: 'deleteCompanyCorrection',
    method: 'DELETE',
    path: '/v2/company-corrections/{owner}/{correction_id}',
    summary: 'Delete a correction',
    access: 'write',
    params: OwnerParams.extend({ correction_id: z.string() }),
    errors: ['owner-not-found', 'correction-not-found'],
  }),

  getCompanyMatches: route({
    ...corrections,
    id: 'getCompanyMatches',
    method: 'GET',
    path: '/v2/companies/{owner}/{domain}/networks',
    summary: 'List networks of a company by number of events, at most 100',
    access: 'read',
    countsEvents: true,
    params: CompanyParams,
    query: z.object({ include_low_confidence: IncludeLowConfidence, last_event: LastEvent }),
    answer: Matches,
    errors: ['owner-not-found'],
  }),

  /**
   * Without `of`: networks of the last 90 days that name no company, without `search` those of which
   * it is not known whose they are.
   */
  getNetworks: route({
    ...corrections,
    id: 'getNetworks',
    method: 'GET',
    path: '/v2/networks/{owner}',
    summary: 'List unidentified networks, or those given, by number of events, at most 100',
    access: 'read',
    countsEvents: true,
    params: OwnerParams,
    query: z.object({
      of: queryList(MatchKey),
      /** Part of the number or the name; then access providers and other kinds are found as well. */
      search: z.string().trim().max(limits.searchQueryMax, 'field-is-too-long').default(''),
      last_event: LastEvent,
    }),
    answer: Matches,
    errors: ['owner-not-found', 'field-is-too-long'],
  }),
};

import { z } from 'zod';
import { CompanyParams, UniqueByPeriod } from './companies';
import { FunnelStage } from '../analytics/funnel-stages';
import { DayText, LastEvent } from '../rules/fields';
import * as limits from '../floor/limits';
import { queryList, PageQuery, pageOf, route } from '../rules/route';

const profileQuestions = ['country', 'size', 'industry', 'technologies'] as const;

/** A qualified lead. Counts are those of the last `active_days` days; unknown values are empty. */
export const Lead = z.object({
  /** Its domain, or its name where it has no domain. */
  company: z.string(),
  company_name: z.string(),
  company_domain: z.string(),
  /** Where it was last seen. */
  company_country: z.string(),
  company_state: z.string(),
  /** From the data provider. */
  company_city: z.string(),
  company_size: z.string(),
  company_industry: z.string(),
  company_linkedin_url: z.string(),
  funnel_stage: FunnelStage,
  /** 0 to 1, of its best match; null where the source gives none. */
  confidence: z.number().nullable(),
  /** Why the events are those of the company, as a sentence. */
  match_reason: z.string(),
  total_events: z.number().int(),
  total_downloads: z.number().int(),
  total_views: z.number().int(),
  /** Counted once per period of ids, and added over periods. */
  unique_sources: z.number().int(),
  unique_by_period: UniqueByPeriod,
  /** Day of the company's first event. */
  first_day: DayText,
  last_seen: z.string().datetime(),
  /** Names of the packages it has downloaded, the most downloaded first. */
  packages: z.array(z.string()),
  /** 0 to 100: the sum of the parts. */
  score: z.number().int(),
  score_parts: z.object({
    stage: z.number().int(),
    volume: z.number().int(),
    recency: z.number().int(),
    breadth: z.number().int(),
    trend: z.number().int(),
    fit: z.number().int(),
  }),
  /** At most three facts behind the score, in a few words each, such as `new this week`. */
  score_reasons: z.array(z.string()),
  /** One for each answered question about the ideal customer; `matched` is the answer it fits. */
  fits: z.array(
    z.object({
      question: z.enum(profileQuestions),
      answer: z.enum(['yes', 'no', 'unknown']),
      matched: z.string(),
    }),
  ),
});
export type Lead = z.infer<typeof Lead>;
export type ProfileQuestion = (typeof profileQuestions)[number];

export const leadSorts = ['score', 'newest', 'last-seen'] as const;

const LeadFilter = z.object({
  sort: z.enum(leadSorts).default('score'),
  /** Part of a name or domain. */
  search: z.string().trim().max(limits.searchQueryMax, 'field-is-too-long').optional(),
  funnel_stage: queryList(FunnelStage),
  min_score: z.coerce.number().int().min(0).max(100).default(0),
  last_event: LastEvent,
});
export type LeadFilter = z.output<typeof LeadFilter>;

const LeadListQuery = PageQuery.merge(LeadFilter);
export type LeadListQuery = z.output<typeof LeadListQuery>;

const OwnerParams = CompanyParams.pick({ owner: true });
const leads = { tag: 'Leads', params: OwnerParams } as const;

/** The score of a company, as the list of leads has it. */
export const CompanyScore = Lead.pick({
  company: true,
  company_name: true,
  company_domain: true,
  funnel_stage: true,
  score: true,
  score_parts: true,
  score_reasons: true,
  fits: true,
});

/**
 * Unique counts by period are written `period=count&period=count`, where there are several periods.
 * Companies only: a gateway knows no names, addresses or numbers of people in them.
 */
export const leadColumns = [
  'company_name',
  'company_domain',
  'score',
  'funnel_stage',
  'total_events',
  'total_downloads',
  'total_views',
  'unique_sources',
  'first_seen',
  'last_seen',
  'company_country',
  'company_state',
  'company_city',
  'company_size',
  'company_industry',
  'company_linkedin_url',
  'confidence',
  'fits',
  'packages',
  'scarf_url',
  'match_reason',
  'unique_sources_by_period',
  'score_reasons',
] as const;

export const leadsApi = {
  getLeads: route({
    ...leads,
    id: 'getLeads',
    method: 'GET',
    path: '/v2/leads/{owner}',
    summary: 'List qualified leads',
    access: 'read',
    countsEvents: true,
    query: LeadListQuery,
    answer: pageOf(Lead, {
      /** Companies seen in these days that match with low confidence alone and are left out. */
      low_confidence_left_out: z.number().int(),
    }),
    errors: ['owner-not-found', 'field-is-too-long'],
  }),

  exportEntityScores: route({
    ...leads,
    id: 'exportEntityScores',
    method: 'GET',
    path: '/v2/companies/{owner}/scoring',
    summary: 'Get lead scores of companies, with their parts',
    access: 'read',
    countsEvents: true,
    query: LeadListQuery,
    answer: pageOf(CompanyScore),
    errors: ['owner-not-found', 'field-is-too-long'],
  }),

  exportLeads: route({
    ...leads,
    id: 'exportLeads',
    method: 'GET',
    path: '/v2/leads/{owner}/export',
    summary: 'Export qualified leads as CSV',
    access: 'export',
    countsEvents: true,
    query: LeadFilter,
    kind: 'csv',
    columns: leadColumns,
    errors: ['owner-not-found', 'field-is-too-long'],
  }),
};

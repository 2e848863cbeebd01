/** Companies behind the events of an owner: who they are, their funnel stage, and what they did. */
import { z } from 'zod';
import { inRange } from '../analytics/asked-time';
import { ExcludedAudiences, IncludeLowConfidence } from '../analytics/audience';
import { eventFields } from '../event-fields';
import { EventFileQuery } from '../analytics/events';
import { DayText, LastEvent } from '../rules/fields';
import { FunnelStage } from '../analytics/funnel-stages';
import * as limits from '../floor/limits';
import { queryList, PageQuery, pageOf, route } from '../rules/route';
import { inTimeZone } from '../floor/time-zone';
import { Where } from '../analytics/where';

export const companySorts = [
  'recommended',
  'name',
  'stage',
  'events',
  'downloads',
  'views',
  'sources',
  'first-seen',
  'last-seen',
] as const;
export type CompanySort = (typeof companySorts)[number];

/** An adhoc filter of the owner. Global filters always apply. */
const FilterId = z.string().max(100).optional();

/**
 * `start_date` and `end_date` count, in `time_zone`; `until` is in place of `end_date`. Without
 * dates: the last 30 days, today included. The days of stages are of UTC. The default of `order` is
 * ascending for names and stages, descending for the rest.
 */
export const CompanyListQuery = PageQuery.extend({
  ...inRange,
  end_date: DayText.optional(),
  ...inTimeZone,
  sort: z.enum(companySorts).default('recommended'),
  order: z.enum(['asc', 'desc']).optional(),
  search: z.string().trim().max(limits.searchQueryMax, 'field-is-too-long').optional(),
  funnel_stage: queryList(FunnelStage),
  /** The first and the last day on which the companies came into their stage. */
  stage_from: DayText.optional(),
  stage_until: DayText.optional(),
  include_low_confidence: IncludeLowConfidence,
  /** Events of these audiences are left out; they count for no stage either. */
  exclude_audience: ExcludedAudiences,
  filter_id: FilterId,
  where: Where,
  last_event: LastEvent,
});
export type CompanyListQuery = z.output<typeof CompanyListQuery>;

/** The unique counts of each period of ids, earliest first, if there are several. */
export const UniqueByPeriod = z
  .array(
    z.object({
      /** As in exported events, begin and planned end: `2026-11-01T00:00:01Z/2026-12-01`. */
      period: z.string(),
      unique_downloads: z.number().int(),
      unique_views: z.number().int(),
      unique_sources: z.number().int(),
    }),
  )
  .optional();
export type UniqueByPeriod = z.infer<typeof UniqueByPeriod>;

/**
 * Counts are of the range; stage and points are those of today. A visitor counts once per period of
 * ids: a calendar month (UTC), or as SALT_ROTATION says. Unique counts add the periods of the range;
 * `unique_by_period` lists them.
 */
export const Company = z.object({
  /** `{domain}` in the paths of its endpoints: its domain, or its name where no domain is known. */
  company: z.string(),
  company_name: z.string(),
  company_domain: z.string(),
  /** Where it was last seen. */
  company_country: z.string(),
  company_state: z.string(),
  funnel_stage: FunnelStage,
  /** The day it came into this stage (UTC). */
  funnel_stage_since: DayText,
  points: z.number(),
  total_events: z.number().int(),
  total_downloads: z.number().int(),
  total_unique_downloads: z.number().int(),
  total_views: z.number().int(),
  total_unique_views: z.number().int(),
  unique_sources: z.number().int(),
  unique_by_period: UniqueByPeriod,
  /** The time of its first event at any time, outside the range too. */
  first_seen: z.string().datetime(),
  /** Of the last event of the range. */
  last_seen: z.string().datetime(),
  /** Why the events are its own, as a sentence. */
  match_reason: z.string(),
  /** Whether a correction of the owner made some of them its own. */
  is_corrected: z.boolean(),
});
export type Company = z.infer<typeof Company>;

/** The number of companies in each stage, regardless of the stages selected. */
const StageCounts = z.object({
  interest: z.number().int(),
  investigation: z.number().int(),
  experimentation: z.number().int(),
  'ongoing-usage': z.number().int(),
  inactive: z.number().int(),
});

/** A stage a company reached: since when, and its events in that stage. */
export const CompanyStage = z.object({
  stage: FunnelStage,
  start_date: DayText,
  is_current: z.boolean(),
  total_downloads: z.number().int(),
  total_views: z.number().int(),
  active_days: z.number().int(),
});

/** What the owner's data provider knows about a company; unknown values are empty. */
export const CompanyProfile = z.object({
  name: z.string(),
  industry: z.string(),
  size: z.string(),
  city: z.string(),
  country: z.string(),
  linkedin_url: z.string(),
  technologies: z.array(z.string()),
});
export type CompanyProfile = z.infer<typeof CompanyProfile>;

/**
 * A company since its first event: its stages in the order of the funnel, and those of the last 366
 * days that have events.
 */
export const CompanyDetails = Company.extend({
  /** Null where no data provider is switched on, or where it does not know the company. */
  profile: CompanyProfile.nullable(),
  /** Events whose match has low confidence and that are left out. */
  low_confidence_left_out: z.number().int(),
  stages: z.array(CompanyStage),
  journey: z.array(z.object({ date: DayText, downloads: z.number().int(), views: z.number().int() })),
});
export type CompanyDetails = z.infer<typeof CompanyDetails>;

/** One event of a company. Texts are as they were sent; unknown values are empty. */
export const CompanyEvent = z.object({
  id: z.string(),
  type: z.enum(eventFields.type.oneOf),
  artifact_type: z.enum(['package', 'tracking-pixel']),
  artifact: z.string(),
  artifact_name: z.string(),
  time: z.string().datetime(),
  version: z.string(),
  referer: z.string(),
  user_agent: z.string(),
  country: z.string(),
  state: z.string(),
  city: z.string(),
  postal: z.string(),
  /** 0 to 1; null where the source of the company gives none. */
  confidence: z.number().nullable(),
  /** Why the event is one of the company, as a sentence. */
  match_reason: z.string(),
  /** Whether a correction of the owner made it one of the company. */
  is_corrected: z.boolean(),
  origin_id: z.string(),
  endpoint_id: z.string(),
  /** The period in which both ids mean the same visitor; empty: from before there were periods. */
  id_period: z.string(),
});
export type CompanyEvent = z.infer<typeof CompanyEvent>;

/** A company is identified by owner and domain together, so both are in every path. */
export const CompanyParams = z.object({ owner: z.string(), domain: z.string() });

const companies = { method: 'GET', tag: 'Companies' } as const;

export const companiesApi = {
  getCompanies: route({
    ...companies,
    id: 'getCompanies',
    path: '/v2/companies/{owner}',
    summary: 'List companies of a range with their funnel stage',
    access: 'read',
    countsEvents: true,
    params: z.object({ owner: z.string() }),
    query: CompanyListQuery,
    answer: pageOf(Company, {
      stages: StageCounts,
      /** Companies that match with low confidence alone and are left out, in any stage. */
      low_confidence_left_out: z.number().int(),
    }),
    errors: ['owner-not-found', 'filter-not-found', 'range-invalid', 'range-too-long', 'field-is-too-long'],
  }),

  getCompany: route({
    ...companies,
    id: 'getCompany',
    path: '/v2/companies/{owner}/{domain}',
    summary: 'Get a company: totals, stages and journey',
    access: 'read',
    countsEvents: true,
    params: CompanyParams,
    query: z.object({
      include_low_confidence: IncludeLowConfidence,
      exclude_audience: ExcludedAudiences,
      filter_id: FilterId,
      where: Where,
      last_event: LastEvent,
    }),
    answer: CompanyDetails,
    errors: ['owner-not-found', 'company-not-found', 'filter-not-found'],
  }),

  getCompanyEvents: route({
    ...companies,
    id: 'getCompanyEvents',
    path: '/v2/companies/{owner}/{domain}/latest-events',
    summary: 'List events of a company, newest first',
    access: 'read',
    countsEvents: true,
    params: CompanyParams,
    query: PageQuery.omit({ after: true, per_page: true }).extend({
      per_page: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.pageSizeDefault),
      include_low_confidence: IncludeLowConfidence,
      exclude_audience: ExcludedAudiences,
      filter_id: FilterId,
      where: Where,
      last_event: LastEvent,
    }),
    answer: pageOf(CompanyEvent),
    errors: ['owner-not-found', 'company-not-found', 'filter-not-found'],
  }),

  exportEntityCompanyEvents: route({
    ...companies,
    id: 'exportEntityCompanyEvents',
    path: '/v2/companies/{owner}/{domain}/events',
    summary: 'Export events of a company as CSV: packages first, then pixels',
    access: 'export',
    countsEvents: true,
    params: CompanyParams,
    query: EventFileQuery.extend({ include_low_confidence: IncludeLowConfidence }),
    kind: 'csv',
    errors: ['owner-not-found', 'company-not-found', 'filter-not-found', 'range-invalid', 'range-too-long'],
  }),
};

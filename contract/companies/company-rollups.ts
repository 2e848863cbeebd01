/**
 * The companies of a range as CSV: one line each, or one line for each company and package, or for
 * each company and pixel.
 */
import { z } from 'zod';
import { IncludeLowConfidence } from '../analytics/audience';
import { CompanyListQuery } from './companies';
import { ExportQuery } from '../analytics/events';
import { queryList, route } from '../rules/route';

/**
 * In the published order, ours last. Totals are written `name=count&name=count`. Unique
 * counts add the periods of visitor ids; if there are several, `unique_sources_by_period` lists
 * them as `period=count&period=count`.
 * `first_seen` is the time of the first event ever of the company with these packages and pixels,
 * `last_seen` that of the last event of the range.
 */
export const companyRollupColumns = [
  'company_name',
  'company_domain',
  'funnel_stage',
  'total_events',
  'total_downloads',
  'total_unique_downloads',
  'total_views',
  'total_unique_views',
  'unique_sources',
  'first_seen',
  'last_seen',
  'company_linkedin_url',
  'company_industry',
  'company_size',
  'company_country',
  'company_state',
  'interest_start_date',
  'investigation_start_date',
  'experimentation_start_date',
  'ongoing_usage_start_date',
  'inactive_start_date',
  'scarf_url',
  'package_totals',
  'tracking_pixel_totals',
  'match_reason',
  'unique_sources_by_period',
] as const;

/** Who the company is; these columns come before its counts for one package or pixel. */
const company = ['company_name', 'company_domain', 'funnel_stage'] as const;
const seen = ['first_seen', 'last_seen', 'company_country', 'company_state', 'scarf_url', 'match_reason'] as const;

export const companyPackageColumns = [
  ...company,
  'package',
  'package_id',
  'total_downloads',
  'total_unique_downloads',
  ...seen,
  'unique_sources_by_period',
] as const;

export const companyPixelColumns = [
  ...company,
  'pixel',
  'tracking_pixel_id',
  'total_views',
  'total_unique_views',
  ...seen,
  'unique_sources_by_period',
] as const;

const ArtifactIds = queryList(z.union([z.literal('all'), z.literal('none'), z.string().uuid()]));

/**
 * The dates are those of the export of raw events. Counts are of the packages and pixels named, or
 * of all where a list is left out; stages rest on all events of the company, as on its page. Global
 * filters apply, and the one of `filter_id`. `search` and `funnel_stage` select as in the list of
 * companies.
 */
export const CompanyRollupQuery = ExportQuery.extend({
  package_id: ArtifactIds,
  tracking_pixel_id: ArtifactIds,
  include_low_confidence: IncludeLowConfidence,
}).merge(CompanyListQuery.pick({ search: true, funnel_stage: true, exclude_audience: true }));
export type CompanyRollupQuery = z.output<typeof CompanyRollupQuery>;

const rollup = {
  method: 'GET',
  tag: 'Companies',
  access: 'export',
  params: z.object({ owner: z.string() }),
  query: CompanyRollupQuery,
  kind: 'csv',
  errors: [
    'owner-not-found',
    'package-not-found',
    'pixel-not-found',
    'filter-not-found',
    'range-invalid',
    'range-too-long',
    'field-is-too-long',
  ],
} as const;

export const companyRollupsApi = {
  exportCompanyRollup: route({
    ...rollup,
    id: 'exportCompanyRollup',
    path: '/v2/packages/{owner}/company-rollup',
    summary: 'Export companies of a range as CSV',
    columns: companyRollupColumns,
  }),

  exportCompanyPackageRollup: route({
    ...rollup,
    id: 'exportCompanyPackageRollup',
    path: '/v2/companies/{owner}/package-rollup',
    summary: 'Export activity by company and package as CSV',
    columns: companyPackageColumns,
  }),

  exportCompanyPixelRollup: route({
    ...rollup,
    id: 'exportCompanyPixelRollup',
    path: '/v2/companies/{owner}/pixel-rollup',
    summary: 'Export activity by company and pixel as CSV',
    columns: companyPixelColumns,
  }),
};

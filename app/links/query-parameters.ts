/** The query parameters of pages. */

/** Of a report. */
export interface ReportQuery {
  package?: string;
  pixel?: string | readonly string[];
  pixels?: string;
  /** Which picture of the range is shown. */
  view?: string;
  /** What lists show in place of their first breakdown. */
  by?: string | readonly string[];
  /** The list that is shown whole. */
  more?: string;
  versions?: string;
  /** `show` opens the reports by variable; `variable` names the one they are about. */
  variables?: string;
  variable?: string;
  range?: string;
  from?: string;
  to?: string;
  rollup?: string;
  /** `weekdays` or `last-year`; otherwise the previous period. */
  compare?: string;
  filter_id?: string;
  /** Conditions, as contract/analytics/where.ts describes them. */
  where?: readonly string[];
  /** `hide` leaves out bots and mirrors. */
  noise?: string;
}

/** Kept by links between reports: range, saved filter, conditions, exclusion of bots. */
export type SharedReportQuery = Pick<
  ReportQuery,
  'range' | 'from' | 'to' | 'compare' | 'filter_id' | 'where' | 'noise'
>;

export function sharedReportQuery(query: URLSearchParams): SharedReportQuery {
  return {
    range: query.getAll('range').at(-1) ?? '',
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    compare: query.get('compare') ?? '',
    filter_id: query.get('filter_id') ?? '',
    where: query.getAll('where'),
    noise: query.get('noise') === 'hide' ? 'hide' : '',
  };
}

/** Kept by links to lists of packages and pixels, which have no filters. */
export function withoutFilter({ filter_id: _filter, where: _where, ...kept }: SharedReportQuery): SharedReportQuery {
  return kept;
}

/** Of a download: its kind, and the range and filter of a report. */
export interface DownloadQuery extends Pick<ReportQuery, 'package' | 'pixel'>, SharedReportQuery {
  kind?: string;
  page?: string;
}

type PeriodQuery = Pick<ReportQuery, 'range' | 'from' | 'to' | 'rollup' | 'compare'>;

/** Of the list of companies. */
export interface CompaniesQuery extends PeriodQuery, SharedReportQuery {
  q?: string;
  stage?: readonly string[];
  /** `show` counts matches of low confidence as well. */
  low?: string;
  sort?: string;
  order?: string;
  page?: string;
}

/** Of a list of packages or pixels. */
export type ArtifactsQuery = PeriodQuery & Pick<ReportQuery, 'noise'> & { page?: string };

export type PackagesQuery = ArtifactsQuery & { type?: readonly string[]; q?: string };

/** Of a company; its package is that of the report it was opened from. */
export type CompanyQuery = Omit<CompaniesQuery, 'q' | 'stage' | 'sort'> & Pick<ReportQuery, 'package' | 'view'>;

/** Of the list of leads. */
export interface LeadsQuery {
  q?: string;
  stage?: string;
  score?: string;
  sort?: string;
  page?: string;
}

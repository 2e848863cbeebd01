import { cleanText } from 'contract/floor/printable';
import { readableDomain } from '../../text/domain-names.server';
import { figures } from 'contract/analytics/figures';
import type { AskedTime } from 'contract/analytics/asked-time';
import { companiesApi, type Company, type CompanySort, companySorts } from 'contract/companies/companies';
import { FunnelStage } from 'contract/analytics/funnel-stages';
import * as limits from 'contract/floor/limits';
import { isEqual } from 'contract/analytics/where';
import { relativeTime, dayRangeLabel, rangeLabel } from '../../charts/date-buckets.server';
import { timeZone } from '../../locale/reader-format';
import { formatInteger } from '../../ui/numbers';
import { countryName } from '../../text/display-names.server';
import type { Call } from '../../gateway/gateway-client.server';
import { botAudiencesToExclude } from '../../links/exclude-bots.server';
import { parseReportQuery } from '../../links/report-query.server';
import { drillDownLink, type DrillDownLink } from '../../charts/drill-down.server';
import type { TableHead } from '../../charts/table-sort.server';
import type { CompaniesQuery } from '../../links/query-parameters';
import { paths } from '../../links/paths';
import { localDay } from '../../session/reader.server';
import { pageNumber } from '../../ui/pager';
import { stageLooks } from './stages';

interface CompanyListChoice {
  q: string;
  stages: FunnelStage[];
  lowShown: boolean;
  sort: CompanySort;
  order: 'asc' | 'desc' | undefined;
  page: number;
  filterId: string;
  where: string[];
  withoutNoise: boolean;
}

const mostFirst = 'downloads';

/** Ignores invalid parameters. */
export function readCompanyListChoice(url: URL): CompanyListChoice {
  let query = url.searchParams;
  let asked = query.getAll('stage');
  let order = query.get('order');
  let { filter_id: filterId, where, noise } = parseReportQuery(query);
  return {
    q: (query.get('q') ?? '').trim().slice(0, limits.searchQueryMax),
    stages: FunnelStage.options.filter((stage) => asked.includes(stage)),
    lowShown: query.get('low') === 'show',
    sort: companySorts.find((sort) => sort === query.get('sort')) ?? mostFirst,
    order: order === 'asc' || order === 'desc' ? order : undefined,
    page: pageNumber(url),
    filterId,
    where,
    withoutNoise: noise === 'hide',
  };
}

/** Omits the page and defaults. */
export function companyListQuery({
  q,
  stages,
  lowShown,
  sort,
  order,
  filterId,
  where,
  withoutNoise,
}: CompanyListChoice): CompaniesQuery {
  return {
    q,
    stage: stages,
    low: lowShown ? 'show' : '',
    sort: sort === mostFirst ? '' : sort,
    order: order ?? '',
    filter_id: filterId,
    where,
    noise: withoutNoise ? 'hide' : '',
  };
}

const companiesPerPage = 50;

export interface ListColumn {
  label: string;
  numeric: boolean;
  /** Undefined for columns without an order. */
  head?: TableHead;
}

export type CompanyLine = ReturnType<typeof lineOf>;

interface ListAsked {
  owner: string;
  choice: CompanyListChoice;
  time: AskedTime;
  range: CompaniesQuery;
  withPoints: boolean;
  now: number;
}

export async function readCompanies(call: Call, asked: ListAsked) {
  let { owner, choice, time, withPoints, now } = asked;
  let answer = await call(companiesApi.getCompanies, {
    params: { owner },
    query: {
      ...time,
      sort: choice.sort,
      order: choice.order,
      search: choice.q,
      funnel_stage: choice.stages,
      include_low_confidence: choice.lowShown ? 'true' : 'false',
      exclude_audience: botAudiencesToExclude(choice.withoutNoise),
      filter_id: choice.filterId,
      where: choice.where,
      per_page: companiesPerPage,
      page: choice.page,
    },
  });
  let to = (change: Partial<CompanyListChoice>) =>
    paths.insights(owner, { ...asked.range, ...companyListQuery({ ...choice, ...change }) });
  return {
    rangeLabel: rangeLabel(time, timeZone()),
    total: answer.total,
    page: choice.page,
    pages: Math.ceil(answer.total / companiesPerPage),
    columns: columnsOf(choice, withPoints, to),
    lines: answer.results.map((company) =>
      lineOf(company, { ...asked, to, toRows: drillDownLink(choice.where, (where) => to({ where })) }, now),
    ),
    stages: FunnelStage.options.map((stage) => ({
      label: `${stageLooks[stage].label} (${formatInteger(answer.stages[stage])})`,
      to: to({ stages: toggled(choice.stages, stage) }),
      on: choice.stages.includes(stage),
    })),
    low: { label: 'Low-confidence matches', to: to({ lowShown: !choice.lowShown }), on: choice.lowShown },
    leftOut: answer.low_confidence_left_out,
  };
}

const columns: readonly [label: string, sort: CompanySort | null, numeric: boolean][] = [
  ['Company', 'name', false],
  ['Stage', 'stage', false],
  ['Events', 'events', true],
  [figures.downloads.label, 'downloads', true],
  [figures.views.label, 'views', true],
  [figures.sources.label, 'sources', true],
  ['Country', null, false],
  [figures.firstSeen.label, 'first-seen', false],
  [figures.lastSeen.label, 'last-seen', false],
];

function columnsOf(
  choice: CompanyListChoice,
  withPoints: boolean,
  to: (change: Partial<CompanyListChoice>) => string,
): ListColumn[] {
  let shown = columns.map(([label, sort, numeric]) => ({
    label,
    numeric,
    ...(sort && { head: headOf(choice, sort, to) }),
  }));
  return withPoints ? [...shown, { label: 'Points', numeric: true }] : shown;
}

/** The first click sorts in the default direction, the second reverses it. */
function headOf(
  { sort, order }: CompanyListChoice,
  own: CompanySort,
  to: (change: Partial<CompanyListChoice>) => string,
): TableHead {
  let natural = own === 'name' || own === 'stage' ? ('asc' as const) : ('desc' as const);
  let turned = natural === 'asc' ? ('desc' as const) : ('asc' as const);
  if (sort !== own) return { to: to({ sort: own, order: undefined }), sorted: '' };
  let current = order ?? natural;
  return {
    to: to({ sort: own, order: current === natural ? turned : undefined }),
    sorted: current === 'asc' ? 'ascending' : 'descending',
  };
}

interface Links {
  to: (change: Partial<CompanyListChoice>) => string;
  toRows: DrillDownLink;
}

function lineOf(company: Company, { owner, choice, range, to, toRows }: ListAsked & Links, now: number) {
  return {
    key: company.company,
    name: cleanText(company.company_name),
    domain: readableDomain(company.company_domain),
    why: company.match_reason,
    to: paths.company(owner, company.company, {
      ...range,
      low: choice.lowShown ? 'show' : '',
      filter_id: choice.filterId,
      where: choice.where,
      noise: choice.withoutNoise ? 'hide' : '',
    }),
    stage: company.funnel_stage,
    numbers: [company.total_events, company.total_downloads, company.total_views, company.unique_sources].map(
      formatInteger,
    ),
    country: {
      name: countryName(company.company_country),
      to: toRows([isEqual('request_origin_country', company.company_country)]),
    },
    stageTo: choice.stages.includes(company.funnel_stage)
      ? ''
      : to({ stages: [...choice.stages, company.funnel_stage] }),
    firstSeen: moment(company.first_seen, now),
    lastSeen: moment(company.last_seen, now),
    points: formatInteger(company.points),
  };
}

function moment(iso: string, now: number) {
  let time = Date.parse(iso);
  let day = localDay(time);
  return { iso, ago: relativeTime(time, now), day: dayRangeLabel({ from: day, to: day }) };
}

function toggled(stages: readonly FunnelStage[], stage: FunnelStage): FunnelStage[] {
  return stages.includes(stage) ? stages.filter((one) => one !== stage) : [...stages, stage];
}

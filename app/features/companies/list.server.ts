/** One page of an owner's companies with its links: order by column, stages, the other pages. */
import { dayOf } from 'contract/time';
import { type Company, type CompanySort, FunnelStage, getCompanies } from 'contract/companies';
import { ago } from '../../charts/ago.server';
import { type Days, daysLabel } from '../../charts/days.server';
import { exact } from '../../charts/numbers';
import { countryName } from '../../country-name.server';
import type { Call } from '../../gateway-client.server';
import { type CompaniesQuery, paths } from '../../paths';
import { listQuery, type ListChoice } from './list-query.server';
import { stageLooks } from './stages';

const companiesPerPage = 50;

export interface ListColumn {
  label: string;
  numeric: boolean;
  /** Where a click on the heading leads; none for a column without an order. */
  to?: string;
  sorted?: 'ascending' | 'descending';
}

export type CompanyLine = ReturnType<typeof lineOf>;

interface ListAsked {
  owner: string;
  choice: ListChoice;
  days: Days;
  /** The range as it stands in links. */
  range: CompaniesQuery;
  withPoints: boolean;
  now: number;
}

/** Refusals of the gateway are thrown on. */
export async function readCompanies(call: Call, asked: ListAsked) {
  let { owner, choice, days, withPoints, now } = asked;
  let answer = await call(getCompanies, {
    params: { owner },
    query: {
      start_date: days.from,
      end_date: days.to,
      sort: choice.sort,
      order: choice.order,
      search: choice.q,
      funnel_stage: choice.stages,
      include_low_confidence: choice.lowShown ? 'true' : 'false',
      filter_id: choice.filterId,
      per_page: companiesPerPage,
      page: choice.page,
    },
  });
  let to = (change: Partial<ListChoice>) =>
    paths.insights(owner, { ...asked.range, ...listQuery({ ...choice, ...change }) });
  return {
    rangeLabel: daysLabel(days),
    total: answer.total,
    page: choice.page,
    pages: Math.ceil(answer.total / companiesPerPage),
    columns: columnsOf(choice, withPoints, to),
    lines: answer.results.map((company) => lineOf(company, asked, now)),
    stages: FunnelStage.options.map((stage) => ({
      label: `${stageLooks[stage].label} (${exact(answer.stages[stage])})`,
      to: to({ stages: toggled(choice.stages, stage) }),
      on: choice.stages.includes(stage),
    })),
    low: { label: 'Low-confidence matches', to: to({ lowShown: !choice.lowShown }), on: choice.lowShown },
    recommended: to({ sort: 'recommended', order: undefined }),
  };
}

const columns: readonly [label: string, sort: CompanySort | null, numeric: boolean][] = [
  ['Company', 'name', false],
  ['Stage', 'stage', false],
  ['Events', 'events', true],
  ['Downloads', 'downloads', true],
  ['Views', 'views', true],
  ['Unique sources', 'sources', true],
  ['Country', null, false],
  ['First seen', 'first-seen', false],
  ['Last seen', 'last-seen', false],
];

function columnsOf(choice: ListChoice, withPoints: boolean, to: (change: Partial<ListChoice>) => string): ListColumn[] {
  let shown = columns.map(([label, sort, numeric]) => ({
    label,
    numeric,
    ...(sort && { ...headingLink(choice, sort, to) }),
  }));
  return withPoints ? [...shown, { label: 'Points', numeric: true }] : shown;
}

/** A first click sorts in the natural order, the next one turns it round. */
function headingLink({ sort, order }: ListChoice, own: CompanySort, to: (change: Partial<ListChoice>) => string) {
  let natural = own === 'name' || own === 'stage' ? ('asc' as const) : ('desc' as const);
  let turned = natural === 'asc' ? ('desc' as const) : ('asc' as const);
  if (sort !== own) return { to: to({ sort: own, order: undefined }) };
  let current = order ?? natural;
  return {
    to: to({ sort: own, order: current === natural ? turned : undefined }),
    sorted: current === 'asc' ? ('ascending' as const) : ('descending' as const),
  };
}

function lineOf(company: Company, { owner, choice }: ListAsked, now: number) {
  return {
    key: company.company,
    name: company.company_name,
    domain: company.company_domain,
    to: paths.company(owner, company.company, { low: choice.lowShown ? '' : 'hide', filter_id: choice.filterId }),
    stage: company.funnel_stage,
    numbers: [company.total_events, company.total_downloads, company.total_views, company.unique_sources].map(exact),
    country: countryName(company.company_country),
    firstSeen: moment(company.first_seen, now),
    lastSeen: moment(company.last_seen, now),
    points: exact(company.points),
  };
}

/** A time as people take it in at a glance, and the day it was. */
function moment(iso: string, now: number) {
  let time = Date.parse(iso);
  let day = dayOf(time);
  return { iso, ago: ago(time, now), day: daysLabel({ from: day, to: day }) };
}

function toggled(stages: readonly FunnelStage[], stage: FunnelStage): FunnelStage[] {
  return stages.includes(stage) ? stages.filter((one) => one !== stage) : [...stages, stage];
}

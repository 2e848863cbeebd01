/**
 * What the list of companies is asked to show, read from its address: search, stages, order, page.
 */
import { companySorts, type CompanySort, FunnelStage } from 'contract/companies';
import * as limits from 'contract/limits';
import type { CompaniesQuery } from '../../paths';
import { pageNumber } from '../../ui/page-number';

export interface ListChoice {
  q: string;
  stages: FunnelStage[];
  lowShown: boolean;
  sort: CompanySort;
  order: 'asc' | 'desc' | undefined;
  page: number;
  filterId: string;
}

/** Anything that is no stage, order or page is as if it were not there. */
export function readListChoice(url: URL): ListChoice {
  let query = url.searchParams;
  let asked = query.getAll('stage');
  let order = query.get('order');
  return {
    q: (query.get('q') ?? '').trim().slice(0, limits.searchQueryMax),
    stages: FunnelStage.options.filter((stage) => asked.includes(stage)),
    lowShown: query.get('low') !== 'hide',
    sort: companySorts.find((sort) => sort === query.get('sort')) ?? 'recommended',
    order: order === 'asc' || order === 'desc' ? order : undefined,
    page: pageNumber(url),
    filterId: query.get('filter_id') ?? '',
  };
}

/** The choice as it stands in a link, without the page; what is the default is left out. */
export function listQuery({ q, stages, lowShown, sort, order, filterId }: ListChoice): CompaniesQuery {
  return {
    q,
    stage: stages,
    low: lowShown ? '' : 'hide',
    sort: sort === 'recommended' ? '' : sort,
    order: order ?? '',
    filter_id: filterId,
  };
}

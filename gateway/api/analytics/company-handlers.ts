/** Companies of an owner: the list with stages, one company, and its events. */
import { companiesApi } from 'contract/companies/companies';
import type { Audience } from 'contract/analytics/audience';
import { FunnelStage } from 'contract/analytics/funnel-stages';
import * as limits from 'contract/floor/limits';
import { recordOf } from 'contract/floor/keys-of';
import {
  lowConfidenceCompanies,
  stagedCompanies,
  type StagedCompaniesQuery,
  type StagedCompany,
} from '../../reports/funnel/companies';
import { excludeAudiences } from '../../events/query/filter';
import { eventRules, type RequestedConditions } from '../../reports/funnel/event-rules';
import type { OwnerRow } from '../../floor/db/account-schema';
import { artifactsWithImportance } from '../../reports/conditions/artifact-importance';
import { ApiError } from '../../floor/calls/api-error';
import { packageNames } from '../../packages/packages';
import { pixelNames } from '../../packages/pixels';
import { eventFileResponse } from './event-handlers';
import { isNamedLike, isStagedAs, orderOf, pageIn } from '../../reports/analytics/company-list';
import type { Services } from '../http/services';
import { serve } from '../http/handler';
import { presentPage } from '../http/pagination';
import { presentCompany, presentDetails, presentEvent } from './present-company';
import { allTime, inclusiveEnds, rangeOf } from '../../reports/analytics/time-range';

export const companyEndpoints = serve(companiesApi, {
  async getCompanies({ parts, owner, query, url }) {
    let { aggregationDaysDefault: days, aggregationDaysMax: daysMax } = limits;
    let rules = await eventRules(parts, owner.id, query, query.include_low_confidence);
    for (let one of excludeAudiences(query.exclude_audience)) rules.filters.push(one);
    let asked = {
      ...rangeOf(inclusiveEnds(query), parts.clock(), { days, daysMax }),
      artifacts: await artifactsWithImportance(parts.records, owner.id),
      includeLowConfidence: query.include_low_confidence,
      ...rules,
      now: parts.clock(),
    };
    let hasName = isNamedLike(query.search);
    let [staged, leftOut] = await Promise.all([
      stagedCompanies(parts.events, asked),
      lowConfidenceCompanies(parts.events, asked),
    ]);
    let found = staged.map((one) => presentCompany(one, rules.corrections));
    let shown = new Set(found.map(({ company }) => company));
    let hidden = leftOut.filter(({ company, name, domain }) => !shown.has(company) && hasName(name, domain));
    let matching = found.filter(({ company_name, company_domain }) => hasName(company_name, company_domain));
    let wanted = matching.filter(isStagedAs(query));
    let page = pageIn(wanted.sort(orderOf(query)), query);
    let countOf = (stage: FunnelStage) => matching.filter(({ funnel_stage }) => funnel_stage === stage).length;
    return {
      ...presentPage(
        page,
        { query, url },
        (row) => row.company,
        (row) => row,
      ),
      stages: recordOf(FunnelStage.options.map((stage) => [stage, countOf(stage)])),
      low_confidence_left_out: hidden.length,
    };
  },

  async getCompany({ parts, owner, params, query }) {
    let { staged, asked } = await companyOf(parts, owner, params.domain, query);
    let [profile, leftOut] = await Promise.all([
      parts.outside.dataProvider.profile(owner.id, staged.counts.domain),
      lowConfidenceCompanies(parts.events, asked),
    ]);
    let left = leftOut.reduce((sum, { downloads, views }) => sum + downloads + views, 0);
    let details = presentDetails(staged, asked.corrections, profile, parts.clock());
    return { ...details, low_confidence_left_out: left };
  },

  async getCompanyEvents({ parts, owner, params, query, url }) {
    let { page = 1, per_page, include_low_confidence } = query;
    let { staged, asked } = await companyOf(parts, owner, params.domain, query);
    let { filters, corrections, from, until } = asked;
    let { counts } = staged;
    let { packages, pixels } = await artifactsWithImportance(parts.records, owner.id);
    let names = new Map([...packages, ...pixels].map(({ id, name }) => [id, name]));
    let offset = (page - 1) * per_page;
    let rows = await parts.events.companyEvents({
      packageIds: packages.map(({ id }) => id),
      pixelIds: pixels.map(({ id }) => id),
      from,
      until,
      includeLowConfidence: include_low_confidence,
      filters,
      corrections,
      company: params.domain,
      limit: per_page,
      offset,
    });
    let total = counts.downloads + counts.views;
    return presentPage(
      { rows, total, hasMore: offset + rows.length < total },
      { query: { per_page, page }, url },
      (event) => event.id,
      (event) => presentEvent(event, names.get(event.artifactId) ?? ''),
    );
  },

  async exportEntityCompanyEvents({ parts, owner, params, query }) {
    await companyOf(parts, owner, params.domain, query);
    let [packages, pixels] = await Promise.all([
      packageNames(parts.records, owner.id),
      pixelNames(parts.records, owner.id),
    ]);
    let sources = [
      { artifactType: 'package' as const, names: packages },
      { artifactType: 'tracking-pixel' as const, names: pixels },
    ];
    let title = `company-${owner.name}-${params.domain}`;
    let includeLowConfidence = query.include_low_confidence;
    return eventFileResponse(parts, owner, { sources, title, company: params.domain, includeLowConfidence }, query);
  },
});

interface CompanyConditions extends RequestedConditions {
  include_low_confidence: boolean;
  exclude_audience?: readonly Audience[] | undefined;
}

/**
 * One company since its first event, under the filters. Refuses with company-not-found and
 * filter-not-found.
 */
async function companyOf(
  parts: Services,
  owner: OwnerRow,
  company: string,
  { include_low_confidence: includeLowConfidence, exclude_audience, ...asking }: CompanyConditions,
): Promise<{ staged: StagedCompany; asked: StagedCompaniesQuery }> {
  let [artifacts, rules] = await Promise.all([
    artifactsWithImportance(parts.records, owner.id),
    eventRules(parts, owner.id, asking, includeLowConfidence),
  ]);
  for (let one of excludeAudiences(exclude_audience)) rules.filters.push(one);
  let now = parts.clock();
  let asked = { artifacts, ...rules, includeLowConfidence, company, now, ...allTime(now) };
  let [staged] = await stagedCompanies(parts.events, asked);
  if (!staged) throw new ApiError('company-not-found');
  return { staged, asked };
}

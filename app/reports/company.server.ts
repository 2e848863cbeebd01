/** The page of one company: all its questions, and what its cards, tables and charts show. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { isEqual } from 'contract/analytics/where';
import { promiseHash } from 'remix-utils/promise';
import { drillDownLink } from '../charts/drill-down.server';
import { env } from '../config/env.server';
import { companyUsage } from '../features/analytics/company-usage.server';
import { readCompany } from '../features/companies/company-details.server';
import { readCountingNote } from '../features/counting/counting-note.server';
import { rangeQuery, rangeSteps, readRange } from '../features/date-range/range.server';
import { readActiveFilters } from '../features/filters/filters.server';
import { seesPoints } from '../features/granted-features.server';
import { readScore } from '../features/leads/leads.server';
import { retentionNote } from '../features/retention/retention.server';
import { secondary } from '../gateway/secondary.server';
import { linksToLines, readChartLine, viewOf } from '../features/analytics/total-cards.server';
import { paths, settingsOf } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import type { CompanyQuery, ReportQuery } from '../links/query-parameters';
import { parseReportQuery } from '../links/report-query.server';
import type { SignedIn } from '../session/guards.server';
import { localDay } from '../session/reader.server';
import { mayChange, mayExport, shownRole } from '../session/roles.server';
import { pageNumber } from '../ui/pager';

/** Throws company-not-found. */
export async function companyReport(
  signedIn: SignedIn & { owner: string },
  { request, params: { companyDomain: domain = '' } }: LoaderFunctionArgs,
) {
  let { call, owner } = signedIn;
  let url = new URL(request.url);
  let query = url.searchParams;
  let { filter_id: filterId, where, noise } = parseReportQuery(query);
  let lowShown = query.get('low') === 'show';
  let conditions = { filterId, where, withoutNoise: noise === 'hide', lowShown };
  let kept = { low: lowShown ? 'show' : '', filter_id: filterId, where, noise };
  let now = Date.now();
  // The whole time of a company begins with its first day.
  let company = await readCompany(call, {
    ...conditions,
    owner,
    company: domain,
    page: pageNumber(url),
    withPoints: await secondary(seesPoints(signedIn), false),
    address: url.pathname + url.search,
    daysFile: serverPaths.companyDays(owner, domain, kept),
    now,
  });
  let { fields, range } = readRange(query, now, { firstDay: localDay(Date.parse(company.firstSeen)) });
  // Its numbers are of all packages; its report is that of the package it was opened from.
  let ofPackage = query.get('package') ?? '';
  let list = { ...rangeQuery(fields), ...kept };
  let own = { ...list, package: ofPackage, view: viewOf(readChartLine(query.get('view'))) };
  let to = (change: Partial<CompanyQuery>) => paths.company(owner, domain, { ...own, ...change });
  let is = isEqual(company.domain ? 'company_domain' : 'company_name', company.domain || company.name);
  let ofCompany = [...where, is];
  let report: ReportQuery = { ...rangeQuery(fields), where: ofCompany, filter_id: filterId, noise };
  let toReport = (change: ReportQuery) => paths.analytics(owner, { ...report, ...change });
  let links = {
    toRows: drillDownLink(ofCompany, (texts) => toReport({ where: texts, pixels: 'show' })),
    toRowsOf: (id: string) => drillDownLink(ofCompany, (texts) => toReport({ where: texts, package: id })),
  };
  let all = { ...conditions, packages: 'all', pixels: 'all' } as const;
  let time = fields.range === 'all-time' ? undefined : range?.time;
  let usage = range && companyUsage(call, owner, range, { selection: { ...all, where: ofCompany }, links, url });
  let { role, score, ...parts } = await promiseHash({
    role: shownRole(signedIn, owner),
    note: retentionNote(call, owner, {}),
    filters: readActiveFilters(signedIn, query, to),
    counted: readCountingNote(call, owner, { ...all, company: domain, time }, { to: (value) => to({ noise: value }) }),
    usage: usage ? secondary(usage) : Promise.resolve(null),
    score: secondary(readScore(call, owner, company), null),
  });
  let leads = paths.settings(settingsOf(owner, signedIn.session.username), 'lead-generation');
  return {
    ...parts,
    owner,
    domain,
    company,
    kept: { ...kept, package: ofPackage, view: own.view },
    drawn: linksToLines((view) => to({ view })),
    fields,
    steps: rangeSteps(fields, to),
    list,
    own,
    low: { label: 'Low-confidence matches', to: to({ low: lowShown ? '' : 'show' }), on: lowShown },
    score: score && { ...score, leads },
    report: { ...report, package: ofPackage, pixels: ofPackage ? '' : 'show' },
    hasList: env.flags.showInsightsPage,
    mayExport: mayExport(role),
    mayChange: mayChange(role),
  };
}

/** The page of companies: its list, and what its notes and tools show. */
import * as limits from 'contract/floor/limits';
import { countDays } from 'contract/floor/days';
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { env } from '../config/env.server';
import { readActiveFilters } from '../features/filters/filters.server';
import { readCountingNote } from '../features/counting/counting-note.server';
import { companyListQuery, readCompanies, readCompanyListChoice } from '../features/companies/company-list.server';
import { seesPoints } from '../features/granted-features.server';
import { rangeQuery, rangeSteps } from '../features/date-range/range.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { retentionNote } from '../features/retention/retention.server';
import { requireFlag } from '../session/require-flag.server';
import { readNextStep } from '../features/analytics/next-step.server';
import { drillDownLink } from '../charts/drill-down.server';
import type { CompaniesQuery } from '../links/query-parameters';
import { paths } from '../links/paths';
import { mayChange, mayExport, shownRole } from '../session/roles.server';
import { requireReport } from '../session/guards.server';
import { secondary } from '../gateway/secondary.server';

/** Without a range, or with an unknown filter, there is no list: 400 or 404. */
export async function companiesPage(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  requireFlag('showInsightsPage');
  let { call, owner } = signedIn;
  let url = new URL(args.request.url);
  let now = Date.now();
  let { fields, range } = await readReportRange(signedIn, url.searchParams);
  let choice = readCompanyListChoice(url);
  let { q: _q, ...kept } = companyListQuery(choice);
  let query: CompaniesQuery = { ...rangeQuery(fields), ...companyListQuery(choice) };
  let to = (change: CompaniesQuery) => paths.insights(owner, { ...query, ...change });
  let filters = await readActiveFilters(signedIn, url.searchParams, to);
  let note = range ? await retentionNote(call, owner, { from: range.days.from }) : '';
  let role = await shownRole(signedIn, owner);
  let may = { change: mayChange(role), export: env.flags.showCompanyExportsButton && mayExport(role) };
  let page = { owner, fields, steps: rangeSteps(fields, to), q: choice.q, kept, query, filters, note, may };
  let none = { list: null, next: null, counted: null, withPoints: false, isLong: false };
  if (!range) return data({ ...page, ...none }, { status: 400 });
  if (filters.isUnknown) return data({ ...page, ...none }, { status: 404 });
  let isLong = countDays(range.days) > limits.exportDaysMax;
  let withPoints = await secondary(seesPoints(signedIn), false);
  let asked = {
    owner,
    choice,
    time: range.time,
    range: rangeQuery(fields),
    withPoints,
    now,
  };
  let { filterId, where, withoutNoise, lowShown } = choice;
  let numbers = { packages: 'all', pixels: 'all', filterId, where, withoutNoise, lowShown, time: range.time } as const;
  let toRows = drillDownLink(where, (texts) => to({ where: texts }));
  let links = { to: (noise: string) => to({ noise }), toRows, filters: filters.settings };
  let [list, counted] = await Promise.all([
    readCompanies(call, asked),
    readCountingNote(call, owner, { ...numbers, company: true }, links),
  ]);
  let next = list.total === 0 ? await secondary(readNextStep(signedIn, owner), null) : null;
  return data({ ...page, list, next, counted, withPoints, isLong });
}

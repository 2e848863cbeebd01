/** /companies/[owner]/[companyDomain]/days.csv: the days of a company of the last 366 days. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { companiesApi } from 'contract/companies/companies';
import { csvFile } from '../http/csv.server';
import { journeyDays } from '../features/companies/company-details.server';
import { parseReportQuery } from '../links/report-query.server';
import { botAudiencesToExclude } from '../links/exclude-bots.server';
import { requireReport } from '../session/guards.server';

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireReport(args);
  let query = new URL(args.request.url).searchParams;
  let { filter_id, where, noise } = parseReportQuery(query);
  let { journey } = await call(companiesApi.getCompany, {
    params: { owner, domain: args.params.companyDomain ?? '' },
    query: {
      filter_id,
      where,
      exclude_audience: botAudiencesToExclude(noise === 'hide'),
      include_low_confidence: query.get('low') === 'show' ? 'true' : 'false',
    },
  });
  let rows = journey.map(({ date, downloads, views }) => [date, downloads, views]);
  return csvFile('company-days', journeyDays(Date.now()), [['Day', 'Downloads', 'Views'], ...rows]);
}

/** /companies/[owner]/[companyDomain]/days.csv: the days of a company of the last 366 days. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { companiesApi } from 'contract/companies/companies';
import { csvFile } from '../charts/csv-file.server';
import { journeyDays } from '../features/companies/company-details.server';
import { readKept } from '../links/kept-query.server';
import { excludedBy } from '../links/noise.server';
import { requireReport } from '../session/guards.server';

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireReport(args);
  let query = new URL(args.request.url).searchParams;
  let { filter_id, where, noise } = readKept(query);
  let { journey } = await call(companiesApi.getCompany, {
    params: { owner, domain: args.params.companyDomain ?? '' },
    query: {
      filter_id,
      where,
      exclude_audience: excludedBy(noise === 'hide'),
      include_low_confidence: query.get('low') === 'show' ? 'true' : 'false',
    },
  });
  let rows = journey.map(({ date, downloads, views }) => [date, downloads, views]);
  return csvFile('company-days', journeyDays(Date.now()), [['Day', 'Downloads', 'Views'], ...rows]);
}

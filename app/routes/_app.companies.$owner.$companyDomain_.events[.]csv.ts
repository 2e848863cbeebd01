/** /companies/[owner]/[companyDomain]/events.csv: the events of a company: of the
 * page's range, at most those of the last 366 days. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { wholeDays } from 'contract/analytics/asked-time';
import * as limits from 'contract/floor/limits';
import { companiesApi } from 'contract/companies/companies';
import { journeyDays } from '../features/companies/company-details.server';
import { readRange } from '../features/date-range/range.server';
import { downloadResponse } from '../session/download-response.server';
import { sendRoute } from '../gateway/gateway-client.server';
import { botAudiencesToExclude } from '../links/exclude-bots.server';
import { parseReportQuery } from '../links/report-query.server';
import { paths } from '../links/paths';
import { requireOwner } from '../session/guards.server';
import { zoneQuery } from '../session/reader.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner, session } = await requireOwner(args);
  let domain = args.params.companyDomain ?? '';
  let query = new URL(args.request.url).searchParams;
  let now = Date.now();
  let all = journeyDays(now);
  let limited = { usual: 'all-time', firstDay: all.from, daysMax: limits.exportDaysMax } as const;
  let time = readRange(query, now, limited).range?.time ?? wholeDays(all);
  let kept = parseReportQuery(query);
  let low = query.get('low') === 'show' ? 'show' : '';
  let given = {
    params: { owner, domain },
    query: {
      ...time,
      ...zoneQuery(),
      filter_id: kept.filter_id || undefined,
      where: kept.where,
      exclude_audience: botAudiencesToExclude(kept.noise === 'hide'),
      include_low_confidence: low ? ('true' as const) : ('false' as const),
    },
  };
  let file = sendRoute(args.context, { token: session.token }, companiesApi.exportEntityCompanyEvents, given);
  return downloadResponse(file, paths.company(owner, domain, { ...kept, low }));
}

/** /insights/[owner]/companies.csv: all pages of the company list with the same parameters. */
import * as limits from 'contract/floor/limits';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { companyRollupsApi } from 'contract/companies/company-rollups';
import { companyListQuery, readCompanyListChoice } from '../features/companies/company-list.server';
import { rangeQuery } from '../features/date-range/range.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { downloadResponse } from '../session/download-response.server';
import { requireFlag } from '../session/require-flag.server';
import { sendRoute } from '../gateway/gateway-client.server';
import { botAudiencesToExclude } from '../links/exclude-bots.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { requireOwner } from '../session/guards.server';
import { zoneQuery } from '../session/reader.server';

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, session } = await requireOwner(args);
  requireFlag('showInsightsPage');
  requireFlag('showCompanyExportsButton');
  let url = new URL(args.request.url);
  let { fields, range } = await readReportRange({ call, owner }, url.searchParams, { daysMax: limits.exportDaysMax });
  let choice = readCompanyListChoice(url);
  let list = paths.insights(owner, { ...rangeQuery(fields), ...companyListQuery(choice) });
  if (!range) return redirect(list);
  let query = {
    ...range.time,
    ...zoneQuery(),
    search: choice.q,
    funnel_stage: choice.stages,
    include_low_confidence: choice.lowShown ? ('true' as const) : ('false' as const),
    exclude_audience: botAudiencesToExclude(choice.withoutNoise),
    filter_id: choice.filterId,
    where: choice.where,
  };
  return downloadResponse(
    sendRoute(args.context, { token: session.token }, companyRollupsApi.exportCompanyRollup, {
      params: { owner },
      query,
    }),
    list,
  );
}

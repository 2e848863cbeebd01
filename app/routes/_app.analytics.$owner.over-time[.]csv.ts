/** /analytics/:owner/over-time.csv: the numbers of the charts of the report of the same address. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { readReportRange } from '../features/date-range/report-range.server';
import { overTimeCsv, versionsCsv } from '../features/analytics/over-time-csv.server';
import { readReport } from '../features/analytics/report-params.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { tableCsv } from '../features/analytics/table-csv.server';
import { spikesCsv } from '../features/analytics/spikes.server';
import { filedCharts } from '../features/analytics/report-tables.server';
import { requireReport } from '../session/guards.server';

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  let { call, owner } = signedIn;
  let query = new URL(args.request.url).searchParams;
  let { range } = await readReportRange(signedIn, query);
  if (!range) return redirect(`${paths.analytics(owner)}?${query.toString()}`);
  let { selection, choice } = await readReport(signedIn, query);
  let chart = filedCharts.find((one) => one === query.get('chart'));
  if (chart === 'versions') return versionsCsv(call, owner, range, { selection, level: choice.versions });
  if (chart === 'spikes') return spikesCsv(call, owner, range, selection);
  if (chart) return tableCsv(call, owner, range, { chart, choice, selection });
  return overTimeCsv(call, owner, range, selection);
}

/** /analytics/:owner/events.csv: the events behind the report of the same URL, with `format=parquet` as Parquet. */
import * as limits from 'contract/floor/limits';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { readReportRange } from '../features/date-range/report-range.server';
import { readOwnerArtifacts, readReportChoice, selectionOf } from '../features/analytics/report-params.server';
import { reportEventsFile } from '../features/analytics/event-exports.server';
import { downloadResponse } from '../session/download-response.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { requireOwner } from '../session/guards.server';

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, session } = await requireOwner(args);
  let query = new URL(args.request.url).searchParams;
  let report = `${paths.analytics(owner)}?${query.toString()}`;
  let { range } = await readReportRange({ call, owner }, query, { daysMax: limits.exportDaysMax });
  if (!range) return redirect(report);
  let known = await readOwnerArtifacts(call, owner);
  let selection = selectionOf(readReportChoice(query, known), known);
  let format = query.get('format') === 'parquet' ? ('parquet' as const) : undefined;
  if (format && known.packages.length === 0) selection.packages = 'none';
  let request = { context: args.context, token: session.token, owner, time: range.time, selection, format };
  return (await downloadResponse(reportEventsFile(request), report)) ?? redirect(report);
}

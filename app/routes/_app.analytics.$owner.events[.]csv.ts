/** /analytics/:owner/events.csv: the raw events behind the report of the same address. */
import * as limits from 'contract/limits';
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
  let request = { context: args.context, token: session.token, owner, days: range.days, selection };
  return (await downloadResponse(reportEventsFile(request), report)) ?? redirect(report);
}

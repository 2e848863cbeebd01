/**
 * /analytics/:owner/script-links: new links to the events behind the report of the same address,
 * for a page that stays open.
 */
import * as limits from 'contract/floor/limits';
import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { readReportRange } from '../features/date-range/report-range.server';
import { readOwnerArtifacts, readReportChoice, selectionOf } from '../features/analytics/report-params.server';
import { scriptLinks } from '../features/analytics/event-exports.server';
import { requireOwner } from '../session/guards.server';

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireOwner(args);
  let query = new URL(args.request.url).searchParams;
  let { range } = await readReportRange({ call, owner }, query, { daysMax: limits.exportDaysMax });
  let known = await readOwnerArtifacts(call, owner);
  let links = range && (await scriptLinks(call, owner, range.time, selectionOf(readReportChoice(query, known), known)));
  return json(links, { headers: { 'cache-control': 'no-store' } });
}

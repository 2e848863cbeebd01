/** /analytics/:owner/ai-agents.csv: the AI agents of the page with the same parameters. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { readWhere } from 'contract/analytics/where';
import { aiAgentsCsv, readAiAgents } from '../features/analytics/ai-agents.server';
import { allArtifacts } from '../features/analytics/aggregate-query.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { redirect } from '../http/redirects.server';
import { serverPaths } from '../links/paths.server';
import { requireReport } from '../session/guards.server';

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  let { call, owner } = signedIn;
  let query = new URL(args.request.url).searchParams;
  let { range } = await readReportRange(signedIn, query);
  if (!range) return redirect(`${serverPaths.aiAgents(owner)}?${query.toString()}`);
  let filterId = query.get('filter_id') || undefined;
  let { texts: where } = readWhere(query.getAll('where'));
  return aiAgentsCsv(range.days, await readAiAgents(call, owner, range.time, { ...allArtifacts, filterId, where }));
}

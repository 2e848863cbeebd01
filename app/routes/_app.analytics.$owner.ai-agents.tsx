/** /analytics/:owner/ai-agents: the AI agents that fetched an owner's packages and pixels. */
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { readWhere } from 'contract/analytics/where';
import { drillDownLink } from '../charts/drill-down.server';
import { aiAgentsData, purposeLabels, readAiAgents, readAiPages } from '../features/analytics/ai-agents.server';
import { AiAgentsNote, AiAgentsReport } from '../features/analytics/ai-agents';
import { allArtifacts } from '../features/analytics/aggregate-query.server';
import { RangeTools } from '../features/date-range/range-tools';
import { rangeQuery, rangeSteps } from '../features/date-range/range.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { FilterBar } from '../features/filters/filter-bar';
import { FilterMenu } from '../features/filters/filter-menu';
import { readActiveFilters } from '../features/filters/filters.server';
import { ReportTools } from '../forms/report-tools';
import { paths } from '../links/paths';
import { serverPaths } from '../links/paths.server';
import type { ReportQuery } from '../links/query-parameters';
import { requireReport } from '../session/guards.server';
import { pageMeta } from '../shell/meta';
import type { PageHandle } from '../shell/page-handle';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';
import { secondary } from '../gateway/secondary.server';

export const meta = pageMeta({
  title: 'AI agents',
  description: 'Downloads and views of AI assistants, coding agents and AI crawlers, by purpose.',
});
export const handle: PageHandle = {
  breadcrumb: ({ params: { owner = '' }, kept }) => [
    { label: 'Analytics', to: paths.analytics(owner, kept) },
    { label: 'AI agents' },
  ],
};

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  let { call, owner } = signedIn;
  let query = new URL(args.request.url).searchParams;
  let { fields, range } = await readReportRange(signedIn, query);
  let { texts: where } = readWhere(query.getAll('where'));
  let kept = { filter_id: query.get('filter_id') ?? '', where };
  let report: ReportQuery = { ...rangeQuery(fields), ...kept };
  let to = (change: ReportQuery) => serverPaths.aiAgents(owner, { ...report, ...change });
  let filters = await readActiveFilters(signedIn, query, to);
  let page = { owner, action: serverPaths.aiAgents(owner), fields, steps: rangeSteps(fields, to), kept, filters };
  let links = { file: serverPaths.aiAgentsFile(owner, report), purposeLabels };
  if (!range || filters.isUnknown) return data({ ...page, ...links, found: null }, { status: range ? 404 : 400 });
  let selection = { ...allArtifacts, ...(kept.filter_id && { filterId: kept.filter_id }), where };
  let [agents, pages] = await Promise.all([
    readAiAgents(call, owner, range.time, selection),
    secondary(readAiPages(call, owner, range.time, selection), []),
  ]);
  let found = aiAgentsData(agents, pages, {
    toRows: drillDownLink(where, (texts) => paths.analytics(owner, { ...report, pixels: 'show', where: texts })),
    toArtifact: (kind, id) =>
      paths.analytics(owner, { ...report, ...(kind === 'package' ? { package: id } : { pixel: id }) }),
  });
  return data({ ...page, ...links, found });
}

export default function AiAgents() {
  let { action, fields, steps, kept, filters, file, purposeLabels: labels, found } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle title="AI agents" description="Assistants, coding agents and AI crawlers, by purpose" />
      <ReportTools action={action} kept={kept}>
        <RangeTools fields={fields} steps={steps} withStep={false} withCompare={false} />
        <FilterMenu filters={filters} bots={null} />
      </ReportTools>
      <FilterBar {...filters} globals={0} chips={[]} />
      {found && <AiAgentsReport found={found} purposeLabels={labels} file={file} />}
      <AiAgentsNote />
    </Stack>
  );
}

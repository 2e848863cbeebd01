/** /analytics/:owner/recount: the numbers of the report of the same address, counted again. */
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { lastEventApi } from 'contract/analytics/last-event';
import { RangeTools } from '../features/date-range/range-tools';
import { rangeQuery, rangeSteps } from '../features/date-range/range.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { FilterBar } from '../features/filters/filter-bar';
import { readActiveFilters } from '../features/filters/filters.server';
import { cliCommands, readVerification } from '../features/analytics/verification.server';
import { CliVerification, VerificationResult } from '../features/analytics/verification';
import { readReport } from '../features/analytics/report-params.server';
import { ReportTools } from '../forms/report-tools';
import { sentence } from '../text/messages';
import { pageMeta } from '../shell/meta';
import type { ReportQuery } from '../links/query-parameters';
import { paths } from '../links/paths';
import { mayExport, roleError } from '../session/roles.server';
import { requireReport } from '../session/guards.server';
import type { PageHandle } from '../shell/page-handle';
import { AlertBox } from '../ui/alert';
import { LinkButton } from '../ui/button';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Check these numbers',
  description: 'Recounts a report from raw events, independently of the dashboard.',
});
export const handle: PageHandle = {
  breadcrumb: ({ params: { owner = '' }, kept }) => [
    { label: 'Analytics', to: paths.analytics(owner, kept) },
    { label: 'Check these numbers' },
  ],
};

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireReport(args);
  let { call, owner } = signedIn;
  let query = new URL(args.request.url).searchParams;
  let { fields, range } = await readReportRange(signedIn, query);
  let { role, asked, selection } = await readReport(signedIn, query);
  if (!mayExport(role)) throw roleError(role, signedIn.owner);
  let { package: chosen, pixels, pixel, filter_id, where, noise } = asked;
  let kept = { package: chosen, pixels, pixel, filter_id, where, noise };
  let report = { ...rangeQuery(fields), ...kept };
  let to = (change: ReportQuery) => paths.analyticsRecount(owner, { ...report, ...change });
  let filters = await readActiveFilters(signedIn, query, to);
  let page = { owner, fields, steps: rangeSteps(fields, to), kept, filters, back: paths.analytics(owner, report) };
  let none = { recount: null, error: '', commands: [] };
  if (!range) return data({ ...page, ...none }, { status: 400 });
  if (filters.isUnknown) return data({ ...page, ...none }, { status: 404 });
  let { last_event } = await call(lastEventApi.getLastEvent, { query: { owner } });
  let commands = cliCommands(owner, range.days, { ...selection, last_event });
  let recount = await readVerification(call, owner, range, selection);
  if (typeof recount === 'string')
    return data({ ...page, ...none, error: sentence(recount), commands }, { status: 422 });
  return data({ ...page, recount, error: '', commands });
}

export default function Recount() {
  let { owner, fields, steps, kept, filters, back, recount, error, commands } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageTitle
        title="Check these numbers"
        description="Recounts this report from raw events, independently of the dashboard."
        actions={
          <LinkButton to={back} variant="outline">
            Back to the report
          </LinkButton>
        }
      />
      <ReportTools action={paths.analyticsRecount(owner)} kept={kept}>
        <RangeTools fields={fields} steps={steps} />
      </ReportTools>
      <FilterBar {...filters} />
      {error && <AlertBox variant="warning">{error}</AlertBox>}
      {recount && <VerificationResult recount={recount} />}
      {commands.length > 0 && <CliVerification commands={commands} />}
    </Stack>
  );
}

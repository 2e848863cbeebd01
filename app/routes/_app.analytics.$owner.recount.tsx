/** /analytics/:owner/recount: the numbers of the report of the same address, counted again. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { lastEventApi } from 'contract/analytics/last-event';
import { RangeTools } from '../features/date-range/range-tools';
import { rangeQuery, rangeSteps } from '../features/date-range/range.server';
import { readReportRange } from '../features/date-range/report-range.server';
import { FilterBar } from '../features/filters/filter-bar';
import { readActiveFilters } from '../features/filters/filters.server';
import {
  cliCommands,
  readVerification,
  startVerification,
  verificationQuery,
} from '../features/analytics/verification.server';
import { CliVerification, VerificationProgress, VerificationResult } from '../features/analytics/verification';
import { readReport } from '../features/analytics/report-params.server';
import { AutoRefresh } from '../features/live/auto-refresh';
import { PostForm } from '../forms/post-form';
import { emptyForm, readForm } from '../forms/read-form.server';
import { ReportTools } from '../forms/report-tools';
import { SubmitButton } from '../forms/submit';
import { readApiError } from '../gateway/gateway-client.server';
import { redirect } from '../http/redirects.server';
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

async function readPage(args: LoaderFunctionArgs | ActionFunctionArgs) {
  let signedIn = await requireReport(args);
  let query = new URL(args.request.url).searchParams;
  let [{ fields, range }, { role, asked, selection }] = await Promise.all([
    readReportRange(signedIn, query),
    readReport(signedIn, query),
  ]);
  if (!mayExport(role)) throw roleError(role, signedIn.owner);
  let { package: chosen, pixels, pixel, filter_id, where, noise } = asked;
  let kept = { package: chosen, pixels, pixel, filter_id, where, noise };
  let report = { ...rangeQuery(fields), ...kept };
  let to = (change: ReportQuery & { check?: string }) =>
    paths.analyticsRecount(signedIn.owner, { ...report, ...change });
  return { ...signedIn, signedIn, query, fields, range, selection, kept, report, to };
}

export async function loader(args: LoaderFunctionArgs) {
  let { signedIn, call, owner, query, fields, range, selection, kept, report, to } = await readPage(args);
  let filters = await readActiveFilters(signedIn, query, to);
  let id = query.get('check') ?? '';
  let here = { start: to({}), refresh: to({ check: id }), back: paths.analytics(owner, report) };
  let page = { owner, fields, steps: rangeSteps(fields, to), kept, filters, ...here };
  let none = { check: null, commands: [] };
  if (!range) return data({ ...page, ...none }, { status: 400 });
  if (filters.isUnknown) return data({ ...page, ...none }, { status: 404 });
  let [{ last_event }, check] = await Promise.all([
    call(lastEventApi.getLastEvent, { query: { owner } }),
    id ? readVerification(call, owner, id, verificationQuery(range, selection)) : null,
  ]);
  return data({ ...page, check, commands: cliCommands(owner, range.time, { ...selection, last_event }) });
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner, range, selection, to } = await readPage(args);
  await readForm(args.request, emptyForm);
  if (!range) return redirect(to({}));
  try {
    return redirect(to({ check: await startVerification(call, owner, verificationQuery(range, selection)) }));
  } catch (thrown) {
    let refused = await readApiError(thrown);
    if (refused?.code !== 'too-much-at-once') throw thrown;
    return data({ error: refused.message }, { status: 429 });
  }
}

export default function Recount() {
  let { owner, fields, steps, kept, filters, start, refresh, back, check, commands } = useLoaderData<typeof loader>();
  let error = useActionData<typeof action>()?.error ?? check?.reason;
  let isRunning = Boolean(check?.progress);
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
        <RangeTools fields={fields} steps={steps} withCompare={false} />
      </ReportTools>
      <FilterBar {...filters} />
      {error && <AlertBox variant="warning">{error}</AlertBox>}
      {check && isRunning && (
        <>
          <AutoRefresh seconds={2} />
          <VerificationProgress check={check} refresh={refresh} />
        </>
      )}
      {check?.result && <VerificationResult recount={check.result} />}
      {!isRunning && commands.length > 0 && (
        <PostForm action={start}>
          <SubmitButton>{check ? 'Check again' : 'Check now'}</SubmitButton>
        </PostForm>
      )}
      {commands.length > 0 && <CliVerification commands={commands} />}
    </Stack>
  );
}

/** /analytics/:owner/recount: the numbers of the report of the same address, counted again. */
import { useActionData, useLoaderData } from '@remix-run/react';
import { RangeTools } from '../features/date-range/range-tools';
import { FilterBar } from '../features/filters/filter-bar';
import { CliVerification, VerificationProgress, VerificationResult } from '../features/analytics/verification';
import { AutoRefresh } from '../features/live/auto-refresh';
import { recountPage, startRecount } from '../reports/recount.server';
import { PostForm } from '../forms/post-form';
import { ReportTools } from '../forms/report-tools';
import { SubmitButton } from '../forms/submit';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
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

export const loader = recountPage;
export const action = startRecount;

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

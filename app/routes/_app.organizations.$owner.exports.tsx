/**
 * /organizations/[owner]/exports: files to download, and daily exports to a bucket. For owners and
 * admins.
 */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { longFormBytesMax } from 'contract/limits';
import { createScheduledExport } from 'contract/scheduled-exports';
import { env } from '../env.server';
import { RangeFields } from '../features/date-range/range-fields';
import { readRange } from '../features/date-range/range.server';
import { DownloadForm } from '../features/exports/download-form';
import { readChoices, readSchedules, ScheduleForm as ScheduleFormRule } from '../features/exports/schedules.server';
import { kindOptions, readDownload } from '../features/exports/downloads.server';
import { RunTable, ScheduleForm, ScheduleList } from '../features/exports/schedules';
import { organizationHandle } from '../features/breadcrumbs';
import { requireManager } from '../features/organizations/require-organization.server';
import { requireFlag } from '../flagged.server';
import { read } from '../forms/read.server';
import { pageMeta } from '../meta';
import { paths } from '../paths';
import { redirectWithToast } from '../session/toast.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { pageNumber, Pager } from '../ui/pager';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Exports',
  description: 'Download the events and companies of an organization, or send them to a bucket every day.',
});
export const handle = organizationHandle('Exports');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireManager(args);
  let url = new URL(args.request.url);
  let { fields, range } = readRange(url.searchParams, Date.now());
  let choices = await readChoices(call, owner);
  let page = pageNumber(url);
  let schedules = env.flags.showS3ExportUi ? await readSchedules(call, owner, choices, page) : null;
  let choice = readDownload(url.searchParams);
  return data({ owner, fields, kinds: kindOptions, choice, choices, schedules }, { status: range ? 200 : 400 });
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireManager(args);
  requireFlag('showS3ExportUi');
  let form = await read(args.request, ScheduleFormRule, { bytesMax: longFormBytesMax });
  if (!form.ok) return form.reply;
  let made = await call(createScheduledExport, { params: { owner }, body: form.value }).catch(form.refuse);
  return made instanceof Response ? made : redirectWithToast(paths.organizationExports(owner), 'export_scheduled');
}

export default function ExportsPage() {
  let { owner, fields, kinds, choice, choices, schedules } = useLoaderData<typeof loader>();
  let answer = useActionData<typeof action>();
  let range = <RangeFields fields={fields} withStep={false} daysButton="Download these days" />;
  return (
    <Stack>
      <PageTitle title="Exports" description="What was recorded, as files to work with elsewhere." />
      <DownloadForm owner={owner} kinds={kinds} choice={choice} choices={choices} range={range} />
      {schedules && (
        <>
          {schedules.exports.length > 0 && (
            <Card title="Daily exports" description="The files of each day, sent shortly after it has ended in UTC.">
              <ScheduleList owner={owner} exports={schedules.exports} />
            </Card>
          )}
          <Card
            title="Schedule a daily export"
            description="To a bucket of your own. A file with column names alone is written there first."
          >
            <div className="max-w-2xl">
              <ScheduleForm
                key={schedules.exports.map(({ id }) => id).join()}
                choices={choices}
                lastResult={answer?.lastResult}
              />
            </div>
          </Card>
          <Card
            title="History"
            description="Of the last 90 days, newest first."
            actions={
              schedules.runs.some(({ status }) => status === 'running' || status === 'waiting') && (
                <LinkButton to={paths.organizationExports(owner)} variant="outline" size="sm" preventScrollReset>
                  Refresh
                </LinkButton>
              )
            }
            flush
          >
            <RunTable runs={schedules.runs} />
          </Card>
          <Pager
            page={schedules.page}
            pages={schedules.pages}
            to={(page) => paths.organizationExports(owner, { page: String(page) })}
          />
        </>
      )}
    </Stack>
  );
}
